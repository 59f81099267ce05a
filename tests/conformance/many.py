"""Many random games with all checks, over all scenarios, editions and random sets of optional rules, for a long look
before a release: `make many GAMES=300`."""

from __future__ import annotations

import argparse
import random
import sys
from concurrent.futures import ProcessPoolExecutor

from rasputitsa.commands.common import progress
from rasputitsa.kernel import titles
from rasputitsa.kernel.conformance import check_game

from .cases import Case, at_random, settings


def check(case: Case, seed: int) -> list[str]:
    """One game of a case with a random set of optional rules."""
    case = at_random(case, random.Random(f"{case.title} {seed}"))
    try:
        game = titles()[case.title], case.scenario, case.edition, dict(case.options)
        return check_game(*game, seed, every=100)
    except Exception as error:
        return [f"{case} seed {seed}: {type(error).__name__}: {error}"]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100, help="of each title, spread over its scenarios and editions")
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--title", choices=sorted(titles()), help="only this one")
    options.add_argument("--seed", type=int, default=0, help="the number of the first game")
    asked = options.parse_args()
    names = [asked.title] if asked.title else list(titles())
    by_title = {name: [case for case in settings() if case.title == name] for name in names}
    numbers = range(asked.seed, asked.seed + asked.games)
    work = [(cases[n % len(cases)], n) for cases in by_title.values() for n in numbers]
    problems: list[str] = []
    with ProcessPoolExecutor(asked.workers) as pool:
        found = [pool.submit(check, case, seed) for case, seed in work]
        with progress("games", len(work)) as tick:
            for future in found:
                problems += future.result()
                tick()
    print("\n".join([*problems, f"{len(work)} games, {len(problems)} problems"]))
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
