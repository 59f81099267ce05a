"""A process that has loaded the title and its tests once, and judges mutants of single functions in forks of itself.

A fork gives the function its changed code and runs tests at once: nothing is imported or collected again, which takes
most of the time otherwise. What it cannot change so (module constants, functions that loading has called) is judged
the long way, in a process that imports everything anew.
"""

from __future__ import annotations

import gc
import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO, Any

import pytest

ELSEWHERE = {"how": "elsewhere", "failed": ""}
"""Not judged: the function cannot be changed in a loaded title."""
FUNCTION = 0x1
"""CO_OPTIMIZED: the code of a function, not of a class or module."""
Place = tuple[str, str, int]
Fork = Callable[[Callable[[dict[str, Any], int], None], dict[str, Any]], dict[str, Any]]


class Loaded:
    """A pytest plugin: instead of running the tests it has collected, it judges a mutant for each line of `jobs`."""

    def __init__(self, jobs: IO[str], answers: IO[str], prefix: str, fork: Fork) -> None:
        self.jobs, self.answers, self.prefix, self.fork = jobs, answers, prefix, fork
        self.items: dict[str, pytest.Item] = {}
        self.functions: dict[Place, list[FunctionType]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        gc.collect()
        for function in (thing for thing in gc.get_objects() if isinstance(thing, FunctionType)):
            if function.__code__.co_filename.startswith(self.prefix):
                self.functions.setdefault(place(function.__code__), []).append(function)
        gc.freeze()
        for line in self.jobs:
            job = json.loads(line)
            changes = self.changes(job)
            said = (
                self.fork(lambda job, answer, new=changes: self.judge(job, answer, new), job) if changes else ELSEWHERE
            )
            print(json.dumps(said), file=self.answers, flush=True)
        return True

    def changes(self, job: dict[str, Any]) -> list[tuple[FunctionType, CodeType]]:
        """The functions to change, each with its new code; none where that is not enough."""
        file = str(Path(job["file"]).absolute())
        new = outermost(compile(job["text"], file, "exec", dont_inherit=True), job["where"].split("."), job["line"])
        found = self.functions.get(place(new), []) if new else []
        if not found or any(same(function.__code__, new) for function in found):
            return []
        if any(function.__code__.co_freevars != new.co_freevars for function in found):
            return []
        return [(function, new) for function in found]

    def judge(self, job: dict[str, Any], answer: int, changes: list[tuple[FunctionType, CodeType]]) -> None:
        """In the fork: change the functions, run the tests until one fails or takes far too long."""
        for function, new in changes:
            function.__code__ = new
        items = [self.items[test] for test in job["tests"]]
        said = {"how": "alive", "failed": ""}
        for number, item in enumerate(items):
            patience(answer, item.nodeid, job["limits"][number])
            following = items[number + 1] if number + 1 < len(items) else None
            if failed(item, following):
                said = {"how": "test", "failed": item.nodeid}
                break
        signal.setitimer(signal.ITIMER_PROF, 0)
        os.write(answer, json.dumps(said).encode())


def place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def outermost(code: CodeType, names: list[str], line: int) -> CodeType | None:
    """The code of the outermost function on the way to a line."""
    for name in names:
        inner = [c for c in codes(code) if c.co_name == name and c.co_firstlineno <= line]
        if not inner:
            return None
        code = max(inner, key=lambda c: c.co_firstlineno)
        if code.co_flags & FUNCTION:
            return code
    return None


def codes(code: CodeType) -> Iterator[CodeType]:
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


def same(one: CodeType, other: CodeType) -> bool:
    """Do they the same, wherever they stand? Then the change is in a default or a decorator."""
    plain = [[(type(c), c) for c in code.co_consts if not isinstance(c, CodeType)] for code in (one, other)]
    inside = [list(codes(code)) for code in (one, other)]
    return (
        (one.co_code, one.co_names, one.co_varnames) == (other.co_code, other.co_names, other.co_varnames)
        and plain[0] == plain[1]
        and len(inside[0]) == len(inside[1])
        and all(map(same, *inside))
    )


def patience(answer: int, test: str, seconds: float) -> None:
    """A test that works far longer than usual has met a mutant that hangs."""

    def give_up(number: int, frame: Any) -> None:
        os.write(answer, json.dumps({"how": "time", "failed": test}).encode())
        os._exit(0)

    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def failed(item: pytest.Item, following: pytest.Item | None) -> bool:
    from _pytest.runner import runtestprotocol

    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))
