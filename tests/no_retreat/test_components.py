"""The components of No Retreat!: what rule books and players say of them, and that the checks catch mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from rasputitsa.board.maps import hex_map
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import TITLE, component_checks, components, effect_types, rulebook, setup_checks
from rasputitsa.titles.no_retreat.component_types import Event, Face, Source, Timing, UnitFile
from rasputitsa.titles.no_retreat.scenario_types import Boxes, Control, Scenario

UNITS = components.unit_index()
DOC = (Path(__file__).parents[2] / "docs" / "no-retreat-components.md").read_text(encoding="utf-8")


def strength(*names: str) -> int:
    """The sum of these units; `18th-army:reduced` on that side, else on their full one."""
    faces = (entry.partition(":") for entry in names)
    return sum(UNITS[name].face("reduced" if face == "reduced" else "full").strength for name, _, face in faces)


def values(face: Face | None) -> tuple[int, int]:
    assert face is not None
    return face.strength, face.move


def effect_tags() -> list[str]:
    return [msgspec.inspect.type_info(kind).tag for kind in get_args(effect_types.Effect)]  # type: ignore[attr-defined]


# --- the whole ---


def test_the_components_have_no_problem() -> None:
    assert component_checks.problems(TITLE) == []


def test_a_file_that_does_not_fit_is_refused_with_its_name_and_the_place() -> None:
    with pytest.raises(
        components.DataError, match=r"units\.toml: .*colour.*unit\[0\]|units\.toml: .*unit\[0\].*colour"
    ):
        components.decode("units.toml", '[[unit]]\ncolour = "grey"\n', UnitFile)
    with pytest.raises(components.DataError, match=r"units\.toml: .*line 2"):
        components.decode("units.toml", "[[unit]]\nid =\n", UnitFile)


def test_the_nearest_provenance_counts() -> None:
    source = Source(rule=("full",), deduced=("full.move",), ours=("*",))
    assert [source.of(path) for path in ("full.move", "full.strength", "arrival")] == ["deduced", "rule", "ours"]


def test_a_value_without_provenance_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = msgspec.structs.replace(UNITS["6th-army"], src=Source(rule=("full",), ours=("wings",)))
    monkeypatch.setattr(component_checks, "sourced", lambda: iter([("unit 6th-army", bare)]))
    found = list(component_checks.provenance())
    assert "unit 6th-army: no provenance for arrival" in found
    assert "unit 6th-army: provenance of 'wings', which it does not have" in found
    assert not any("full" in problem for problem in found)


# --- counters ---


def test_the_counters_give_the_sums_of_the_rule_books_examples() -> None:
    assert values(UNITS["6th-army"].full) == (4, 4)
    assert strength("6th-army:reduced") == 3
    assert strength("kursk", "steppe") == 12  # 3rd Tank and 2nd Ukrainian against Stalingrad
    assert strength("16th-army", "9th-army", "4th-panzer", "18th-army:reduced") == 15
    assert strength("kalinin:reduced") == 4
    assert strength("central:reduced") == 5
    assert strength("bryansk:reduced") == strength("south:reduced") == 3


def test_the_counters_give_the_sums_players_report() -> None:
    assert strength("1st-panzer", "17th-army") == 11
    assert strength("4th-panzer", "16th-army", "18th-army") == 11
    assert (strength("2nd-panzer", "3rd-panzer"), strength("2nd-panzer", "3rd-panzer:reduced")) == (13, 12)
    assert strength("ss-panzer", "luftwaffe") == 8
    assert strength("4th-army:reduced", "9th-army:reduced") == 6


def test_there_are_two_shock_units_and_only_their_red_sides_are() -> None:
    assert [unit.id for unit in components.units() if unit.full.shock] == ["southwest", "voronezh"]
    assert not any(unit.reduced and unit.reduced.shock for unit in components.units())
    assert (UNITS["southwest"].full.name, values(UNITS["southwest"].full)) == ("1st Byelorussian", (8, 2))


def test_strengths_in_parentheses_belong_to_units_that_cannot_move_or_attack() -> None:
    faces = [face for unit in components.units() for face in (unit.full, unit.reduced) if face]
    assert all(face.move == 0 and face.white for face in faces if face.paren)
    assert all(face.paren for face in faces if face.type == "fort")


def test_allies_have_one_step_except_finland_and_come_back_for_free() -> None:
    allies = [unit for unit in components.units() if unit.side == "axis" and unit.kind == "ally"]
    assert [unit.id for unit in allies if unit.reduced] == ["finnish"]
    assert all(unit.eliminated == "returns" for unit in allies if unit.id != "finnish")


def test_regionals_have_a_fort_side_and_a_city_and_german_forts_are_lost_for_good() -> None:
    regionals = [unit for unit in components.units() if unit.kind == "regional"]
    assert {unit.namesake for unit in regionals} == {"2417", "1718", "512"}
    assert all(unit.full.type == "fort" and unit.reduced and unit.reduced.move for unit in regionals)
    forts = [unit for unit in components.units() if unit.kind == "fortress"]
    assert len(forts) >= 2
    assert all(unit.eliminated == "removed" and "first-loss" in unit.traits for unit in forts)


def test_cadres_are_one_sided_white_and_return() -> None:
    cadres = [unit for unit in components.units() if unit.kind == "cadre"]
    assert {unit.side for unit in cadres} == {"axis", "soviet"}
    assert all(u.full.white and u.reduced is None and u.eliminated == "returns" for u in cadres)


def test_the_luftwaffe_unit_returns_after_three_turns() -> None:
    assert UNITS["luftwaffe"].returns == 3


def test_optional_units_are_those_of_chapter_15() -> None:
    optional = {
        unit.id: (unit.option, unit.option_turn, values(unit.full)) for unit in components.units() if unit.option
    }
    assert optional == {
        "abteilung-hollidt": ("abteilung", 8, (3, 3)),
        "abteilung-fretter-pico": ("abteilung", 8, (3, 3)),
        "abteilung-kempf": ("abteilung", 8, (2, 5)),
        "1st-fortified-front": ("fortified_front", 5, (3, 2)),
        "2nd-fortified-front": ("fortified_front", 5, (3, 2)),
        "rezervy": ("rezervy", 5, (0, 3)),
        "paratroop": ("paratroops", 4, (0, 0)),
    }


def test_units_that_leave_the_war_leave_on_their_turn() -> None:
    leaving = {e.removes: e.first for e in components.turn_effects().values() if e.removes}
    assert leaving == {"8th-italian": 15, "2nd-panzer": 16, "ss-panzer": 18, "berlin-garrison": 28}


def test_a_counter_that_contradicts_itself_is_reported() -> None:
    odd = msgspec.structs.replace(
        UNITS["leningrad"],
        full=Face("fort", 2, 3, paren=True),
        arrival="someday",
        namesake="9999",
        returns=2,
    )
    found = " | ".join(component_checks.one_unit(odd))
    for part in ("'9999'", "'someday'", "does not move", "`returns`", "stronger"):
        assert part in found


# --- turn track ---


def test_on_turn_5_the_axis_has_no_support_and_the_soviets_three() -> None:
    assert (components.turns()[5].blitz, components.turns()[5].shock) == (0, 3)


def test_sudden_death_numbers_are_those_of_the_vp_track() -> None:
    track = components.turns()
    assert track[6].sudden_death.axis == 23
    assert (track[12].sudden_death.axis, track[12].sudden_death.soviet) == (27, 16)
    assert all(turn.sudden_death.soviet is None for turn in track.values() if turn.turn < 12)
    assert all(turn.sudden_death.axis is None for turn in track.values() if turn.turn > 12)


def test_weather_varies_in_spring_and_autumn_only() -> None:
    markers = {turn.date.rsplit(" ", 1)[0]: turn.reverse for turn in components.turns().values() if turn.reverse}
    assert markers == {"March/April": "snow", "September/October": "clear", "November/December": "mud"}
    assert [components.turns()[n].weather for n in (3, 4, 6)] == ["mud", "snow", "mud"]


def test_the_effects_of_the_track_last_as_long_as_the_rules_say() -> None:
    last = {name: (effect.first, effect.last) for name, effect in components.turn_effects().items()}
    assert last["limited-rail"] == (1, 2)
    assert last["no-axis-replacements"] == (1, 4)
    assert last["axis-improvements"] == (5, 23)
    assert last["experience"] == (13, 17)
    assert last["axis-extra-card"] == (8, 9)
    assert last["three-targets"] == (20, 25)
    assert components.in_effect("robust", 17)
    assert not components.in_effect("robust", 16)


# --- tables ---


@rule("B.7", book="no-retreat-digital")
def test_the_combat_tables_are_the_printed_ones() -> None:
    combat = components.tables().combat
    assert [" ".join(row) for row in combat.axis] == [
        "CA CA CA NE NE CB EX DR DR",
        "CA CA NE NE CB EX DR DR DS",
        "CA NE CB CB EX DR DR DS DS",
        "NE CB EX EX DR DR DS DS DD",
        "CB DR DR DR DR DS DS DD DD",
        "DR DR DR DR DS DD DD DD DD",
    ]
    assert [" ".join(row) for row in combat.soviet] == [
        "CA CA CA CA NE CB EX EX EX",
        "CA CA CA NE CB EX EX EX DR",
        "CA CA NE CB EX EX DR DR DR",
        "CA NE CB EX EX DR DR DR DS",
        "NE CB EX EX DR DR DS DS DD",
        "CB DR DR DR DR DS DS DD DD",
    ]


@rule("M.8", book="no-retreat-digital")
def test_the_terrain_chart_is_the_printed_one() -> None:
    chart = {t.name: (t.armor, t.other, t.shift, t.stops, t.armor_bonus) for t in components.tables().terrain}
    assert chart == {
        "clear": (1, 1, 0, False, True),
        "forest": (2, 1, 1, True, False),
        "swamp": (4, 2, 1, True, False),
        "mountain": (3, 2, 2, True, False),
        "city": (1, 1, 1, False, False),
        "oil": (1, 1, 0, False, True),
        "area": (3, 2, 0, True, False),
    }
    features = {f.name: (f.shift, f.stops, f.armor, f.other) for f in components.tables().feature}
    assert features["crossing"] == (2, True, 3, 2)
    assert features["river"][:2] == (1, False)


# --- cards ---


@rule("14.14.1")
def test_the_board_deck_has_41_cards_and_13_for_1945_and_the_weather_is_in_32_to_35() -> None:
    cards = components.board_cards()
    assert [card.number for card in cards] == list(range(1, 56))
    assert [card.number for card in cards if card.joins_1945] == list(range(42, 55))
    assert [card.number for card in cards if card.event] == [32, 33, 34, 35]
    assert [card.number for card in cards if card.joker] == [55]
    assert all(not card.leaves_1945 for card in cards if card.joins_1945 or card.joker)


@rule("C.1", book="no-retreat-digital")
def test_each_digital_deck_has_45_cards_of_which_15_leave_and_10_come_in_1945() -> None:
    for side in ("axis", "soviet"):
        deck = components.digital_cards(msgspec.convert(side, effect_types.Side))
        assert sum(not card.joins_1945 for card in deck) == 45
        assert (sum(card.leaves_1945 for card in deck), sum(card.joins_1945 for card in deck)) == (15, 10)
        assert all(1 <= len(card.offers) <= 2 for card in deck)


def test_the_digital_decks_hold_no_weather() -> None:
    offered = {name for side in ("axis", "soviet") for card in components.digital_cards(side) for name in card.offers}
    assert all(components.events()[name].side != "none" for name in offered)


@pytest.mark.parametrize(
    ("axis", "soviet"),
    [
        ("erich-von-manstein", "stavka"),
        ("river-crossing", "ivan-konev"),
        ("hedgehogs", "new-conscripts"),
        ("operational-reserves", "not-a-step-back"),
    ],
)
def test_pairs_known_to_share_a_card_share_it(axis: str, soviet: str) -> None:
    assert any((card.axis, card.soviet) == (axis, soviet) for card in components.board_cards())


def test_cards_7_and_41_place_the_scorched_earth_and_the_defensive_works_markers() -> None:
    def kinds(number: int) -> set[type]:
        card = components.board_cards()[number - 1]
        names = (*card.events("axis"), *card.events("soviet"))
        return {type(effect) for name in names for effect in components.events()[name].effects}

    assert kinds(7) == {effect_types.Scorch}
    assert kinds(41) == {effect_types.Works}


def test_only_the_weather_and_the_great_patriotic_war_happen_on_being_drawn() -> None:
    drawn = {event.id for event in components.events().values() if event.timing == ("draw",)}
    assert drawn == {"general-winter", "general-mud", "fickle-weather", "unseasonal-weather", "great-patriotic-war"}
    assert drawn == {event.id for event in components.events().values() if event.mandatory}


def test_every_kind_of_effect_is_on_some_card_and_explained() -> None:
    used = {type(effect) for event in components.events().values() for effect in event.effects}
    assert used == set(get_args(effect_types.Effect))
    assert [tag for tag in effect_tags() if f"| `{tag}` |" not in DOC] == []


def test_every_moment_of_play_is_used_and_explained() -> None:
    used = {moment for event in components.events().values() for moment in event.timing}
    assert used == set(get_args(Timing))
    moments = DOC.split("## Moments of play")[1].split("## Effects")[0]
    assert [moment for moment in get_args(Timing) if f"`{moment}`" not in moments] == []


def test_events_that_differ_only_in_name_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    snafu = components.events()["soviet-snafu"]
    copy = msgspec.structs.replace(snafu, id="mix-up", name="Mix-up")
    monkeypatch.setattr(components, "events", lambda: {"soviet-snafu": snafu, "mix-up": copy})
    assert list(component_checks.twins()) == ["events soviet-snafu and mix-up differ only in name"]


@pytest.mark.parametrize("event", components.events().values(), ids=lambda event: event.id)
def test_an_event_text_is_one_to_three_sentences(event: Event) -> None:
    assert event.text.endswith(".")
    assert 1 <= event.text.replace("Blitz!", "").replace("Shock!", "").count(". ") + 1 <= 3
    assert "  " not in event.text


# --- scenarios ---


def changed(name: str, **changes: object) -> Scenario:
    """A scenario with something broken."""
    return msgspec.structs.replace(components.scenario(name), **changes)


def problems(scenario: Scenario) -> Iterator[str]:
    return setup_checks.one_scenario(TITLE, scenario)


def test_there_are_the_eight_scenarios_of_the_booklet() -> None:
    assert [scenario.letter for scenario in components.scenarios()] == list("AABCDEFG")
    spans = {s.id: (s.first_turn, s.first_side, s.last_turn) for s in components.scenarios()}
    assert spans["barbarossa"] == (1, "axis", 5)
    assert spans["campaign"] == (1, "axis", 28)
    assert spans["fall-blau"] == (7, "axis", 10)
    assert spans["saturn"] == (10, "soviet", 13)


def test_barbarossa_gives_the_axis_six_cards_of_which_it_keeps_four_and_three_phases_less() -> None:
    scenario = components.scenario("barbarossa")
    assert (scenario.hands.axis.draw, scenario.hands.axis.discard) == (6, 2)
    assert scenario.skip == ("card", "supply", "organization")


def test_in_barbarossa_every_army_group_can_reach_the_front_before_it() -> None:
    topology = hex_map(components.PACKAGE).topology
    at = {unit.unit: topology.index[unit.place] for unit in components.placed(components.scenario("barbarossa"))}
    for attackers, front in (
        (("4th-panzer", "16th-army", "18th-army"), "northwest"),
        (("2nd-panzer", "3rd-panzer", "4th-army", "9th-army"), "west"),
        (("1st-panzer", "6th-army", "17th-army"), "southwest"),
        (("11th-army", "3rd-rumanian", "4th-rumanian"), "south"),
    ):
        for name in attackers:
            away = topology.distance(at[name], at[front])
            reach = 0 if name in components.scenario("barbarossa").frozen else UNITS[name].full.move
            assert away is not None
            assert away - 1 <= reach, f"{name} is {away} hexes from {front}"


def test_from_the_start_line_of_army_group_centre_it_is_a_thousand_kilometres_to_moscow() -> None:
    map_ = hex_map(components.PACKAGE)
    start = components.scenario("barbarossa").setup
    line = (map_.topology.index[place] for place, units in start.items() if "4th-army" in units)
    assert [map_.topology.distance(place, map_.named["Moscow"]) for place in line] == [10]


@pytest.mark.parametrize(("name", "points"), [("fall-blau", 21), ("saturn", 23)])
def test_axis_victory_points_at_the_start(name: str, points: int) -> None:
    scenario = components.scenario(name)
    held = setup_checks.position(TITLE, scenario).axis_held.bit_count()
    assert held + scenario.event_vp == points


def test_the_campaign_borrows_the_set_up_of_barbarossa() -> None:
    assert components.scenario("campaign").setup == components.scenario("barbarossa").setup


def test_a_unit_in_two_places_is_reported() -> None:
    found = list(problems(changed("fall-blau", boxes=Boxes(cadre=("kampfgruppe-1", "ostatky"), destroyed=("west",)))))
    assert found == ["west is in 2 places"]


def test_a_unit_that_should_be_there_is_missed() -> None:
    assert "ostatky should have arrived and is nowhere" in problems(changed("fall-blau", boxes=Boxes()))


def test_two_soviet_units_in_a_hex_are_too_many_in_1941_and_fine_with_a_tank_army_in_1943() -> None:
    start = components.scenario("barbarossa").setup
    crowded = {**start, "1718": ("moscow", "reserve"), "1715": ()}
    assert "1718 is overstacked" in problems(changed("barbarossa", setup=crowded))
    assert not any("overstacked" in problem for problem in problems(components.scenario("citadel")))


def test_a_unit_too_far_from_a_city_is_out_of_supply() -> None:
    start = components.scenario("barbarossa").setup
    forward = {**start, "1508": ("southwest",), "1409": ()}
    assert "southwest in 1508 is out of supply" in problems(changed("barbarossa", setup=forward))


def test_a_place_that_is_not_on_the_map_is_reported() -> None:
    start = components.scenario("barbarossa").setup
    assert list(problems(changed("barbarossa", setup={**start, "9999": ()}))) == ["no place '9999'"]


def test_control_is_given_only_of_cities_across_the_border() -> None:
    found = list(problems(changed("barbarossa", control=Control(axis=("2204",)))))
    assert found == ["control: 2204 is no VP hex the axis side could have taken"]


def test_every_rule_of_both_rule_books_is_told_in_our_own_words():
    from rasputitsa.ledger.books import books

    wanted = {
        number
        for book in ("no-retreat-board", "no-retreat-digital")
        for number, line in books()[book].lines.items()
        if line.kind == "rule"
    }
    assert wanted - set(rulebook.rules()) == set()
    assert all(title and text.endswith(".") for title, text in rulebook.rules().values())
