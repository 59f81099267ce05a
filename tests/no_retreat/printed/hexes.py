"""What a hex does: the way to its neighbours, zones, supply, defence, and what it is worth."""

from __future__ import annotations

from rasputitsa.board.movement import reach
from rasputitsa.board.topology import bits
from rasputitsa.titles.no_retreat.combat import odds
from rasputitsa.titles.no_retreat.game import MAP, NoRetreatGame

from ..situation import situation

DEAREST = 6


def hexes() -> dict[str, str]:
    """Every playable place, and the lakes that supply goes over."""
    game = situation(turn=2).game
    return {name(game, at): line(game, at) for at in bits(game.playable | game.supply_net.places)}


def name(game: NoRetreatGame, at: int) -> str:
    return " ".join(dict.fromkeys((game.place_id(at), game.place_name(at))))


def line(game: NoRetreatGame, at: int) -> str:
    parts = [
        " ".join(f"{game.place_id(to)}={way(game, at, to)}" for to in bits(game.supply_net.adjacent[at])),
        f"{sum(shift for shift, _, _ in odds.hex_shifts(game, at))}" + (" stops" if game.stops[at] else ""),
        "armor" if game.armor_ground[at] else "no armor",
        ", ".join(word for word, found in sets(game).items() if found >> at & 1),
    ]
    return "; ".join(part for part in parts if part)


def way(game: NoRetreatGame, at: int, to: int) -> str:
    """MPs of others/armor (- closed), what the side is, z zones reach over, w and e the way of trains."""
    costs = "/".join(cost(game, kind, at, to) for kind in (0, 1))
    found = f"{costs}{game.topology.kinds.get((at, to), '')[:1]}"
    found += "z" if game.zoc_reach[at] >> to & 1 else ""
    found += "".join(word for word, net in zip("we", game.rail_nets, strict=True) if net.adjacent[at] >> to & 1)
    return found


def cost(game: NoRetreatGame, kind: int, at: int, to: int) -> str:
    only = 1 << to & game.playable
    return next((str(mp) for mp in range(1, DEAREST) if reach(game.grounds[kind], at, mp, only).mask & only), "-")


def sets(game: NoRetreatGame) -> dict[str, int]:
    return {
        "city": game.cities,
        "oil": game.oil,
        "VP": MAP.vp,
        "Axis objective": game.objectives[0],
        "Soviet objective": game.objectives[1],
        "Greater Germany": game.germany,
        "USSR": game.ussr,
        "west edge": game.edges[0],
        "Soviet edge": game.edges[1],
        "Caucasus oil": 1 << game.caucasus_oil,
        "Ploesti": 1 << game.ploesti,
        **{f"{sea} coast": found for sea, found in game.coasts.items()},
        **{f"region {region}": found for region, found in MAP.regions.items()},
    }
