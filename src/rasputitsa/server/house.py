"""All the games: those that are open, those in the database, and how one becomes another."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool

from rasputitsa.kernel import CHANCE, Dice, Game, Invalid, Record, commitment
from rasputitsa.kernel import title as title_named
from rasputitsa.server import records
from rasputitsa.server.messages import Branch, ChangeGame, GameMessage, NewGame, Summary
from rasputitsa.server.problems import Trashed
from rasputitsa.server.room import Room
from rasputitsa.server.storage.games import GameRow, Games, Missing, new_id, now
from rasputitsa.server.summaries import summary
from rasputitsa.table import History, Ply, Seats, Standing, Table, WrongSeat, new_seed, read_seats
from rasputitsa.table.dice import read_remarks
from rasputitsa.table.history import Draft, recalled_plies
from rasputitsa.table.thinking import Thinkers

MOST_OPEN = 64
"""Open games kept in memory; beyond that, those nobody looks at are put away."""
_ID = re.compile(r"[0-9a-z]{4,16}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


class House:
    def __init__(self, engine: Engine, thinkers: Thinkers) -> None:
        self.games = Games(engine)
        self.thinkers = thinkers
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    def close(self) -> None:
        for room in self._rooms.values():
            room.close()
        self.thinkers.close()

    # -- open games -------------------------------------------------------------------------------------------

    async def room(self, id: str, *, trash: bool = False) -> Room:
        """The open game of that id, opened if need be."""
        if id not in self._rooms:
            async with self._opening:
                if id not in self._rooms:
                    self._rooms[id] = await self._open(id)
                    self._tidy(id)
        room = self._rooms[id]
        if room.row.deleted is not None and not trash:
            raise Trashed("This game is in the trash; restore it first.")
        room.wake()
        return room

    async def _open(self, id: str) -> Room:
        row = await run_in_threadpool(self.row, id)
        table = await run_in_threadpool(self._table, row)
        return Room(row, table, self.thinkers, lambda: self._table(self.row(id)))

    def _tidy(self, but: str) -> None:
        for id in [id for id, room in self._rooms.items() if room.idle and id != but]:
            if len(self._rooms) <= MOST_OPEN:
                return
            del self._rooms[id]

    def _table(self, row: GameRow) -> Table:
        """The table of a stored game, set up again by replaying its plies."""
        game = title_named(row.title).prepare(row.scenario, row.edition, row.options)
        try:
            history = History.read(game, Dice(row.seed), self.games.plies(row.number), row.rules)
        except Invalid as error:
            raise Invalid(f"This game does not follow its rules: {error}. It can still be exported.") from None
        table = Table(history, row.seats, self.games.journal(row.number), row.rev)
        if row.deleted is None and not history.stuck:
            table.start()
        return table

    # -- stored games -----------------------------------------------------------------------------------------

    def row(self, id: str) -> GameRow:
        if not _ID.fullmatch(id):
            raise Missing("There is no such game.")
        return self.games.get(id)

    def listing(self, trash: bool) -> list[Summary]:
        return [summary(row) for row in self.games.listing(trash)]

    async def create(self, wanted: NewGame) -> GameRow:
        """A new game, its first dice rolled."""
        title = title_named(wanted.title)
        game = title.prepare(wanted.scenario, wanted.edition, wanted.options)
        seats = read_seats(title, wanted.seats, open=wanted.open)
        seed = wanted.seed[:128] or new_seed()
        history = await run_in_threadpool(History, game, Dice(seed))
        row = _row(game, seats, wanted.name, seed, history.now)
        row.seconds = _seconds(wanted.seconds)
        return await self._add(row, [])

    async def bring(self, text: str, name: str, play: bool, open: bool = False) -> GameRow:
        """A game from a record file: to look at, or to play on, openly if so wished."""
        record = await run_in_threadpool(Record.from_text, text)
        plies, standing = await run_in_threadpool(_plies, record)
        game, claim = record.game, read_remarks(text)
        chairs = read_seats(game.title, {}, open=open and play, replay=not play)
        honest = claim.seed and (not claim.commitment or commitment(claim.seed) == claim.commitment)
        seed = new_seed() if play else claim.seed[:128] if honest else ""
        row = _row(game, chairs, name, seed, standing)
        row.dice_since = standing.ply if play else claim.since
        row.rules = record.rules
        return await self._add(row, plies)

    async def copy(self, id: str, wanted: Branch | None, name: str = "") -> GameRow:
        """A branch from a ply, or without one a duplicate. Either has its own dice from there on. There is none of a
        game under way in which something is hidden: it would show what that is."""
        room = await self.room(id, trash=True)
        row, history = room.row, room.table.history
        if row.seats.fogged(room.table.over):
            raise WrongSeat("A copy of this game would show what is hidden in it: wait until it is over.")
        ply = len(history) if wanted is None else wanted.ply
        if not 0 <= ply <= len(history):
            raise Missing(f"The game has {len(history)} plies, there is no ply {ply}.")
        standing = (await room.read(lambda table: table.history.rewound(ply))).now
        seats = row.seats if wanted is None else _branch_seats(row, wanted)
        suffix = "(copy)" if wanted is None else f"from ply {ply}"
        seed = row.seed if seats.replay else new_seed()
        new = _row(history.game, seats, name or f"{row.name} {suffix}", seed, standing)
        new.seconds, new.parent, new.parent_ply = row.seconds, row.id, ply
        new.dice_since = row.dice_since if seats.replay else ply
        new.rules = row.rules
        return await self._add(new, history.plies[:ply])

    async def export(self, row: GameRow, seat: str) -> str:
        """The game as a record file. While it goes on and something is hidden: in the words the seat may read."""
        plies = await run_in_threadpool(self.games.plies, row.number)
        whole = lambda: records.record_text(row, plies)
        if not row.seats.fogged(row.standing.result is not None):
            return await run_in_threadpool(whole)
        try:
            room = await self.room(row.id, trash=True)
        except Invalid:  # nobody can play it on
            return await run_in_threadpool(whole)
        return await room.read(lambda table: records.seat_text(row, table, seat))

    async def _add(self, row: GameRow, plies: list[Ply]) -> GameRow:
        await run_in_threadpool(self.games.create, row, plies)
        if row.seats.mode in ("solo", "watch"):
            self.thinkers.warm()
        if row.standing.to_move == CHANCE and not row.seats.replay:
            await self.room(row.id)
        return await run_in_threadpool(self.row, row.id)

    # -- changing ---------------------------------------------------------------------------------------------

    async def change(self, id: str, wanted: ChangeGame) -> GameRow:
        row = await run_in_threadpool(self.row, id)
        fields: dict[str, Any] = {}
        if wanted.name is not None:
            fields["name"] = _name(wanted.name) or row.name
        if wanted.seconds is not None:
            fields["seconds"] = _seconds(wanted.seconds)
        if wanted.seats is not None or wanted.open is not None:
            given = {side: str(chair) for side, chair in row.seats.chairs.items()} | (wanted.seats or {})
            open = row.seats.open if wanted.open is None else wanted.open
            seats = read_seats(title_named(row.title), given, open=open, replay=row.seats.replay)
            over = row.standing.result is not None
            if row.seats.fogged(over) and not seats.fogged(over):
                raise WrongSeat("This game cannot be opened while it goes on: something in it is hidden.")
            fields["seats"] = seats
        return await self._store(id, fields)

    async def trash(self, id: str) -> GameRow | None:
        """Into the trash; from there for good (None)."""
        row = await run_in_threadpool(self.row, id)
        if row.deleted is None:
            return await self._store(id, {"deleted": now()})
        room = self._rooms.pop(id, None)
        if room is not None:
            room.close()
        await run_in_threadpool(self.games.erase, id)
        return None

    async def restore(self, id: str) -> GameRow:
        await run_in_threadpool(self.row, id)
        return await self._store(id, {"deleted": None})

    async def _store(self, id: str, fields: dict[str, Any]) -> GameRow:
        if not fields:
            return await run_in_threadpool(self.row, id)
        row = await run_in_threadpool(lambda: self.games.change(id, **fields))
        if id in self._rooms:
            room = self._rooms[id]
            await room.reseat(row)
            room.broadcast(GameMessage(game=summary(row)))
        return row


def _row(game: Game, seats: Seats, name: str, seed: str, standing: Standing) -> GameRow:
    """A new game that is not stored yet."""
    scenario = next(s.label for s in game.title.scenarios if s.name == game.scenario)
    return GameRow(
        id=new_id(),
        name=_name(name) or scenario,
        title=game.title.name,
        scenario=game.scenario,
        edition=game.edition,
        options=game.options,
        seats=seats,
        seconds=20.0,
        seed=seed,
        dice_since=0,
        rules=game.title.rules,
        rev=0,
        standing=standing,
    )


def _plies(record: Record) -> tuple[list[Ply], Standing]:
    """The plies of a record, with where each stands in the sequence of play."""
    if record.positions:
        return recalled_plies(record)
    draft = Draft(History(record.game, Dice("")))
    for entry in record.entries:
        draft.play(entry.action, entry.side)
    return draft.plies, draft.now


def _branch_seats(row: GameRow, wanted: Branch) -> Seats:
    kept = {} if row.seats.replay else {side: str(chair) for side, chair in row.seats.chairs.items()}
    open = wanted.open if wanted.open is not None else (row.seats.open and not row.seats.replay)
    return read_seats(title_named(row.title), wanted.seats if wanted.seats is not None else kept, open=open)


def _name(text: str) -> str:
    return _CONTROL.sub(" ", text).strip()[:200]


def _seconds(value: float) -> float:
    if not 0.05 <= value <= 3600:
        raise Invalid("the computer's time limit lies between 0.05 and 3600 seconds")
    return value
