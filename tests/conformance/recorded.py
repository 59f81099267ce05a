"""Recorded games: random play written down once, so that a change of behaviour shows as a difference.

perft.toml holds counts of positions near the start, after the opening draws of a fixed seed. Each file under
records/ is an ordinary record with remarks between its actions:

    # after 50: 31 choices, position 1f0c6e2a

`make records` writes them anew; do that only after a change that is meant to alter positions or choices, and look at
the difference before committing it.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from rasputitsa.kernel import Dice, Invalid, Record, State, run_chance, titles
from rasputitsa.kernel.conformance import perft, random_game

from .cases import Case, settings

FOLDER = Path(__file__).parent / "records"
EVERY = 50
SEED = 1941
LONGEST = 1000
FEW = 500
PERFT_HEAD = """# Positions 1, 2, ... actions after the opening draws (seed 1941); chance outcomes count as actions.
# `make records` writes this file.
"""
_REMARK = re.compile(r"# (after (\d+): .*)")


def recorded_cases() -> list[Case]:
    """The first scenario of each title in each edition, and each further scenario once."""
    seen: set[tuple[str, str]] = set()
    chosen = []
    for case in settings():
        marks = {(case.title, case.scenario), (case.title, f"edition {case.edition}")}
        if not marks <= seen:
            chosen.append(case)
        seen |= marks
    return chosen


def remark(state: State, ply: int) -> str:
    """What a position looks like from outside: how many choices, and a fingerprint of them and of the pieces, places
    and hands. It does not depend on how the position is written down."""
    choices = sorted(map(str, state.legal()))
    view = state.view("open")
    pieces = [(piece.id, piece.owner, piece.at, piece.face and piece.face.strength) for piece in view.pieces]
    places = [(place.id, place.control) for place in view.places if place.control]
    hands = [(hand.side, hand.count, [card.id for card in hand.cards or []]) for hand in view.hands]
    shown = msgspec.json.encode((state.side, choices, pieces, places, hands))
    return f"after {ply}: {len(choices)} choices, position {hashlib.sha256(shown).hexdigest()[:12]}"


def play(case: Case) -> Record:
    """A random game of a case, to its end or to LONGEST actions."""
    game = case.game
    for record, action in random_game(game.title, case.scenario, case.edition, game.options, SEED):
        if action is None or len(record) == LONGEST:
            return record
    raise AssertionError("unreachable")


def text(record: Record) -> str:
    """The record with its remarks."""
    state = record.start()
    lines = record.text().splitlines()
    out = [*lines[: len(lines) - len(record)], f"# {remark(state, 0)}"]
    for ply, (entry, line) in enumerate(zip(record.entries, record.lines()), 1):
        state.apply(entry.action, by=entry.side)
        out.append(line)
        if ply % EVERY == 0 or ply == len(record):
            out.append(f"# {remark(state, ply)}")
    return "\n".join(out) + "\n"


def remarks(text: str) -> Iterator[tuple[int, str]]:
    """The remarks of a recorded game: ply and what was found there."""
    for match in map(_REMARK.fullmatch, text.splitlines()):
        if match:
            yield int(match[2]), match[1]


def opening(case: Case) -> State:
    """The position in which somebody first decides, with the dice of the fixed seed."""
    state = Record(case.game).state
    run_chance(state, Dice(SEED))
    return state


def pinned(case: Case) -> str:
    """Perft counts of a case as a table of perft.toml: as deep as stays cheap."""
    state = opening(case)
    counts: list[int] = []
    while not counts or counts[-1] < FEW:
        counts.append(perft(state, len(counts) + 1))
    names = "".join(f'{name} = "{getattr(case, name)}"\n' for name in ("title", "scenario", "edition"))
    return f"\n[[perft]]\n{names}positions = {counts}\n"


def follows_todays_rules(file: Path) -> bool:
    """Does a recorded game of today's rules version still play as it did? One of another version need not."""
    old = file.read_text(encoding="utf-8")
    found = dict(line.split(" ", 1) for line in old.splitlines()[1:4])
    if int(found["rules"]) != titles()[found["title"]].rules:
        return True
    try:
        return dict(remarks(old)) == dict(remarks(text(Record.from_text(old))))
    except Invalid:
        return False


def main() -> None:
    """Write everything anew. A game that no longer plays as it did means that the rules have changed: then the title's
    `rules` must have grown, or people's games of the same version would be refused."""
    for file in FOLDER.glob("*.rec"):
        if not follows_todays_rules(file):
            sys.exit(f"{file.name} does not play as it did: raise `rules` of its title by one first (kernel.title)")
    (FOLDER.parent / "perft.toml").write_text(PERFT_HEAD + "".join(pinned(case) for case in recorded_cases()))
    for old in FOLDER.glob("*.rec"):
        old.unlink()
    for case in recorded_cases():
        record = play(case)
        (FOLDER / f"{case}.rec").write_text(text(record), encoding="utf-8")
        print(f"{case}: {len(record)} actions")


if __name__ == "__main__":
    main()
