"""The report of a run: how many mutants died, and the survivors one by one."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from .judging import Verdict
from .mutant import Mutant

EQUIVALENT = Path(__file__).with_name("equivalent")
PARTS = {"fields": "Fields of the data", "data": "Values of the data", "code": "Code"}
UNREAD = "Nothing failed when every value of these fields was changed: no rule reads them."
PLAYED = "These die only in a recorded game or a perft count, which say that something changed, not what is wrong."
WORDS = {
    "test": "a test of behaviour failed",
    "load": "the title could not be loaded",
    "time": "it hung",
    "crash": "its process died",
    "played": "it dies only in a recorded game",
    "alive": "it lives",
}


def equivalents(title: str, folder: Path = EQUIVALENT) -> dict[str, str]:
    """Pattern of a mutant's name -> why it changes nothing. An entry with a list of words (`each`) stands for as many
    patterns: each word takes the place of {}."""
    file = folder / f"{title}.toml"
    known = tomllib.loads(file.read_text(encoding="utf-8")).get("equivalent", []) if file.exists() else []
    return {
        entry["mutant"].replace("{}", word) if word else entry["mutant"]: entry["reason"]
        for entry in known
        for word in entry.get("each", "").split() or [""]
    }


def is_equivalent(mutant: Mutant, known: dict[str, str]) -> bool:
    """fnmatch, but brackets stand for themselves."""
    key = mutant.key
    return any(key.startswith(begin) and fnmatchcase(key, whole) for begin, whole in _patterns(tuple(known)))


@cache
def _patterns(known: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Each pattern with what it begins with, which tells most mutants apart at once."""
    return tuple((re.split("[*?]", one, maxsplit=1)[0], one.replace("[", "[[]")) for one in known)


def report(title: str, seed: str, judged: list[tuple[Mutant, Verdict]], spared: int) -> str:
    """Markdown: a summary and the survivors of each part."""
    lines = [f"# Mutants of {title}", "", f"Seed {seed}; {spared} known equivalents left out.", ""]
    for part, name in PARTS.items():
        here = [(m, v) for m, v in judged if m.part == part]
        if here:
            lines += [f"## {name}", "", *_summary([v for _, v in here]), ""]
            lines += _survivors([(m, v) for m, v in here if v.how == "alive"], UNREAD if part == "fields" else "")
            lines += _survivors([(m, v) for m, v in here if v.how == "played"], "" if part == "fields" else PLAYED)
    return "\n".join(lines)


def _summary(verdicts: list[Verdict]) -> Iterator[str]:
    count = Counter(v.how for v in verdicts)
    total = len(verdicts)
    yield "| | mutants | |"
    yield "|---|---:|---:|"
    for how, words in WORDS.items():
        if count[how]:
            yield f"| {words} | {count[how]} | {100 * count[how] / total:.1f} % |"
    yield f"| all | {total} | |"


def _survivors(found: list[tuple[Mutant, Verdict]], head: str) -> Iterator[str]:
    if found and head:
        yield from (head, "")
    for mutant, verdict in sorted(found, key=lambda pair: (pair[0].file, pair[0].line, pair[0].key)):
        rules = f" ({', '.join(mutant.rules)})" if mutant.rules else ""
        place = f"{mutant.file}:{mutant.line}" if mutant.line else mutant.file
        tried = f"{verdict.tried} tests" if verdict.tried else "no test reaches it"
        yield f"- `{place}` **{mutant.where}**{rules}: {tried}"
        yield ""
        yield "  ```diff"
        before, after = mutant.diff if mutant.line else (mutant.old, mutant.new)
        yield from (f"  -{line}" for line in before.splitlines())
        yield from (f"  +{line}" for line in after.splitlines())
        yield "  ```"
        yield f"  `{mutant.key}`"
        yield ""
