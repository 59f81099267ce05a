"""[10.5] The exact odds of any battle that could be declared, before anyone commits anything."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.kernel import AskOdds, Invalid
from rasputitsa.kernel.view import Odds
from rasputitsa.titles.no_retreat.ch10_combat.declare import defenders_of, may_attack
from rasputitsa.titles.no_retreat.ch10_combat.odds import Battle, odds
from rasputitsa.titles.no_retreat.state import NoRetreatState


def battle_odds(
    s: NoRetreatState,
    attackers: Sequence[int],
    targets: Sequence[int],
    *,
    counterattack: bool = False,
    support: bool = False,
) -> Odds:
    """10.5, 10.6 The odds of an attack by these units on these hexes, every shift with its cause and rule. Hexes with a
    Counterblow marker count as such. Of several hexes the one best for the defender counts (10.6.1). What cannot be
    declared is Invalid."""
    _check(s, attackers, targets, counterattack)
    side = s.game.side_of[attackers[0]]
    defenders = [u for hex_ in targets for u in (s.units_at(hex_) if counterattack else defenders_of(s, hex_))]
    return odds(s, Battle(side, attackers, defenders, list(targets), counterattack, support))


def _check(s: NoRetreatState, attackers: Sequence[int], targets: Sequence[int], counterattack: bool) -> None:
    game = s.game
    if not attackers or not targets:
        raise Invalid("odds: name at least one attacker and one target")
    side = game.side_of[attackers[0]]
    for unit in attackers:
        if s.place[unit] < 0 or game.side_of[unit] != side:
            raise Invalid(f"odds: {game.names[unit]} is not on the map with the other attackers")
    for hex_ in targets:
        if not s.occupied[1 - side] >> hex_ & 1:
            raise Invalid(f"odds: there is no enemy in {game.place_name(hex_)}")
        for unit in attackers:
            if not game.move_net.adjacent[hex_] >> s.place[unit] & 1:
                raise Invalid(f"odds: {game.names[unit]} is not adjacent to {game.place_name(hex_)} (10.3.3)")
            if not (counterattack or hex_ in s.blows or may_attack(s, unit)):
                raise Invalid(f"odds: {game.names[unit]} cannot attack of its own will (10.1.1)")


def ask_odds(s: NoRetreatState, asked: AskOdds) -> Odds:
    """The question "odds": pieces by number, places by id, `support` and `counterattack` as switches."""
    places = s.game.title.lexicon.names["place"]
    for unit in asked.attackers:
        if not 0 <= unit < len(s.game.units):
            raise Invalid(f"odds: unknown piece {unit!r}")
    return battle_odds(
        s,
        list(dict.fromkeys(asked.attackers)),
        list(dict.fromkeys(places.find(target) for target in asked.targets)),
        counterattack=asked.counterattack,
        support=asked.support,
    )
