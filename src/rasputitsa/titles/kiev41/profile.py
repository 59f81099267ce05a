"""The switches of a game: chapter 14 and our own, read as `s.game.profile.x` where a rule differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rasputitsa.kernel.title import Value


@dataclass(frozen=True, slots=True)
class Profile:
    """Every switch, as the options of a game set it (options.py): all off is the book without optional rules."""

    rail: bool  # 14.1 rail movement
    agility: bool  # 14.2 cavalry, Jäger, airborne and mountain troops
    afv: bool  # 14.3 tanks and motorized troops
    sea_supply: bool  # 14.4 from port to port
    blizzard: bool  # 14.5 in December
    sea_transport: bool  # 14.7 Soviet infantry by ship
    seaborne: bool  # 14.8 the Marine lands
    airborne: bool  # 14.9 the Luftlande drops
    historical: bool  # S.6 the set-up of July 1941 instead of random draws
    strict_replacements: bool  # 7.2.2, ours: no replacements in contested areas
    late_isolation: bool  # 9.3, ours: the Isolation Check after the Exploitation Move
    snow_93: bool  # S.4, ours: Kleist's blocks in 93, as was probably meant


def profile(edition: str, options: Mapping[str, Value]) -> Profile:
    """The switches as an edition (there is one) and the options set them."""
    switches = {name: bool(value) for name, value in options.items() if name != "setup"}
    return Profile(historical=options["setup"] == "historical", **switches)
