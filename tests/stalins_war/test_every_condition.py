"""What cards ask for, tried one condition after the other: the attacked hex, panzer corps, supply, zones, Festungs."""

from __future__ import annotations

import pytest

from rasputitsa.board.topology import bits
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.stalins_war import TITLE, surrender
from rasputitsa.titles.stalins_war.combat import card_window, exploitation, procedure, reserves
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.events import picks
from rasputitsa.titles.stalins_war.mapboard import NEXT
from rasputitsa.titles.stalins_war.roster import HUNGARIAN, ROMANIAN
from rasputitsa.titles.stalins_war.state import (
    ASIDE,
    AXIS,
    DRAW,
    EVENT,
    FULL,
    HAND,
    LATER,
    OPS,
    OUT,
    SIDES,
    SOVIET,
    Position,
)

from .combat import change, clash, shifts, used
from .combat import event as in_force
from .events import event, held, play
from .situation import act, card, hexes, place, situation, unit

# -- the attacked hex -----------------------------------------------------------------------------------------------

GROUND = {
    "clear": "2326",
    "forest": "2323",
    "rough": "2520",
    "swamp": "2420",
    "town": "2123",
    "city": "2322",
    "Leningrad": "2517",
    "Konigsberg": "1719",
    "trench": "2326",
}
ATTACKED = {
    "axis-13": "Leningrad",
    "axis-15": "clear city Leningrad Konigsberg town trench",
    "axis-36": "clear city Leningrad Konigsberg town trench",
    "axis-37": "forest town city Leningrad Konigsberg trench",
    "axis-39": "trench",
    "soviet-14": "city Leningrad Konigsberg",
    "soviet-47": "forest rough swamp",
    "soviet-50": "clear city Leningrad Konigsberg town trench",
}
"""Where a card may be used, whoever is there; all those places that are no woods lie in clear terrain."""
FORCES = {
    "axis": {"9th Army": "", "46 Pz Corps": "", "48 Pz Corps": ""},
    "soviet": {"West Front": "", "1T Army": "", "13R Army": ""},
}


def force(side: str, attacks: bool, at: str, name: str) -> dict[str, str]:
    """An army with mobile corps, in the hex or beside it; soviet-14 asks of defenders that no front be there."""
    units = [u for u in FORCES[side] if name != "soviet-14" or u != "West Front"]
    near = next(p for p in sorted(hexes(NEXT[place(at)])) if p)
    return dict.fromkeys(units, near if attacks else at)


@rule("7.5.5a", "11.2.1.2")
@pytest.mark.parametrize("name", ATTACKED)
def test_a_card_is_used_in_the_hexes_it_names(name: str) -> None:
    printed = CARDS[card(name)]
    found = []
    for ground, at in GROUND.items():
        attacks = "attack" in printed.timing
        side = printed.side if attacks else "soviet" if printed.side == "axis" else "axis"
        s = clash(
            at,
            force("axis", side == "axis", at, name),
            force("soviet", side == "soviet", at, name),
            side,
            turn=min(printed.turns[1], 14),
        )
        s.trenches = [1 << s.target, 1 << s.target] if ground == "trench" else [0, 0]
        for number in bits(s.attackers | s.defenders):
            s.set_supply(number, FULL)
        s.card[card(name)] = HAND
        s.memo.clear()
        if card_window.why_not_use(s, SIDES.index(printed.side), card(name)) is None:
            found.append(ground)
    assert sorted(found) == sorted(ATTACKED[name].split())


# -- units and where they stand -------------------------------------------------------------------------------------


@rule("7.5.5a")
def test_the_backhand_blow_helps_attacks_with_panzer_corps_on_units_that_advanced() -> None:
    for name, advanced, columns in (("46 Pz Corps", True, 2), ("46 Pz Corps", False, 0), ("9th Army", True, 0)):
        s = clash("2326", {name: "2226"}, {"1G Army": "2326"}, turn=9)
        s.advanced_before = s.defenders if advanced else 0
        in_force(s, "axis-33")
        assert shifts(s, "axis").get("Backhand Blow", 0) == columns


@rule("7.5.1a")
def test_a_refit_is_for_panzer_corps_in_full_supply_outside_enemy_zones() -> None:
    panzers = {"46 Pz Corps": "2022 -1", "24 Pz Corps": "2326 -1", "47 Pz Corps": "2123 -1", "48 Pz Corps": "2222 -1"}
    s = held("axis-12", axis=panzers, soviet={"West Front": "2322"}, axis_holds=["Minsk", "Gomel"])
    for name in panzers:
        s.set_supply(unit(name), OUT if name == "47 Pz Corps" else FULL)
    s.set_supply(unit("West Front"), FULL)
    effect = CARDS[card("axis-12")].effects[0]
    assert {s.name(u) for u in bits(picks.reduced(s, effect))} == {"46 Pz Corps", "24 Pz Corps"}  # type: ignore[arg-type]


@rule("7.5.5b")
def test_firemen_come_in_full_supply_and_out_of_no_festung() -> None:
    axis = {
        "43 Corps": "2022",
        "46 Pz Corps": "2021",
        "24 Pz Corps": "2122",
        "47 Pz Corps": "1921",
        "48 Pz Corps": "2121",
    }
    s = clash("2022", axis, {"West Front": "2222"}, "soviet", turn=9, axis_holds=["Minsk", "Mogilev"])
    s.attackers = 1 << unit("West Front")
    s.festungs = 1 << place("2122")
    s.set_supply(unit("43 Corps"), FULL)
    in_force(change(s), "axis-40")
    assert {s.name(u) for u in bits(reserves.reserves(s))} == {"46 Pz Corps", "47 Pz Corps", "48 Pz Corps"}


@rule("10.3.2", "10.3.3")
def test_the_east_wall_is_built_in_the_west_by_armies_in_full_supply_outside_enemy_zones() -> None:
    armies = {"9th Army": "2022", "4th Army": "2326", "6th Army": "2222", "16th Army": "2121", "17th Army": "2120"}
    s = held("axis-42", axis=armies, soviet={"West Front": "2322"}, axis_holds=["Minsk"])
    for name in armies:
        s.set_supply(unit(name), OUT if name == "16th Army" else FULL)
    s.set_supply(unit("West Front"), FULL)
    s.festungs = 1 << place("2022")
    effect = CARDS[card("axis-42")].effects[0]
    assert hexes(picks.trench_hexes(change(s), effect)) == {"2022", "2120"}  # type: ignore[arg-type]


@rule("10.3.3")
def test_the_militia_digs_with_fronts_in_full_supply() -> None:
    s = held("soviet-23", soviet={"West Front": "2722", "South Front": "2326", "13R Army": "2723"})
    s.set_supply(unit("South Front"), OUT)
    effect = CARDS[card("soviet-23")].effects[1]
    assert hexes(picks.trench_hexes(s, effect)) == {"2722"}  # type: ignore[arg-type]


# -- what a card does besides ---------------------------------------------------------------------------------------


@rule("7.5.5a")
def test_heinrici_costs_the_axis_the_trench() -> None:
    s = clash("2326", {"9th Army": "2326"}, {"West Front": "2325"}, "soviet", turn=12)
    s.trenches = [1 << s.target | 1 << place("2122"), 1 << s.target]
    used(s, "axis-39")
    s.push(procedure.Procedure, 0)
    procedure.finish(s)
    assert (hexes(s.trenches[AXIS]), hexes(s.trenches[SOVIET])) == ({"2122"}, {"2326"})


@rule("7.5.1a")
def test_foreign_armies_east_looks_at_the_soviet_hand_only() -> None:
    s = held("axis-51", hand=("axis-01",), soviet_hand=("soviet-16", "soviet-19"))
    play(s, "axis-51")
    assert {CARDS[number].id for number in bits(s.seen)} == {"soviet-16", "soviet-19"}


@rule("12.2.2")
def test_the_steppe_fox_goes_farther_only_if_the_second_card_is_for_ops() -> None:
    for kind, hexes_ in ((OPS, 4), (EVENT, 3)):
        s = situation(turn=6, axis={"46 Pz Corps": "2326"}, moment="nothing")
        in_force(s, "axis-23")
        s.kind = kind
        assert exploitation.hexes(s, unit("46 Pz Corps")) == hexes_


@rule("19.3.1")
@pytest.mark.parametrize(("taken", "surrenders"), [(("1123",), False), (("1224",), False), (("1123", "1224"), True)])
def test_margarethe_asks_for_both_cities(taken: tuple[str, ...], surrenders: bool) -> None:
    s = event("axis-52", soviet=dict(zip(("1GT Army", "2GT Army"), taken, strict=False)))
    surrender.end_of_turn(s)
    assert surrender.has_surrendered(s, HUNGARIAN) == surrenders


@rule("19.3.1")
@pytest.mark.parametrize(("taken", "surrenders"), [((), False), (("Ploesti",), True), (("Bucharest",), True)])
def test_jassy_asks_for_one_city(taken: tuple[str, ...], surrenders: bool) -> None:
    s = event("soviet-41", soviet_holds=taken)
    surrender.end_of_turn(s)
    assert surrender.has_surrendered(s, ROMANIAN) == surrenders


PANZERS = {"46 Pz Corps": "1720", "24 Pz Corps": "1720", "1SS Pz Corps": "1720", "43 Corps": "1721"}


@rule("3.0.7")
def test_the_axis_chooses_who_leaves_for_other_fronts() -> None:
    for name in ("soviet-34", "soviet-35", "soviet-36", "soviet-37"):
        away = {
            "46 Pz Corps": "1720",
            "24 Pz Corps": "1720",
            "1SS Pz Corps": "1720",
            "43 Corps": "1721",
            "53 Corps": "1721",
        }
        s = event(name, axis={**away, "9th Army": "1621", "4th Army": "1622"})
        assert s.side == "axis", name
        while s.side == "axis" and s.step.name == "Sending":
            act(s, str(next(iter(s.legal()))))


@rule("3.0.7")
def test_autumn_mist_takes_two_panzer_corps() -> None:
    s = event(
        "soviet-37", axis={"46 Pz Corps": "1720", "24 Pz Corps": "1720", "1SS Pz Corps": "1720", "43 Corps": "1721"}
    )
    assert {str(action) for action in s.legal()} == {
        "46 Pz Corps leaves for other fronts",
        "24 Pz Corps leaves for other fronts",
    }


@rule("4.3.1", "4.3.3")
def test_all_blitz_cards_and_no_others_are_shuffled() -> None:
    for shuffled in (False, True):
        s = TITLE.setup(TITLE.prepare("campaign", TITLE.editions[0], {"shuffled_reinforcements": shuffled}))
        assert isinstance(s, Position)
        for number, printed in enumerate(CARDS):
            aside = not shuffled and printed.side == "soviet" and printed.number <= 6
            assert s.card[number] == (ASIDE if aside else DRAW if printed.number <= 25 else LATER), printed.id


@rule("C.2", "7.3.5")
def test_a_pair_of_hexes_costs_one_ops() -> None:
    s = situation(
        turn=6, side="soviet", ops=2, axis={"43 Corps": "2326"}, soviet={"13R Army": "2325", "21R Army": "2426"}
    )
    in_force(s, "soviet-09")
    act(s, "end movement")
    wanted = [str(action) for action in s.legal() if "2325" in str(action) and "2426" in str(action)]
    assert wanted
    act(s, wanted[0])
    assert s.ops == 1
