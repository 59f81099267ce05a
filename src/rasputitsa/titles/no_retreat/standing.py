"""Standing orders: what the side that is not on move can answer without being there. [5.3] events, [10.1.2]
Counterblows, [10.7.2] counterattacks, [10.7.4] losses, [10.7.5] retreats, [14.9.2] Cadres."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.kernel.action import Action
from rasputitsa.kernel.standing import COMPUTER, Order, Reaction, Reply, Standing, by_name
from rasputitsa.titles.no_retreat.actions.combat import (
    CadreIn,
    Counterblow,
    EndCounterblows,
    NoCadre,
    NoCounterattack,
)
from rasputitsa.titles.no_retreat.actions.events import Pass
from rasputitsa.titles.no_retreat.combat.odds import total
from rasputitsa.titles.no_retreat.deck import WHEN
from rasputitsa.titles.no_retreat.events.window import Window
from rasputitsa.titles.no_retreat.state import NoRetreatState

ENEMY_MOMENTS = (
    "enemy-supply", "enemy-payment", "before-enemy-movement", "before-enemy-organization", "enemy-movement",
    "enemy-combat", "counterblow", "defend", "defend-roll", "enemy-advance", "loss", "reaction",
)  # fmt: skip
"""When an event is played in the enemy's turn."""

_NO_EVENT = (Reply("pass", "No event", Pass),)


def kind(s: NoRetreatState) -> str:
    """5.3 Events are told apart by their moment."""
    step = s.step
    return f"event {step.now(s)[0]}" if isinstance(step, Window) else by_name(s)


def blow_odds(s: NoRetreatState, action: Action) -> str:
    """10.1.2 What would strike from a hex against the enemies beside it, without terrain, as whole numbers."""
    if not isinstance(action, Counterblow):
        return ""
    near = s.game.move_net.adjacent[action.hex] & s.occupied[s.phasing]
    enemy = total(s, [u for hex_ in bits(near) for u in s.units_at(hex_)], s.phasing, ())
    return f"{total(s, s.units_at(action.hex), 1 - s.phasing, ())}:{max(enemy, 1)}"


STANDING = Standing(
    kind=kind,
    odds=blow_odds,
    reactions=(
        Reaction(ask="Counterblows", label="Counterblows", rule="10.1.2", odds=True, hand=True,
                 replies=(Reply("pass", "No counterblow", EndCounterblows),)),
        Reaction(ask="CounterattackStep", label="Counterattacks", rule="10.7.2", odds=True,
                 replies=(Reply("pass", "No counterattack", NoCounterattack),)),
        Reaction(ask="Losses", label="Losses", rule="10.7.4", units=True),
        Reaction(ask="CadreStep", label="Cadres", rule="14.9.2",
                 replies=(Reply("place", "Place the Cadre", CadreIn), Reply("keep", "Keep the Cadre", NoCadre))),
        Reaction(ask="Retreats", label="Retreats", rule="10.7.5"),
        Reaction(ask="AdvanceStep", label="Advances after a counterattack", rule="10.8"),
        Reaction(ask="Commitment", label="Support markers in a counterattack", rule="10.6.2"),
        Reaction(ask="Pay", label="Cards to pay with", rule="5.4"),
        *(Reaction(ask=f"event {m}", label=f"Events {WHEN[m]}", rule="5.3", replies=_NO_EVENT, hand=True)
          for m in ENEMY_MOMENTS),
    ),
    usual=(
        Order(ask="CadreStep", way="place"),
        *(Order(ask=ask, way=COMPUTER) for ask in (
            "Counterblows", "CounterattackStep", "Losses", "Retreats", "AdvanceStep", "Commitment", "Pay",
        )),
    ),
)  # fmt: skip
