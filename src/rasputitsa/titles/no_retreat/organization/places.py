"""[7.6] Where units are placed: reinforcements, replacements and recovering units."""

from __future__ import annotations

from rasputitsa.titles.no_retreat import supply
from rasputitsa.titles.no_retreat.codes import AXIS, SHATTERED, WAITING
from rasputitsa.titles.no_retreat.stacking import fits, with_room
from rasputitsa.titles.no_retreat.state import NoRetreatState


def usual_places(s: NoRetreatState, side: int, recovering: bool) -> int:
    """7.6 Where a side places units, room apart; worked out once per position."""
    key = ("placing", side, recovering)
    if key not in s.memo:
        s.memo[key] = _usual_places(s, side, recovering)
    return int(s.memo[key])


def _usual_places(s: NoRetreatState, side: int, recovering: bool) -> int:
    """7.6, 7.6.2, 7.6.3, 7.6.4, 7.6.5, digital O.3.3 Axis units arrive in supplied cities of Greater Germany, Soviet
    ones in those of the USSR, even in an EZOC, or on the Soviet map edge. Recovering units also in friendly cities
    beyond the border, and Axis ones on the west edge. Except in Soviet cities nobody is placed in an EZOC (digital O.3:
    nobody at all; but next to a city will do)."""
    game = s.game
    home, abroad = (game.germany, game.ussr) if side == AXIS else (game.ussr, game.germany)
    ezoc = s.zoc[1 - side]
    inside = city_places(s, side, home)
    places = inside if side != AXIS and not game.profile.place_beside_city else inside & ~ezoc
    if recovering:
        places |= city_places(s, side, abroad) & ~ezoc
    if side != AXIS or recovering:
        places |= game.edges[side] & home & ~(ezoc | s.controls(1 - side))
    return places & game.playable & ~(game.areas | s.occupied[1 - side] | supply.scorched(s, side))


def city_places(s: NoRetreatState, side: int, region: int) -> int:
    """7.6, 7.6.6 digital O.3 The friendly cities of a region with a supply path; in the digital editions the hexes
    beside them too, if they have an overland path of their own."""
    game = s.game
    own = s.controls(side) & game.cities & region
    traced = supply.overland(s, side)
    cities = own & supply.traceable(s, side)
    if not game.profile.place_beside_city:
        return cities
    return cities | (game.move_net.spread(cities) & region & traced & ~s.controls(1 - side))


def first_places(s: NoRetreatState, unit: int) -> int:
    """13.5, 13.5.16, 13.5.18, 13.5.19, 13.5.21 Where the units that open with Greater Germany, the oil or Warsaw first
    arrive, if their box says so: empty hexes ``within`` a distance of a city, with an overland path and in no EZOC; or
    areas without an enemy."""
    game, side = s.game, s.game.side_of[unit]
    rule = game.data[unit].placement
    assert rule is not None
    areas = game.topology.mask(rule.areas) & ~s.occupied[1 - side]
    if rule.of is None:
        return areas
    near = game.topology.disk(game.topology.index[rule.of], rule.within) & game.playable & ~game.areas
    barred = s.occupied[0] | s.occupied[1] | s.zoc[1 - side] | s.controls(1 - side)
    return (near & supply.overland(s, side) & ~barred) | (areas & ~s.zoc[1 - side])


def places_for(s: NoRetreatState, unit: int) -> int:
    """7.6, 13.5, 13.5.20 Where this unit may be placed now. Yugoslav units must come, even where they overstack
    (13.5)."""
    if s.place[unit] == WAITING and s.game.data[unit].placement is not None:
        places = first_places(s, unit)
        return places if s.game.data[unit].nation == "yugoslav" else with_room(s, unit, places)
    side = s.game.side_of[unit]
    return with_room(s, unit, usual_places(s, side, s.place[unit] == SHATTERED))


def cadres_for(s: NoRetreatState, unit: int) -> list[int]:
    """14.9.4, 14.9.4.2, digital O.3, O.3.1, V02.9 The friendly cadres with an overland path around which a unit can be
    rebuilt, even in an EZOC: it takes the cadre's place. In the digital editions not a shattered unit."""
    profile = s.game.profile
    if not profile.rebuild_on_cadre or s.game.cadre[unit]:
        return []
    if s.place[unit] == SHATTERED and not profile.recover_on_cadre:
        return []
    side = s.game.side_of[unit]
    found = [u for u in s.on_map(side) if s.game.cadre[u] and supply.has_overland(s, u)]
    return [u for u in found if fits(s, unit, s.place[u], without=u)]
