"""What `rasputitsa check-data` verifies."""

from __future__ import annotations

from toy.components import PIECES, PLACES, SCENARIOS, Start


def problems() -> list[str]:
    return [problem for scenario in SCENARIOS.values() for problem in _scenario(scenario)]


def _scenario(scenario: Start) -> list[str]:
    found = [f"{scenario.name}: {name} is no piece" for name in scenario.start if name not in PIECES]
    found += [f"{scenario.name}: {place} is no place" for place in scenario.start.values() if place not in PLACES]
    found += [f"{scenario.name}: {name} stands nowhere" for name in PIECES if name not in scenario.start]
    if len(set(scenario.start.values())) < len(scenario.start):
        found.append(f"{scenario.name}: T.2 two pieces share a place")
    return found
