"""Everything anybody can do in Kiev '41, and how it is written in records and orders."""

from __future__ import annotations

from rasputitsa.kernel.action import Action, Lexicon, Names
from rasputitsa.titles.kiev41.components import PIECES, piece_name
from rasputitsa.titles.kiev41.mapboard import PLACE_IDS, PLACE_NAMES

# -- set-up and dice -----------------------------------------------------------------------------------------------


class SetUp(Action, frozen=True):
    """A block drawn at random for an area of the set-up."""

    form = "{block:piece} sets up in {at:place}"
    block: int
    at: int


class LostBefore(Action, frozen=True):
    """A block drawn among those that surrendered before the scenario starts."""

    form = "{block:piece} was lost before"
    block: int


class Hits(Action, frozen=True):
    """A handful of dice: how many of them hit."""

    form = "{number:int} hits"
    number: int


class Die(Action, frozen=True):
    form = "die {face:int}"
    face: int


class Drawn(Action, frozen=True):
    """A block drawn from the Reinforcement Pool."""

    form = "{block:piece} is drawn"
    block: int


# -- the impulse ---------------------------------------------------------------------------------------------------


class Pass(Action, frozen=True):
    form = "pass"


class StrategicMove(Action, frozen=True):
    """11.0 Option A."""

    form = "strategic impulse"


class StrategicReinforcements(Action, frozen=True):
    """11.0 Option B."""

    form = "strategic reinforcements"


class Disband(Action, frozen=True):
    form = "disband the line in {at:place}"
    at: int


class Activate(Action, frozen=True):
    """10.1 Move an HQ (or leave it where it is) and reveal it."""

    form = "activate {block:piece} in {at:place}"
    block: int
    at: int


class Done(Action, frozen=True):
    """No more of this: on to the next segment."""

    form = "done"


class Move(Action, frozen=True):
    form = "{block:piece} {frm:place}-{to:place}"
    block: int
    frm: int
    to: int


class Dig(Action, frozen=True):
    form = "{block:piece} builds a line in {at:place}"
    block: int
    at: int


class Rail(Action, frozen=True):
    form = "{block:piece} by rail {frm:place}-{to:place}"
    block: int
    frm: int
    to: int


class Ship(Action, frozen=True):
    form = "{block:piece} by sea {frm:place}-{to:place}"
    block: int
    frm: int
    to: int


class Land(Action, frozen=True):
    form = "{block:piece} lands {frm:place}-{to:place}"
    block: int
    frm: int
    to: int


class Drop(Action, frozen=True):
    form = "{block:piece} drops {frm:place}-{to:place}"
    block: int
    frm: int
    to: int


# -- support and battle --------------------------------------------------------------------------------------------


class Shell(Action, frozen=True):
    """10.4 Artillery Fire into an adjacent battle."""

    form = "{hq:piece} shells {at:place}"
    hq: int
    at: int


class Bomb(Action, frozen=True):
    """10.11 Commit one bomber of a Fliegerkorps."""

    form = "{hq:piece} bombs {at:place}"
    hq: int
    at: int


class Sail(Action, frozen=True):
    form = "{fleet:piece} sails to {at:place}"
    fleet: int
    at: int


class Recall(Action, frozen=True):
    form = "{fleet:piece} returns to base"
    fleet: int


class Fight(Action, frozen=True):
    form = "battle in {at:place}"
    at: int


class Intercept(Action, frozen=True):
    """10.13.2 A bomber of that Fliegerkorps engages a fleet."""

    form = "{hq:piece} engages {fleet:piece}"
    hq: int
    fleet: int


class Abort(Action, frozen=True):
    form = "a bomber of {hq:piece} aborts"
    hq: int


class Downed(Action, frozen=True):
    form = "a bomber of {hq:piece} is destroyed"
    hq: int


class TakeHit(Action, frozen=True):
    form = "{block:piece} takes a hit"
    block: int


class Blitz(Action, frozen=True):
    form = "{block:piece} blitzes {frm:place}-{to:place}"
    block: int
    frm: int
    to: int


class Exploit(Action, frozen=True):
    form = "exploit"


# -- logistics -----------------------------------------------------------------------------------------------------


class Pause(Action, frozen=True):
    form = "logistics pause"


class Lead(Action, frozen=True):
    form = "activate the leader"


class Regenerate(Action, frozen=True):
    form = "regenerate {block:piece}"
    block: int


class Replace(Action, frozen=True):
    form = "replace {block:piece}"
    block: int


class Call(Action, frozen=True):
    """5.0 How many reinforcements to draw."""

    form = "draw {number:int} blocks"
    number: int


class Choose(Action, frozen=True):
    """2.6 The side that controls Kiev chooses its last block."""

    form = "choose {block:piece}"
    block: int


class Deploy(Action, frozen=True):
    form = "{block:piece} arrives in {at:place}"
    block: int
    at: int


LEXICON = Lexicon(
    [
        *(SetUp, LostBefore, Hits, Die, Drawn),
        *(Pass, StrategicMove, StrategicReinforcements, Disband, Activate, Done),
        *(Move, Dig, Rail, Ship, Land, Drop),
        *(Shell, Bomb, Sail, Recall, Fight, Intercept, Abort, Downed, TakeHit, Blitz, Exploit),
        *(Pause, Lead, Regenerate, Replace, Call, Choose, Deploy),
    ],
    {"piece": Names("piece", PIECES), "place": Names("place", PLACE_IDS)},
    {"piece": tuple(map(piece_name, range(len(PIECES)))), "place": PLACE_NAMES},
)
