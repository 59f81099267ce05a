"""`python -m tests.mutants TITLE`: change the rules a little, and see whether a test of behaviour fails.

A run can be stopped (Ctrl-C) and goes on where it was when it is started again; results hold for the sources they were
made with, and a death also while other tests change. The report is results/mutants/TITLE/report.md.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import msgspec

from rasputitsa.commands.common import progress

from .judging import Judge, Unjudged, Verdict, Worker, touch
from .mutant import Mutant
from .report import EQUIVALENT, equivalents, is_equivalent, report
from .subject import ROOT, Subject, title, titles

PARTS = ("fields", "data", "code")
CODE_SAMPLE = 200


class Store:
    """Verdicts as JSON lines, kept apart by the sources they were made with. A death stands as long as the test that
    saw it; that a mutant lives, as long as no test changes."""

    def __init__(self, folder: Path, subject: Subject) -> None:
        fingerprint = subject.fingerprint()
        self.tests = subject.test_fingerprints()
        self.file = folder / f"{fingerprint}.jsonl"
        self.touch = {code: folder / f"{fingerprint}.{'touch' if code else 'times'}.json" for code in (True, False)}
        folder.mkdir(parents=True, exist_ok=True)
        self.known = {verdict.key: verdict for verdict in self._read() if verdict.made_with == self._now(verdict)}

    def _read(self) -> Iterator[Verdict]:
        if self.file.exists():
            for line in self.file.read_bytes().splitlines():
                with suppress(msgspec.DecodeError):
                    yield msgspec.json.decode(line, type=Verdict)

    def _now(self, verdict: Verdict) -> str:
        return self.tests.get(verdict.killer.partition("::")[0] if verdict.how == "test" else "", "")

    def add(self, verdict: Verdict) -> None:
        verdict.made_with = self._now(verdict)
        self.known[verdict.key] = verdict
        with self.file.open("ab") as file:
            file.write(msgspec.json.encode(verdict) + b"\n")


def draw(
    subject: Subject, part: str, seed: str, sample: int | None, only: str = "", rules: tuple[str, ...] = ()
) -> list[Mutant]:
    """The mutants of a part, of some files or rules if that is asked for, or some of them drawn with the seed."""
    every = [mutant for mutant in subject.mutants(part, seed) if only in mutant.file]
    if rules:
        every = [mutant for mutant in every if {rule.rpartition(" ")[2] for rule in mutant.rules} & set(rules)]
    size = sample or (CODE_SAMPLE if part == "code" else len(every))
    return every if size >= len(every) else random.Random(f"{seed} {part}").sample(every, size)


def judge_all(subject: Subject, todo: list[Mutant], store: Store, workers: int) -> None:
    """Judge them, a few at a time."""
    crew = [Worker(subject) for _ in range(workers)]
    try:
        code = any(mutant.lines for mutant in todo)
        print("Which tests reach what ..." if code else "How long the tests take ...", file=sys.stderr)
        touched = touch(subject, crew, store.touch[code], code)
        for test in touched.failing:
            print(f"left out, it fails without any change: {test}", file=sys.stderr)
        judge = Judge(subject, touched)
        queue: SimpleQueue[Mutant] = SimpleQueue()
        done: SimpleQueue[Verdict | Exception] = SimpleQueue()
        for mutant in todo:
            queue.put(mutant)
        for worker in crew:
            Thread(target=_work, args=(worker, judge, queue, done), daemon=True).start()
        with progress("mutants", len(todo)) as tick:
            for _ in todo:
                verdict = done.get()
                if isinstance(verdict, Exception):
                    raise verdict
                store.add(verdict)
                tick()
    finally:
        for worker in crew:
            worker.close()


def _work(worker: Worker, judge: Judge, queue: SimpleQueue[Mutant], done: SimpleQueue[Verdict | Exception]) -> None:
    try:
        while True:
            done.put(judge.judge(queue.get_nowait(), worker))
    except Empty:
        return
    except Exception as error:
        done.put(error)


def run(
    subject: Subject,
    parts: tuple[str, ...],
    seed: str,
    sample: int | None,
    workers: int,
    results: Path,
    known: Path = EQUIVALENT,
    only: str = "",
    rules: tuple[str, ...] = (),
) -> list[tuple[Mutant, Verdict]]:
    """A whole run: returns the mutants with their verdicts, and writes the report even when it is stopped."""
    same = equivalents(subject.name, known)
    drawn = [m for part in parts for m in draw(subject, part, seed, sample, only, rules)]
    wanted = [mutant for mutant in drawn if not is_equivalent(mutant, same)]
    store = Store(results, subject)
    todo = [mutant for mutant in wanted if mutant.key not in store.known]
    try:
        if todo:
            judge_all(subject, todo, store, workers)
    finally:
        judged = [(m, store.known[m.key]) for m in wanted if m.key in store.known]
        text = report(subject.name, seed, judged, len(drawn) - len(wanted))
        (results / "report.md").write_text(text, encoding="utf-8")
    return judged


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.partition(":")[2])
    options.add_argument("title", choices=titles())
    options.add_argument("--part", choices=PARTS, help="only this one")
    options.add_argument("--seed", default="1941")
    options.add_argument("--sample", type=int, help="how many mutants of each part (code: 200 unless you say)")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--only", default="", help="only files whose path holds this")
    options.add_argument("--rules", nargs="+", default=(), help="only code whose docstring names one of these rules")
    asked = options.parse_args()
    results = ROOT / "results" / "mutants" / asked.title
    parts = (asked.part,) if asked.part else PARTS
    try:
        limits = {"only": asked.only, "rules": tuple(asked.rules)}
        judged = run(title(asked.title), parts, asked.seed, asked.sample, asked.workers, results, **limits)
    except Unjudged as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on from here. So far: {results}/report.md", file=sys.stderr)
        return 130
    alive = sum(not verdict.dead for _, verdict in judged)
    print(f"{len(judged)} mutants, {alive} survivors: {results}/report.md")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
