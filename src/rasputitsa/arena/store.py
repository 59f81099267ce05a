"""Results on disk: what is being played, and one file of rows for each batch that was finished. A run that was stopped
goes on where it was; a batch file is there complete or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from rasputitsa.arena.selfplay import Played
from rasputitsa.kernel.errors import Invalid
from rasputitsa.kernel.title import Value

_ENCODER = msgspec.json.Encoder()


class Spec(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament plays. Two runs with equal specs play the same games."""

    title: str
    scenario: str
    edition: str
    options: dict[str, Value]
    entrants: list[str]
    seed: str
    ladder: bool = False
    """Each player meets only the one before it in the list, as on the rungs of a ladder."""


class Store:
    """A folder of results."""

    def __init__(self, folder: Path, spec: Spec) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._settle(spec)
        self._next = 1 + max((_number(file) for file in self._files()), default=0)

    def _settle(self, spec: Spec) -> None:
        """Begin, or go on only with the same tournament."""
        file = self.folder / "tournament.json"
        if not file.exists():
            write_whole(file, _ENCODER.encode(spec) + b"\n")
            return
        try:
            before = msgspec.json.decode(file.read_bytes(), type=Spec)
        except msgspec.MsgspecError as error:
            raise Invalid(f"{file} cannot be read: {error}") from None
        if before != spec:
            raise Invalid(f"{self.folder} holds another tournament; choose another folder or the same players and seed")

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("batch-*.jsonl"))

    def add(self, rows: Iterable[Played]) -> None:
        """Keep a batch."""
        file = self.folder / f"batch-{self._next:05}.jsonl"
        self._next += 1
        write_whole(file, b"".join(_ENCODER.encode(row) + b"\n" for row in rows))

    def rows(self) -> Iterator[Played]:
        """Everything played so far."""
        for file in self._files():
            yield from read_rows(file)


def read_rows(file: Path) -> Iterator[Played]:
    """The rows of one file."""
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        try:
            yield msgspec.json.decode(line, type=Played)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Invalid(f"{file}, line {number}: {error}") from None


def _number(file: Path) -> int:
    digits = file.stem.rpartition("-")[2]
    return int(digits) if digits.isdigit() else 0


def write_whole(file: Path, content: bytes) -> None:
    """A file complete or not at all."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(file)
