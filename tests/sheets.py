"""Sheets that can be laid beside counters, map and charts: one line a thing, `name: what it does`.

The tests of a title work out each line by trying the thing in the rules and hold it against the sheet in their folder
`printed/`. After a change that is meant, `python -m tests.TITLE.printed` writes the sheets anew; look at the difference
before committing it.
"""

from __future__ import annotations

from pathlib import Path


def sheet(file: Path) -> dict[str, str]:
    """The lines of a sheet by what stands before the colon."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


def differences(found: dict[str, str], file: Path) -> list[str]:
    """What was found and is not on the sheet."""
    known = sheet(file)
    keys = [key for key in {**known, **found} if found.get(key) != known.get(key)]
    return [f"{key}: {found.get(key)}, not {known.get(key)}" for key in keys]


def write(found: dict[str, str], file: Path, head: str) -> None:
    """A sheet anew."""
    lines = [f"# {head}", *(f"{key}: {line}" for key, line in found.items())]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
