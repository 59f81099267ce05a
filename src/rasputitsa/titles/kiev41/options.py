"""What the new-game dialog offers: the set-up, the optional rules of chapter 14, and switches of our own."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.title import Option

EDITIONS: Final = ("book",)
CAMPAIGN: Final = ("campaign",)


def _optional(name: str, rule: str, label: str, text: str) -> Option:
    """14.0, 14.0.1, S.1.2, S.2.6, S.3.6, S.4.7 An optional rule goes with the campaign only. The book recommends to add
    them in the order listed, and leaves it to the players."""
    return Option(name=name, label=label, help=text, rule=rule, scenarios=CAMPAIGN)


_TEXTS: Final = {
    "rail": ("14.1", "Rail movement", "Blocks go any distance over friendly areas in a Pass or Strategic Impulse."),
    "agility": ("14.2", "Agility", "Cavalry, Jäger, airborne and mountain troops move and fight better in the rough."),
    "afv": (
        "14.3",
        "AFV restrictions",
        "Tanks and motorized troops enter no red area and do not cross at Kerch. Best with rail movement and agility.",
    ),
    "sea_supply": ("14.4", "Sea supply", "Soviet supply by sea runs from port to port, and Sevastopol can starve."),
    "blizzard": ("14.5", "Blizzard", "December brings a blizzard worse than snow."),
    "sea_transport": ("14.7", "Sea transport", "Soviet infantry goes by ship between its ports."),
    "seaborne": ("14.8", "Seaborne operations", "The Marine lands on enemy coasts in a Strategic Impulse."),
    "airborne": ("14.9", "Airborne operations", "The Luftlande drops behind the front in a Strategic Impulse."),
}

OPTIONS: Final = (
    Option(
        name="setup",
        label="Set-up",
        help="Draw many blocks at random, or place them as they stood in July 1941.",
        rule="S.6",
        default="random",
        choices=("random", "historical"),
        scenarios=("campaign", "preludes"),
    ),
    *(_optional(name, *texts) for name, texts in _TEXTS.items()),
    Option(
        name="strict_replacements",
        label="No replacements in contested areas",
        help="Our own switch, after the errata of a sister game: engaged blocks are not restored.",
        rule="7.2.2",
    ),
    Option(
        name="late_isolation",
        label="Isolation Check after the exploitation",
        help="Our own switch, after the errata of a sister game: an Exploitation Move may still restore supply.",
        rule="9.3",
    ),
    Option(
        name="snow_93",
        label="Kleist's blocks in 93",
        help="Our own switch: set the tank and the mountain corps up in 93 instead of 73, probably a misprint.",
        rule="S.4",
        scenarios=("snow",),
    ),
)
