"""Hand-overs: counted, and fewer with standing orders."""

from __future__ import annotations

from rasputitsa.arena.handovers import count
from rasputitsa.arena.selfplay import Match

SNOW = Match(
    title="kiev41",
    scenario="snow",
    edition="book",
    options={},
    players={"axis": "recruit", "soviet": "recruit"},
    seed="handovers",
)


def test_orders_leave_only_half_of_what_the_rules_do_not_prescribe():
    without, ordered = count(SNOW, 1, ordered=False), count(SNOW, 1, ordered=True)
    assert without.beyond > 0 and ordered.beyond <= without.beyond / 2
    assert without.handovers - without.beyond == without.prescribed > 0


def test_who_was_asked_what_is_counted():
    assert count(SNOW, 1, ordered=False).asked["Losses"] > 0
    assert count(SNOW, 1, ordered=True).asked["Losses"] == 0
