"""A person's page: results, ratings, games to watch, head to head; what is public is the person's choice."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from rasputitsa.kernel import Invalid
from rasputitsa.server.accounts import rows
from rasputitsa.server.accounts.messages import PersonInfo, Report
from rasputitsa.server.accounts.names import nickname_key
from rasputitsa.server.accounts.own import blocked
from rasputitsa.server.accounts.rows import AccountRow, told
from rasputitsa.server.limits import TooMuch
from rasputitsa.server.lobby import ratings
from rasputitsa.server.lobby.messages import Against, Profile, ResultLine
from rasputitsa.server.lobby.seen import infos, shows
from rasputitsa.server.messages import Summary
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.games import several, takes_part
from rasputitsa.server.storage.online import accounts, blocks, matches, moment, reports, results
from rasputitsa.server.storage.schema import games
from rasputitsa.server.storage.transactions import Transactions
from rasputitsa.server.summaries import summary

MOST_FOUND, MOST_RESULTS, MOST_GAMES = 20, 100, 50
PARTS = ("presence", "ratings", "results", "games")
MOST_REPORTS = 20
"""Of one person that nobody has handled yet."""


class Profiles(Transactions):
    def search(self, person: Person, words: str) -> list[PersonInfo]:
        """People whose nickname begins with that."""
        key = nickname_key(words)
        wanted = select(accounts.c.id).where(accounts.c.closed.is_(None), accounts.c.id != person.id)
        wanted = wanted.where(accounts.c.nickname_key.startswith(key, autoescape=True))
        with self.reading() as connection:
            ids = connection.execute(wanted.order_by(accounts.c.nickname_key).limit(MOST_FOUND)).scalars().all()
            found = rows.by_ids(connection, ids)
            named = infos(connection, found.values(), person)
        return [named[id] for id in ids] if key else []

    def one(self, person: Person, name: str) -> Profile:
        with self.reading() as connection:
            row = rows.by_name(connection, name)
            shown = {what for what in PARTS if shows(connection, row, what, person)}
            mine = select(blocks.c.at).where(blocks.c.account == person.id, blocks.c.other == row.id)
            return Profile(
                nickname=row.nickname,
                since=told(row.created),
                here=infos(connection, [row], person)[row.id].here if "presence" in shown else None,
                closed=row.closed is not None,
                offers=row.id != person.id and row.closed is None and not blocked(connection, person.id, row.id),
                blocked=connection.execute(mine).first() is not None,
                ratings=ratings.of_person(connection, row.id) if "ratings" in shown else None,
                results=_results(connection, row) if "results" in shown else None,
                games=_games(connection, row) if "games" in shown else None,
                against=_against(connection, person.id, row.id) if row.id != person.id else None,
            )

    def report(self, person: Person, name: str, wanted: Report) -> None:
        """Something that those who run the server should know."""
        with self.writing() as connection:
            about = rows.by_name(connection, name)
            if about.id == person.id:
                raise Invalid("one does not report oneself")
            waiting = select(reports.c.number).where(reports.c.by == person.id, reports.c.handled.is_(None))
            if len(connection.execute(waiting).all()) >= MOST_REPORTS:
                raise TooMuch("You have reported much that nobody has looked at yet: wait until somebody has.")
            said = {"by": person.id, "about": about.id, "game": wanted.game, "text": wanted.text, "answer": ""}
            connection.execute(insert(reports).values(**said, at=moment(connection)))


def _results(connection: Connection, row: AccountRow) -> list[ResultLine]:
    wanted = select(results).where(results.c.account == row.id).order_by(results.c.at.desc()).limit(MOST_RESULTS)
    found = connection.execute(wanted).all()
    people = rows.by_ids(connection, {r.opponent for r in found})
    return [
        ResultLine(
            game=r.game,
            title=r.title,
            scenario=r.scenario,
            side=r.side,
            opponent=people[r.opponent].nickname if r.opponent in people else rows.LEFT,
            score=r.score,
            how=r.how,
            at=told(r.at),
        )
        for r in found
    ]


def _games(connection: Connection, row: AccountRow) -> list[Summary]:
    """Running games that one may watch."""
    running = games.c.id.in_(select(matches.c.game).where(matches.c.settled.is_(None)))
    found = several(connection, running, games.c.to_move != "", takes_part(row.id), most=MOST_GAMES)
    people = rows.by_ids(connection, {id for game in found for id in game.people.seats.values()})
    names = {id: one.nickname for id, one in people.items()}
    return [summary(game, names) for game in found if game.people.public]


def _against(connection: Connection, one: str, other: str) -> Against:
    """How the one who asks fared against another; what was abandoned does not count."""
    wanted = select(results.c.score).where(results.c.account == one, results.c.opponent == other)
    scores = list(connection.execute(wanted.where(results.c.how != "abandoned")).scalars())
    return Against(won=scores.count(1.0), drawn=scores.count(0.5), lost=scores.count(0.0))
