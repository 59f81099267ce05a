"""Single conditions, each with the situation in which it counts."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.kiev41 import battle as fighting
from rasputitsa.titles.kiev41.actions import TakeHit
from rasputitsa.titles.kiev41.components import GUDERIAN, NUMBER, SOVIET
from rasputitsa.titles.kiev41.hidden import faceless
from rasputitsa.titles.kiev41.mapboard import AREA
from rasputitsa.titles.kiev41.sequence import guderian_advances
from rasputitsa.titles.kiev41.standing import STANDING
from rasputitsa.titles.kiev41.transport import landing_areas
from tests.kiev41.situation import control, do, empty, impulse, put, refused


@rule("1.6")
@pytest.mark.parametrize(("shown", "nameless"), [("", True), ("37A", True), ("2Cav", False)])
def test_a_hit_names_its_block_only_if_that_block_lies_open(shown: str, nameless: bool) -> None:
    """Another block that lies open does not help."""
    s = empty(front="river")
    put(s, "37", "37A", "2Cav")
    assert NUMBER["2Cav"] < NUMBER["37A"]
    s.revealed = 1 << NUMBER[shown] if shown else 0
    impulse(s, "soviet")
    assert faceless(s, TakeHit(NUMBER["2Cav"]), "axis") == nameless


@rule("10.10")
@pytest.mark.parametrize("rolled", [True, False])
def test_guderians_dice_are_told_when_he_was_activated(rolled: bool) -> None:
    s = empty(front="river")
    s.activated, s.hits, s.ear = rolled << GUDERIAN, 0, []
    guderian_advances(s)
    assert any("for Guderian:" in line.text for line in s.ear) == rolled


@rule("10.13.4")
def test_no_line_absorbs_hits_on_bombers() -> None:
    """The Soviets attack a line of the Axis that a bomber has come to help."""
    s = empty(front="river")
    put(s, "37", "3Pz")
    put(s, "37", "37A", "2Cav")
    s.active = SOVIET
    s.lines |= 1 << AREA["37"]
    s.bombers[0] = AREA["37"]
    s.hits, s.dab, s.ear = 1, 1, []
    fighting.anti_air_hits(s, AREA["37"])
    assert [line.text for line in s.ear] == ["Soviet, anti-air fire at the bombers: 1 hit on the Axis side"]


@rule("14.8")
@pytest.mark.parametrize("seaborne", [True, False])
def test_the_marine_lands_only_by_the_optional_rule(seaborne: bool) -> None:
    s = empty(front="snow", seaborne=seaborne)
    control(s, "soviet", "FS 144 145")
    s.initiative = SOVIET
    put(s, "145", "M")
    do(impulse(s, "soviet"), "strategic impulse")
    assert bool(landing_areas(s, NUMBER["M"])) == seaborne
    if not seaborne:
        assert refused(s, "M lands 145-119").rule == "14.8"


def test_what_may_be_ordered_by_a_list_of_units() -> None:
    """Losses and steps fall on units that one can name beforehand; for the other reactions there is nothing to name."""
    by_units = {reaction.ask for reaction in STANDING.reactions if "units" in reaction.ways}
    assert by_units == {"Losses", "Regeneration", "Replacements"}
