"""Standing orders: what the side that is not on move can answer without being there. [7.5.5] combat cards, [11.3]
losses, [11.4] retreats, [6.0.4] trenches, [14.1.1] replacements."""

from __future__ import annotations

from rasputitsa.kernel.standing import COMPUTER, Order, Reaction, Reply, Standing
from rasputitsa.titles.stalins_war.actions.combat import EndCards, FallBack, StandFast
from rasputitsa.titles.stalins_war.actions.rounds import EndTurn, Keep

STANDING = Standing(
    reactions=(
        Reaction(ask="CardWindow", label="Combat cards", rule="7.5.5a", hand=True,
                 replies=(Reply("pass", "No combat card", EndCards),)),
        Reaction(ask="Losses", label="Losses", rule="11.3.2", units=True),
        Reaction(ask="Standing", label="Cancelled retreats", rule="11.4.3",
                 replies=(Reply("retreat", "Retreat", FallBack), Reply("stand", "Stand for one more step", StandFast))),
        Reaction(ask="Retreats", label="Retreats", rule="11.4.4"),
        Reaction(ask="Replacements", label="Replacements", rule="14.1.1", units=True),
        Reaction(ask="Discards", label="Discards before the draw", rule="7.6.2", hand=True,
                 replies=(Reply("keep", "Keep all cards", Keep),)),
        Reaction(ask="Cleaning", label="Trenches taken off at the end of a turn", rule="6.0",
                 replies=(Reply("leave", "Leave them", EndTurn),)),
    ),
    usual=(
        Order(ask="Cleaning", way="leave"),
        *(Order(ask=ask, way=COMPUTER) for ask in ("CardWindow", "Losses", "Standing", "Retreats")),
    ),
)  # fmt: skip
