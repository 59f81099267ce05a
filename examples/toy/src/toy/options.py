"""What the new-game dialog offers."""

from __future__ import annotations

from rasputitsa.kernel import Option

EDITIONS = ("first", "second")
OPTIONS = (
    Option(name="open_cards", label="Open cards", help="Nobody is dealt a card.", rule="T.9"),
    Option(
        name="pace",
        label="Pace",
        help="How many places a piece may move.",
        rule="T.8",
        default=1,
        choices=(1, 2),
        editions=("second",),
        needs=("open_cards",),
    ),
)
