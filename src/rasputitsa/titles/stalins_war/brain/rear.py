"""Replacements, arrivals and whatever events ask: units go where they are worth most, works where they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from rasputitsa.kernel.action import Action
from rasputitsa.players.brain import Proposal
from rasputitsa.titles.stalins_war.actions import events as acts
from rasputitsa.titles.stalins_war.actions.combat import GiveUp
from rasputitsa.titles.stalins_war.actions.rounds import (
    Abandon,
    Disband,
    EndReplacements,
    EndTurn,
    NamePoint,
    Rebuild,
    Replace,
)
from rasputitsa.titles.stalins_war.brain.battles import step_worth
from rasputitsa.titles.stalins_war.brain.core import BRAIN
from rasputitsa.titles.stalins_war.brain.posts import post
from rasputitsa.titles.stalins_war.brain.sense import Look, StalinMind, look
from rasputitsa.titles.stalins_war.mapboard import RAILS
from rasputitsa.titles.stalins_war.replacements import Replacements, cost
from rasputitsa.titles.stalins_war.roster import ATTACK, DEFENSE, STEPS
from rasputitsa.titles.stalins_war.state import PZ


@BRAIN.candidate(Replacements)
def replace(mind: StalinMind) -> Iterator[Proposal]:
    """The step that brings most strength for its points, first where the enemy is near; then units from the box."""
    s, w, seen = mind.s, mind.w, mind.once(look)
    yield Proposal(0.0, EndReplacements(), "nothing left to rebuild")
    for action in s.legal():
        if isinstance(action, Replace):
            step = s.lost[action.unit] - 1
            gain = _strength(action.unit, step) - _strength(action.unit, step + 1)
            near = s.place[action.unit] >= 0 and seen.threat[s.place[action.unit]] > 0
            value = (gain + 1.0 + w["near"] * near) / cost(action.unit)
            yield Proposal(value, action, "{} regains a step", (s.name(action.unit),))
        elif isinstance(action, Rebuild):
            strength = _strength(action.unit, STEPS[action.unit] - 1) + w["comeback"]
            where = post(seen, s, action.unit, action.at)
            value = strength / cost(action.unit) + 0.001 * where
            yield Proposal(value, action, "{} comes back", (s.name(action.unit),))


def _strength(unit: int, lost: int) -> int:
    return ATTACK[unit][lost] + DEFENSE[unit][lost]


# -- everything else ------------------------------------------------------------------------------------------------

Judge = Callable[[StalinMind, Look, Any], float]


def _arrive(mind: StalinMind, seen: Look, action: acts.Arrive) -> float:
    return post(seen, mind.s, action.unit, action.at)


def _exchange(mind: StalinMind, seen: Look, action: acts.Exchange) -> float:
    """The best new unit for the weakest old one, near the front."""
    s = mind.s
    return _strength(action.new, 0) - step_worth(s, action.old) + 0.1 * seen.threat[s.place[action.old]]


def _needed_unit(mind: StalinMind, seen: Look, action: Any) -> float:
    return step_worth(mind.s, action.unit)


def _spared_unit(mind: StalinMind, seen: Look, action: Any) -> float:
    """A weak unit far from the enemy can be spared."""
    place = mind.s.place[action.unit]
    return -step_worth(mind.s, action.unit) - (0.1 * seen.threat[place] if place >= 0 else 0.0)


def _defended_hex(mind: StalinMind, seen: Look, action: Any) -> float:
    """A hex that is worth something and in danger."""
    at: int = action.at
    return (1.0 + seen.keeps.get(at, 0.0)) * seen.threat[at]


def _hex_to_harass(mind: StalinMind, seen: Look, action: Any) -> float:
    """A hex of the enemy's, on a railway if possible, near what he must hold."""
    at: int = action.at
    return seen.goals.get(at, 0.0) + seen.pull(at) + mind.w["railway"] * (RAILS >> at & 1)


def _swept_hex(mind: StalinMind, seen: Look, action: Any) -> float:
    at: int = action.at
    return 1.0 + seen.keeps.get(at, 0.0)


def _going(mind: StalinMind, seen: Look, action: Any) -> float:
    s = mind.s
    return post(seen, s, action.unit, action.to) - post(seen, s, action.unit, s.place[action.unit])


def _landing(mind: StalinMind, seen: Look, action: acts.Land) -> float:
    return seen.goals.get(action.at, 0.0) + post(seen, mind.s, action.unit, action.at)


def _fed(mind: StalinMind, seen: Look, action: acts.FeedByAir) -> float:
    return sum(step_worth(mind.s, unit) for unit in action.units)


def _point(mind: StalinMind, seen: Look, action: NamePoint) -> float:
    return float(action.kind == PZ)


def _nothing(mind: StalinMind, seen: Look, action: Any) -> float:
    return 0.0


def _never(mind: StalinMind, seen: Look, action: Any) -> float:
    return -1.0


JUDGES: Final[dict[type[Action], Judge]] = {
    acts.Arrive: _arrive,
    acts.Exchange: _exchange,
    acts.Refit: _needed_unit,
    acts.Recall: _needed_unit,
    acts.SendAway: _spared_unit,
    GiveUp: _spared_unit,
    acts.PlaceTrench: _defended_hex,
    acts.PlaceFortress: _defended_hex,
    acts.PlaceFestung: _defended_hex,
    acts.ChooseHex: _defended_hex,
    acts.FeedByAir: _fed,
    acts.PlacePartisans: _hex_to_harass,
    acts.Activate: _hex_to_harass,
    acts.Sweep: _swept_hex,
    acts.ShiftUnit: _going,
    acts.Raid: _going,
    acts.Evacuate: _going,
    acts.Land: _landing,
    acts.EndEvent: _nothing,
    NamePoint: _point,
    Abandon: _never,
    Disband: _never,
    EndTurn: _nothing,
}
"""How good an answer to an event is, by its action."""


def anything(mind: StalinMind) -> Iterator[Proposal]:
    """Answers to the questions of events."""
    seen: Look = mind.once(look)
    for action in mind.s.legal():
        judge = JUDGES.get(type(action), _nothing)
        yield Proposal(judge(mind, seen, action), action, "{}", (action,))


BRAIN.default = anything
