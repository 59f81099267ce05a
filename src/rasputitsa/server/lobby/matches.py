"""A game between people as one of them, or whoever watches, sees it: who, on which terms, until when."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, func, select

from rasputitsa.server.accounts import rows
from rasputitsa.server.accounts.rows import AccountRow, told
from rasputitsa.server.house import House
from rasputitsa.server.lobby.clock import BETWEEN_REMINDERS, DAY, REMINDERS, VANISHED, deadline, pauses
from rasputitsa.server.lobby.messages import Match, MatchPlayer, MyGame, NextGame, Proposal
from rasputitsa.server.lobby.ratings import shown_ratings
from rasputitsa.server.lobby.rows import Asked, MatchRow, match_of, matches_of, side_of
from rasputitsa.server.lobby.seen import infos
from rasputitsa.server.messages import Summary
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.games import GameRow, several, takes_part
from rasputitsa.server.storage.online import chat, matches, moment
from rasputitsa.server.storage.schema import games
from rasputitsa.server.storage.transactions import Transactions
from rasputitsa.server.summaries import summary

MOST_LISTED = 100
OUT_OF_TIME = "The time for this turn has run out."


class Turn(msgspec.Struct, frozen=True):
    """The turn under way: whose, since when (the database's clock), since when nothing happened, until when."""

    side: str
    since: int
    idle_since: int
    deadline: int | None
    reminders: int
    reminded: int | None

    def late(self, now: int) -> str:
        """Why the game may be claimed from the side to move; empty if it may not."""
        if self.deadline is not None:
            return OUT_OF_TIME if now > self.deadline else ""
        if now - self.idle_since < VANISHED or self.reminders < REMINDERS:
            return ""
        days = (now - self.idle_since) // DAY
        return f"Nothing has happened for {days} days, and {self.reminders} reminders were sent."

    def may_remind(self, now: int) -> bool:
        return now - max(self.idle_since, self.reminded or 0) >= BETWEEN_REMINDERS


def turn_of(game: GameRow, match: MatchRow, people: dict[str, AccountRow]) -> Turn | None:
    """None when nobody is to move."""
    mover = people.get(game.people.seats.get(game.to_move, ""))
    if mover is None or game.over:
        return None
    idle = max(game.turn_since, game.updated)
    end = None
    if match.terms.days:
        stops = pauses(mover.holidays, mover.zone) if match.terms.holidays else []
        end = deadline(game.turn_since, match.terms.days, stops)
    return Turn(game.to_move, game.turn_since, idle, end, match.reminded_since(idle), match.reminded)


def why_claim(game: GameRow, turn: Turn | None, people: dict[str, AccountRow], side: str, now: int) -> str:
    """Why that side may claim the game; empty if it may not."""
    if not side or game.over:
        return ""
    for name, id in game.people.seats.items():
        if name != side and people[id].closed is not None:
            return f"{people[id].nickname} has left this server."
    return turn.late(now) if turn is not None and turn.side != side else ""


class Matches(Transactions):
    def __init__(self, store: Transactions, house: House) -> None:
        super().__init__(store.engine)
        self._house = house

    def one(self, person: Person, id: str) -> Match:
        with self.reading() as connection:
            return self.shown(connection, *match_of(connection, id), person)

    def mine(self, person: Person, over: bool) -> list[MyGame]:
        """The person's games with others, those that wait for him first."""
        with self.reading() as connection:
            rows_ = self._games(connection, person, over)
            found = matches_of(connection, [row.id for row in rows_])
            names = _names(connection, rows_)
            listed = [MyGame(summary(row, names), self.shown(connection, row, found[row.id], person)) for row in rows_]
        return sorted(listed, key=_patience)

    def _games(self, connection: Connection, person: Person, over: bool) -> list[GameRow]:
        between = games.c.id.in_(select(matches.c.game))
        ended = games.c.to_move == "" if over else games.c.to_move != ""
        return several(connection, between, ended, takes_part(person.id), most=MOST_LISTED)

    def next(self, person: Person, after: str) -> NextGame:
        """The next game that waits for the person, in the order in which they began to wait."""
        with self.reading() as connection:
            found = self._games(connection, person, over=False)
        waiting = sorted((row for row in found if row.people.seats.get(row.to_move) == person.id), key=_since)
        ids = [row.id for row in waiting]
        start = ids.index(after) + 1 if after in ids else 0
        ring = [id for id in ids[start:] + ids[:start] if id != after]
        return NextGame(ring[0] if ring else None, len(ids))

    def watch(self) -> list[Summary]:
        """Running games that anybody may watch."""
        open_ = matches.c.settled.is_(None) & matches.c.terms.contains('"public":true')
        with self.reading() as connection:
            between = games.c.id.in_(select(matches.c.game).where(open_))
            found = several(connection, between, games.c.to_move != "", most=MOST_LISTED)
            names = _names(connection, found)
        return [summary(row, names) for row in found if row.people.public]

    def shown(self, connection: Connection, game: GameRow, match: MatchRow, person: Person) -> Match:
        people = rows.by_ids(connection, game.people.seats.values())
        now, turn, side = moment(connection), turn_of(game, match, people), side_of(game, person.id)
        why = why_claim(game, turn, people, side, now)
        theirs = turn is not None and bool(side) and turn.side != side
        take_back = match.proposals.take_back
        said = select(func.count()).select_from(chat).where(chat.c.game == game.id)
        return Match(
            game=game.id,
            players=self._players(connection, game, people, person),
            seats=[name for name, id in game.people.seats.items() if id == person.id],
            terms=match.terms,
            to_move=turn.side if turn else None,
            turn_since=told(turn.since) if turn else None,
            deadline=told(turn.deadline) if turn and turn.deadline is not None else None,
            claimable=bool(why),
            claim_why=why,
            remindable=theirs and turn is not None and turn.may_remind(now),
            reminders=turn.reminders if turn else 0,
            draw=None if game.over else _proposal(match.proposals.draw),
            take_back=_proposal(take_back) if take_back and take_back.rev == game.rev and not game.over else None,
            how=(game.ended.how if game.ended else "rules") if game.over else None,
            chat=connection.execute(said).scalar_one() if side else 0,
            watchers=self._house.watchers(game.id),
        )

    def _players(
        self, connection: Connection, game: GameRow, people: dict[str, AccountRow], person: Person
    ) -> dict[str, MatchPlayer]:
        here = infos(connection, people.values(), person)
        ratings = shown_ratings(connection, people.values(), person)
        return {
            side: MatchPlayer(
                nickname=people[id].nickname,
                here=here[id].here,
                me=id == person.id,
                rating=ratings.get((id, game.title)),
                mail_off=bool(people[id].mail_off),
            )
            for side, id in game.people.seats.items()
        }


def _names(connection: Connection, found: Sequence[GameRow]) -> dict[str, str]:
    people = rows.by_ids(connection, {id for row in found for id in row.people.seats.values()})
    return {id: row.nickname for id, row in people.items()}


def _patience(one: MyGame) -> tuple[bool, str]:
    """Those that wait for the one who asks come first, the longest wait before all."""
    waits = one.match.to_move in one.match.seats
    return not waits, (one.match.turn_since or "") if waits else ""


def _since(row: GameRow) -> int:
    return row.turn_since


def _proposal(asked: Asked | None) -> Proposal | None:
    return Proposal(asked.side, told(asked.at), asked.to) if asked else None
