"""The answers to questions about a position that are not actions: odds, supply, reach, why not."""

from __future__ import annotations

from collections.abc import Sequence

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Action, AskOdds, Invalid, Reach, Supply
from rasputitsa.kernel.view import Odds
from rasputitsa.titles.no_retreat import movement
from rasputitsa.titles.no_retreat import supply as supply_rules
from rasputitsa.titles.no_retreat.actions.combat import Join
from rasputitsa.titles.no_retreat.actions.movement import Move
from rasputitsa.titles.no_retreat.codes import SIDES
from rasputitsa.titles.no_retreat.combat.battles import Joining
from rasputitsa.titles.no_retreat.combat.declare import defenders_of, may_attack
from rasputitsa.titles.no_retreat.combat.odds import Battle
from rasputitsa.titles.no_retreat.combat.odds import odds as reckoned
from rasputitsa.titles.no_retreat.state import NoRetreatState


def supply(s: NoRetreatState, side: str) -> Supply:
    """The supply of a side as it would be checked now: sources, supplied places, units that would be out."""
    number = SIDES.index(side)
    name = s.game.place_id
    return Supply(
        sources=[name(p) for p in supply_rules.sources(s, number)],
        supplied=[name(p) for p in bits(supply_rules.supplied(s, number) & s.game.playable)],
        pieces_out=supply_rules.unsupplied_units(s, number),
    )


def reach(s: NoRetreatState, piece: int) -> Reach:
    """Where a unit could go if it were to move now, as things stand: place and cost."""
    unit = _unit(s, piece)
    if s.place[unit] < 0:
        return Reach(costs={})
    return Reach(costs={s.game.place_id(p): cost for p, cost in movement.free_range(s, unit).costs().items()})


def taking(s: NoRetreatState, piece: int, place: str) -> Action:
    """Taking a unit to a place is a move, or joining an attack where attackers are asked for."""
    unit, step = _unit(s, piece), s.step
    here = max(s.place[unit], 0)
    to = s.game.title.lexicon.names["place"].find(place) if place else here
    if isinstance(step, Joining):
        return Join(unit, to if place else (step.aims(s) or [here])[0])
    return Move(unit, here, to)


def _unit(s: NoRetreatState, piece: int) -> int:
    if not 0 <= piece < len(s.game.units):
        raise Invalid(f"unknown piece {piece!r}")
    return piece


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
    return reckoned(s, Battle(side, attackers, defenders, list(targets), counterattack, support))


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


def odds(s: NoRetreatState, asked: AskOdds) -> Odds:
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
