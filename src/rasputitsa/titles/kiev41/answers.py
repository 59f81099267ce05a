"""The answers to `ask`: odds, supply, reach, and the action that taking a piece to a place stands for.

Each is given from what the viewer may know: a concealed enemy block is a piece without a name here as on the map.
"""

from __future__ import annotations

from collections.abc import Iterable

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, AskOdds, Invalid, Reach, Supply
from rasputitsa.kernel.question import Question
from rasputitsa.kernel.view import Odds
from rasputitsa.titles.kiev41.actions import LEXICON, Move
from rasputitsa.titles.kiev41.air import first_of
from rasputitsa.titles.kiev41.blitz import BlitzMoves, blitz_areas, may_blitz
from rasputitsa.titles.kiev41.command import Command, engages
from rasputitsa.titles.kiev41.components import (
    BLOCKS,
    BOMBER_HQ,
    BOMBER_PIECE,
    FLEET_PIECE,
    HQS,
    LW_HQS,
    OF_SIDE,
    PIECES,
    SIDE,
    SIDES,
    N,
)
from rasputitsa.titles.kiev41.control import contested, enemies, full_control, held
from rasputitsa.titles.kiev41.headquarters import Activation
from rasputitsa.titles.kiev41.hidden import LINE_PIECE, back_of, sees_face
from rasputitsa.titles.kiev41.impulses import ChooseImpulse
from rasputitsa.titles.kiev41.mapboard import ADJACENT, AREA, AREAS, PLACE_NAMES, TOPOLOGY
from rasputitsa.titles.kiev41.movement import allowance, march, reach_of, room, route
from rasputitsa.titles.kiev41.odds import battle_odds
from rasputitsa.titles.kiev41.state import READY, Kiev
from rasputitsa.titles.kiev41.supply import sources, supplied
from rasputitsa.titles.kiev41.support import bombed, shelled

# -- supply -------------------------------------------------------------------------------------------------------


def supply(s: Kiev, viewer: str, side: str) -> Supply:
    """9.1, 9.2 The supply of a side as it would be checked now: sources, supplied areas, blocks and lines without."""
    who = SIDES.index(side)
    fed = supplied(s, who)
    return Supply(
        sources=[TOPOLOGY.ids[area] for area in bits(sources(s, who) & full_control(s, who))],
        supplied=[TOPOLOGY.ids[area] for area in bits(fed)],
        pieces_out=[
            *(p for area in bits(s.at[who] & ~fed) for p in sorted(_pieces(s, viewer, s.here[area] & OF_SIDE[who]))),
            *(LINE_PIECE + area for area in bits(s.lines & held(s, who) & ~fed)),
        ],
    )


def _pieces(s: Kiev, viewer: str, stack: int) -> Iterable[int]:
    """The blocks of a stack as the viewer's map shows them: with a face, or as one of the backs in their area."""
    backs = 0
    for b in bits(stack):
        if sees_face(s, b, viewer):
            yield b
        else:
            yield back_of(s.place[b], backs)
            backs += 1


# -- reach --------------------------------------------------------------------------------------------------------


def reach(s: Kiev, viewer: str, piece: int) -> Reach:
    """10.9 The areas a block could reach if it were to move now, each with its cost; none for what is isolated (9.1) or
    not on the map. 10.17: a block that may blitz goes one area far. Whom an enemy block cannot stack with (1.4) is his
    secret."""
    b = _block(s, viewer, piece)
    if not s.on_map >> b & 1 or s.isolated >> b & 1:
        return Reach(costs={})
    if isinstance(_asked(s), BlitzMoves) and may_blitz(s) >> b & 1:
        return Reach(costs={TOPOLOGY.ids[area]: 1 for area in bits(blitz_areas(s, b))})
    points = s.mp if b == s.moving else allowance(s, b)
    range_ = reach_of(s, b, points, _may_engage(s, b))
    own = viewer in (SIDES[SIDE[b]], "open")
    ends = room(s, b, range_.mask) if own else range_.mask & ~s.packed[SIDE[b]]
    return Reach(costs={TOPOLOGY.ids[area]: route(s, b, range_, area)[1] for area in bits(ends)})


def _may_engage(s: Kiev, b: int) -> bool:
    """10.1, 12.0, 10.19 HQs that are about to be activated engage nobody, and blocks not in a Pass or Exploitation."""
    step = _asked(s)
    if isinstance(step, Command):
        return engages(s)
    return not (isinstance(step, ChooseImpulse | Activation) and HQS >> b & 1)


def _asked(s: Kiev) -> Question[Kiev] | None:
    """The question under way, if somebody is asked."""
    return None if s.over or not isinstance(s.step, Question) else s.step


def _block(s: Kiev, viewer: str, piece: int) -> int:
    """A block whose face the viewer sees."""
    if 0 <= piece < N and sees_face(s, piece, viewer):
        return piece
    raise Invalid(f"piece {piece} is no block whose face you see")


# -- odds ---------------------------------------------------------------------------------------------------------


def odds(s: Kiev, viewer: str, asked: AskOdds) -> Odds:
    """10.13 A battle in an area if these blocks went there now, beside those that are there already."""
    if asked.counterattack:
        raise Invalid("odds: there are no counterattacks in this game")
    if len(asked.targets) != 1 or asked.targets[0] not in AREA:
        raise Invalid("odds: name one area to attack")
    if not asked.attackers:
        raise Invalid("odds: name at least one attacker")
    area = AREA[asked.targets[0]]
    blocks = [_attacker(s, viewer, piece) for piece in dict.fromkeys(asked.attackers)]
    side = SIDE[blocks[0]]
    if any(SIDE[b] != side for b in blocks) or not enemies(s, side) >> area & 1:
        raise Invalid(f"odds: there is no enemy of all attackers in {PLACE_NAMES[area]}")
    after = _engaged(s, side, area, blocks)
    if asked.support:
        _commit_support(after, side, area)
    return battle_odds(after, viewer, area)


def _attacker(s: Kiev, viewer: str, piece: int) -> int:
    b = _block(s, viewer, piece)
    if viewer not in (SIDES[SIDE[b]], "open"):
        raise Invalid(f"odds: {BLOCKS[b].name} is not yours")
    if not s.on_map >> b & 1 or s.isolated >> b & 1:
        raise Invalid(f"odds: {BLOCKS[b].name} cannot attack: it is isolated (9.1), or not on the map")
    return b


def _engaged(s: Kiev, side: int, area: int, blocks: list[int]) -> Kiev:
    """The position after the blocks have gone to the area, in an impulse of theirs."""
    after = s.copy()
    if s.active != side:
        after.active = side
        after.contested_before = contested(s)
        after.crossed = after.activated = 0
    for b in blocks:
        if after.place[b] != area:
            range_ = reach_of(after, b, s.mp if b == s.moving else allowance(s, b), engage=True)
            if not room(after, b, range_.mask) >> area & 1:
                raise Invalid(f"odds: {BLOCKS[b].name} cannot reach {PLACE_NAMES[area]}")
            march(after, b, route(after, b, range_, area)[0])
    return after


def _commit_support(after: Kiev, side: int, area: int) -> None:
    """10.4, 10.11 All guns and bombers of the activated HQs that could be committed there."""
    for hq in bits(after.activated & OF_SIDE[side]):
        if shelled(after, hq, 0) >> area & 1:
            after.guns = [*after.guns, hq, area]
        while LW_HQS >> hq & 1 and bombed(after, hq) >> area & 1:
            after.bombers[first_of(after, hq, READY)] = area


# -- what a click stands for --------------------------------------------------------------------------------------


def taking(s: Kiev, viewer: str, piece: int, place: str) -> Action:
    """The answer to the question under way that taking a piece to a place stands for: the first that is legal, else the
    first that could be meant. Without a place, any deed of the piece."""
    if not 0 <= piece < len(PIECES) or (piece < N and not sees_face(s, piece, viewer)):
        raise Invalid("You cannot act with that piece: you do not see what it is.")
    if piece >= BOMBER_PIECE:
        piece = BOMBER_HQ[piece - BOMBER_PIECE]
    if place:
        meant = _meant(s, piece, LEXICON.names["place"].find(place))
        return next((action for action in meant if s.why_not(action) is None), meant[0])
    legal = s.legal(("piece", piece)) if s.side in SIDES else []
    return legal[0] if legal else _meant(s, piece, next(iter(bits(ADJACENT[_area(s, piece)]))))[0]


def _meant(s: Kiev, piece: int, place: int) -> list[Action]:
    """The answers to the question under way with this piece and place put in: those that name a piece, or else a place
    alone (a battle); a move if there is none, which the question will refuse."""
    step = _asked(s)
    choices = step.choices if step else ()
    values = {"frm": _area(s, piece), "to": place, "at": place, "fleet": max(piece, FLEET_PIECE)}
    who = {"fleet"}
    if piece < N:
        values |= {"block": piece, "hq": piece}
        who = {"block", "hq"}
    fields = {choice.action: choice.action.__struct_fields__ for choice in choices}
    named = [action for action, names in fields.items() if who & set(names)]
    places = [action for action, names in fields.items() if names == ("at",)]
    meant = named or ([] if any("block" in names for names in fields.values()) else places) or [Move]
    return [action(**{name: values.get(name, piece) for name in action.__struct_fields__}) for action in meant]


def _area(s: Kiev, piece: int) -> int:
    """The area of a block; the first on the map for whatever is in none."""
    return s.place[piece] if piece < N and s.place[piece] < AREAS else 0
