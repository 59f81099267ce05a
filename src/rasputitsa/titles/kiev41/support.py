"""10.4 Artillery Fire, 10.11 bombers, 10.2.1 fleets: what the activated HQs add to the battles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.step import BUTTON, Handle, Step
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.kiev41.actions import Bomb, Done, Recall, Sail, Shell
from rasputitsa.titles.kiev41.air import first_of, send_home
from rasputitsa.titles.kiev41.areas import ADJACENT, AREAS, BLACK_COAST, PLACE_IDS, SEVASTOPOL, TOPOLOGY
from rasputitsa.titles.kiev41.combat import new_battles, old_battles
from rasputitsa.titles.kiev41.components import (
    BLITZ_HQS,
    BLOCKS,
    BOMBER_HQ,
    FLEET_PIECE,
    FLEETS,
    GUDERIAN,
    HUNGARIAN,
    LW_HQS,
    RUMANIAN,
    SIDES,
    SOVIET,
    TACTICAL_HQS,
    N,
)
from rasputitsa.titles.kiev41.control import full_control
from rasputitsa.titles.kiev41.state import BASE, READY, Kiev
from rasputitsa.titles.kiev41.tactical import unexhausted
from rasputitsa.titles.kiev41.weather import BLIZZARD, hq_strength


def battlefields(s: Kiev, blitz: int) -> int:
    """10.4, 10.11, 10.12 The areas where the active player may fight: support needs a battle with friendly blocks."""
    known = s.memo.get("battlefields")
    if known is None:
        known = s.memo["battlefields"] = new_battles(s) | (0 if blitz else old_battles(s))
    return int(known)


def shelled(s: Kiev, hq: int, blitz: int) -> int:
    """10.4, 10.13.3.1, 1.4 Where an HQ may direct its Artillery Fire: one adjacent battle; in the Blitz Segment only a
    Blitz HQ. Rumanian guns do not support the Hungarians."""
    if not TACTICAL_HQS >> hq & 1 or hq == GUDERIAN or hq in s.guns[::2] or not hq_strength(s, hq):
        return 0
    if blitz and not BLITZ_HQS >> hq & 1:
        return 0
    out = ADJACENT[s.place[hq]] & battlefields(s, blitz)
    if RUMANIAN >> hq & 1:
        for fast in bits(HUNGARIAN & s.on_map):
            out &= ~(1 << s.place[fast])
    return out


def bombed(s: Kiev, hq: int) -> int:
    """10.11 Where a LW HQ may commit one more bomber: a battle in Air Range, up to as many bombers as it is strong."""
    strength = hq_strength(s, hq)
    mine = [place for i, place in enumerate(s.bombers) if BOMBER_HQ[i] == hq]
    if READY not in mine or sum(place < AREAS for place in mine) >= strength or s.weather == BLIZZARD:
        return 0
    return TOPOLOGY.disk(s.place[hq], strength) & battlefields(s, 0)


def at_sea(s: Kiev) -> int:
    """10.2.1 How many fleets are committed."""
    return sum(place < AREAS for place in s.fleets)


def sails(s: Kiev, f: int) -> int:
    """10.2.1, 2.7, 14.5 Where a fleet may be committed: any Black Sea coastal area, one fleet for each activated
    unexhausted HQ, while Sevastopol is fully controlled."""
    if s.active != SOVIET or s.sailed >> f & 1 or s.weather == BLIZZARD:
        return 0
    if s.fleets[f] == BASE:
        if at_sea(s) >= unexhausted(s):
            return 0
    elif s.fleets[f] >= AREAS:
        return 0
    if s.sailed.bit_count() >= unexhausted(s) or not full_control(s, SOVIET) >> SEVASTOPOL & 1:
        return 0
    return BLACK_COAST & ~(1 << s.fleets[f])


def recalled(s: Kiev, f: int) -> bool:
    """10.2.1 A fleet that no HQ commits may have to return to its base."""
    return s.active == SOVIET and s.fleets[f] < AREAS and not s.sailed >> f & 1


def too_many_fleets(s: Kiev) -> bool:
    """10.2.1 One activated unexhausted HQ for each fleet that stays committed."""
    return s.active == SOVIET and at_sea(s) > unexhausted(s)


class Support(Step[Kiev]):
    """10.2-10.4, 10.11 After the moves the activated HQs commit artillery, bombers and fleets. Frame: 1 in the Blitz
    Segment, where only Blitz HQs give Artillery Fire."""

    rule = "10.2"

    def pieces(self, s: Kiev) -> list[int]:
        """Everything that can still support, or must go home."""
        known = s.memo.get("support")
        if known is None:
            known = s.memo["support"] = self._pieces(s, s.frame[1])
        assert isinstance(known, list)
        return known

    def _pieces(self, s: Kiev, blitz: int) -> list[int]:
        out = [hq for hq in bits(s.activated & ~LW_HQS) if shelled(s, hq, blitz)]
        if blitz:
            return out
        out += [hq for hq in bits(s.activated & LW_HQS) if bombed(s, hq)]
        return out + [FLEET_PIECE + f for f in range(2) if sails(s, f) or recalled(s, f)]

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.active] if self.pieces(s) else None

    def handles(self, s: Kiev) -> Sequence[Handle]:
        pieces: list[Handle] = [("piece", piece) for piece in self.pieces(s)]
        return pieces if too_many_fleets(s) and not s.frame[1] else [*pieces, BUTTON]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, piece = handle
        blitz = s.frame[1]
        if kind == "button":
            return [] if too_many_fleets(s) and not blitz else [Done()]
        if kind != "piece":
            return []
        if piece >= N:
            return self.of_fleet(s, piece) if not blitz else []
        if not s.activated >> piece & 1:
            return []
        if LW_HQS >> piece & 1:
            return [Bomb(piece, area) for area in bits(bombed(s, piece))] if not blitz else []
        return [Shell(piece, area) for area in bits(shelled(s, piece, blitz))]

    def of_fleet(self, s: Kiev, piece: int) -> list[Action]:
        f = piece - FLEET_PIECE
        if f >= len(FLEETS):
            return []
        out: list[Action] = [Sail(piece, area) for area in bits(sails(s, f))]
        return [*out, Recall(piece)] if recalled(s, f) else out

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        match action:
            case Done():
                if too_many_fleets(s) and not s.frame[1]:
                    return Refusal("10.2.1", "Each committed fleet needs an activated unexhausted HQ: recall one.")
                return None
            case Shell(hq, at):
                if action in self.of(s, ("piece", hq)):
                    return None
                return Refusal("10.4", f"{BLOCKS[hq].name} cannot shell {PLACE_IDS[at]}: one adjacent battle only.")
            case Bomb(hq, at):
                if action in self.of(s, ("piece", hq)):
                    return None
                return Refusal("10.11", f"{BLOCKS[hq].name} cannot bomb {PLACE_IDS[at]}: no bomber left, or too far.")
            case Sail(fleet, at):
                if action in self.of(s, ("piece", fleet)):
                    return None
                return Refusal("10.2.1", f"The fleet cannot sail to {PLACE_IDS[at]} now.")
            case Recall(fleet):
                return None if action in self.of(s, ("piece", fleet)) else Refusal("10.2.1", "It is not committed.")
        return Refusal("6.0", "First commit artillery, bombers and fleets, or go on to the Combat Segment.")

    def apply(self, s: Kiev, action: Action) -> None:
        match action:
            case Shell(hq, at):
                s.guns = [*s.guns, hq, at]
                s.say("10.4", "{} directs its artillery into {}", BLOCKS[hq].name, PLACE_IDS[at], at=[PLACE_IDS[at]])
            case Bomb(hq, at):
                s.bombers[first_of(s, hq, READY)] = at
                s.say("10.11", "A bomber of {} flies to {}", BLOCKS[hq].name, PLACE_IDS[at], at=[PLACE_IDS[at]])
            case Sail(fleet, at):
                s.fleets[fleet - FLEET_PIECE] = at
                s.sailed |= 1 << fleet - FLEET_PIECE
                name = FLEETS[fleet - FLEET_PIECE].name
                s.say("10.2.1", "The {} sails to {}", name, PLACE_IDS[at], at=[PLACE_IDS[at]])
            case Recall(fleet):
                send_home(s, fleet - FLEET_PIECE)
            case _:
                s.pop()

    def show(self, s: Kiev, action: Action) -> ActionView:
        view = super().show(s, action)
        if isinstance(action, Done):
            view.label = "To battle"
        return view

    def prompt(self, s: Kiev) -> str:
        if s.frame[1]:
            return "Blitz: direct the artillery of your Blitz HQs, or go on to battle."
        if too_many_fleets(s):
            return "Too few HQs for your fleets: commit or recall them."
        return "Commit artillery, bombers and fleets, or go on to battle."
