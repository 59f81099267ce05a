"""The checks. Each looks at what a table sends to a seat and returns the leaks it finds.

Two ways to find one: *twins*, two games that differ only in what the seat may not know, must send it the same; and
*names*, what is said of a ply names nothing that is hidden from the seat after it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import msgspec

from rasputitsa.kernel import CHANCE, Action, Dice, Game, RasputitsaError, State
from rasputitsa.kernel.ask import read_question
from rasputitsa.table import History, Memory, Seats, Table
from rasputitsa.table.seats import PUBLIC

from .looking import Leak, Names, Thing, differences, glance, plain, text, whereabouts
from .mails import mailed

MOST_HANDLES = 12
MOST_ASKED = 6
IMAGININGS = 8
SHOWN = 8


# -- what is sent -------------------------------------------------------------------------------------------------


def sent(table: Table, seat: str, deeds: list[str], rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Everything a seat can get from the table about the position now: (what it is, the message)."""
    view = table.view(seat)
    yield "view", view
    yield "undo", table.undo_options(seat)
    if seat in table.game.title.sides:
        yield "mail", mailed(table, seat)
    handles = sorted(view["handles"])
    for handle in rng.sample(handles, min(MOST_HANDLES, len(handles))):
        yield f"choices of {handle}", table.choices(seat, handle)
    for name, question, args in questions(table, view, deeds, rng):
        yield name, answered(lambda q=question, a=args: table.ask(seat, read_question(q, a)))
    for deed in rng.sample(deeds, min(MOST_ASKED, len(deeds))):
        yield f"refusal of {deed!r}", refused(table, seat, deed)


def questions(table: Table, view: Any, deeds: list[str], rng: random.Random) -> Iterator[tuple[str, str, Any]]:
    """Questions somebody curious would ask, about what is seen and about what is hidden."""
    pieces = sorted(piece["id"] for piece in view["pieces"].values())
    places = sorted({piece["at"] for piece in view["pieces"].values() if not piece["at"].startswith("box:")})
    for side in table.game.title.sides:
        yield f"supply of {side}", "supply", {"side": side}
    for number in rng.sample(pieces, min(MOST_ASKED, len(pieces))):
        yield f"reach of {number}", "reach", {"piece": number}
        if places:
            place = rng.choice(places)
            yield f"why not {number} to {place}", "why_not", {"piece": number, "place": place}
    if places and pieces:
        for _ in range(MOST_ASKED):
            attackers, target = sorted(rng.sample(pieces, min(2, len(pieces)))), rng.choice(places)
            yield f"odds of {attackers} on {target}", "odds", {"attackers": attackers, "targets": [target]}
    for deed in rng.sample(deeds, min(MOST_ASKED, len(deeds))):
        yield f"why not {deed!r}", "why_not", {"do": deed}


def answered(call: Callable[[], Any]) -> Any:
    """An answer, or the words of its refusal."""
    try:
        return plain(call())
    except RasputitsaError as error:
        return str(error)


def refused(table: Table, seat: str, deed: str) -> str:
    """What is said to somebody who tries a deed. One that is legal is not tried here."""
    state = table.history.state
    if state.side == seat and state.why_not(table.game.title.lexicon.parse(deed), seat) is None:
        return "(legal)"
    try:
        table.do(seat, deed, table.rev)
    except RasputitsaError as error:
        return str(error)
    return "(done)"


# -- twins --------------------------------------------------------------------------------------------------------


def hidden_positions(table: Table, seat: str, deeds: list[str], seed: str) -> list[Leak]:
    """The same game with another hidden position: whatever the seat sees, asks and tries must come out the same."""
    return _told_apart(table, seat, seat, deeds, seed)


def hidden_from_onlookers(table: Table, deeds: list[str], seed: str) -> list[Leak]:
    """Whoever watches is sent the same whatever either side does not know: a player who watches his own game from there
    learns nothing."""
    return [leak for side in table.game.title.sides for leak in _told_apart(table, PUBLIC, side, deeds, seed)]


def _told_apart(table: Table, seat: str, ignorant: str, deeds: list[str], seed: str) -> list[Leak]:
    """What a seat is sent differs when something changes of which a side knows nothing."""
    other = copy(table.history)
    other.mark = table.history.mark.copy()
    other.mark.state = table.history.state.imagine(ignorant, random.Random(seed))
    twin = Table(other, table.seats, Memory(), table.rev)
    ours = sent(table, seat, deeds, random.Random(seed))
    theirs = sent(twin, seat, deeds, random.Random(seed))
    leaks = []
    for (name, one), (_, another) in zip(ours, theirs):
        found = differences(plain(one), plain(another))
        if found:
            leaks.append(Leak(name.split()[0], seat, table.ply, f"{name}: {found[0]}"))
    return leaks


class Alike(Dice):
    """Dice that give what a seat was told of each outcome, but not always the same outcome: a hidden draw may be
    another."""

    def __init__(self, seat: str, said: list[str], seed: str) -> None:
        super().__init__(seed)
        self.seat, self.said, self.choice = seat, said, random.Random(seed)

    def roll(self, state: State) -> Action:
        outcomes = [action for action, _ in state.chances()]
        wanted = self.said.pop(0) if self.said else ""
        return self.choice.choice([a for a in outcomes if state.words(a, self.seat) == wanted] or outcomes)


def hidden_draws(game: Game, seats: Seats, seat: str, seed: str) -> list[Leak]:
    """Two games whose opening draws the seat cannot tell apart by what is said of them."""
    one = Table(History(game, Dice(seed)), seats, Memory())
    one.start()
    return [
        msgspec.structs.replace(leak, kind="set-up") for leak in _drawn_alike(one, seat, 0, lambda t: t.start(), seed)
    ]


def hidden_outcomes(table: Table, seat: str, start: int, deed: str, seed: str) -> list[Leak]:
    """The last decision again, with other hidden outcomes."""
    by = table.history.plies[start].side
    return _drawn_alike(table, seat, start, lambda twin: twin.do(by, deed, twin.rev), seed)


def _drawn_alike(table: Table, seat: str, start: int, again: Callable[[Table], None], seed: str) -> list[Leak]:
    """A twin of the table that goes the same way from a ply on, but for draws that the seat cannot tell apart by what
    is said of them: no view on the way and no entry of the time line may tell them apart either."""
    said = [entry.text for entry in table.log(seat, start) if entry.side == CHANCE]
    if not said:
        return []
    dice = Alike(seat, said, seed)
    game = table.game
    twin = Table(History.read(game, dice, table.history.plies[:start], game.title.rules), table.seats, Memory())
    again(twin)
    if twin.log(seat, start) != table.log(seat, start):
        return []
    for ply in range(start, table.ply + 1):
        found = differences(plain(table.past(seat, ply)), plain(twin.past(seat, ply)))
        if found:
            return [Leak("draw", seat, ply, f"past view: {'; '.join(found[:SHOWN])}")]
    found = differences(plain(table.timeline(seat)), plain(twin.timeline(seat)))
    return [Leak("draw", seat, table.ply, f"time line: {d}") for d in found[:1]]


def hidden_decisions(table: Table, seat: str, start: int, seed: str) -> list[Leak]:
    """The enemy's last decision, and another one that the seat cannot tell from it by what is said of it (the same move
    by another block): the pieces it sees only from behind must be the same, numbers included."""
    ply, before = table.history.plies[start], table.history.at(start)
    if ply.side in (seat, CHANCE):
        return []
    deed = table.game.title.lexicon.parse(ply.deed)
    told = before.describe(deed, seat)
    alike = [a for a in before.copy().legal() if a != deed and before.describe(a, seat) == told]
    if not alike:
        return []
    backs = []
    for action in (deed, random.Random(seed).choice(alike)):
        state, heard = before.copy(), []
        state.ear = heard
        state.apply(action)
        lines = [line for line in heard if line.only in (None, seat)]
        backs.append((plain(lines), [plain(piece) for piece in state.view(seat).pieces if piece.face is None]))
    found = differences(backs[0][1], backs[1][1]) if backs[0][0] == backs[1][0] else []
    return [Leak("decision", seat, start + 1, f"{told!r}: {d}") for d in found[:1]]


# -- names --------------------------------------------------------------------------------------------------------


def words(table: Table, names: Names, seat: str, ply: int) -> list[Leak]:
    """What is said of a ply names nothing that is hidden from the seat after it, unless the seat has just seen it on
    the map."""
    entry = text(table.log(seat, ply - 1, ply)[0])
    if not names.mentioned(entry):
        return []
    after = table.history.at(ply)
    hidden = glance(after.view("open")).all - glance(after.view(seat)).all
    if not names.hidden(entry, hidden):
        return []
    seen = glance(table.history.at(ply - 1).view(seat)).on_map
    return [Leak("log", seat, ply, f"names {name}: {entry[:200]}") for name in names.hidden(entry, hidden - seen)]


def timeline(table: Table, seat: str) -> list[Leak]:
    """The time line says nothing that the log does not say."""
    log = table.log(seat, 0)
    said = {entry.text for entry in log} | {line.text for entry in log for line in entry.lines}
    battles = table.timeline(seat).battles
    return [Leak("timeline", seat, b.ply, b.label) for b in battles if b.label not in said]


def way_back(table: Table, seat: str, ply: int) -> list[Leak]:
    """After an action that showed its player something of the enemy there is no way back before it."""
    options, _ = table.undo_options(seat)
    if table.history.plies[ply - 1].side != seat or not any(option.to < ply for option in options):
        return []
    before, after = table.history.at(ply - 1), table.history.at(ply)
    new = glance(after.view(seat)).all - glance(before.view(seat)).all
    learnt = sorted(new & doubtful(before, seat)) if new else []
    deed = table.history.plies[ply - 1].deed
    return [Leak("undo", seat, ply, f"{deed!r} can be taken back, but it showed {learnt}")] if learnt else []


def doubtful(state: State, seat: str) -> frozenset[Thing]:
    """What could be somewhere else for all the seat knows."""
    true = whereabouts(state.view("open"))
    found = set()
    for seed in range(IMAGININGS):
        other = whereabouts(state.imagine(seat, random.Random(seed)).view("open"))
        found |= {thing for thing, place in true.items() if other.get(thing) != place}
    return frozenset(found)


def after_undo(table: Table, seat: str, shown: dict[int, Any]) -> list[Leak]:
    """What was taken back is gone: the seat is sent what it was sent when the game stood there before."""
    before = shown.get(table.ply)
    found = differences(before, plain(table.view(seat))) if before is not None else []
    if any(entry.ply > table.ply for entry in table.log(seat, 0)):
        found.append("the log still holds what was taken back")
    return [Leak("after undo", seat, table.ply, d) for d in found[:1]]
