"""[7.0] The events of the Organization Phase (and of disorder in the enemy's ranks), one by one."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.codes import DISORGANIZED, TRACK
from rasputitsa.titles.no_retreat.combat import odds
from rasputitsa.titles.no_retreat.events.window import open_window

from .combat import asked, legal, reckoned, shifts
from .events import event, offered, play, why_not
from .situation import begin, coins, deal, do, is_full, marked, pay, place, situation, unit, where


def organization(side: str, id_: str, **how):
    """The start of a side's Organization Phase with one event in hand."""
    return situation(**{"phase": "organization", "side": side, f"{side}_hand": [id_], **how})


def spots(s, name: str) -> set[str]:
    """Where an event may bring a unit."""
    return {
        s.game.place_id(a.place) for a in s.legal() if getattr(a, "unit", -1) == unit(s, name) and hasattr(a, "place")
    }


# -- replacements -------------------------------------------------------------------------------------------------


@event("za-rodinu")
@rule("5.3.1", "7.9")
def test_za_rodinu_replaces_two_destroyed_units_for_no_cards():
    lost = {"West Front": "destroyed", "South Front": "destroyed", "Central Front": "surrendered"}
    s = organization("soviet", "za-rodinu", turn=4, soviet=lost)
    play(s, "za-rodinu")
    assert spots(s, "Central Front") == set(), "the Surrendered Units Box is not meant"
    do(s, "Za Rodinu! brings West Front to 1718", "Za Rodinu! brings South Front to 1219")
    assert (where(s, "West Front"), where(s, "South Front")) == ("1718", "1219")
    assert marked(s, "West Front", DISORGANIZED), "like any replacement"


@event("za-rodinu")
@rule("5.3.1")
def test_up_to_two_means_one_will_do():
    s = organization("soviet", "za-rodinu", turn=4, soviet={"West Front": "destroyed", "South Front": "destroyed"})
    play(s, "za-rodinu")
    do(s, "Za Rodinu! brings West Front to 1718", "enough of Za Rodinu!")
    assert where(s, "South Front") == "destroyed"


@event("new-conscripts")
@rule("5.3.1", "7.9")
def test_new_conscripts_are_ready_to_fight():
    s = organization("soviet", "new-conscripts", turn=4, soviet={"West Front": "destroyed"})
    play(s, "new-conscripts")
    do(s, "New Conscripts brings West Front to 1718")
    assert where(s, "West Front") == "1718" and not marked(s, "West Front", DISORGANIZED)


@event("ural-factories")
def test_the_ural_factories_replace_a_surrendered_unit():
    s = organization("soviet", "ural-factories", edition="digital-1.1", turn=4, soviet={"West Front": "surrendered"})
    play(s, "ural-factories")
    do(s, "Ural Factories brings West Front to 1718")
    assert where(s, "West Front") == "1718"


@event("last-reserves")
@rule("5.3.1", "7.9")
def test_last_reserves_come_from_either_box():
    s = organization("axis", "last-reserves", turn=24, axis={"9th Army": "destroyed", "6th Army": "surrendered"})
    play(s, "last-reserves")
    assert spots(s, "9th Army") and spots(s, "6th Army")
    do(s, "Last Reserves brings 6th Army to 2204")
    assert where(s, "6th Army") == "2204" and not is_full(s, "6th Army"), "reduced (7.9.2)"


@event("auxiliary-volunteers")
@rule("5.3.1", "7.9.1")
def test_auxiliary_volunteers_rebuild_infantry_on_any_turn():
    lost = {"9th Army": "destroyed", "1st Panzer": "destroyed"}
    s = organization("axis", "auxiliary-volunteers", edition="digital-1.1", turn=3, axis=lost)
    play(s, "auxiliary-volunteers")
    assert spots(s, "1st Panzer") == set(), "infantry only"
    do(s, "Auxiliary Volunteers brings 9th Army to 2204")
    assert where(s, "9th Army") == "2204"


@rule("7.9.1", "7.9.1.1", "13.5.13")
@rule("O.7.1", book="no-retreat-digital")
@pytest.mark.parametrize("edition", ["board", "digital-1.1", "digital-0.2"])
def test_the_last_reserves_come_in_1945_in_every_edition(edition):
    s = organization("axis", "last-reserves", edition=edition, turn=24, axis={"9th Army": "destroyed"})
    assert offered(s, "last-reserves")


@rule("14.9.4", "5.3.1")
def test_an_event_may_rebuild_a_unit_around_a_cadre():
    units = {"West Front": "destroyed", "Ostatky": "1619"}
    s = organization("soviet", "za-rodinu", turn=8, soviet=units)
    play(s, "za-rodinu")
    do(s, "Za Rodinu! rebuilds West Front on Ostatky")
    assert where(s, "West Front") == "1619" and where(s, "Ostatky") == "track"
    assert not marked(s, "West Front", DISORGANIZED)


# -- improvements -------------------------------------------------------------------------------------------------


@event("fedor-von-bock")
@rule("5.3.1", "7.1", "7.9.1")
def test_von_bock_improves_a_german_unit_from_turn_5_on():
    armies = {"9th Army": "1609 reduced", "6th Army": "1708 reduced"}
    s = organization("axis", "fedor-von-bock", turn=5, axis=armies)
    play(s, "fedor-von-bock")
    do(s, "Fedor von Bock improves 9th Army")
    assert (is_full(s, "9th Army"), is_full(s, "6th Army")) == (True, False) and s.hand(0) == ()
    s = organization("axis", "fedor-von-bock", turn=4, axis=armies)
    assert not offered(s, "fedor-von-bock")


@rule("7.9.1.1")
@event("new-tank-design")
@rule("5.3.1", "5.3.2")
@pytest.mark.parametrize("turn", [3, 24])
def test_a_new_tank_design_improves_armor_on_any_turn(turn):
    s = organization(
        "axis", "new-tank-design", turn=turn, axis={"9th Army": "1609 reduced", "1st Panzer": "1708 reduced"}
    )
    play(s, "new-tank-design")
    assert is_full(s, "1st Panzer") and not is_full(s, "9th Army"), "the only choice is made without a question"


@event("operational-pause")
@rule("5.3.1", "7.1")
def test_an_operational_pause_improves_two_soviet_units():
    fronts = {"West Front": "1718 reduced", "South Front": "1219 reduced", "Central Front": "1722 reduced"}
    s = organization("soviet", "operational-pause", turn=24, soviet=fronts)
    play(s, "operational-pause")
    do(s, "Operational Pause improves West Front", "Operational Pause improves Central Front")
    assert [is_full(s, name) for name in fronts] == [True, False, True]


@event("tankograd")
@rule("5.3.1", "7.2")
def test_tankograd_upgrades_one_more_unit_from_turn_6_on():
    fronts = {"West Front": "1718", "South Front": "1219", "Central Front": "1722"}
    s = organization("soviet", "tankograd", turn=6, soviet=fronts)
    play(s, "tankograd")
    do(s, "Tankograd improves West Front")
    assert asked(s) == "FlipStep" and s.free_upgrades == 1, "the turn's own upgrade is still there"
    do(s, "upgrade South Front")
    assert is_full(s, "West Front") and is_full(s, "South Front")
    s = organization("soviet", "tankograd", turn=5, soviet=fronts)
    assert not offered(s, "tankograd")


@rule("5.3.1", "7.0")
def test_an_event_may_come_in_a_later_step_of_the_phase():
    """Not played in the Flip Step, but in the Placement Step."""
    fronts = {"West Front": "1718", "South Front": "1219", "Central Front": "shattered"}
    s = organization("soviet", "tankograd", turn=6, soviet=fronts)
    do(s, "end flips")
    assert asked(s) == "PlacementStep"
    play(s, "tankograd")
    do(s, "Tankograd improves West Front")
    assert is_full(s, "West Front")


@event("ferdinand-schoerner", "political-officers")
@rule("5.3.1", "7.10")
@pytest.mark.parametrize(
    ("id_", "edition", "side", "turn"),
    [("ferdinand-schoerner", "board", "axis", 24), ("political-officers", "digital-1.1", "soviet", 4)],
)
def test_all_disorganized_markers_come_off(id_, edition, side, turn):
    units = {"axis": {"9th Army": "1609", "6th Army": "1708"}, "soviet": {"West Front": "1718", "South Front": "1219"}}
    s = situation(edition=edition, phase=None, turn=turn, axis=units["axis"], soviet=units["soviet"])
    deal(s, side, [id_])
    for name in (*units["axis"], *units["soviet"]):
        s.mark(unit(s, name), DISORGANIZED)
    begin(s, side, "organization")
    play(s, id_)
    other = "soviet" if side == "axis" else "axis"
    assert not any(marked(s, name, DISORGANIZED) for name in units[side])
    assert all(marked(s, name, DISORGANIZED) for name in units[other])


# -- reinforcements -----------------------------------------------------------------------------------------------


@event("siberian-reserves")
@rule("5.3.1", "7.8")
def test_siberian_reserves_bring_a_front_due_within_two_turns():
    s = organization(
        "soviet", "siberian-reserves", turn=3, soviet={"Volkhov Front": "track", "North Caucasus Front": "track"}
    )
    s.arrives[unit(s, "Volkhov Front")], s.arrives[unit(s, "North Caucasus Front")] = 5, 6
    play(s, "siberian-reserves")
    assert spots(s, "North Caucasus Front") == set(), "due in three turns"
    do(s, "Siberian Reserves brings Volkhov Front to 1718")
    assert where(s, "Volkhov Front") == "1718" and not marked(s, "Volkhov Front", DISORGANIZED)


@event("allied-contingents")
@rule("5.3.1", "14.2")
def test_a_lost_ally_is_back_at_once():
    s = organization("axis", "allied-contingents", turn=8, axis={"4th Rumanian": "track"})
    s.arrives[unit(s, "4th Rumanian")] = 11
    play(s, "allied-contingents")
    do(s, "Allied Contingents brings 4th Rumanian to 1404")
    assert where(s, "4th Rumanian") == "1404" and s.place[unit(s, "4th Rumanian")] != TRACK


@event("new-allies")
@rule("5.3.1", "7.9")
@pytest.mark.parametrize("box", ["destroyed", "surrendered"])
def test_new_allies_fill_the_ranks_of_a_lost_front(box):
    s = organization("soviet", "new-allies", turn=24, soviet={"West Front": box})
    play(s, "new-allies")
    do(s, "New Allies brings West Front to 1718")
    assert where(s, "West Front") == "1718" and not marked(s, "West Front", DISORGANIZED)


@event("last-levy")
@rule("5.3.1", "14.11")
def test_a_last_levy_raises_volkssturm_in_its_own_city():
    s = organization("axis", "last-levy", turn=24, axis={"Posen Volkssturm": "removed", "Breslau Volkssturm": "1904"})
    play(s, "last-levy")
    assert where(s, "Posen Volkssturm") == "2006", "the only choice"
    s = organization("axis", "last-levy", turn=24, axis={"Posen Volkssturm": "removed"}, soviet_holds=["Posen"])
    assert not offered(s, "last-levy"), "its city is lost"


@event("fortress-order")
@rule("5.3.1", "14.1")
def test_a_fortress_order_raises_a_festung_in_a_german_city_with_room():
    s = organization(
        "axis", "fortress-order", turn=24, axis={"1st Festung": "removed", "9th Army": "2204", "6th Army": "2204"}
    )
    play(s, "fortress-order")
    found = spots(s, "1st Festung")
    assert "1808" in found and "2204" not in found and "1812" not in found, "Berlin is full, Minsk is in the USSR"
    do(s, "Fortress Order brings 1st Festung to 1808")
    assert where(s, "1st Festung") == "1808"


# -- works and disorder -------------------------------------------------------------------------------------------


@event("east-wall", "defensive-works")
@rule("5.3.1", "14.13")
@pytest.mark.parametrize(("id_", "side"), [("east-wall", "axis"), ("defensive-works", "soviet")])
def test_works_shift_attacks_on_the_hex_until_its_defenders_leave(id_, side):
    units = {"axis": {"9th Army": "1214"}, "soviet": {"South Front": "1215"}}
    s = organization(side, id_, turn=8, **units)
    play(s, id_)
    own, hex_ = ("9th Army", "1214") if side == "axis" else ("South Front", "1215")
    enemy = "South Front" if side == "axis" else "9th Army"
    s.phasing = 1 if side == "axis" else 0
    found = odds.odds(s, odds.Battle(s.phasing, [unit(s, enemy)], [unit(s, own)], [place(hex_)]))
    assert {shift.cause: shift.columns for shift in found.shifts} == {"Defensive Works": -1}
    s.put(unit(s, own), place("1317"))
    assert s.works == []


@rule("14.13")
def test_there_is_one_works_marker_for_both_sides():
    s = organization("axis", "east-wall", turn=8, axis={"9th Army": "1214"}, soviet={"South Front": "1215"})
    s.works = [(0, place("1215"), 1)]
    play(s, "east-wall")
    assert s.works == [(0, place("1214"), 0)]
    assert shifts(reckoned(s, "1215", "9th Army")) == {}


@event("free-germany", "partisan-brigades")
@rule("5.3.1", "10.1.1", "11.2")
@pytest.mark.parametrize(
    ("id_", "edition", "turn", "hit", "spared"),
    [
        ("free-germany", "board", 24, "9th Army", "6th Army"),
        ("partisan-brigades", "digital-1.1", 4, "9th Army", "17th Army"),
    ],
)
def test_an_axis_unit_is_disorganized_through_its_next_turn(id_, edition, turn, hit, spared):
    """9th Army stands next to South Front in the USSR, 6th Army far from it, 17th Army in Greater Germany."""
    s = situation(
        edition=edition,
        turn=turn,
        phase=None,
        axis={"9th Army": "1214", "6th Army": "1110", "17th Army": "Lublin"},
        soviet={"South Front": "1215"},
        soviet_hand=[id_],
    )
    s.phasing = 1
    open_window(s, "detraining", 1)
    s.settle()
    play(s, id_)
    title = "Free Germany Committee" if id_ == "free-germany" else "Partisan Brigades"
    if asked(s) == "Choosing":
        assert f"{title} upsets {spared}" not in legal(s)
        do(s, f"{title} upsets {hit}")
    assert marked(s, hit, DISORGANIZED) and not marked(s, spared, DISORGANIZED)
    begin(s, "axis", "movement")
    assert marked(s, hit, DISORGANIZED)
    begin(s, "axis", "removal")
    assert not marked(s, hit, DISORGANIZED), "it comes off at the end of the Axis turn"


@event("production-problems")
@rule("5.3.1", "7.9")
def test_production_problems_raise_the_price_of_a_replacement_or_stop_it():
    hands = {"axis_hand": ["production-problems"], "soviet_hand": coins("soviet", 2)}
    s = situation(turn=4, side="soviet", phase="organization", soviet={"West Front": "destroyed"}, **hands)
    do(s, "place West Front at 1718")
    assert s.side == "axis"
    play(s, "production-problems")
    assert s.side == "soviet"
    do(s, "pay the higher price")
    assert pay(s) == 2 and where(s, "West Front") == "1718"
    s = situation(turn=4, side="soviet", phase="organization", soviet={"West Front": "destroyed"}, **hands)
    do(s, "place West Front at 1718")
    play(s, "production-problems")
    do(s, "take the replacement back")
    assert where(s, "West Front") == "destroyed" and len(s.hand(1)) == 2


@rule("5.3.1")
def test_a_card_tells_why_it_cannot_be_played():
    s = organization("soviet", "za-rodinu", turn=4, soviet={"West Front": "1718"}, phase="movement")
    assert why_not(s, "za-rodinu") == "Za Rodinu! is played in your Organization Phase."
