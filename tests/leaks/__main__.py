"""A long look for leaks: random games of all scenarios and editions with random sets of optional rules, at a real
table, from both seats. `python -m tests.leaks --games 50 --title kiev41`, or `make leaks GAMES=50 TITLE=kiev41`."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from rasputitsa.commands.common import progress
from rasputitsa.kernel import titles

from ..conformance.cases import Case, at_random, settings
from .games import leaks_of
from .looking import Leak

EXAMPLES = 5


def look(case: Case, seed: int, every: int) -> list[tuple[str, Leak]]:
    """The leaks of one game of a case with a random set of optional rules."""
    case = at_random(case, random.Random(f"{case.title} {seed}"))
    where = f"{case} seed {seed}"
    try:
        return [(where, leak) for leak in leaks_of(case, seed, every)]
    except Exception as error:
        return [(where, Leak("fault", "", 0, f"{type(error).__name__}: {error}"))]


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    options.add_argument("--games", type=int, default=50, help="of each title, spread over its scenarios and editions")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--title", choices=sorted(titles()), help="only this one")
    options.add_argument("--seed", type=int, default=0, help="the number of the first game")
    options.add_argument("--every", type=int, default=10, help="decisions between two close looks")
    asked = options.parse_args()
    names = [asked.title] if asked.title else list(titles())
    by_title = {name: [case for case in settings() if case.title == name] for name in names}
    numbers = range(asked.seed, asked.seed + asked.games)
    work = [(cases[n % len(cases)], n) for cases in by_title.values() for n in numbers]
    found: list[tuple[str, Leak]] = []
    with ProcessPoolExecutor(asked.workers) as pool, progress("games", len(work)) as tick:
        for future in [pool.submit(look, case, seed, asked.every) for case, seed in work]:
            found += future.result()
            tick()
    shown: Counter[str] = Counter()
    for where, leak in found:
        shown[leak.kind] += 1
        if shown[leak.kind] <= EXAMPLES:
            print(f"{where}: {leak}")
    print(f"{len(work)} games, {len(found)} leaks {dict(shown) or ''}".rstrip())
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
