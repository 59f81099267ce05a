"""The fields of a state class, found once from its annotations: what is copied, compared, written and pickled."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from rasputitsa.kernel.errors import Invalid

TRANSIENT = ("game", "memo", "ear", "field_list")
"""Not part of a position."""
_BIG = 1 << 53


class Fields:
    """Names and types of all fields; `flats` are those that hold a list or bytearray of their own."""

    def __init__(self, cls: type) -> None:
        self.types: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            names = vars(sys.modules[base.__module__])
            for name, hint in inspect.get_annotations(base).items():
                if name not in TRANSIENT and not name.startswith("_"):
                    self.types[name] = eval(hint, names) if isinstance(hint, str) else hint
        self.names = tuple(self.types)
        self.defaults = {name: vars(base)[name] for base in cls.__mro__ for name in self.names if name in vars(base)}
        """Fields that a position written by an older version may lack."""
        self.flats = tuple(name for name, type in self.types.items() if _is_flat(type))

    def of(self, state: Any) -> dict[str, Any]:
        """The values of a state's fields."""
        return {name: getattr(state, name) for name in self.names}

    def read(self, lines: Mapping[str, Any], steps: Mapping[str, int]) -> dict[str, Any]:
        """The values that `write` has written, each checked against its type."""
        strays = (set(self.names) ^ set(lines)) - set(self.defaults)
        if strays:
            raise Invalid(f"position: missing or unknown fields {', '.join(sorted(strays))}")
        found = {name: self._read_field(name, lines[name], steps) for name in self.names if name in lines}
        return self.defaults | found

    def _read_field(self, name: str, line: str, steps: Mapping[str, int]) -> Any:
        type = self.types[name]
        try:
            raw = msgspec.json.decode(line)
            if name == "stack":
                raw = [(steps[frame[0]], *_unplain(frame[1:])) for frame in raw]
            return bytearray(raw) if type is bytearray else msgspec.convert(_unplain(raw), type=type)
        except (msgspec.MsgspecError, KeyError, ValueError, TypeError, IndexError) as error:
            raise Invalid(f"position: field {name!r} cannot be read: {error}") from None


_SMALL = frozenset(range(-1024, 4096)).__contains__
"""Most lists hold small numbers only: they are written as they are."""


def written(value: Any) -> str:
    """A value as JSON."""
    return msgspec.json.encode(_plain(value)).decode()


def _is_flat(type: Any) -> bool:
    return type is bytearray or getattr(type, "__origin__", None) is list


def _plain(value: Any) -> Any:
    """JSON has no large integers: sets of places are written in hexadecimal."""
    if isinstance(value, int):
        return value if -_BIG < value < _BIG else hex(value)
    if isinstance(value, bytearray):
        return list(value)
    if isinstance(value, list) and value and isinstance(value[0], int) and all(map(_SMALL, value)):
        return value
    return [_plain(v) for v in value] if isinstance(value, (list, bytearray, tuple)) else value


def _unplain(value: Any) -> Any:
    if isinstance(value, str) and value.startswith("0x"):
        return int(value, 16)
    return [_unplain(v) for v in value] if isinstance(value, list) else value
