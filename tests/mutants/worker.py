"""A warm process that judges mutants: it has imported pytest and what the title stands on, but nothing of the title.

It runs in a copy of the sources, alone: `python worker.py ROOT PACKAGE MODULE...`. For each line on its input (a job as
JSON) it writes the changed file into the copy, forks, lets the child run the tests until the first one fails, puts the
file back and answers with a line. A change of a single function goes to a child that has loaded the title (`loaded`).
It imports nothing of the project by itself, so that it works for any folder.
"""

from __future__ import annotations

import importlib
import json
import math
import os
import resource
import select
import signal
import sys
import time
from pathlib import Path
from typing import IO, Any

import pytest
from loaded import Loaded

WAIT = 30
"""A child that sleeps is stopped after so many times the work it may do."""
MEMORY = 4 << 30
"""Bytes a mutant may use: one that grows without end is as dead as one that hangs."""
QUIET = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=", "--no-header", "--tb=no", "-W", "ignore"]
QUIET += ["--assert=plain"]
"""Nobody reads why a test failed: without rewritten assertions the tests load several times faster."""


class Chosen:
    """Run only some tests, in the order given, and remember what failed first."""

    def __init__(self, tests: list[str]) -> None:
        self.order = {test: number for number, test in enumerate(tests)}
        self.failed = ""
        self.how = "alive"

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted((i for i in items if i.nodeid in self.order), key=lambda i: self.order[i.nodeid])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed, self.how = report.nodeid, "load"

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.how == "alive":
            self.failed, self.how = report.nodeid, "test"


class Tracer:
    """Run each test in a process of its own and write down which functions of the title it calls, with all their lines:
    tables worked out once and remembered then count for every test that needs them."""

    def __init__(self, prefix: str, out: Path, title: str, others: list[str]) -> None:
        self.prefix, self.out = prefix, out
        self.title, self.others = title, tuple(others)
        self.lines: dict[str, set[int]] = {}
        self.called: set[Any] = set()

    def trace(self, frame: Any, event: str, arg: Any) -> None:
        """Only calls are heard of: to follow every line would take ten times as long."""
        code = frame.f_code
        if code not in self.called:
            self.called.add(code)
            if code.co_filename.startswith(self.prefix):
                found = self.lines.setdefault(code.co_filename, set())
                found.update(line for _, _, line in code.co_lines() if line)

    def begin(self) -> None:
        """Without a prefix the tests are only timed."""
        if self.prefix:
            sys.settrace(self.trace)

    def write(self, test: str, passed: bool, seconds: float) -> None:
        lines = {os.path.relpath(name): sorted(found) for name, found in self.lines.items()}
        with self.out.open("a") as file:
            file.write(json.dumps({"test": test, "passed": passed, "seconds": seconds, "lines": lines}) + "\n")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Games of other titles say nothing of this one."""
        items[:] = [i for i in items if not i.nodeid.startswith(self.others) or self.title in i.nodeid]

    def pytest_collection_finish(self) -> None:
        sys.settrace(None)
        self.write("", True, 0.0)
        self.lines.clear()
        self.called.clear()

    def pytest_runtest_protocol(self, item: pytest.Item) -> bool:
        child = os.fork()
        if not child:
            os._exit(self._run(item))
        os.waitpid(child, 0)
        return True

    def _run(self, item: pytest.Item) -> int:
        from _pytest.runner import runtestprotocol

        start = time.monotonic()
        self.begin()
        reports = runtestprotocol(item, log=False, nextitem=None)
        sys.settrace(None)
        self.write(item.nodeid, all(r.passed for r in reports), time.monotonic() - start)
        return 0


def files(tests: list[str]) -> list[str]:
    return list(dict.fromkeys(test.partition("::")[0] for test in tests))


def judge(job: dict[str, Any], answer: int) -> None:
    """In the child: run the tests, answer through the pipe."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    chosen = Chosen(job["tests"])
    code = pytest.main([*QUIET, "-x", *files(job["tests"])], plugins=[chosen])
    if chosen.how == "alive" and code not in (0, 5):
        chosen.how = "load"
    os.write(answer, json.dumps({"how": chosen.how, "failed": chosen.failed}).encode())


def trace(job: dict[str, Any], answer: int) -> None:
    """In the child: trace the import of the tests and each test."""
    tracer = Tracer(job["prefix"], Path(job["out"]), job["title"], job["others"])
    tracer.begin()
    pytest.main([*QUIET, *job["files"]], plugins=[tracer])
    os.write(answer, b"{}")


def in_child(work: Any, job: dict[str, Any]) -> dict[str, Any]:
    """Fork, let the child work, and stop it with all its children when its time is up: time of work, so that nothing is
    taken to hang because others keep the machine busy."""
    theirs, ours = os.pipe()
    child = os.fork()
    if not child:
        os.setsid()
        _silent()
        seconds = math.ceil(job["limit"])
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        try:
            work(job, ours)
        finally:
            os._exit(0)
    os.close(ours)
    ready, _, _ = select.select([theirs], [], [], job["limit"] * WAIT)
    said = os.read(theirs, 65536) if ready else b""
    try:
        os.killpg(child, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(theirs)
    if said:
        return dict(json.loads(said))
    worn_out = not ready or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU)
    return {"how": "time" if worn_out else "crash", "failed": ""}


def changed(job: dict[str, Any]) -> dict[str, Any]:
    """Judge with a file changed; it is put back whatever happens."""
    if not job.get("file"):
        return in_child(judge, job)
    path = Path(job["file"])
    before = path.read_text(encoding="utf-8")
    _put(path, job["text"])
    try:
        return in_child(judge, job)
    finally:
        _put(path, before)


class LoadedChild:
    """A child that loads the title and all tests when the first change of a function comes."""

    def __init__(self, root: str, package: str) -> None:
        self.prefix = f"{root}/src/{package.replace('.', '/')}/"
        self.pipes: tuple[IO[str], IO[str]] | None = None

    def ask(self, job: dict[str, Any]) -> dict[str, Any]:
        jobs, answers = self.pipes = self.pipes or self._start(job["files"])
        print(json.dumps(job), file=jobs, flush=True)
        line = answers.readline()
        return dict(json.loads(line)) if line else {"how": "elsewhere", "failed": ""}

    def _start(self, files: list[str]) -> tuple[IO[str], IO[str]]:
        (their_jobs, our_jobs), (our_answers, their_answers) = os.pipe(), os.pipe()
        if not os.fork():
            os.close(our_jobs)
            os.close(our_answers)
            _silent()
            with os.fdopen(their_jobs) as jobs, os.fdopen(their_answers, "w") as answers:
                pytest.main([*QUIET, *files], plugins=[Loaded(jobs, answers, self.prefix, in_child)])
            os._exit(0)
        os.close(their_jobs)
        os.close(their_answers)
        return os.fdopen(our_jobs, "w"), os.fdopen(our_answers)


def _silent() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _put(path: Path, text: str) -> None:
    """Write a file; compiled code of the same second and size would be taken for that of the new text."""
    path.write_text(text, encoding="utf-8")
    for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        stale.unlink()


def warm(package: str, modules: list[str]) -> None:
    """Import what every test needs, nothing of the title, and let pytest load its plugins."""
    for name in modules:
        importlib.import_module(name)
    empty = Path(".warm")
    empty.mkdir(exist_ok=True)
    with open(os.devnull, "w") as nowhere:
        out, sys.stdout = sys.stdout, nowhere
        pytest.main([*QUIET, str(empty)])
        sys.stdout = out
    early = sorted(name for name in sys.modules if name == package or name.startswith(f"{package}."))
    if early:
        raise SystemExit(f"loaded too early to be changed: {', '.join(early)}")


def main() -> None:
    root, package, *modules = sys.argv[1:]
    os.chdir(root)
    sys.path[:0] = [f"{root}/src", root]
    sys.path.remove(str(Path(__file__).parent))  # where `loaded` was found
    warm(package, modules)
    loaded = LoadedChild(root, package)
    for line in sys.stdin:
        job = json.loads(line)
        start = time.monotonic()
        said = in_child(trace, job) if "out" in job else loaded.ask(job) if "limits" in job else changed(job)
        print(json.dumps({**said, "seconds": round(time.monotonic() - start, 2)}), flush=True)


if __name__ == "__main__":
    main()
