"""[10.5] The steps of a battle, in the order of the rule book: strength, commitment, odds, the die, the result."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from rasputitsa.board.odds import BELOW
from rasputitsa.kernel import Action, ActionView, ChanceStep, Choice, Question, Refusal, Step
from rasputitsa.titles.no_retreat import stacking
from rasputitsa.titles.no_retreat.actions.combat import (
    BattleDie,
    Commit,
    Counterattack,
    Ground,
    NoCounterattack,
    Withhold,
)
from rasputitsa.titles.no_retreat.choices import PlaceChoice
from rasputitsa.titles.no_retreat.codes import SIDES, UNSUPPLIED
from rasputitsa.titles.no_retreat.combat import advance, context, losses, mods, odds, report, results
from rasputitsa.titles.no_retreat.events.window import open_both, open_window
from rasputitsa.titles.no_retreat.state import NoRetreatState


def begin(s: NoRetreatState, hexes: Sequence[int], units: Sequence[int]) -> None:
    """10.5 A battle begins."""
    context.open_battle(s, hexes, units)
    names, places = [s.game.names[u] for u in units], [s.game.place_name(h) for h in hexes]
    s.say(
        "10.5",
        "Attack on {}: {}",
        ", ".join(places),
        ", ".join(names),
        at=[s.game.place_id(h) for h in hexes],
    )
    s.push(Fight, 0, -1)


# -- the stages ---------------------------------------------------------------------------------------------------


def choose_ground(s: NoRetreatState) -> None:
    """10.6.1, 10.6.1.2 If several hexes are attacked, the defender chooses the one whose terrain counts, where it
    matters."""
    b = odds.under_way(s)
    if len({odds.ground_worth(s, b, hex_) for hex_ in s.fields}) > 1:
        s.push(ChooseGround)
    else:
        s.ground = s.fields[0]


def commit_support(s: NoRetreatState) -> None:
    """10.5, 10.6.2, 10.5.2 First the attacker may commit a support marker."""
    if may_support(s):
        s.push(Commitment)


def may_support(s: NoRetreatState) -> bool:
    """10.6.2, 6.5.5.1, 10.6.2.1, 10.6.2.2, digital B.9, V02.15 One marker a battle, if one is left; not to an attack of
    unsupplied units only; in a counterattack the other side uses its own (digital 0.2: no support there)."""
    if not s.supports[s.attacker] or (s.round and not s.game.profile.support_in_counterattack):
        return False
    return not all(s.marks[u] & UNSUPPLIED for u in s.attackers)


def cards_allowed(s: NoRetreatState) -> bool:
    """10.7.2, digital B.9 In a counterattack both may play new events; in the digital editions none."""
    return s.round == 0 or s.game.profile.cards_in_counterattack


def attack_event(s: NoRetreatState) -> None:
    """10.5 Then the attacker may play an event."""
    if cards_allowed(s):
        open_window(s, "attack", s.attacker)


def defend_event(s: NoRetreatState) -> None:
    """10.5 Then the defender, who knows what the attacker has committed."""
    if cards_allowed(s):
        open_window(s, "defend", 1 - s.attacker)


def settle_odds(s: NoRetreatState) -> None:
    """10.5, 10.6.4, 10.6.4.1 The final column is found and the die is rolled; below the table it is CA without a die.
    An event may have settled the battle: of several the last counts (5.0)."""
    fixed = [mod for mod in s.battle_mods if mod[0] in (mods.RESULT, mods.CONTEST, mods.WITHDRAW)]
    if fixed:
        _settled_by_event(s, *fixed[-1][:2])
        return
    found = odds.reckon(s, odds.under_way(s))
    say_odds(s, found)
    if found.final == BELOW:
        s.result = odds.CA
        s.goto(APPLY, s.frame[2])
    else:
        s.push(RollStep)


def _settled_by_event(s: NoRetreatState, kind: int, result: int) -> None:
    s.result = result if kind == mods.RESULT else odds.DR if kind == mods.WITHDRAW else odds.NE
    if kind == mods.WITHDRAW:
        mods.add(s, mods.ADVANCE_LIMIT, 1)
    s.goto(APPLY, s.frame[2])
    if kind == mods.CONTEST:
        s.push(ContestStep, 0)


def say_odds(s: NoRetreatState, found: odds.Reckoning) -> None:
    if s.ear is not None:
        shifts = ", ".join(f"{cause} {columns:+}" for columns, cause, _ in found.shifts)
        labels = odds.COLUMNS.label(found.initial), odds.COLUMNS.label(found.final)
        s.say("10.5", "{} to {} is {}; {}: {}", found.attack, found.defend, labels[0], shifts or "no shift", labels[1])


def roll_events(s: NoRetreatState) -> None:
    """5.0, 5.3 The die has been rolled: both sides may play an event on it."""
    if cards_allowed(s):
        open_both(s, ("attack-roll", s.attacker), ("defend-roll", 1 - s.attacker))


def roll_again(s: NoRetreatState) -> None:
    """5.3 An event may have taken the die back: then it is rolled again."""
    if not s.die:
        s.goto(ROLL, s.frame[2])


def apply_result(s: NoRetreatState) -> None:
    """10.5 The Apply Result Step."""
    results.apply(s)


def extra_losses(s: NoRetreatState) -> None:
    """5.3 An event may cost both sides further steps, when the result has been applied and before any advance."""
    steps = sum(a for kind, a, _ in s.battle_mods if kind == mods.EXTRA_LOSSES)
    if steps:
        s.push(losses.Losses, 1 - s.attacker, steps, losses.BY_EVENT, -1)
        s.push(losses.Losses, s.attacker, steps, losses.BY_EVENT, -1)


def loss_events(s: NoRetreatState) -> None:
    """5.3 Whoever has just lost a unit may play an event on it."""
    if s.fallen and cards_allowed(s):
        for side in (1 - s.attacker, s.attacker):
            if any(s.game.side_of[u] == side for u, *_ in s.fallen):
                open_window(s, "loss", side)


def advance_events(s: NoRetreatState) -> None:
    """10.8, 5.0 Was a hex vacated, and which units may advance into it? Both sides may play events on that."""
    s.fallen = []
    advance.prepare(s)
    if s.advancing and cards_allowed(s):
        open_both(s, ("advance", s.attacker), ("enemy-advance", 1 - s.attacker))


def advance_units(s: NoRetreatState) -> None:
    if s.advancing:
        s.push(advance.AdvanceStep)


def answer(s: NoRetreatState) -> None:
    """10.7.2, 10.7.2.5 After a CA result the defender may counterattack."""
    if s.result == odds.CA and context.fighters(s, s.attacker) and context.fighters(s, 1 - s.attacker):
        s.push(CounterattackStep)


def end(s: NoRetreatState) -> None:
    """8.4.3, 10.2, 8.4.3.2 The battle is over; overstacked hexes are settled before the next."""
    context.close_battle(s)
    s.pop()
    s.push(stacking.Overstacking)


STAGES: tuple[Callable[[NoRetreatState], None], ...] = (
    choose_ground,
    commit_support,
    attack_event,
    defend_event,
    settle_odds,
    roll_events,
    roll_again,
    apply_result,
    extra_losses,
    loss_events,
    advance_events,
    advance_units,
    answer,
    end,
)
ROLL = STAGES.index(settle_odds)
APPLY = STAGES.index(apply_result)


class Fight(Step[NoRetreatState]):
    """10.5 The battle under way goes through its stages. Frame: the stage that comes next, and the one before which the
    battle is put aside (digital X.1), -1 for none."""

    rule = "10.5"

    def advance(self, s: NoRetreatState) -> None:
        _, stage, stop = s.frame
        if 0 <= stop <= stage:
            context.put_aside(s)
            s.pop()
        else:
            s.goto(stage + 1, stop)
            STAGES[stage](s)


# -- questions ----------------------------------------------------------------------------------------------------


class GroundCounts(PlaceChoice):
    """10.6.1 The terrain of this hex counts."""

    action = Ground

    def things(self, s: NoRetreatState) -> Iterable[int]:
        return s.fields

    def why_not(self, s: NoRetreatState, action: Ground) -> Refusal | None:
        return None if action.hex in s.fields else Refusal("10.6.1", "Choose one of the attacked hexes.")

    def do(self, s: NoRetreatState, action: Ground) -> None:
        s.ground = action.hex
        s.pop()

    def show(self, s: NoRetreatState, action: Ground, shown: ActionView) -> None:
        shown.preview["odds"] = odds.odds(s, odds.under_way(s)._replace(ground=action.hex))


class ChooseGround(Question[NoRetreatState]):
    """10.6.1 The defender chooses the hex whose terrain counts."""

    rule = "10.6.1"
    choices = (GroundCounts,)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[1 - s.attacker]

    def prompt(self, s: NoRetreatState) -> str:
        return "Choose the hex whose terrain counts in this battle."


class CommitMarker(Choice[NoRetreatState]):
    """10.6.2 A support marker goes into the battle."""

    action = Commit

    def do(self, s: NoRetreatState, action: Commit) -> None:
        s.committed = 1
        s.supports[s.attacker] -= 1
        s.say("10.6.2", "{} commit a {} marker", s.game.side_names[s.attacker], odds.MARKER[s.attacker])
        s.pop()

    def show(self, s: NoRetreatState, action: Commit, shown: ActionView) -> None:
        shown.label = f"Commit {odds.MARKER[s.attacker]}"
        shown.preview["odds"] = odds.odds(s, odds.under_way(s)._replace(support=True))


class WithholdMarker(Choice[NoRetreatState]):
    """10.6.2 No marker is committed."""

    action = Withhold
    label = "No support"

    def do(self, s: NoRetreatState, action: Withhold) -> None:
        s.pop()

    def show(self, s: NoRetreatState, action: Withhold, shown: ActionView) -> None:
        shown.preview["odds"] = odds.odds(s, odds.under_way(s)._replace(support=False))


class Commitment(Question[NoRetreatState]):
    """10.5, 10.6.2 Does the attacker commit a support marker?"""

    rule = "10.6.2"
    choices = (CommitMarker, WithholdMarker)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[s.attacker]

    def prompt(self, s: NoRetreatState) -> str:
        where = ", ".join(s.game.place_name(hex_) for hex_ in s.fields)
        return f"Commit a {odds.MARKER[s.attacker]} marker to the attack on {where}?"


class RollStep(ChanceStep[NoRetreatState]):
    """10.5 The attacker rolls the die and reads his result in the final column."""

    rule = "10.5"

    def is_battle(self, s: NoRetreatState) -> bool:
        return True

    def outcomes(self, s: NoRetreatState) -> list[tuple[Action, int]]:
        return [(BattleDie(die), 1) for die in range(1, 7)]

    def sample(self, s: NoRetreatState, rng: random.Random) -> Action:
        return BattleDie(1 + int(rng.random() * 6))

    def why_not(self, s: NoRetreatState, action: Action) -> Refusal | None:
        fine = isinstance(action, BattleDie) and 1 <= action.die <= 6
        return None if fine else Refusal("10.5", "The die of a battle is rolled.")

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, BattleDie)
        s.pop()
        s.die = action.die
        read_die(s)

    def label(self, s: NoRetreatState) -> str:
        return "battle"


def read_die(s: NoRetreatState) -> None:
    """10.5 Cross-index the die with the final column."""
    found = odds.reckon(s, odds.under_way(s))
    s.result = odds.result_of(s, s.attacker, found, s.die)
    told = report.report(s) if s.ear is not None else None
    s.say("10.5", "The die shows {}: {}", s.die, odds.RESULTS[s.result], battle=told)


class ContestStep(RollStep):
    """5.3 An event sets the odds aside: each side rolls, and the lower roll loses a step. Frame: the attacker's
    roll."""

    def apply(self, s: NoRetreatState, action: Action) -> None:
        assert isinstance(action, BattleDie)
        first = s.frame[1]
        if not first:
            s.goto(action.die)
            return
        s.pop()
        attack, defend = odds.rolled(s, s.attacker, first), odds.rolled(s, 1 - s.attacker, action.die)
        s.say("5.3", "The attacker rolls {}, the defender {}", attack, defend)
        if attack != defend:
            loser = s.attacker if attack < defend else 1 - s.attacker
            s.push(losses.Losses, loser, 1, losses.BY_EVENT, -1)


class HitBack(Choice[NoRetreatState]):
    """10.7.2 The defender counterattacks: the battle begins anew with the roles changed."""

    action = Counterattack
    label = "Counterattack"

    def do(self, s: NoRetreatState, action: Counterattack) -> None:
        s.pop()
        s.say("10.7.2", "{} counterattack", s.game.side_names[1 - s.attacker])
        context.turn_round(s)
        s.goto(0, -1)

    def show(self, s: NoRetreatState, action: Counterattack, shown: ActionView) -> None:
        shown.preview["odds"] = odds.odds(s, countered(s))


class LeaveItAtThat(Choice[NoRetreatState]):
    """10.7.2 The defender need not counterattack."""

    action = NoCounterattack
    label = "No counterattack"

    def do(self, s: NoRetreatState, action: NoCounterattack) -> None:
        s.pop()


class CounterattackStep(Question[NoRetreatState]):
    """10.7.2, digital B.11 After a CA result the defender counterattacks, or leaves it at that."""

    rule = "10.7.2"
    choices = (HitBack, LeaveItAtThat)

    def side(self, s: NoRetreatState) -> str | None:
        return SIDES[1 - s.attacker]

    def prompt(self, s: NoRetreatState) -> str:
        return "Counterattack?"


def countered(s: NoRetreatState) -> odds.Battle:
    """10.7.2 The counterattack that would follow: the same units, no terrain shifts."""
    defenders = context.fighters(s, s.attacker)
    fields = sorted({s.place[u] for u in defenders})
    return odds.Battle(1 - s.attacker, context.fighters(s, 1 - s.attacker), defenders, fields, counter=True)


STEPS = (Fight, ChooseGround, Commitment, RollStep, ContestStep, CounterattackStep)
