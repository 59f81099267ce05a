"""[10.4] Artillery Fire, [10.11] bombers, [10.2.1] fleets: what the activated HQs add to the battles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Choice
from rasputitsa.kernel.step import BUTTON, Handle
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.kiev41.actions import Bomb, Done, Recall, Sail, Shell
from rasputitsa.titles.kiev41.air import first_of, send_home
from rasputitsa.titles.kiev41.combat import battles
from rasputitsa.titles.kiev41.components import (
    BLITZ_HQS,
    BLOCKS,
    BOMBER_HQ,
    FLEET_PIECE,
    FLEETS,
    GUDERIAN,
    HUNGARIAN,
    LW_HQS,
    SIDES,
    SOVIET,
    TACTICAL_HQS,
    N,
    piece_name,
)
from rasputitsa.titles.kiev41.control import full_control
from rasputitsa.titles.kiev41.headquarters import unexhausted
from rasputitsa.titles.kiev41.mapboard import ADJACENT, AREAS, BLACK_COAST, PLACE_IDS, PLACE_NAMES, SEVASTOPOL, TOPOLOGY
from rasputitsa.titles.kiev41.odds import odds_after
from rasputitsa.titles.kiev41.segment import Segment
from rasputitsa.titles.kiev41.state import BASE, READY, Kiev
from rasputitsa.titles.kiev41.weather import BLIZZARD, hq_strength


def battlefields(s: Kiev, blitz: int) -> int:
    """10.4, 10.11, 10.12, 10.12.2 The areas where the active player may fight: support needs a battle with friendly
    blocks."""
    known = s.memo.get("battlefields")
    if known is None:
        known = s.memo["battlefields"] = battles(s, blitz)
    return int(known)


def shelled(s: Kiev, hq: int, blitz: int) -> int:
    """10.4, 10.13.3.1, 1.4, 1.4.2, 10.4.2, 10.10.4, 10.12.2 Where an HQ may direct its Artillery Fire: one adjacent
    battle; in the Blitz Segment only a Blitz HQ. Rumanian guns do not support the Hungarians."""
    if not TACTICAL_HQS >> hq & 1 or hq == GUDERIAN or hq in s.guns[::2] or not hq_strength(s, hq):
        return 0
    if blitz and not BLITZ_HQS >> hq & 1:
        return 0
    out = ADJACENT[s.place[hq]] & battlefields(s, blitz)
    if BLOCKS[hq].nation == "rumanian":
        for fast in bits(HUNGARIAN & s.on_map):
            out &= ~(1 << s.place[fast])
    return out


def bombed(s: Kiev, hq: int) -> int:
    """10.11, 10.11.2, 10.11.4, 10.11.1.1, 14.5.3 Where a LW HQ may commit one more bomber: a battle in Air Range, up to
    as many bombers as it is strong."""
    strength = hq_strength(s, hq)
    mine = [place for i, place in enumerate(s.bombers) if BOMBER_HQ[i] == hq]
    if READY not in mine or sum(place < AREAS for place in mine) >= strength or s.weather == BLIZZARD:
        return 0
    return TOPOLOGY.disk(s.place[hq], strength) & battlefields(s, 0)


def at_sea(s: Kiev) -> int:
    """10.2.1 How many fleets are committed."""
    return sum(place < AREAS for place in s.fleets)


def sails(s: Kiev, f: int) -> int:
    """10.2.1, 2.7, 14.5, 2.7.2, 10.2.1.3, 10.2.1.4, 10.2.1.5, 8.0.5 Where a fleet may be committed: any Black Sea
    coastal area, one fleet for each activated unexhausted HQ, while Sevastopol is fully controlled."""
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
    """10.2.1, 10.2.1.4, 10.2.1.5 One activated unexhausted HQ for each fleet that stays committed."""
    return s.active == SOVIET and at_sea(s) > unexhausted(s)


def supporters(s: Kiev) -> list[int]:
    """Everything that can still support, or must go home: HQs with guns, Fliegerkorps, fleets."""
    known = s.memo.get("support")
    if known is None:
        known = s.memo["support"] = _supporters(s, s.frame[1])
    assert isinstance(known, list)
    return known


def _supporters(s: Kiev, blitz: int) -> list[int]:
    out = [hq for hq in bits(s.activated & ~LW_HQS) if shelled(s, hq, blitz)]
    if blitz:
        return out
    out += [hq for hq in bits(s.activated & LW_HQS) if bombed(s, hq)]
    return out + [FLEET_PIECE + f for f in range(len(FLEETS)) if sails(s, f) or recalled(s, f)]


class ShellArea(Choice[Kiev]):
    """10.4 An activated HQ directs its artillery into one adjacent battle."""

    action = Shell
    rule = "10.4"

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", hq) for hq in supporters(s) if hq < N and not LW_HQS >> hq & 1]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, hq = handle
        if kind != "piece" or not s.activated >> hq & 1:
            return ()
        return [Shell(hq, area) for area in bits(shelled(s, hq, s.frame[1]))]

    def why_not(self, s: Kiev, action: Shell) -> Refusal | None:
        if action in self.of(s, ("piece", action.hq)):
            return None
        return Refusal(
            "10.4", f"{piece_name(action.hq)} cannot shell {PLACE_NAMES[action.at]}: one adjacent battle only."
        )

    def do(self, s: Kiev, action: Shell) -> None:
        at = [PLACE_IDS[action.at]]
        s.guns = [*s.guns, action.hq, action.at]
        s.say("10.4", "{} directs its artillery into {}", BLOCKS[action.hq].name, PLACE_NAMES[action.at], at=at)

    def show(self, s: Kiev, action: Shell, shown: ActionView) -> None:
        shown.preview["odds"] = odds_after(s, self, action, action.at)


class BombArea(Choice[Kiev]):
    """10.11 A Fliegerkorps commits one bomber."""

    action = Bomb
    rule = "10.11"

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", hq) for hq in supporters(s) if LW_HQS >> hq & 1]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, hq = handle
        if kind != "piece" or s.frame[1] or not s.activated & LW_HQS & 1 << hq:
            return ()
        return [Bomb(hq, area) for area in bits(bombed(s, hq))]

    def why_not(self, s: Kiev, action: Bomb) -> Refusal | None:
        if action in self.of(s, ("piece", action.hq)):
            return None
        where = PLACE_NAMES[action.at]
        return Refusal("10.11", f"{piece_name(action.hq)} cannot bomb {where}: no bomber left, or too far.")

    def do(self, s: Kiev, action: Bomb) -> None:
        at = [PLACE_IDS[action.at]]
        s.bombers[first_of(s, action.hq, READY)] = action.at
        s.say("10.11", "A bomber of {} flies to {}", BLOCKS[action.hq].name, PLACE_NAMES[action.at], at=at)

    def show(self, s: Kiev, action: Bomb, shown: ActionView) -> None:
        shown.preview["odds"] = odds_after(s, self, action, action.at)


class FleetOrder(Choice[Kiev]):
    """10.2.1, 11.0.2 What a fleet is ordered to do, but not in the Blitz Segment."""

    rule = "10.2.1"

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return [("piece", piece) for piece in supporters(s) if piece >= N]

    def of(self, s: Kiev, handle: Handle) -> Iterable[Action]:
        kind, piece = handle
        if kind != "piece" or s.frame[1] or not 0 <= piece - FLEET_PIECE < len(FLEETS):
            return ()
        return self.orders(s, piece)

    def orders(self, s: Kiev, piece: int) -> Iterable[Action]:
        """What may be ordered of this kind."""
        raise NotImplementedError


class SailFleet(FleetOrder):
    """10.2.1 A fleet is committed to a coastal area of the Black Sea."""

    action = Sail

    def orders(self, s: Kiev, piece: int) -> Iterable[Action]:
        return [Sail(piece, area) for area in bits(sails(s, piece - FLEET_PIECE))]

    def why_not(self, s: Kiev, action: Sail) -> Refusal | None:
        if action in self.of(s, ("piece", action.fleet)):
            return None
        return Refusal("10.2.1", f"The fleet cannot sail to {PLACE_NAMES[action.at]} now.")

    def do(self, s: Kiev, action: Sail) -> None:
        f, at = action.fleet - FLEET_PIECE, [PLACE_IDS[action.at]]
        s.fleets[f] = action.at
        s.sailed |= 1 << f
        s.say("10.2.1", "The {} sails to {}", FLEETS[f].name, PLACE_NAMES[action.at], at=at)

    def show(self, s: Kiev, action: Sail, shown: ActionView) -> None:
        if battlefields(s, 0) >> action.at & 1:
            shown.preview["odds"] = odds_after(s, self, action, action.at)


class RecallFleet(FleetOrder):
    """10.2.1 A committed fleet goes home."""

    action = Recall

    def orders(self, s: Kiev, piece: int) -> Iterable[Action]:
        return (Recall(piece),) if recalled(s, piece - FLEET_PIECE) else ()

    def why_not(self, s: Kiev, action: Recall) -> Refusal | None:
        if action in self.of(s, ("piece", action.fleet)):
            return None
        return Refusal("10.2.1", "It is not committed.")

    def do(self, s: Kiev, action: Recall) -> None:
        send_home(s, action.fleet - FLEET_PIECE)


class ToBattle(Choice[Kiev]):
    """10.2.1 Enough support; but each committed fleet needs an HQ."""

    action = Done
    label = "To battle"

    def handles(self, s: Kiev) -> Sequence[Handle]:
        return () if too_many_fleets(s) and not s.frame[1] else (BUTTON,)

    def why_not(self, s: Kiev, action: Done) -> Refusal | None:
        if too_many_fleets(s) and not s.frame[1]:
            return Refusal("10.2.1", "Each committed fleet needs an activated unexhausted HQ: recall one.")
        return None

    def do(self, s: Kiev, action: Done) -> None:
        s.pop()


class Support(Segment):
    """10.2-10.4, 10.11 After the moves the activated HQs commit artillery, bombers and fleets. Frame: 1 in the Blitz
    Segment, where only Blitz HQs give Artillery Fire."""

    rule = "10.2"
    choices = (ShellArea, BombArea, SailFleet, RecallFleet, ToBattle)

    def side(self, s: Kiev) -> str | None:
        return SIDES[s.active] if supporters(s) else None

    def prompt(self, s: Kiev) -> str:
        if s.frame[1]:
            return f"Blitz: direct the artillery of your Blitz HQs ({support_left(s)}), or go on to battle."
        if too_many_fleets(s):
            return "Too few HQs for your fleets: commit or recall them."
        return f"Commit your support ({support_left(s)}), or go on to battle."


def support_left(s: Kiev) -> str:
    """10.4, 10.11, 10.2.1 The support that can still be given, in words."""
    hqs = [piece for piece in supporters(s) if piece < N]
    guns = sum(not LW_HQS >> hq & 1 for hq in hqs)
    bombers = sum(place == READY for i, place in enumerate(s.bombers) if BOMBER_HQ[i] in hqs)
    fleets = sum(piece >= N for piece in supporters(s))
    named = (
        (guns, "HQ with artillery", "HQs with artillery"),
        (bombers, "bomber", "bombers"),
        (fleets, "fleet", "fleets"),
    )
    return ", ".join(f"{number} {one if number == 1 else many}" for number, one, many in named if number) + " left"
