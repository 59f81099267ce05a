"""All the games: those that are open, those in the database, and how one becomes another."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool

from rasputitsa.kernel import CHANCE, Dice, Game, Invalid, Record, commitment
from rasputitsa.kernel import title as title_named
from rasputitsa.server import records
from rasputitsa.server.gate import check, may, unveils
from rasputitsa.server.limits import Limits
from rasputitsa.server.messages import Branch, ChangeGame, GiveOrders, MatchMessage, NewGame, Summary
from rasputitsa.server.others import others
from rasputitsa.server.persons import Person
from rasputitsa.server.problems import Trashed
from rasputitsa.server.room import Room
from rasputitsa.server.storage.games import GameRow, Games, Missing, new_id, now
from rasputitsa.server.storage.people import People
from rasputitsa.server.summaries import summary
from rasputitsa.table import History, Ply, Seats, Standing, Table, Unstored, new_seed, read_seats
from rasputitsa.table.dice import read_remarks
from rasputitsa.table.history import Draft, recalled_plies
from rasputitsa.table.seats import PUBLIC
from rasputitsa.table.thinking import Thinkers

MOST_OPEN = 64
"""Open games kept in memory; beyond that, those nobody looks at are put away."""
_ID = re.compile(r"[0-9a-z]{4,16}")
READS = 5
"""Tries to read a game that others play at the same time."""


class House:
    """`most` is how many open games that nobody watches are kept in memory."""

    def __init__(self, engine: Engine, thinkers: Thinkers, limits: Limits, most: int = MOST_OPEN) -> None:
        self.limits = limits
        self.games = Games(engine)
        self.thinkers = thinkers
        self.most = most
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()
        self._others = others(self.games, self._rooms)
        self.on_over: Callable[[GameRow], None] = lambda row: None
        """What is to be done when the rules have ended a game."""

    async def close(self) -> None:
        """Send everybody away, finish what is being stored."""
        self._others.close()
        for room in self._rooms.values():
            room.close()
        self.thinkers.close()
        await run_in_threadpool(self.games.close)

    # -- open games -------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def room(self, id: str, *, trash: bool = False) -> AsyncIterator[Room]:
        """The open game of that id, opened if need be. It is not put away while somebody uses it."""
        room = await self._found(id)
        room.users += 1
        try:
            await self.catch_up(room)
            if room.row.deleted is not None and not trash:
                raise Trashed("This game is in the trash; restore it first.")
            room.wake()
            yield room
        finally:
            room.users -= 1

    async def catch_up(self, room: Room, sure: bool = False) -> None:
        """Take over what other processes did, where that is not heard by itself; to be `sure`, look in any case."""
        if not await self._others.is_current(room, sure):
            await room.catch_up()
        if room.gone:
            self._rooms.pop(room.row.id, None)
            raise Missing(f"There is no game {room.row.id!r}.")

    async def _found(self, id: str) -> Room:
        while id not in self._rooms:
            async with self._opening:
                if id not in self._rooms:
                    row, table = await run_in_threadpool(self.load, id)
                    self._rooms[id] = Room(row, table, self.thinkers, self)
                    self._tidy(id)
        return self._rooms[id]

    def _tidy(self, but: str) -> None:
        for id in [id for id, room in self._rooms.items() if room.idle and id != but]:
            if len(self._rooms) <= self.most:
                return
            del self._rooms[id]

    @property
    def open_games(self) -> int:
        return len(self._rooms)

    @property
    def pages(self) -> int:
        """Sockets that watch a game."""
        return sum(len(room.watchers) for room in self._rooms.values())

    def watchers(self, id: str) -> int:
        """Pages from which somebody watches who does not play, as far as this process knows."""
        room = self._rooms.get(id)
        return sum(watcher.seat == PUBLIC for watcher in room.watchers) if room else 0

    def over(self, row: GameRow) -> None:
        self.on_over(row)

    async def refresh(self, id: str) -> None:
        """Something else changed a stored game: its people, or that they ended it."""
        if id in self._rooms:
            await self._rooms[id].reseat(await run_in_threadpool(self.row, id))

    def tell(self, id: str) -> None:
        """Let the pages of a game know that its players agree on something, or talk."""
        if id in self._rooms:
            self._rooms[id].broadcast(MatchMessage())

    def load(self, id: str) -> tuple[GameRow, Table]:
        """A stored game and its table, set up again by replaying its plies; both of the same moment."""
        for _ in range(READS):
            row = self.row(id)
            plies = self.games.plies(row.number)
            if self.games.stamps([id]).get(id) == row.stamp:
                return row, self._table(row, plies)
        raise Unstored("This game changes faster than it can be read; try again.")

    def plies_after(self, row: GameRow, ply: int) -> list[Ply]:
        """What was played after a ply, as far as the row knows of it."""
        return self.games.plies(row.number, ply)[: row.standing.ply - ply]

    def _table(self, row: GameRow, plies: list[Ply]) -> Table:
        game = title_named(row.title).prepare(row.scenario, row.edition, row.options)
        try:
            history = History.read(game, Dice(row.seed), plies, row.rules, row.undone)
        except Invalid as error:
            raise Invalid(f"This game does not follow its rules: {error}. It can still be exported.") from None
        table = Table(history, row.seats, self.games.journal(row.number), row.rev, row.ended, row.orders)
        if row.deleted is None and not history.stuck:
            table.start()
        return table

    async def known(self, id: str) -> GameRow:
        """The game's row as it stands now, whether it is open or not. Every HTTP request asks for it first: whoever was
        answered by one process may ask the next one at once."""
        room = self._rooms.get(id)
        if room is not None:
            await self.catch_up(room, sure=True)
            return room.known
        return await run_in_threadpool(self.row, id)

    # -- stored games -----------------------------------------------------------------------------------------

    def row(self, id: str) -> GameRow:
        if not _ID.fullmatch(id):
            raise Missing("There is no such game.")
        return self.games.get(id)

    def listing(self, trash: bool, start: int, count: int, person: Person) -> tuple[list[Summary], int]:
        """A page of the games that a person may see, and how many there are."""
        only = None if person.home or person.admin else person.id
        page = self.games.listing(trash, start, count, only)
        return [summary(row) for row in page.rows if may(person, "see", row)], page.total

    async def create(self, wanted: NewGame, person: Person) -> GameRow:
        """A new game, its first dice rolled."""
        if wanted.seed:
            check(person, "seed")
        title = title_named(wanted.title)
        seats = read_seats(title, wanted.seats, open=wanted.open)
        apart = seats.mode == "hotseat" and not person.home
        options = title.between_people(wanted.options) if apart else wanted.options
        game = title.prepare(wanted.scenario, wanted.edition, options)
        seed = wanted.seed[:128] or new_seed()
        history = await run_in_threadpool(History, game, Dice(seed))
        row = _row(game, seats, wanted.name, seed, history.now)
        row.seconds = _seconds(wanted.seconds)
        return await self._add(row, [], person)

    def prepared(self, game: Game, people: People) -> GameRow:
        """A new game between people, which is not stored yet."""
        seed = new_seed()
        row = _row(game, read_seats(game.title, {}), "", seed, History(game, Dice(seed)).now)
        row.people = people
        return row

    async def begin(self, row: GameRow) -> GameRow:
        """Roll the first dice of a game that has been stored."""
        if row.standing.to_move == CHANCE and not row.seats.replay:
            async with self.room(row.id):
                pass
        return await run_in_threadpool(self.row, row.id)

    async def bring(self, text: str, name: str, play: bool, open: bool, person: Person) -> GameRow:
        """A game from a record file: to look at, or to play on."""
        record = await run_in_threadpool(Record.from_text, text)
        plies, standing = await run_in_threadpool(_plies, record)
        game, claim = record.game, read_remarks(text)
        chairs = read_seats(game.title, {}, open=open and play, replay=not play)
        honest = claim.seed and (not claim.commitment or commitment(claim.seed) == claim.commitment)
        seed = new_seed() if play else claim.seed[:128] if honest else ""
        row = _row(game, chairs, name, seed, standing)
        row.dice_since = standing.ply if play else min(claim.since, standing.ply)
        row.undone = {} if play else claim.undone
        row.rules = record.rules
        return await self._add(row, plies, person)

    async def copy(self, id: str, wanted: Branch | None, name: str, person: Person) -> GameRow:
        """A branch from a ply, or without one a duplicate. Either has its own dice from there on, and shows nobody more
        than the game does."""
        async with self.room(id, trash=True) as room:
            new, plies = await self._copied(room, wanted, name, person)
        return await self._add(new, plies, person)

    async def _copied(self, room: Room, wanted: Branch | None, name: str, person: Person) -> tuple[GameRow, list[Ply]]:
        row, history = room.known, room.table.history
        ply = len(history) if wanted is None else wanted.ply
        if not 0 <= ply <= len(history):
            raise Missing(f"The game has {len(history)} plies, there is no ply {ply}.")
        standing = (await room.read(lambda table: table.history.rewound(ply))).now
        seats = row.seats if wanted is None else _branch_seats(row, wanted)
        if unveils(row, seats):
            check(person, "unveil", row)
        suffix = "(copy)" if wanted is None else f"from ply {ply}"
        seed = row.seed if seats.replay else new_seed()
        new = _row(history.game, seats, name or f"{row.name} {suffix}", seed, standing)
        new.seconds, new.parent, new.parent_ply = row.seconds, row.id, ply
        new.dice_since = row.dice_since if seats.replay else ply
        new.undone = row.undone if seats.replay else {}
        new.rules = row.rules
        return new, history.plies[:ply]

    async def _add(self, row: GameRow, plies: list[Ply], person: Person) -> GameRow:
        if not person.home:
            self.limits.begin_game(person, await run_in_threadpool(self.games.count, person.id))
            mine = {side: person.id for side, chair in row.seats.chairs.items() if chair.human}
            row.people = People(owner=person.id, seats=mine)
        await run_in_threadpool(self.games.create, row, plies)
        if row.seats.mode in ("solo", "watch"):
            self.thinkers.warm()
        return await self.begin(row)

    async def export(self, row: GameRow, seat: str, whole: bool) -> str:
        """The game as a record file: the whole of it, or in the words the seat may read (without one: those that both
        sides may). A game that cannot be opened any more is given as it was stored."""
        plies = await run_in_threadpool(self.games.plies, row.number)
        if not whole:
            with suppress(Invalid):
                async with self.room(row.id, trash=True) as room:
                    return await room.read(lambda table: records.seat_text(row, table, seat))
        return await run_in_threadpool(records.record_text, row, plies)

    # -- changing ---------------------------------------------------------------------------------------------

    async def change(self, id: str, wanted: ChangeGame, person: Person) -> GameRow:
        row = await self.known(id)
        fields: dict[str, Any] = {}
        if wanted.name is not None:
            fields["name"] = _name(wanted.name) or row.name
        if wanted.seconds is not None:
            fields["seconds"] = _seconds(wanted.seconds)
        if wanted.seats is not None or wanted.open is not None:
            given = {side: str(chair) for side, chair in row.seats.chairs.items()} | (wanted.seats or {})
            open = row.seats.open if wanted.open is None else wanted.open
            seats = read_seats(title_named(row.title), given, open=open, replay=row.seats.replay)
            check(person, "unveil" if unveils(row, seats) else "reseat", row)
            fields["seats"] = seats
        return await self._store(id, fields)

    async def order(self, room: Room, wanted: GiveOrders) -> None:
        """Other standing orders of a seat."""
        await self.catch_up(room, sure=True)
        given = await room.read(Table.give_orders, wanted.seat, wanted.orders)
        await self._store(room.row.id, {"orders": given})

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
            await self._rooms[id].reseat(row)
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
    return records.one_line(text)[:200]


def _seconds(value: float) -> float:
    if not 0.05 <= value <= 3600:
        raise Invalid("the computer's time limit lies between 0.05 and 3600 seconds")
    return value
