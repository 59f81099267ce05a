"""[Scenarios] The scenarios of data/setups.toml, read strictly, and how the new-game dialog lists them."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal

import msgspec

from rasputitsa.kernel.title import Scenario
from rasputitsa.titles.kiev41.components import Source, read_toml


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a set-up: fixed blocks (`put`) or random ones (`draw`) in some areas."""

    at: str
    put: str = ""
    draw: str = ""
    each: int = 1
    steps: int = 0
    misprint: str = ""
    src: Source = "rule"


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    box: str
    strength: int


class Reserve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pool, or what is eliminated: named blocks and drawn ones."""

    put: str = ""
    draw: tuple[str, ...] = ()
    src: Source = "rule"


class History(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    axis: tuple[Line, ...]
    soviet: tuple[Line, ...]


class ScenarioData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario as the file gives it."""

    title: str
    first_turn: int
    last_turn: int
    initiative: Literal["axis", "soviet"]
    weather: Literal["sunny", "rain", "snow"]
    disc_once: bool
    guderian: Box
    hitler: int
    stalin: int
    fleets: str
    bombers: dict[str, int]
    dl_axis: str
    dl_soviet: str
    draw_from: Literal["start", "all"]
    axis: tuple[Line, ...]
    soviet: tuple[Line, ...]
    pool_axis: Reserve = Reserve()
    eliminated_soviet: Reserve = Reserve()
    isolated: str = ""
    historical: History | None = None
    like: str = ""


@cache
def scenario_data() -> dict[str, ScenarioData]:
    """All scenarios by name; one that is `like` another takes over what it does not say."""
    raw = read_toml("setups.toml", dict[str, dict[str, Any]])
    out = {}
    for name, own in raw.items():
        merged = {**raw[own["like"]], **own} if "like" in own else own
        try:
            out[name] = msgspec.convert(merged, ScenarioData)
        except msgspec.ValidationError as error:
            raise ValueError(f"kiev41/data/setups.toml, [{name}]: {error}") from None
    return out


_HELP: Final = {
    "campaign": "The whole campaign, July to December 1941.",
    "preludes": "July: can the Axis take Kiev, Odessa or Dnepropetrovsk in the first month?",
    "river": "August and September: the Dnieper line. Who holds four Victory Areas?",
    "pocket": "September until the weather breaks: the Axis needs six Victory Areas.",
    "snow": "November and December: who holds four Victory Areas at the end?",
}

SCENARIOS: Final = tuple(
    Scenario(name=name, label=data.title, help=_HELP[name], first_turn=data.first_turn, last_turn=data.last_turn)
    for name, data in scenario_data().items()
)
"""The campaign first: it is played if no other is asked for."""
