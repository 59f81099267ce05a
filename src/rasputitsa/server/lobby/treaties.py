"""What players settle between them: resigning, a draw, a take-back, claiming a game, a reminder.

A disagreement never blocks a game: each can still resign, or call the clock.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool

from rasputitsa.kernel import Invalid
from rasputitsa.kernel.title import titles
from rasputitsa.kernel.view import Result
from rasputitsa.server.accounts import rows
from rasputitsa.server.accounts.post import Post
from rasputitsa.server.gate import check
from rasputitsa.server.house import House
from rasputitsa.server.lobby.matches import OUT_OF_TIME, Matches, turn_of, why_claim
from rasputitsa.server.lobby.messages import Claim, Draw, Match, Resign, TakeBack
from rasputitsa.server.lobby.rows import Asked, MatchRow, Proposals, change, match_of, other
from rasputitsa.server.lobby.settling import Settling
from rasputitsa.server.persons import Person
from rasputitsa.server.problems import Conflict
from rasputitsa.server.storage.games import GameRow
from rasputitsa.server.storage.online import moment
from rasputitsa.server.storage.transactions import Transactions
from rasputitsa.table import Ending, Stale


class Treaties(Transactions):
    def __init__(self, house: House, post: Post, matches: Matches, settling: Settling) -> None:
        super().__init__(house.games.engine)
        self._house = house
        self._post = post
        self._matches = matches
        self._settling = settling

    def _ours(self, connection: Connection, person: Person, id: str, seat: str) -> tuple[GameRow, MatchRow]:
        """A running game in which the person holds that seat; nobody else changes it until the transaction ends."""
        game, match = match_of(connection, id, lock=True)
        check(person, "treat", game, seat)
        if seat not in game.people.seats:
            raise Invalid(f"there is no side {seat!r}")
        if game.over:
            raise Conflict("The game is over.")
        return game, match

    async def _after(self, person: Person, id: str, ended: bool) -> Match:
        """Show everybody what was settled; the match as it is now."""
        if ended:
            await self._house.refresh(id)
        self._house.tell(id)
        return await run_in_threadpool(self._matches.one, person, id)

    # -- ending -----------------------------------------------------------------------------------------------

    async def resign(self, person: Person, id: str, wanted: Resign) -> Match:
        await run_in_threadpool(self._resign, person, id, wanted.seat)
        return await self._after(person, id, True)

    def _resign(self, person: Person, id: str, seat: str) -> None:
        with self.writing() as connection:
            game, match = self._ours(connection, person, id, seat)
            self.resigned(connection, game, match, seat)

    def resigned(self, connection: Connection, game: GameRow, match: MatchRow, seat: str) -> None:
        known = titles().get(game.title)
        reason = f"{known.side_labels.get(seat, seat) if known else seat} resigned."
        ending = Ending("resigned", Result(winner=other(game, seat), reason=reason))
        self._settling.end(connection, game, match, ending)

    async def claim(self, person: Person, id: str, wanted: Claim) -> Match:
        await run_in_threadpool(self._claim, person, id, wanted)
        return await self._after(person, id, True)

    def _claim(self, person: Person, id: str, wanted: Claim) -> None:
        with self.writing() as connection:
            game, match = self._ours(connection, person, id, wanted.seat)
            people = rows.by_ids(connection, game.people.seats.values())
            why = why_claim(game, turn_of(game, match, people), people, wanted.seat, moment(connection))
            if not why:
                raise Conflict("The other side still has time: this game cannot be claimed now.")
            if wanted.what == "abandon":
                ending = Ending("abandoned", Result(winner="", reason=f"Ended without a winner. {why}"))
            else:
                timed = match.terms.days > 0 and why == OUT_OF_TIME
                ending = Ending("time" if timed else "claimed", Result(winner=wanted.seat, reason=why))
            self._settling.end(connection, game, match, ending)

    async def draw(self, person: Person, id: str, wanted: Draw) -> Match:
        ended = await run_in_threadpool(self._draw, person, id, wanted)
        return await self._after(person, id, ended)

    def _draw(self, person: Person, id: str, wanted: Draw) -> bool:
        """Whether the game ended."""
        with self.writing() as connection:
            game, match = self._ours(connection, person, id, wanted.seat)
            asked, mine = _open(match.proposals.draw, wanted.seat)
            agreed = wanted.do in ("accept", "offer") and asked is not None and not mine
            if agreed:
                ending = Ending("drawn", Result(winner="", reason="A draw agreed on."))
                self._settling.end(connection, game, match, ending)
                return True
            self._propose(connection, game, match, "draw", wanted.do, Asked(wanted.seat, moment(connection)))
        return False

    # -- taking back ------------------------------------------------------------------------------------------

    async def take_back(self, person: Person, id: str, wanted: TakeBack) -> Match:
        agreed = await run_in_threadpool(self._take_back, person, id, wanted)
        if agreed is not None:
            async with self._house.room(id) as room:
                await room.take_back(wanted.seat, agreed.to, agreed.rev)
            await run_in_threadpool(self._clear, id)
        return await self._after(person, id, False)

    def _take_back(self, person: Person, id: str, wanted: TakeBack) -> Asked | None:
        """What both agree on; None as long as they do not."""
        with self.writing() as connection:
            game, match = self._ours(connection, person, id, wanted.seat)
            if match.proposals.take_back and match.proposals.take_back.rev != game.rev:
                match = msgspec.structs.replace(match, proposals=Proposals(draw=match.proposals.draw))
            asked, mine = _open(match.proposals.take_back, wanted.seat)
            if wanted.do == "accept" and asked is not None and not mine:
                return asked
            if wanted.do == "ask" and wanted.rev != game.rev:
                raise Stale("The game went on meanwhile; look at it again.")
            if wanted.do == "ask" and not 0 <= wanted.to < game.standing.ply:
                raise Invalid(f"ply {wanted.to} is not behind us (we are at {game.standing.ply})")
            question = Asked(wanted.seat, moment(connection), wanted.to, game.rev)
            self._propose(connection, game, match, "take_back", wanted.do, question)
        return None

    def _clear(self, id: str) -> None:
        """Whatever was proposed before a take-back is answered by it."""
        with self.writing() as connection:
            change(connection, id, proposals=Proposals())
            self._house.games.tell(connection, id, match=True)

    def _propose(self, connection: Connection, game: GameRow, match: MatchRow, what: str, do: str, new: Asked) -> None:
        """Ask, take back the question, or say no."""
        asked, mine = _open(getattr(match.proposals, what), new.side)
        if do == "accept" or (do == "decline" and (asked is None or mine)):
            raise Conflict("There is nothing to answer.")
        if do == "withdraw" and not mine:
            raise Conflict("There is nothing to withdraw.")
        asks = do in ("offer", "ask")
        proposals = msgspec.structs.replace(match.proposals, **{what: new if asks else None})
        change(connection, game.id, proposals=proposals)
        self._house.games.tell(connection, game.id, match=True)
        if asks:
            kind, person = what.replace("_", "-"), game.people.seats[other(game, new.side)]
            key = f"{kind}:{game.id}:{game.rev}:{new.side}"
            self._post.enqueue(connection, kind, key, {"person": person, "game": game.id})

    # -- reminding --------------------------------------------------------------------------------------------

    async def remind(self, person: Person, id: str) -> Match:
        await run_in_threadpool(self._remind, person, id)
        return await self._after(person, id, False)

    def _remind(self, person: Person, id: str) -> None:
        with self.writing() as connection:
            game, match = match_of(connection, id, lock=True)
            people, now = rows.by_ids(connection, game.people.seats.values()), moment(connection)
            turn = turn_of(game, match, people)
            if turn is None or game.people.seats[turn.side] == person.id:
                raise Conflict("Nobody else is to move.")
            if not turn.may_remind(now):
                raise Conflict("One may remind the other side once a week.")
            self._post.enqueue(
                connection,
                "remind",
                f"remind:{id}:{now}",
                {"person": game.people.seats[turn.side], "game": id},
            )
            reminded(connection, game, match)
            self._house.games.tell(connection, id, match=True)


def reminded(connection: Connection, game: GameRow, match: MatchRow) -> None:
    """The side to move has been reminded, by whomever."""
    idle = max(game.turn_since, game.updated)
    change(connection, game.id, reminders=match.reminded_since(idle) + 1, reminded=moment(connection))


def _open(asked: Asked | None, side: str) -> tuple[Asked | None, bool]:
    """What is proposed, and whether by that side."""
    return asked, asked is not None and asked.side == side
