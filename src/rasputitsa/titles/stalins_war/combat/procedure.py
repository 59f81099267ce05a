"""[11.2.1] The procedure of a combat, from the combat cards to the advance, step by step in the order of the book."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rasputitsa.kernel import Step
from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.combat import card_losses, card_window, conditions, fire, losses, retreats
from rasputitsa.titles.stalins_war.combat.advance import Advancing
from rasputitsa.titles.stalins_war.combat.card_losses import TakingBack
from rasputitsa.titles.stalins_war.combat.card_window import CANCELLED, CardWindow
from rasputitsa.titles.stalins_war.combat.reserves import Evasion, Reserves
from rasputitsa.titles.stalins_war.components import SIDES
from rasputitsa.titles.stalins_war.effect_kinds import RemoveTrench
from rasputitsa.titles.stalins_war.mapboard import PLACE_IDS, PLACE_NAMES
from rasputitsa.titles.stalins_war.state import AXIS, NOBODY, NOWHERE, SOVIET, Position


class Procedure(Step[Position]):
    """11.2.1 The parts of a combat in their order. Frame: the next part."""

    rule = "11.2.1"

    def advance(self, s: Position) -> None:
        part = len(PARTS) - 1 if s.victor == CANCELLED else s.frame[1]
        s.goto(part + 1)
        PARTS[part](s)


def attackers_cards(s: Position) -> None:
    """Step 3: the attacker's combat cards first."""
    s.push(CardWindow, s.active)


def defenders_cards(s: Position) -> None:
    """Step 3: then the defender's."""
    s.push(CardWindow, 1 - s.active)


def reserves(s: Position) -> None:
    s.push(Reserves)


def evasion(s: Position) -> None:
    s.push(Evasion)


def early_losses(s: Position) -> None:
    """Step 4: steps that cards cost before the columns are found."""
    card_losses.demand(s, card_losses.before_columns(s))


def dice(s: Position) -> None:
    """Step 5. An attacker who lost all his units to a card does not fight on."""
    if s.attackers:
        s.push(fire.Throw)


def defenders_losses(s: Position) -> None:
    """11.2.1.6 Step 6: the defender first."""
    losses.sweep_away(s)
    _losses(s, 1 - s.active)


def attackers_losses(s: Position) -> None:
    """11.2.1.6 Step 6: then the attacker."""
    _losses(s, s.active)


def _losses(s: Position, side: int) -> None:
    losses.demand(s, side, s.loss[1 - side], side, losses.eligible(s, side))


def winner(s: Position) -> None:
    """11.2.1.7 Step 7: who has won."""
    fire.find_winner(s)
    who = "Nobody wins" if s.victor == NOBODY else f"The {SIDES[s.victor].title()} side wins"
    s.say("11.2.1", "{} the combat of {}", who, PLACE_NAMES[s.target], at=[PLACE_IDS[s.target]])


def late_losses(s: Position) -> None:
    """11.3.5 Cards that cost more steps take effect once the winner is known."""
    card_losses.demand(s, card_losses.after_winner(s))


def saved_steps(s: Position) -> None:
    """11.3.5 So do those that save steps."""
    for side in (AXIS, SOVIET):
        number = card_losses.saved(s, side)
        if number:
            s.push(TakingBack, side, number, losses.ANYBODY)


def returning_unit(s: Position) -> None:
    """C.8 Axis 11: an SCU comes back if the last SCU step of the hex was lost."""
    units = card_losses.returning(s)
    if units:
        s.push(TakingBack, AXIS, 1, units)


def retreat(s: Position) -> None:
    """11.2.1 Step 8: beaten defenders retreat, or pay for No Retreat."""
    if retreats.must_retreat(s):
        s.retreat = retreats.length(s)
        s.push(retreats.Standing)


def advance(s: Position) -> None:
    """11.2.1 Step 9: the attacker advances and may place a Blitz marker."""
    s.push(Advancing)


def finish(s: Position) -> None:
    """Cards go where they belong (7.5.5b, 7.5.5c); nothing of the combat is left."""
    for effect, _ in conditions.active(s, RemoveTrench):
        s.trenches[SIDES.index(effect.side)] &= ~(1 << s.target)
        s.memo.clear()
    card_window.settle(s)
    effects.end(s, "combat")
    s.target, s.victor = NOWHERE, NOBODY
    s.attackers = s.defenders = s.bystanders = s.hit = s.paired = s.spearhead = s.retreat = 0
    s.fallen = []
    s.pop()


PARTS: Final[tuple[Callable[[Position], None], ...]] = (
    *(attackers_cards, defenders_cards, reserves, evasion, early_losses, dice, defenders_losses, attackers_losses),
    *(winner, late_losses, saved_steps, returning_unit, retreat, advance, finish),
)
STEPS = (Procedure,)
