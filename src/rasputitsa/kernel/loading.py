"""Parts that are loaded only when somebody asks for them, named as text."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load(reference: str) -> Any:
    """The object that "module:object" names."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
