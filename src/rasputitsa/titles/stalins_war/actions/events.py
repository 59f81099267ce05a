"""The actions of events and special units."""

from __future__ import annotations

from typing import Final

from rasputitsa.kernel.action import Action

ACTIONS: Final[tuple[type[Action], ...]] = ()
