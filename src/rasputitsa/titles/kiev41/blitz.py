"""10.17 The Blitz Segment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.step import BUTTON, Handle, Step
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.kiev41.actions import Blitz, Done
from rasputitsa.titles.kiev41.areas import ADJACENT, AREAS, GREEN, PLACE_IDS
from rasputitsa.titles.kiev41.components import BLITZ_HQS, BLOCKS, SIDES, N
from rasputitsa.titles.kiev41.movement import march, room
from rasputitsa.titles.kiev41.state import Kiev
from rasputitsa.titles.kiev41.tactical import commanded_by


def may_blitz(s: Kiev) -> int:
    """10.17 The fast combat blocks that cleared a green area and are in the range of an activated Blitz HQ of
    theirs."""
    out = 0
    for hq in bits(s.activated & BLITZ_HQS):
        out |= commanded_by(s, hq)
    return out & s.blitzers


def blitz_areas(s: Kiev, b: int) -> int:
    """10.17 A blitzing block enters one adjacent green area that was not contested when the segment began."""
    return room(s, b, ADJACENT[s.place[b]] & GREEN & ~s.contested_before)


class BlitzMoves(Step[Kiev]):
    """10.17 Blocks blitz one by one; where they meet the enemy, combat is mandatory."""

    rule = "10.17"

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.active] if may_blitz(s) else None

    def advance(self, s: Kiev) -> None:
        s.revealed &= ~(s.blitzers & ~s.activated)
        s.blitzers = 0
        s.pop()

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [*(("piece", b) for b in bits(may_blitz(s))), BUTTON]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        if handle == BUTTON:
            return [Done()]
        b = handle[1]
        if handle[0] != "piece" or not may_blitz(s) >> b & 1:
            return []
        return [Blitz(b, s.place[b], to) for to in bits(blitz_areas(s, b))]

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Blitz):
            return Refusal("6.0", "This is the Blitz Segment: blitz with a block, or end it.")
        b, to = action.block, action.to
        if b >= N or not may_blitz(s) >> b & 1:
            name = BLOCKS[b].name if b < N else "It"
            return Refusal("10.17", f"{name} cannot blitz: it takes a fast block that cleared a green area, in range.")
        if action.frm == s.place[b] and to < AREAS and blitz_areas(s, b) >> to & 1:
            return None
        return Refusal("10.17", f"{PLACE_IDS[to]} is no adjacent uncontested green area with room for it.")

    def apply(self, s: Kiev, action: Action) -> None:
        if isinstance(action, Blitz):
            s.blitzers &= ~(1 << action.block)
            march(s, action.block, (action.frm, action.to))
        else:
            self.advance(s)

    def show(self, s: Kiev, action: Action) -> ActionView:
        view = super().show(s, action)
        if isinstance(action, Done):
            view.label = "End the blitz"
        return view

    def prompt(self, s: Kiev) -> str:
        return "Blitz on with fast blocks, or end the segment."
