"""[10.17] The Blitz Segment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Choice
from rasputitsa.kernel.step import Handle
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.kiev41.actions import Blitz, Done
from rasputitsa.titles.kiev41.components import BLITZ_HQS, SIDES, piece_name
from rasputitsa.titles.kiev41.control import enemies
from rasputitsa.titles.kiev41.headquarters import commanded_by
from rasputitsa.titles.kiev41.mapboard import ADJACENT, GREEN, PLACE_NAMES
from rasputitsa.titles.kiev41.movement import march, room
from rasputitsa.titles.kiev41.odds import odds_after
from rasputitsa.titles.kiev41.segment import Segment
from rasputitsa.titles.kiev41.state import Kiev


def may_blitz(s: Kiev) -> int:
    """10.17, 10.17.2, 10.17.4 The fast combat blocks that cleared a green area and are in the range of an activated
    Blitz HQ of theirs."""
    out = 0
    for hq in bits(s.activated & BLITZ_HQS):
        out |= commanded_by(s, hq)
    return out & s.blitzers


def blitz_areas(s: Kiev, b: int) -> int:
    """10.17, 10.17.3 A blitzing block enters one adjacent green area that was not contested when the segment began."""
    return room(s, b, ADJACENT[s.place[b]] & GREEN & ~s.contested_before)


def end_blitz(s: Kiev) -> None:
    """10.17 Blocks that could have blitzed are concealed."""
    s.revealed &= ~s.blitzers
    s.blitzers = 0


class BlitzBlock(Choice[Kiev]):
    """10.17 A fast block goes on into the next green area."""

    action = Blitz

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", b) for b in bits(may_blitz(s))]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, b = handle
        if kind != "piece" or not may_blitz(s) >> b & 1:
            return ()
        return [Blitz(b, s.place[b], to) for to in bits(blitz_areas(s, b))]

    def why_not(self, s: Kiev, action: Blitz) -> Refusal | None:
        b, to = action.block, action.to
        if not may_blitz(s) >> b & 1:
            name = piece_name(b)
            return Refusal("10.17", f"{name} cannot blitz: it takes a fast block that cleared a green area, in range.")
        if action.frm == s.place[b] and blitz_areas(s, b) >> to & 1:
            return None
        return Refusal("10.17", f"{PLACE_NAMES[to]} is no adjacent uncontested green area with room for it.")

    def do(self, s: Kiev, action: Blitz) -> None:
        s.blitzers &= ~(1 << action.block)
        march(s, action.block, (action.frm, action.to))

    def show(self, s: Kiev, action: Blitz, shown: ActionView) -> None:
        shown.clicks = [shown.clicks[0], shown.clicks[-1]]
        if enemies(s, s.active) >> action.to & 1:
            shown.preview["odds"] = odds_after(s, self, action, action.to)


class EndBlitz(Choice[Kiev]):
    """10.17 Nobody else blitzes."""

    action = Done
    label = "End the blitz"

    def do(self, s: Kiev, action: Done) -> None:
        end_blitz(s)
        s.pop()


class BlitzMoves(Segment):
    """10.17 Blocks blitz one by one; where they meet the enemy, combat is mandatory."""

    rule = "10.17"
    choices = (BlitzBlock, EndBlitz)

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.active] if may_blitz(s) else None

    def advance(self, s: Kiev) -> None:
        end_blitz(s)
        s.pop()

    def prompt(self, s: Kiev) -> str:
        return "Blitz on with fast blocks, or end the segment."
