"""[10.5] Events in a battle: commanders, changed odds, dice and results, retreats without a fight, and rescue after
it."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.kernel import Action, Refusal
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.events import Breaks, Brings, Doubles, Saves
from rasputitsa.titles.no_retreat.codes import CADRES, SHATTERED
from rasputitsa.titles.no_retreat.combat import advance, context, hooks, mods, odds
from rasputitsa.titles.no_retreat.deck import EVENTS
from rasputitsa.titles.no_retreat.events.happening import Deed, K, Now, Pick, carries_out
from rasputitsa.titles.no_retreat.state import NoRetreatState


def why_not_odds(s: NoRetreatState) -> Refusal | None:
    """10.5 Odds matter only in a battle that no event has settled."""
    if any(mod[0] in (mods.RESULT, mods.CONTEST, mods.WITHDRAW) for mod in s.battle_mods):
        return Refusal("10.5", "An event has settled this battle without odds.")
    return None


def why_not_rolled(s: NoRetreatState) -> Refusal | None:
    return None if s.die else Refusal("10.5", "The die has not been rolled.")


class _Odds(Deed[K]):
    """10.5 What changes the odds of a battle needs a battle with odds."""

    def why_not(self, s: NoRetreatState, now: Now, effect: K) -> Refusal | None:
        return why_not_odds(s)


@carries_out(kinds.Shift)
class Shift(_Odds[kinds.Shift]):
    """10.6, 10.6.4 The odds column moves in favour of the player's side; after the roll the same die is read again
    there."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Shift) -> Refusal | None:
        armor = s.game.armor
        if effect.requires == "armor" and not any(armor[s.full[u]][u] for u in context.fighters(s, now.side)):
            return Refusal("5.3.1", "No armor unit of yours is in this battle.")
        if now.moment.endswith("-roll"):
            return why_not_rolled(s) or self._why_not_useful(s, now, effect)
        return super().why_not(s, now, effect)

    def _why_not_useful(self, s: NoRetreatState, now: Now, effect: kinds.Shift) -> Refusal | None:
        columns = effect.columns if now.side == s.attacker else -effect.columns
        fought = odds.under_way(s)
        found = odds.reckon(s, fought._replace(mods=[*fought.mods, (mods.SHIFT, columns, 0)]))
        if odds.result_of(s, s.attacker, found, s.die) != s.result:
            return None
        return Refusal("10.5", "The result would stay the same.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Shift) -> None:
        hooks.shift(s, now.side, effect.columns)


@carries_out(kinds.Multiply)
class Multiply(Pick[kinds.Multiply]):
    """10.5 One friendly unit in the battle counts several times its strength, before odds."""

    rule = "10.5"
    none = "No unit of yours in this battle fits."
    ask = "{}: choose the unit it strengthens."

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Multiply) -> Refusal | None:
        return why_not_odds(s) or super().why_not(s, now, effect)

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Multiply) -> Iterator[Action]:
        return (
            Doubles(now.event, u)
            for u in context.fighters(s, now.side)
            if (effect.nation is None or s.game.data[u].nation == effect.nation)
            and (effect.where != "city" or s.game.cities >> s.place[u] & 1)
        )

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Multiply, action: Doubles) -> None:
        mods.add(s, mods.TIMES, action.unit, effect.factor)


@carries_out(kinds.Strength)
class Strength(_Odds[kinds.Strength]):
    """10.5 Points added to the player's total before odds."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Strength) -> None:
        mods.add(s, mods.POINTS, now.side, effect.points)


@carries_out(kinds.FixResult)
class FixResult(Deed[kinds.FixResult]):
    """10.5 No die is rolled; the battle has this result. Of several such events the last counts (5.0)."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.FixResult) -> None:
        hooks.fix_result(s, effect.result)


@carries_out(kinds.Reroll)
class Reroll(Deed[kinds.Reroll]):
    """10.5 The die is rolled again; the second result stands."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Reroll) -> Refusal | None:
        return why_not_rolled(s)

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Reroll) -> None:
        hooks.reroll(s)


@carries_out(kinds.Convert)
class Convert(Deed[kinds.Convert]):
    """10.7 A rolled result found in the table becomes the other one, before forts convert it (10.7.4)."""

    def _becomes(self, s: NoRetreatState, effect: kinds.Convert) -> str:
        rolled = hooks.rolled_result(s)
        return effect.results.get(rolled, effect.results.get("*", rolled))

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Convert) -> Refusal | None:
        if why_not_rolled(s):
            return why_not_rolled(s)
        rolled = hooks.rolled_result(s)
        if self._becomes(s, effect) == rolled:
            return Refusal("10.7", f"It does not change the result {rolled}.")
        return None

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Convert) -> None:
        hooks.change_result(s, self._becomes(s, effect))


@carries_out(kinds.IgnoreTerrain)
class IgnoreTerrain(_Odds[kinds.IgnoreTerrain]):
    """10.6.1 These features give the defender no shift in this battle."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.IgnoreTerrain) -> Refusal | None:
        refusal = super().why_not(s, now, effect)
        if refusal or len(EVENTS[now.event].effects) > 1:
            return refusal
        fought = odds.under_way(s)
        without = fought._replace(mods=[*fought.mods, (mods.IGNORE, self._features(effect), 0)])
        if list(odds.terrain_shifts(s, fought)) == list(odds.terrain_shifts(s, without)):
            return Refusal("10.6.1", "The terrain gives the defender no such advantage.")
        return None

    def _features(self, effect: kinds.IgnoreTerrain) -> int:
        return sum(mods.FEATURES[feature] for feature in effect.features)

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.IgnoreTerrain) -> None:
        mods.add(s, mods.IGNORE, self._features(effect))


@carries_out(kinds.FlipFort)
class FlipFort(Pick[kinds.FlipFort]):
    """14.1 An enemy two-sided fort under attack turns to its weak side before odds; it is no fort any more."""

    rule = "14.1"
    none = "No fort that could be broken is under attack."
    ask = "{}: choose the fort to be broken."

    def options(self, s: NoRetreatState, now: Now, effect: kinds.FlipFort) -> Iterator[Action]:
        return (Breaks(now.event, unit) for unit in hooks.forts_to_flip(s))

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.FlipFort, action: Breaks) -> None:
        hooks.flip_fort(s, action.unit)


@carries_out(kinds.Contest)
class Contest(Deed[kinds.Contest]):
    """10.5 Odds are set aside: each side rolls, the lower roll loses a step, nobody retreats or advances."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Contest) -> None:
        mods.add(s, mods.CONTEST)


@carries_out(kinds.ExtraLosses)
class ExtraLosses(Deed[kinds.ExtraLosses]):
    """10.7.1 When the result has been applied, before any advance, each side loses further steps."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.ExtraLosses) -> None:
        mods.add(s, mods.EXTRA_LOSSES, effect.steps)


@carries_out(kinds.Absorb)
class Absorb(Deed[kinds.Absorb]):
    """10.7.1 The player's side is spared steps of an EX."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Absorb) -> Refusal | None:
        return None if hooks.rolled_result(s) == "EX" else Refusal("10.7.1", "The result is no EX.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Absorb) -> None:
        mods.add(s, mods.ABSORB, now.side, effect.steps)


@carries_out(kinds.Void)
class Void(Deed[kinds.Void]):
    """10.6.2, 10.6.3, 10.8.2 The attacker's armor bonuses, or the support marker he committed, do not count."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Void) -> Refusal | None:
        counts = {"armor": self._armor(s), "support": bool(s.committed)}
        if any(counts[what] for what in effect.what):
            return None
        return Refusal("10.6", f"The attacker has no advantage of {' or '.join(effect.what)}.")

    def _armor(self, s: NoRetreatState) -> bool:
        return hooks.armor_counts(s) or any(advance.armor_advance(s, u) for u in s.attackers)

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Void) -> None:
        if "armor" in effect.what:
            mods.add(s, mods.NO_ARMOR)
        if "support" in effect.what:
            mods.add(s, mods.NO_SUPPORT)


@carries_out(kinds.Withdraw)
class Withdraw(Deed[kinds.Withdraw]):
    """10.7.5 No battle: the defenders retreat as for a DR, the attackers may advance one hex."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Withdraw) -> Refusal | None:
        return None if hooks.can_withdraw(s) else Refusal("10.7.5", "Not all your units could retreat.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Withdraw) -> None:
        mods.add(s, mods.WITHDRAW)


@carries_out(kinds.RetreatFree)
class RetreatFree(Deed[kinds.RetreatFree]):
    """10.7.5 Friendly units that must retreat from this battle may enter enemy zones of control."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.RetreatFree) -> None:
        mods.add(s, mods.RETREAT_FREE, now.side)


# -- after a loss -------------------------------------------------------------------------------------------------


@carries_out(kinds.Save)
class Save(Pick[kinds.Save]):
    """10.7.1 A friendly unit just eliminated in battle, not Unsupplied, goes to the Shattered Units Box on the side it
    last showed. The Berlin Garrison may not (12.5)."""

    rule = "10.7.1"
    none = "No unit of yours was lost that was in supply."
    ask = "{}: choose the unit that is saved."

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Save) -> Iterator[Action]:
        lost = [u for u, _, starved in s.fallen if s.game.side_of[u] == now.side and not starved]
        return (Saves(now.event, u) for u in lost if "hitler" not in s.game.data[u].traits)

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Save, action: Saves) -> None:
        s.put(action.unit, SHATTERED)
        s.fallen = [row for row in s.fallen if row[0] != action.unit]
        s.say("10.7.1", "{} is saved", s.game.names[action.unit])


@carries_out(kinds.PlaceCadre)
class PlaceCadre(Pick[kinds.PlaceCadre]):
    """14.9.2 An available Cadre goes to the hex of a friendly two-sided unit just eliminated in battle, whatever the
    reason, if no enemy is in it."""

    rule = "14.9.2"
    none = "You have no Cadre available, or no hex for it."
    ask = "{}: choose a Cadre and the hex it holds."

    def options(self, s: NoRetreatState, now: Now, effect: kinds.PlaceCadre) -> Iterator[Action]:
        game = s.game
        hexes = [
            hex_
            for u, hex_, _ in s.fallen
            if game.side_of[u] == now.side
            and game.two_sided[u]
            and not game.cadre[u]
            and not s.occupied[1 - now.side] >> hex_ & 1
        ]
        cadres = s.in_box(CADRES, now.side)
        return (Brings(now.event, cadre, hex_) for cadre in cadres for hex_ in dict.fromkeys(hexes))

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.PlaceCadre, action: Brings) -> None:
        s.put(action.unit, action.place)
        at = [s.game.place_id(action.place)]
        s.say("14.9.2", "{} takes its place", s.game.names[action.unit], at=at)


STEPS = ()
