"""Sheets that can be laid beside counters, map and charts: one line a thing, `name: what it does`.

The tests work out each line by trying the thing in the rules and hold it against the sheet. After a change that is
meant, `python -m tests.stalins_war.printed` writes the sheets anew; look at the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent


def sheet(name: str) -> dict[str, str]:
    """The lines of a sheet by what stands before the colon."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


def differences(found: dict[str, str], name: str) -> list[str]:
    """What was found and is not on the sheet."""
    known = sheet(name)
    keys = [key for key in {**known, **found} if found.get(key) != known.get(key)]
    return [f"{key}: {found.get(key)}, not {known.get(key)}" for key in keys]


def write(found: dict[str, str], name: str, head: str) -> None:
    lines = [f"# {head}", *(f"{key}: {line}" for key, line in found.items())]
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
