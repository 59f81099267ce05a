"""How a scenario begins: what stands where, what is drawn at random and from which blocks, what waits."""

from __future__ import annotations

from rasputitsa.board.topology import bits
from rasputitsa.titles.kiev41 import TITLE, components, setup
from rasputitsa.titles.kiev41.components import BLOCKS, BOMBERS, SIDES
from rasputitsa.titles.kiev41.mapboard import ELIMINATED, LATER, PLACE_IDS, POOL, TOPOLOGY
from rasputitsa.titles.kiev41.state import BASE, READY, Kiev
from rasputitsa.titles.kiev41.weather import WEATHER

ASIDE = {POOL: "pool", ELIMINATED: "eliminated", LATER: "not yet placed"}


def openings() -> dict[str, str]:
    """Every scenario as it is printed, then where it is set up historically."""
    found: dict[str, str] = {}
    for scenario in TITLE.scenarios:
        s = begun(scenario.name)
        found |= {f"{scenario.name} {key}": line for key, line in [*places(s), *rest(s), *draws(s)]}
        if s.game.data.historical:
            s = begun(scenario.name, setup="historical")
            found |= {f"{scenario.name} historical {key}": line for key, line in [*places(s), *draws(s)]}
    return found


def begun(scenario: str, **options: str) -> Kiev:
    return TITLE.setup(TITLE.prepare(scenario, "book", options))


def places(s: Kiev) -> list[tuple[str, str]]:
    """What the set-up fixes, by place."""
    found: dict[int, list[str]] = {}
    for b, block in enumerate(BLOCKS):
        strength = f" {s.strength[b]}" if s.strength[b] else ""
        found.setdefault(s.place[b], []).append(block.id + strength)
    return [(ASIDE.get(at) or PLACE_IDS[at], ", ".join(blocks)) for at, blocks in sorted(found.items())]


def rest(s: Kiev) -> list[tuple[str, str]]:
    ready = [f"{bomber.type} of {hq(i)}" for i, bomber in enumerate(BOMBERS) if s.bombers[i] == READY]
    first = f"{SIDES[s.initiative]} first, {WEATHER[s.weather]}, forecast {s.forecast}"
    return [
        ("turns", f"{s.turn} to {s.game.data.last_turn}, {first}"),
        ("bombers", ", ".join(ready)),
        ("fleets", " ".join("staging" if at == BASE else PLACE_IDS[at] for at in s.fleets)),
        ("lines", " ".join(TOPOLOGY.ids[area] for area in bits(s.lines))),
        ("isolated", " ".join(BLOCKS[b].id for b in bits(s.isolated))),
    ]


def hq(bomber: int) -> str:
    return BLOCKS[components.BOMBER_HQ[bomber]].id


def draws(s: Kiev) -> list[tuple[str, str]]:
    """Every draw: the place, the strength, and the blocks one of which comes."""
    return [(f"draw {number}", drawn(slot)) for number, slot in enumerate(setup.slots(s.game), 1)]


def drawn(slot: setup.Slot) -> str:
    place = ASIDE.get(slot.place) or PLACE_IDS[slot.place]
    return f"{place} {slot.steps}: {' '.join(BLOCKS[b].id for b in bits(slot.blocks))}"
