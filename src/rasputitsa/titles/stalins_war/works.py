"""[16.1.2, 16.3.2] What OPS may build on the map beside trenches: partisans and Festungs."""

from __future__ import annotations

from typing import Any

from rasputitsa.kernel import Choice

CHOICES: tuple[type[Choice[Any]], ...] = ()
"""Offered in the movement part of an OPS round."""
