"""What several commands need: which game is meant, machine-readable output, files written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec

from rasputitsa.kernel import Game, Record, title
from rasputitsa.kernel.errors import Invalid


def find_game(name: str, scenario: str | None, edition: str | None, options: Sequence[str]) -> Game:
    """The game that title, scenario, edition and `name=value` options mean. The edition may stand among the options."""
    values: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals or not key:
            raise Invalid(f"option {option!r} should read name=value")
        values[key.strip()] = value.strip()
    version = edition or values.pop("edition", None)
    return title(name).prepare(scenario, version, values)


def read_record(file: Path, to: int | None = None) -> Record:
    """A record file, every action checked; errors name the file and the line."""
    try:
        return Record.from_text(file.read_text(encoding="utf-8"), to)
    except UnicodeDecodeError:
        raise Invalid(f"{file} is not a text file") from None
    except Invalid as error:
        raise Invalid(f"{file}: {error}") from None


def print_json(value: Any) -> None:
    """One value as one line, for scripts."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, before the work begins; an error is one line."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Invalid(f"{folder}: the folder cannot be made ({error.strerror})") from None


def write_whole(file: Path, content: bytes) -> None:
    """Write a file so that it is either there complete or not at all."""
    if not file.parent.is_dir():
        raise Invalid(f"{file}: there is no folder {file.parent}")
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


class Tick(Protocol):
    def __call__(self, steps: int = 1) -> None: ...


@contextmanager
def progress(label: str, total: int) -> Iterator[Tick]:
    """A progress bar on stderr, when that is a terminal; nothing otherwise."""
    if not sys.stderr.isatty():
        yield lambda steps=1: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda steps=1: bar.advance(task, steps)
