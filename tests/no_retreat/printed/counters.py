"""What a counter does on each side, in each weather, out of supply; where it may go, and what becomes of it."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.no_retreat import control, elimination, movement, zones
from rasputitsa.titles.no_retreat.codes import BOXES, DESTROYED, OUT, SIDES, UNSUPPLIED, WAITING
from rasputitsa.titles.no_retreat.combat import odds
from rasputitsa.titles.no_retreat.organization import arrivals, flip, places
from rasputitsa.titles.no_retreat.state import NoRetreatState

from ..situation import place, situation

HOME = ("Berlin", "Moscow")


def counters() -> dict[str, str]:
    """Every counter, tried alone on an empty map."""
    fields = [situation(turn=14, side=side) for side in SIDES]
    game = fields[0].game
    return {f"{game.names[u]} ({game.data[u].id})": line(fields[game.side_of[u]], u) for u in game.units}


def line(s: NoRetreatState, unit: int) -> str:
    usual = s.full[unit]
    faces = [f"{word} {face(s, unit, full)}" for word, full in (("full", 1), ("reduced", 0))]
    s.full[unit] = usual
    return f"{SIDES[s.phasing]}; {'; '.join(faces)}; {career(s.copy(), unit)}"


def face(s: NoRetreatState, unit: int, full: int) -> str:
    """Strength, movement in each weather and unsupplied, and what this side of the counter can do."""
    s.full[unit] = full
    s.put(unit, place(HOME[s.phasing]))
    s.memo.clear()
    moves = "/".join(str(movement.allowance_in(s, unit, weather)) for weather in range(4))
    s.mark(unit, UNSUPPLIED)
    starved = movement.allowance_in(s, unit, 0)
    s.unmark(unit, UNSUPPLIED)
    game = s.game
    words = [
        "zone" if zones.exerts_zone(s, unit) else "",
        "armor" if game.armor[full][unit] else game.type[full][unit],
        "white" if game.white[full][unit] else "",
        "fort" if game.fort[full][unit] else "",
        "shock" if game.shock[full][unit] else "",
        "red" if control.is_red(s, unit) else "",
        f"improves for {flip.improve_price(s, unit)}",
        f"lands {movement.may_enter(s, unit).bit_count()}",
        f"local {odds.local_support(s, unit)}",
    ]
    found = f"{odds.unit_strength(s, unit, ())}-{moves}-{starved} {' '.join(word for word in words if word)}"
    s.put(unit, OUT)
    return found


def career(s: NoRetreatState, unit: int) -> str:
    """When it comes and at which price, where it may be placed, and what becomes of it when it is lost."""
    born = s.game.title.setup(s.game)
    came = BOXES.get(born.place[unit], "on the map") + (f" {born.arrives[unit]}" if born.arrives[unit] else "")
    s.put(unit, place(HOME[s.phasing]))
    elimination.eliminate(s, unit)
    lost = BOXES[s.place[unit]] + (f" until {s.arrives[unit]}" if s.arrives[unit] else "")
    s.put(unit, DESTROYED)
    price = arrivals.price(s, unit)
    s.put(unit, WAITING)
    s.memo.clear()
    where = " ".join(s.game.place_id(to) for to in bits(places.places_for(s, unit)))
    return f"{came}; lost: {lost}; {price} cards; {len(where.split())} places {where}"
