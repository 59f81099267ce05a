"""Standing orders: what the side that is not on move can answer without being there. [10.15] losses, and what both
sides do in turn at a month's beginning, [5.0] and [7.0]."""

from __future__ import annotations

from rasputitsa.kernel.standing import COMPUTER, Order, Reaction, Standing

STANDING = Standing(
    reactions=(
        Reaction(ask="Losses", label="Losses", rule="10.15", units=True),
        Reaction(ask="Deployment", label="Where reinforcements enter", rule="5.0"),
        Reaction(ask="Reinforcements", label="How many reinforcements are drawn", rule="5.0"),
        Reaction(ask="Logistics", label="Logistics Pause or Supreme Leader", rule="7.0"),
        Reaction(ask="Regeneration", label="Steps of HQs", rule="7.2.2", units=True),
        Reaction(ask="Replacements", label="Steps of combat blocks", rule="7.2.2", units=True),
    ),
    usual=(Order(ask="Losses", way=COMPUTER), Order(ask="Deployment", way=COMPUTER)),
)
