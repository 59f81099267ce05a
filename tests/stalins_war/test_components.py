"""The components of Stalin's War: what the rule book and players say of them, and that the checks catch mistakes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from rasputitsa.board.maps import hex_map
from rasputitsa.titles.stalins_war import board_checks, component_checks, components, effect_kinds, table_checks
from rasputitsa.titles.stalins_war.component_types import CardFile, FireTable, FromSetup, Source, Step, UnitFile
from rasputitsa.titles.stalins_war.components import BOARD, CARD, CARDS, TABLES, TURNS, UNIT, UNITS, DataError
from rasputitsa.titles.stalins_war.effect_kinds import Exchange, Place, Shift

CHAPTER_25 = """
soviet: Southwest Front 1724, 16M Corps 1625, 28R Corps 1722, 8M Corps 1624, 6M Corps 1821, 15M Corps 1824
soviet: 18M Corps 1827, 12M Corps 1918, 3M Corps 1920, 13R Army 2022, 21R Army 2123, Leningrad Front 2517
soviet: Trans-Caucasus Front 2532, 7M Corps 2722, Stalin 2722, West Front 1721, 4M Corps 1723, South Front 1726
soviet: 5R Corps 1823, 5M Corps 1826, Maritime Army 1829, Northwest Front 2118, 22M Corps 1924, Central Front 2123
soviet: 22R Army 2320, 10M Corps 2517, Reserve Front 2722, 20R Army 2722
german: 49 Mtn Corps 1424, 17th Army 1523, 46 Pz Corps 1622, 47 Pz Corps 1622, 6th Army 1623, 3Pz Corps 1623
german: 9th Army 1720, 57 Pz Corps 1720, 16th Army 1820, 41 Pz Corps 1820, 11th Army 1527, 4th Army 1621
german: 24 Pz Corps 1622, 43 Corps 1622, 48 Pz Corps 1623, 14 Pz Corps 1623, 39 Pz Corps 1720, 18th Army 1819
german: 56 Pz Corps 1820
hungarian: 3rd Army 1025
romanian: 3rd Army 1627, 4th Army 1629
"""


def listed() -> set[tuple[str, str, str]]:
    """Chapter 25 as nation, name and hex."""
    found = set()
    for line in CHAPTER_25.strip().splitlines():
        nation, _, units = line.partition(": ")
        found |= {(nation, *unit.rsplit(" ", 1)) for unit in units.split(", ")}
    return found


def changed(thing, **values):
    return msgspec.structs.replace(thing, **values)


def values(unit: str) -> list[tuple[int, int, int, bool]]:
    return [(step.attack, step.defense, step.move, step.rebuild) for step in UNIT[unit].steps]


# --- the whole ---


def test_the_components_have_no_problem():
    assert component_checks.problems() == []


def test_a_file_that_does_not_fit_is_refused_with_its_name_and_the_place():
    with pytest.raises(DataError, match=r"units\.toml: .*(colour.*unit\[0\]|unit\[0\].*colour)"):
        components.decode("units.toml", '[[unit]]\ncolour = "grey"\n', UnitFile)
    with pytest.raises(DataError, match=r"units\.toml: .*line 2"):
        components.decode("units.toml", "[[unit]]\nid =\n", UnitFile)


def test_a_misspelt_effect_is_refused():
    text = '[[card]]\nid = "axis-01"\nside = "axis"\nnumber = 1\nname = "n"\ndeck = "blitz"\nops = 3\nrp = { GE = 1 }\n'
    text += 'timing = ["round"]\ntext = "t"\nrules = []\nsrc = { ours = ["*"] }\n'
    with pytest.raises(DataError, match="shfit"):
        components.decode("cards_axis.toml", text + 'effects = [{ kind = "shfit", columns = 1 }]\n', CardFile)
    with pytest.raises(DataError, match="german-armies"):
        bad = 'effects = [{ kind = "naval-evacuation", group = "german-armies" }]\n'
        components.decode("cards_axis.toml", text + bad, CardFile)


def test_every_kind_of_effect_is_on_a_card():
    used = {type(effect) for card in CARDS for effect in card.effects}
    assert used == set(get_args(effect_kinds.Effect))


def test_every_kind_of_effect_is_explained():
    doc = (Path(__file__).parents[2] / "docs" / "stalins-war-components.md").read_text(encoding="utf-8")
    tags = [kind.__struct_config__.tag for kind in get_args(effect_kinds.Effect)]
    assert [tag for tag in tags if f"| `{tag}` |" not in doc] == []


def test_the_nearest_provenance_counts():
    source = Source(rule=("steps",), deduced=("steps.0.move",), ours=("*",))
    assert [source.of(path) for path in ("steps.0.move", "steps.1.move", "type")] == ["deduced", "rule", "ours"]


def test_a_value_without_provenance_is_reported(monkeypatch: pytest.MonkeyPatch):
    bare = changed(UNIT["ge-6-army"], src=Source(rule=("steps",), ours=("wings",)))
    monkeypatch.setattr(component_checks, "sourced", lambda: iter([("unit ge-6-army", bare)]))
    found = list(component_checks.provenance())
    assert "unit ge-6-army: no provenance for zoc" in found
    assert "unit ge-6-army: provenance of 'wings', which it does not have" in found
    assert not any("steps" in problem for problem in found)


# --- units ---


def test_there_are_186_units_on_194_counters():
    assert (len(UNITS), sum(unit.counters for unit in UNITS)) == (186, 194)
    assert Counter(unit.side for unit in UNITS) == {"axis": 71, "soviet": 115}
    assert [unit.side for unit in UNITS] == sorted(unit.side for unit in UNITS)


def test_units_have_the_values_the_rule_book_gives():
    assert values("ge-6-army") == [(5, 5, 3, False), (4, 4, 3, True), (3, 3, 3, True), (2, 2, 3, True)]
    assert values("su-southwest-front")[0][:3] == (5, 5, 3)
    assert values("su-southwest-front-weak")[0][0] < 5
    assert {step.move for unit in UNITS if "shock" in unit.tags for step in unit.steps} == {2}
    assert {step.move for unit in UNITS if "panzer" in unit.tags for step in unit.steps} == {5}
    early = [unit for unit in UNITS if "mech" in unit.tags and isinstance(unit.entry, FromSetup)]
    assert len(early) == 12 and not any(step.rebuild for unit in early for step in unit.steps)


def test_half_points_rebuild_small_units_and_whole_ones_large():
    assert UNIT["ge-9-army"].replacement.halves == 2
    assert (UNIT["ge-39-pz"].replacement.points, UNIT["ge-39-pz"].replacement.halves) == ("PZ", 1)
    assert UNIT["su-stalin"].replacement is None


def test_there_are_twelve_partisans_of_several_strengths():
    partisans = [unit for unit in UNITS if "partisan" in unit.tags]
    assert len(partisans) == 12
    assert len({values(unit.id)[0] for unit in partisans}) > 1


UNIT_FAULTS = {
    "does not follow 8.1": {"zoc": False},
    "does not follow 12.1.1": {"exploits": False},
    "stronger than the one before": {"steps": (Step(2, 2, 5), Step(3, 3, 5))},
    "2 steps on 2 counters": {"counters": 2},
    "only there": {"replacement": None},
    "instead of PZ": {"replacement": changed(UNIT["ge-39-pz"].replacement, points="GE")},
    "14.1.3": {"replacement": changed(UNIT["ge-39-pz"].replacement, halves=2)},
}


@pytest.mark.parametrize("problem", UNIT_FAULTS)
def test_a_fault_in_a_unit_is_reported(problem: str):
    found = list(component_checks.one_unit(changed(UNIT["ge-39-pz"], **UNIT_FAULTS[problem])))
    assert any(problem in line for line in found), found


def test_a_lost_counter_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(components, "UNITS", UNITS[1:])
    assert "86 large counters instead of 88" in list(component_checks.counters())


# --- cards ---


def test_each_side_has_55_cards_25_of_them_in_the_blitz_deck():
    decks = Counter((card.side, card.deck) for card in CARDS)
    assert decks == {(side, deck): n for side in ("axis", "soviet") for deck, n in (("blitz", 25), ("total-war", 30))}


def test_enough_blitz_cards_leave_the_game_to_begin_total_war():
    for side in ("axis", "soviet"):
        assert sum(card.removed for card in CARDS if card.side == side and card.deck == "blitz") == 20


def test_cards_have_the_values_players_report():
    assert [CARD[name].ops for name in ("axis-16", "axis-19", "soviet-11")] == [4, 4, 4]
    assert CARD["soviet-11"].rp.SU == 4
    assert CARD["axis-19"].turns == (1, 2)


def test_cards_bring_the_units_the_rule_book_names():
    assert set(CARD["soviet-04"].units) == {
        "su-north-caucasus-front",
        "su-voronezh-front",
        "su-62r-army",
        "su-64r-army",
    }
    assert {"su-1gc-corps", "su-2gc-corps", "su-3gc-corps"} <= set(CARD["soviet-03"].units)
    assert len(CARD["axis-26"].units) == 3
    assert any(UNIT[unit].name.startswith("ABT.") for unit in CARD["axis-26"].units)


def test_units_of_an_exchange_are_enough_and_have_partners():
    new = Counter(e.old for card in CARDS for e in card.effects if isinstance(e, Exchange) for _ in e.new)
    assert new == {"blitz-front": 10, "rifle-army": 8, "tank-army": 6}
    assert sum("rifle-army" in unit.tags for unit in UNITS) > 8
    assert sum("blitz-front" in unit.tags for unit in UNITS) > 10
    assert sum("tank" in unit.tags and "guard" not in unit.tags for unit in UNITS) == 6


def test_underlined_events_are_the_prerequisites():
    names = {CARD[card].name for card in components.UNDERLINED}
    assert names >= {"Hitler Takes Command", "Hedgehogs", "Sorge", "Lend-Lease", "Partisan Formation"}
    assert CARD["soviet-12"].requires == ("soviet-07",)


CARD_FAULTS = {
    "5 OPS": {"ops": 5},
    "turns 19 to 20": {"turns": (19, 20)},
    "only there": {"when": None},
    "once_per_turn disagree": {"once_per_turn": True},
    "'axis-99', which its side does not have": {"requires": ("axis-99",)},
    "which comes later": {"requires": ("axis-34",)},
    "no unit 'ge-99-army'": {"effects": (Place("reinforcement", ("ge-99-army",)),)},
    "shifts by no column": {"effects": (Shift("axis", 0, "combat", effect_kinds.When()),)},
    "replacement points of ['SU']": {"rp": effect_kinds.Points(SU=2)},
    "its id does not follow": {"number": 3},
}


@pytest.mark.parametrize("problem", CARD_FAULTS)
def test_a_fault_in_a_card_is_reported(problem: str):
    found = list(component_checks.one_card(changed(CARD["axis-10"], **CARD_FAULTS[problem])))
    assert any(problem in line for line in found), found


def test_a_unit_that_no_card_brings_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(components, "CARDS", tuple(card for card in CARDS if card.id != "soviet-05"))
    assert "unit su-51r-army is brought by 0 cards" in list(component_checks.arrivals())


# --- tables ---


def test_a_table_with_a_gap_or_a_fall_is_reported():
    table = TABLES.scu
    gap = changed(table, columns=(*table.columns[:-1], "13+"))
    assert list(table_checks.one_table(gap)) == ["a gap between the columns 9-11 and 13+"]
    upside_down = changed(table, rows=tuple(reversed(table.rows)))
    assert "a column falls with the die" in list(table_checks.one_table(upside_down))
    assert list(table_checks.one_table(FireTable(("1", "2+"), (), Source()))) == ["not 6 by 2"]


def test_a_changed_fire_table_shows_in_the_cases(monkeypatch: pytest.MonkeyPatch):
    case = next(case for case in components.CASES if case.name == "army + 2 panzer v front, clear")
    assert list(table_checks.one_case(case)) == []
    weak = [changed(terrain, shift=-1) if terrain.name == "clear" else terrain for terrain in TABLES.terrain]
    monkeypatch.setattr(components, "TERRAIN", {terrain.name: terrain for terrain in weak})
    assert "fires on lcu 9-10 instead of lcu 11-12" in list(table_checks.one_case(case))
    monkeypatch.undo()
    costly = changed(case, attacker_loses=1.5)
    assert list(table_checks.one_case(costly)) == ["the attacker loses 1.5 steps of 0.83"]


def test_a_chart_that_contradicts_the_rules_is_reported(monkeypatch: pytest.MonkeyPatch):
    wrong = {**components.TERRAIN, "forest": changed(components.TERRAIN["forest"], blitz=True, shift=1)}
    monkeypatch.setattr(components, "TERRAIN", wrong)
    found = list(table_checks.chart())
    assert found == ["forest: blitz is not as the rules have it", "forest shifts the attacker to the right"]


# --- board, turns, set-up ---


def test_the_axis_starts_with_seven_stars_of_23():
    board = hex_map(components.PACKAGE)
    assert [(board.vp & board.sides[side]).bit_count() for side in ("axis", "soviet")] == [7, 16]


def test_guryev_is_no_port_and_pskov_is_russian():
    board = hex_map(components.PACKAGE)
    assert board.sites[board.named["Guryev"]].port is None
    assert board.regions["soviet_union"] >> board.named["Pskov"] & 1


def test_history_reaches_17_points_and_ends_with_none():
    assert max(row.level for row in BOARD.level) == 17
    assert (BOARD.level[-1].turn, BOARD.level[-1].level) == (17, 0)


BOARD_FAULTS = {
    "no playable hex '9999'": {"volga_ban": changed(BOARD.volga_ban, lifted_by=("9999",))},
    "7 Axis VP hexes, and the level starts at 8": {"victory": changed(BOARD.victory, start_level=8)},
    "history of turn 1: level 9": {"level": (changed(BOARD.level[0], level=9), *BOARD.level[1:])},
    "german entry hexes: 1020": {"entry": (changed(BOARD.entry[0], hexes=BOARD.entry[0].hexes[1:]),)},
    "no zone 'ural'": {"ban": (changed(BOARD.ban[2], zone="ural"),)},
}


@pytest.mark.parametrize("problem", BOARD_FAULTS)
def test_a_fault_in_the_board_is_reported(problem: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(components, "BOARD", changed(BOARD, **BOARD_FAULTS[problem]))
    found = list(board_checks.problems())
    assert any(problem in line for line in found), found


def test_a_turn_that_contradicts_the_rules_is_reported():
    muddy = changed(TURNS[6], rasputitsa_rounds=(1,), checks=("axis-holds",))
    assert list(component_checks.one_turn(muddy)) == [
        "rasputitsa_rounds is (1,) instead of ()",
        "the Axis holds out at the end of the last turn, and only there (5.1.4)",
    ]


def test_the_set_up_is_exactly_chapter_25():
    setup = components.SCENARIOS["campaign"].setup
    found = {(UNIT[unit].nation, UNIT[unit].name, hex_) for hex_, units in setup.items() for unit in units}
    assert found == listed()
    assert sum(len(units) for units in setup.values()) == 50


def test_the_tournament_has_the_same_set_up_and_ends_after_turn_8():
    campaign, tournament = components.SCENARIOS["campaign"], components.SCENARIOS["tournament"]
    assert tournament.setup == campaign.setup
    assert (campaign.last_turn, tournament.last_turn) == (18, 8)


SETUP_FAULTS = {
    "no unit 'ge-99-army'": {"1621": ("ge-4-army", "ge-99-army")},
    "ge-6-army is in 2 places": {"1621": ("ge-4-army", "ge-6-army")},
    "1621: overstacked": {"1621": ("ge-4-army", "ge-9-army")},
    "2722: on the other side of the frontier": {"2722": ("ge-4-army",)},
    "1621: units of both sides": {"1621": ("ge-4-army", "su-stalin")},
    "1010: nobody can stand there": {"1010": ("ge-4-army",)},
    "ge-4-army should be on the map": {"1621": ()},
    "su-1s-army is no unit of the first turn": {"2722": ("su-1s-army",)},
    "1627: Hungarians with Romanians": {"1627": ("ro-3-army", "hu-3-army")},
}


@pytest.mark.parametrize("problem", SETUP_FAULTS)
def test_a_fault_in_a_set_up_is_reported(problem: str):
    campaign = components.SCENARIOS["campaign"]
    found = list(board_checks.one_scenario(changed(campaign, setup={**campaign.setup, **SETUP_FAULTS[problem]})))
    assert any(problem in line for line in found), found
