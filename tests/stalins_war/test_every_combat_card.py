"""What every card changes in a battle, laid beside it: each battle below is looked at without cards and with each card
that may be used or whose event is in force, and `printed/battles.txt` holds what is otherwise then: columns of fire,
steps lost, retreats, Blitz markers, exploitation. `python -m tests.stalins_war.test_every_combat_card` writes the sheet
anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war.cards import owner
from rasputitsa.titles.stalins_war.combat import (
    blitz,
    card_losses,
    card_window,
    columns,
    eligibility,
    exploitation,
    ground,
    losses,
    reserves,
    retreats,
)
from rasputitsa.titles.stalins_war.components import CARDS, TURNS
from rasputitsa.titles.stalins_war.effect_kinds import (
    Allow,
    BlitzLimit,
    CancelCards,
    Exploit,
    Forbid,
    Ignore,
    Loss,
    NoRetreat,
    PairedAttack,
    Retreat,
    SecondAttack,
    Shift,
)
from rasputitsa.titles.stalins_war.events import playing
from rasputitsa.titles.stalins_war.mapboard import HEX, PLACE_IDS
from rasputitsa.titles.stalins_war.roster import SCU
from rasputitsa.titles.stalins_war.state import (
    AXIS,
    DISCARDED,
    FACE_UP,
    FULL,
    GONE,
    HAND,
    NOBODY,
    OPS,
    SIDES,
    SOVIET,
    Position,
)
from tests.sheets import differences, write

from .combat import clash, used
from .events import STEPS
from .situation import place
from .test_every_card import lasting, spans

SHEET = Path(__file__).parent / "printed" / "battles.txt"
PILES = {DISCARDED: "discarded", GONE: "gone", FACE_UP: "face up"}
OPEN = HEX["2326"]
HARD = [HEX[at] for at in ("2323", "2420", "2429", "2832")]
"""Forest, swamp, rough ground, desert."""
TURN = 9
"""The turn of the battles, if the card is for it."""
ACT_IN_BATTLES = (
    Allow, BlitzLimit, CancelCards, Exploit, Forbid, Ignore, Loss, NoRetreat, PairedAttack, Retreat, SecondAttack,
    Shift,
)  # fmt: skip


class Battle(NamedTuple):
    """Who attacks, where, and what stands there."""

    side: str
    target: str
    axis: Mapping[str, str]
    soviet: Mapping[str, str]
    trench: bool = False
    festung: bool = False
    tiger: bool = False


BATTLES = {
    "an army in the open": Battle("axis", "2326", {"9th Army": "2226"}, {"28R Corps": "2326"}),
    "a corps in the open": Battle("axis", "2326", {"43 Corps": "2226"}, {"West Front": "2326", "1T Army": "2326"}),
    "a panzer corps": Battle("axis", "2326", {"46 Pz Corps": "2226"}, {"1GT Army": "2326"}),
    "two panzer corps": Battle("axis", "2326", {"46 Pz Corps": "2226", "48 Pz Corps": "2226"}, {"13R Army": "2326"}),
    "SS over a river": Battle("axis", "2225", {"1SS Pz Corps": "2224"}, {"13M Corps": "2225"}),
    "panzers over a river": Battle(
        "axis", "2225", {"46 Pz Corps": "2224", "48 Pz Corps": "2124"}, {"Don Front": "2225"}
    ),
    "over the Dnepr": Battle("axis", "2126", {"17th Army": "2127"}, {"62R Army": "2126"}),
    "Leningrad, army": Battle("axis", "2517", {"18th Army": "2417"}, {"Leningrad Front": "2517"}),
    "Leningrad, corps": Battle("axis", "2517", {"49 Mtn Corps": "2417"}, {"28R Corps": "2517"}),
    "Sevastopol": Battle("axis", "2031", {"11th Army": "2030"}, {"Maritime Army": "2031"}, True),
    "a forest": Battle("axis", "2423", {"46 Pz Corps": "2323"}, {"Bryansk Front": "2423"}, True),
    "a swamp": Battle("axis", "2420", {"9th Army": "2320"}, {"1GC Corps": "2420"}),
    "rough ground": Battle("axis", "2429", {"48 Pz Corps": "2328"}, {"13M Corps": "2429"}),
    "a town": Battle("axis", "2227", {"RO 3rd Army": "2226"}, {"5T Army": "2227"}),
    "a city": Battle("axis", "2327", {"14 Pz Corps": "2326", "4th Army": "2326"}, {"13R Army": "2327"}),
    "the Caucasus": Battle("axis", "2432", {"14 Pz Corps": "2431"}, {"13R Army": "2432"}),
    "after an advance": Battle("axis", "2524", {"14 Pz Corps": "2424"}, {"1G Army": "2524"}),
    "a front in the open": Battle("soviet", "2326", {"9th Army": "2326"}, {"West Front": "2325"}),
    "mobile defense": Battle(
        "soviet", "2326", {"9th Army": "2326", "46 Pz Corps": "2326"}, {"1T Army": "2325", "West Front": "2325"}
    ),
    "a mech corps": Battle("soviet", "2323", {"43 Corps": "2323", "53 Corps": "2323"}, {"13M Corps": "2324"}, True),
    "cavalry": Battle("soviet", "2328", {"RO 4th Army": "2328", "57 Pz Corps": "2427"}, {"1GC Corps": "2428"}),
    "a Hungarian army": Battle("soviet", "2429", {"HU 2nd Army": "2429"}, {"13R Army": "2529"}),
    "tanks at a town": Battle("soviet", "2426", {"34 Corps": "2426"}, {"3GT Army": "2526", "5T Army": "2427"}),
    "tanks at a city": Battle("soviet", "2327", {"6th Army": "2327", "HU 6 Corps": "2327"}, {"5T Army": "2428"}),
    "tanks at panzers": Battle("soviet", "2427", {"46 Pz Corps": "2427", "1SS Pz Corps": "2427"}, {"2GT Army": "2527"}),
    "fronts over the Dnepr": Battle("soviet", "2127", {"IT 8th Army": "2127"}, {"West Front": "2126"}),
    "a front in the swamp": Battle(
        "soviet", "2420", {"18th Army": "2420", "40 Pz Corps": "2421"}, {"West Front": "2519"}
    ),
    "a front in the woods": Battle(
        "soviet", "2421", {"RO Cav Corps": "2421"}, {"Kalinin Front": "2521", "1S Army": "2521"}, True
    ),
    "Konigsberg": Battle("soviet", "1719", {"43 Corps": "1719"}, {"3rd Belorussian Front": "1819", "5GT Army": "1820"}),
    "a Festung": Battle("soviet", "2122", {"4th Army": "2122"}, {"West Front": "2222"}, festung=True),
    "Berlin": Battle("soviet", "1218", {"Bunker": "1218", "34 Corps": "1218"}, {"1st Belorussian Front": "1318"}),
    "against Tigers": Battle(
        "soviet", "2427", {"46 Pz Corps": "2427"}, {"1GT Army": "2527", "West Front": "2527"}, tiger=True
    ),
}


@cache
def fought(name: str) -> Position:
    """A battle at the moment of the combat cards."""
    battle = BATTLES[name]
    s = clash(battle.target, battle.axis, battle.soviet, battle.side, turn=TURN, round=3)
    s.axis_held &= ~(1 << s.target)
    s.axis_held |= 1 << s.target if battle.side == "soviet" else 0
    s.kind, s.lend_lease, s.spearhead = OPS, 2, 1
    s.attacked = 1 << s.target
    for number in (*bits(s.present[AXIS]), *bits(s.present[SOVIET])):
        s.set_supply(number, FULL)
    if battle.trench:
        s.trenches = [1 << s.target, 1 << s.target]
    if battle.festung:
        s.festungs = 1 << s.target
    if battle.tiger:
        used(s, "axis-35", "axis-36", "axis-37")
    if name == "after an advance":
        s.advanced_before = s.defenders
    s.fought_before = s.present[AXIS] if len(battle.soviet) == 1 else 0
    s.memo.clear()
    return s


def battles() -> dict[str, str]:
    """Each card in each battle where it changes something or may be used."""
    return {f"{CARDS[card].id} {name}": found for card in range(len(CARDS)) for name, found in of_card(card)}


def of_card(card: int) -> Iterator[tuple[str, str]]:
    printed = CARDS[card]
    if printed.combat:
        yield "afterwards", ", ".join(fate(card, victor) for victor in (owner(card), 1 - owner(card), 2))
        yield "effects", ", ".join(lasting(_in_use(card)))
        for role, side in (("attacking", owner(card)), ("defending", 1 - owner(card))):
            places = [name for name in BATTLES if fought(name).active == side]
            turns = [turn for turn in TURNS if any(_refusal(name, card, turn) is None for name in places)]
            words = {str(_refusal(places[0], card, turn)).partition(" may be used ")[2] for turn in TURNS}
            if turns:
                yield role, f"turns {spans(turns)} {''.join(sorted(words))}".strip()
    elif not any(isinstance(effect, ACT_IN_BATTLES) for effect in printed.effects):
        return
    for name in BATTLES:
        turn = _in_time(card)
        s = on_turn(name, turn)
        if printed.combat:
            s.card[card] = HAND
            if card_window.why_not_use(s, owner(card), card) is not None:
                continue
            card_window.use(s, card)
        else:
            in_force(s, card)
        plain, now = seen(on_turn(name, turn)), seen(s)
        new = [f"{what} {now[what]}, not {plain[what]}" for what in now if now[what] != plain[what]]
        if new or printed.combat:
            yield name, "; ".join(new) or "nothing else"


def on_turn(name: str, turn: int) -> Position:
    s = fought(name).copy()
    s.turn = turn
    return s


def _refusal(name: str, card: int, turn: int) -> object:
    s = on_turn(name, turn)
    s.card[card] = HAND
    return card_window.why_not_use(s, owner(card), card)


def fate(card: int, victor: int) -> str:
    """Where a combat card lies after a combat, and whether it may be used again in the round."""
    s = _in_use(card)
    s.victor = victor
    card_window.settle(s)
    again = " and again" if card_window.why_not_use(s, owner(card), card) is None else ""
    return PILES.get(s.card[card], "all round") + again


def _in_use(card: int) -> Position:
    """A battle in which the card, and no other, is used."""
    fit = (name for name in BATTLES if not BATTLES[name].tiger and _refusal(name, card, _in_time(card)) is None)
    s = on_turn(next(fit), _in_time(card))
    s.card[card] = HAND
    card_window.use(s, card)
    return s


def _in_time(card: int) -> int:
    return max(CARDS[card].turns[0], min(TURN, CARDS[card].turns[1]))


def in_force(s: Position, card: int) -> None:
    """The event has been played: whatever it asks is answered with the first answer."""
    active, s.active = s.active, owner(card)
    s.push(playing.EventEffects, card, 0)
    s.settle()
    while s.stack and s.step.name in STEPS:
        s.apply(next(iter(s.legal())))
    s.stack.clear()
    s.active = active
    s.memo.clear()


def seen(s: Position) -> dict[str, str]:
    """What can be seen of a battle."""
    s.memo.clear()
    out = {}
    for side in (AXIS, SOVIET):
        fire = columns.fire(s, side)
        out[f"{SIDES[side]} fires"] = f"{fire.strength} {fire.table} {fire.shift}"
        out[f"{SIDES[side]} gets back"] = f"{card_losses.saved(s, side)}"
    out["ties"] = "none" if ground.denies_ties(s) else "for the attacker"
    out["stands"] = "yes" if retreats.may_stand(s) else "no"
    out["retreat"] = " ".join(str(length(s, lead)) for lead in (1, 2))
    out["first lost"] = dues(s, card_losses.before_columns(s))
    for victor, word in ((AXIS, "axis won"), (SOVIET, "soviet won"), (NOBODY, "nobody won")):
        t = s.copy()
        t.victor = victor
        out[f"lost if {word}"] = dues(t, card_losses.after_winner(t))
    t = s.copy()
    t.paired = int(s.active == SOVIET)
    out["a pair loses"] = dues(t, card_losses.after_winner(t))
    out["comes back"] = revived(s)
    out["reserves"] = f"{reserves.reserves(s).bit_count()}"
    out["evade"] = f"{reserves.evasion(s)}"
    marker = (blitz.why_no_markers(s), blitz.why_no_marker_here(s))
    out["marker"] = " ".join(str(refusal.rule) if refusal else "yes" for refusal in marker)
    ways = "".join("x" if blitz.opens_the_way(s, s.place[u]) else "-" for u in bits(s.attackers))
    out["way"] = ways
    out["exploit"] = " ".join(filter(None, (exploits(s, u) for u in bits(s.present[s.active]))))
    s.active = 1 - s.active
    out["exploit later"] = " ".join(filter(None, (exploits(s, u) for u in bits(s.present[s.active]))))
    s.active = 1 - s.active
    t = s.copy()
    t.attacked = t.occupied[1 - t.active]
    out["again"] = f"{eligibility.open_targets(t).bit_count()}"
    return out | (everywhere(s) if s.target == OPEN else {})


def everywhere(s: Position) -> dict[str, str]:
    """What does not depend on the battle."""
    return {
        "markers in the east": f"{markers(s)}",
        "barred": " ".join(PLACE_IDS[at] for at in bits(eligibility.barred(s))),
    }


def length(s: Position, lead: int) -> int:
    t = s.copy()
    t.loss = [0, 0]
    t.loss[t.active] = lead
    return retreats.length(t)


def dues(s: Position, found: list[card_losses.Due]) -> str:
    """Steps lost: whose, how many, who chooses, among how many units."""
    parts = []
    for side, number, chooser, among, named in found:
        units = s.attackers if side == s.active else s.defenders
        kind = f"of {(units & among).bit_count()} units named" if named else "of any"
        parts.append(f"{number} {SIDES[side]} {kind} by {SIDES[chooser]}")
    return ", ".join(parts) or "none"


def revived(s: Position) -> str:
    """Who comes back if the losses take every small defender."""
    t = s.copy()
    for number in bits(t.defenders & SCU):
        while t.defenders >> number & 1:
            losses.lose(t, number)
    return f"{card_losses.returning(t).bit_count()}"


def markers(s: Position) -> int:
    """So many Blitz markers may be placed in this round east of the Paulus Line."""
    t = s.copy()
    t.turn, found = min(t.turn, 3), 0
    for at in ("2326", "2426", "2526", "2626", "2726"):
        t.target = place(at)
        if blitz._limit(t) is None:
            t.blitz |= 1 << t.target
            found += 1
    return found


def exploits(s: Position, number: int) -> str:
    """So many hexes goes a unit that exploits from a Blitz marker, and where it must halt; nothing if it may not."""
    t = s.copy()
    blitz.place_marker(t)
    t.put(number, t.target)
    if not blitz.capable(t, number):
        return ""
    east = place("2226")
    halts = "".join(
        "x" if exploitation.halts(t, number, east, place(at)) else "-" for at in ("2323", "2420", "2429", "2832")
    )
    return f"{exploitation.hexes(t, number)}{halts}"


@rule("7.5.5", "7.5.5a", "7.5.5b", "7.5.5c", "7.5.5e", "11.2.1", "11.3.5", "11.4.2", "11.4.3", "12.2.2")
def test_every_card_changes_battles_as_its_sheet_says() -> None:
    assert differences(battles(), SHEET) == []


if __name__ == "__main__":
    write(battles(), SHEET, "Card and battle: what is otherwise than without it")
