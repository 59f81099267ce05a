"""Positions kept beside the actions that led to them, so that a game survives a change of the rules.

A record replays by the rules of today. When those have changed since it was played, an action may have become illegal,
or do something else; then the game is read from the positions that were stored with it. Each is written as what is new
in it against the one before, in some 80 bytes.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator

from rasputitsa.kernel.errors import Invalid, RasputitsaError
from rasputitsa.kernel.state import State
from rasputitsa.kernel.title import Game

LARGEST = 1 << 20
"""No position is longer than this when written: whoever sends more is up to something."""
_WINDOW = 1 << 15


def shrink(text: str, before: str) -> bytes:
    """A position's text, as what is new against the one before ("" for none)."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15, 8, zlib.Z_DEFAULT_STRATEGY, _dictionary(before))
    return packer.compress(text.encode()) + packer.flush()


def grow(data: bytes, before: str) -> str:
    """The text again."""
    unpacker = zlib.decompressobj(-15, _dictionary(before))
    try:
        text = unpacker.decompress(data, LARGEST)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise Invalid("a stored position is too long or cut off")
        return text.decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise Invalid(f"a stored position cannot be read: {error}") from None


def _dictionary(before: str) -> bytes:
    return before.encode()[-_WINDOW:]


def written(texts: Iterable[str]) -> Iterator[str]:
    """Positions as lines of a record, "@1 ...", one after each action."""
    before = ""
    for ply, text in enumerate(texts, 1):
        yield f"@{ply} {b64encode(shrink(text, before)).decode()}"
        before = text


def read(lines: Iterable[str]) -> list[str]:
    """The positions that lines of a record hold; Invalid if one is missing or broken."""
    found: list[str] = []
    for line in lines:
        ply, _, data = line.removeprefix("@").partition(" ")
        if ply != str(len(found) + 1):
            raise Invalid(f"position @{ply[:12]} stands where @{len(found) + 1} was expected")
        try:
            packed = b64decode(data, validate=True)
        except ValueError:
            raise Invalid(f"position @{ply} cannot be read") from None
        found.append(grow(packed, found[-1] if found else ""))
    return found


def why_not_continue(state: State) -> str:
    """Why a position that was stored under other rules cannot be played on; "" if it can."""
    try:
        problems = state.check()
        if problems:
            return problems[0]
        if not state.over and not state.legal():
            return "nobody can decide anything"
    except (RasputitsaError, LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
        return f"the rules make nothing of it ({error})"
    return ""


def changed(game: Game, rules: int) -> str:
    """The line that tells of a game played under other rules; "" if they are today's."""
    now = game.title.rules
    if rules == now:
        return ""
    return (
        f"The rules of {game.title.label} have changed since this game began (version {rules}, now {now}): "
        "what was played stands as it was stored."
    )
