"""Dice that anyone can check: the seed's hash is shown at the start, the seed at the end."""

from __future__ import annotations

import re
import secrets

import msgspec

from rasputitsa.kernel import CHANCE, Dice, Invalid, Record, commitment
from rasputitsa.table.history import Undone

_REMARK = re.compile(r"#\s*dice (sha256|seed|since|undone) (.+)")
_NUMBER = re.compile(r"[0-9]{1,7}")
MOST_UNDONE = 1_000_000


class Verdict(msgspec.Struct, frozen=True):
    """What came of checking the dice of a record."""

    ok: bool
    checked: int
    """How many chance outcomes were compared."""
    wrong: int | None
    """The first ply whose outcome does not follow from the seed."""
    text: str


def new_seed() -> str:
    return secrets.token_hex(16)


def verify(record: Record, seed: str, since: int = 0, undone: Undone | None = None) -> Verdict:
    """Roll all chance outcomes after ply `since` again from the seed and compare them with the record's. Dice that were
    taken back are passed over where the record says so: they never fall twice."""
    passed = undone or {}
    if record.positions:
        return Verdict(True, 0, None, "not checked, because the rules have changed since")
    state, dice, checked = record.start(), Dice(seed), 0
    for number, entry in enumerate(record.entries, 1):
        dice.spend(passed.get(number - 1, {}))
        if entry.side == CHANCE and number <= since:
            dice.skip(state)
        elif entry.side == CHANCE:
            expected = dice.roll(state)
            checked += 1
            if expected != entry.action:
                said = f"ply {number} says {entry.action} where the seed gives {expected}"
                return Verdict(False, checked, number, said)
        state.apply(entry.action)
    return Verdict(True, checked, None, f"all {checked} outcomes follow from the seed")


def remarks(seed: str, since: int, over: bool, undone: Undone | None = None) -> list[str]:
    """What a record says of its dice: the commitment always, the seed when the game is over."""
    lines = [f"dice sha256 {commitment(seed)}"]
    if since:
        lines.append(f"dice since {since}")
    if undone:
        lines.append(f"dice undone {msgspec.json.encode(undone).decode()}")
    return [*lines, f"dice seed {seed}"] if over else lines


class Claim(msgspec.Struct, frozen=True):
    """What a record's remarks say of its dice."""

    commitment: str = ""
    seed: str = ""
    since: int = 0
    undone: Undone = {}


def read_remarks(text: str) -> Claim:
    """The claim in a record's text."""
    found = {match[1]: match[2].strip() for line in text.splitlines() if (match := _REMARK.match(line.strip()))}
    return Claim(
        found.get("sha256", ""),
        found.get("seed", ""),
        _number(found.get("since", "")),
        _undone(found.get("undone", "")),
    )


def _number(text: str) -> int:
    return int(text) if _NUMBER.fullmatch(text) else 0


def _undone(text: str) -> Undone:
    """The dice that a record says were taken back; none if that makes no sense."""
    try:
        found = msgspec.json.decode(text or "{}", type=Undone)
    except (msgspec.MsgspecError, UnicodeError):
        return {}
    counts = [count for kinds in found.values() for count in kinds.values()]
    return found if all(0 < count <= MOST_UNDONE for count in counts) else {}


def verify_text(text: str) -> Verdict:
    """Check a record file against the seed it carries; Invalid if it carries none."""
    claim = read_remarks(text)
    if not claim.seed:
        raise Invalid("the record carries no seed (it is shown when a game is over)")
    if claim.commitment and commitment(claim.seed) != claim.commitment:
        return Verdict(False, 0, None, "the seed is not the one that was committed to at the start")
    return verify(Record.from_text(text), claim.seed, claim.since, claim.undone)
