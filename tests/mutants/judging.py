"""Judging mutants in warm processes, each in its own copy of the sources: the checkout is never touched."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from .mutant import Mutant
from .subject import Subject

PATIENCE = 15.0
"""Seconds a mutant has beyond three times what its tests usually take."""
SHEETS = ("test_printed.py", "test_every_")
"""The tests that try every counter, every place, every card, by the names of their files."""
FIRST = 12
"""How many of the tests that killed other values of a field, or others in a function or file, are tried first."""


class Unjudged(Exception):
    """The tests cannot judge anything: they fail, or do not run, without any change."""


class Touch(msgspec.Struct):
    """Which tests reach which lines, and how long each takes."""

    seconds: dict[str, float]
    lines: dict[str, dict[int, list[str]]]
    """By file and line; what is reached when the title is loaded is reached by "" (every test)."""
    failing: list[str] = []

    def reaching(self, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant, the quick ones first."""
        known = self.lines.get(mutant.file, {})
        found = {test for line in mutant.lines for test in known.get(line, ())}
        return self.ordered(self.seconds if not mutant.lines or "" in found else found)

    def loads(self, mutant: Mutant) -> bool:
        """Has loading the title or the tests already called the function?"""
        known = self.lines.get(mutant.file, {})
        return any("" in known.get(line, ()) for line in mutant.lines)

    def ordered(self, tests: Any) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds[test], test))


class Row(msgspec.Struct):
    """What one test reaches; without a name: what is reached when the tests are loaded."""

    test: str
    passed: bool
    seconds: float
    lines: dict[str, list[int]]


class Verdict(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What became of a mutant. how: test, load, time, crash (dead); played (dies only in a recorded game); alive."""

    key: str
    how: str
    killer: str = ""
    tried: int = 0
    """How many tests of behaviour were tried."""
    seconds: float = 0.0
    made_with: str = ""
    """The fingerprint of the tests it rests on."""

    @property
    def dead(self) -> bool:
        return self.how not in ("alive", "played")


class Worker:
    """One warm process with its copy of the sources."""

    def __init__(self, subject: Subject) -> None:
        self.folder = tempfile.mkdtemp(prefix="mutants-")
        for name in ("src", "tests"):
            skip = shutil.ignore_patterns("__pycache__", "static", "screenshots")
            shutil.copytree(subject.root / name, f"{self.folder}/{name}", ignore=skip)
        if (subject.root / "pyproject.toml").exists():
            shutil.copy(subject.root / "pyproject.toml", self.folder)
        here = Path(__file__).with_name("worker.py")
        # Compiled code is kept, whatever the caller's habit: a mutant is judged in a process that imports all anew.
        outside = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.process = subprocess.Popen(
            [sys.executable, str(here), self.folder, subject.package, *subject.warm],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**outside, "PYTHONPATH": f"{self.folder}/src", "PYTHONHASHSEED": "0"},
        )

    def ask(self, **job: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Unjudged("the process that runs the tests has ended")
        return dict(json.loads(line))

    def close(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Traced(msgspec.Struct):
    """What the tests of one file reach, and the file's fingerprint then."""

    made_with: str
    rows: list[Row]


def touch(subject: Subject, crew: list[Worker], store: Path, code: bool = True) -> Touch:
    """Which tests reach what: traced once for these sources and each test file, then read from the store. Data is
    reached by every test: then they are only timed, which is far quicker."""
    known = msgspec.json.decode(store.read_bytes(), type=dict[str, Traced]) if store.exists() else {}
    tests = subject.test_fingerprints()
    now = {file: tests.get(file, "") for file in (*subject.behaviour_files(), *subject.played)}
    stale = [file for file in now if file not in known or known[file].made_with != now[file]]
    with ThreadPoolExecutor(len(crew)) as threads:
        shares = [stale[number :: len(crew)] for number in range(len(crew))]
        rows = [row for found in threads.map(partial(_trace, subject, code), crew, shares) for row in found]
    for file in stale:
        known[file] = Traced(now[file], [row for row in rows if row.test.partition("::")[0] in ("", file)])
    found = Touch({}, {})
    for file in now:
        for row in known[file].rows:
            _add(found, row)
    if not found.seconds:
        raise Unjudged("no test passes without any change")
    for old in store.parent.glob(f"*.{store.name.partition('.')[2]}"):
        old.unlink()
    store.write_bytes(msgspec.json.encode(known))
    return found


def _trace(subject: Subject, code: bool, worker: Worker, files: list[str]) -> list[Row]:
    """A row for what loading reaches, then one for each test."""
    if not files:
        return []
    out = Path(worker.folder) / "touched.jsonl"
    prefix = f"{worker.folder}/{subject.folder}/" if code else ""
    which = {"title": subject.name, "others": [*subject.played, *subject.general]}
    worker.ask(out=str(out), files=files, prefix=prefix, limit=1800, **which)
    if not out.exists():
        raise Unjudged("the tests cannot be loaded")
    return [msgspec.json.decode(line, type=Row) for line in out.read_bytes().splitlines()]


def _add(touched: Touch, row: Row) -> None:
    if not row.passed:
        touched.failing.append(row.test)
        return
    if row.test:
        touched.seconds[row.test] = round(row.seconds, 4)
    for file, lines in row.lines.items():
        known = touched.lines.setdefault(file, {})
        for line in lines:
            known.setdefault(line, []).append(row.test)


class Judge:
    """Decides which tests to try on a mutant, and in which order."""

    def __init__(self, subject: Subject, touched: Touch) -> None:
        self.subject = subject
        self.touched = touched
        self.killers: dict[str, list[str]] = defaultdict(list)

    def judge(self, mutant: Mutant, worker: Worker) -> Verdict:
        reaching = self.touched.reaching(mutant)
        played = [test for test in reaching if test.startswith(self.subject.played or "\0")]
        behaviour = [test for test in reaching if test not in set(played)]
        likely = self._likely(mutant, behaviour)
        seconds, tried = 0.0, 0
        for kind, tests in (
            ("", [*likely, *(test for test in behaviour if test not in set(likely))]),
            ("played", played),
        ):
            if not tests:
                continue
            said = self._try(mutant, worker, tests, len(likely))
            seconds += said["seconds"]
            tried = max(tried, 0 if kind else len(tests))
            if said["how"] != "alive":
                self._remember(mutant, said["failed"])
                how = kind or said["how"]
                return Verdict(key=mutant.key, how=how, killer=said["failed"], tried=tried, seconds=round(seconds, 2))
        return Verdict(key=mutant.key, how="alive", tried=tried, seconds=round(seconds, 2))

    def _try(self, mutant: Mutant, worker: Worker, tests: list[str], likely: int) -> dict[str, Any]:
        """In the process that has loaded the title where that can be, else in one that loads it anew; this one begins
        with the likely tests, since to collect the others takes time, too."""
        change = {"file": mutant.file, "text": mutant.text()}
        spent = 0.0
        if mutant.lines and not self.touched.loads(mutant):
            limits = [PATIENCE + 3 * self.touched.seconds[test] for test in tests]
            files = sorted({test.partition("::")[0] for test in self.touched.seconds})
            place = {"where": mutant.where, "line": mutant.line, "files": files}
            said = worker.ask(**change, **place, tests=tests, limits=limits, limit=sum(limits))
            if said["how"] != "elsewhere":
                return said
            spent = said["seconds"]
        for some in (tests[:likely], tests) if likely else (tests,):
            limit = PATIENCE + 3 * sum(self.touched.seconds[test] for test in some)
            said = worker.ask(**change, tests=some, limit=limit)
            spent += said["seconds"]
            if said["how"] != "alive":
                break
        return {**said, "seconds": spent}

    def _likely(self, mutant: Mutant, behaviour: list[str]) -> list[str]:
        """The tests that killed others of the same field, or the sheets, which name most values; in code those that
        killed others in the function, then in the file."""
        found = [test for place in self._places(mutant) for test in self.killers[place][:FIRST]]
        if mutant.field and not found:
            found = [test for test in behaviour if any(name in test for name in SHEETS)]
        known = set(behaviour)
        return [test for test in dict.fromkeys(found) if test in known]

    def _places(self, mutant: Mutant) -> tuple[str, ...]:
        return (mutant.field,) if mutant.field else (f"{mutant.file} {mutant.where}", mutant.file)

    def _remember(self, mutant: Mutant, test: str) -> None:
        for place in self._places(mutant):
            known = self.killers[place]
            if test in known:
                known.remove(test)
            known.insert(0, test)
