"""What the arena's reports follow: how many pieces each side has left, turn by turn."""

from __future__ import annotations

from typing import Any

from rasputitsa.kernel import SIDES, State
from rasputitsa.kernel.chronicle import Chronicle as Common
from toy.state import ToyState


class Chronicle(Common):
    def page(self, state: State) -> dict[str, Any]:
        assert isinstance(state, ToyState)
        return {f"units:{side}": len(state.units(number)) for number, side in enumerate(SIDES)}
