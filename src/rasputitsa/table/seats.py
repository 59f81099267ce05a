"""Who sits where: people, computers, or a person who looks at everything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from rasputitsa import players
from rasputitsa.kernel import Invalid, Title
from rasputitsa.kernel.errors import unknown

OPEN = "open"
PUBLIC = "public"
"""The seat of whoever watches: what both sides know, and nothing to decide."""
Mode = Literal["solo", "hotseat", "study", "watch", "replay"]
HUMAN = "human"


class Chair(msgspec.Struct, frozen=True):
    """One side's chair: `player` names the computer that sits there, empty for a person."""

    player: str = ""

    @property
    def human(self) -> bool:
        return not self.player

    def __str__(self) -> str:
        return f"computer:{self.player}" if self.player else HUMAN


class Seats(msgspec.Struct, frozen=True):
    """The chairs of a game. `open` lets people see everything; `replay` is a record to look at, nobody plays."""

    chairs: dict[str, Chair]
    open: bool = False
    replay: bool = False

    @property
    def humans(self) -> int:
        return sum(chair.human for chair in self.chairs.values())

    @property
    def mode(self) -> Mode:
        if self.replay:
            return "replay"
        if self.humans == len(self.chairs):
            return "study" if self.open else "hotseat"
        return "solo" if self.humans else "watch"

    def computer(self, side: str | None) -> str:
        """The computer that decides for side, if any."""
        chair = self.chairs.get(side or "")
        return "" if chair is None or self.replay else chair.player

    def fogged(self, over: bool) -> bool:
        """Is something kept from those who may look? Then nobody gets the whole game, nor a copy to try things in."""
        return bool(self.why_not_look(OPEN, over))

    def why_not_look(self, seat: str, over: bool) -> str:
        """Why one may not look from that seat; empty if one may."""
        if seat == PUBLIC:
            return ""
        if seat != OPEN and seat not in self.chairs:
            return f"there is no seat {seat!r} (seats: {', '.join([*self.chairs, OPEN])})"
        if self.open or self.replay or over or not self.humans:
            return ""
        if seat == OPEN:
            return "an open view of both sides is for study, replays and finished games"
        return "" if self.chairs[seat].human else f"the {seat} side is played by the computer"


def read_seats(title: Title, given: Mapping[str, str], *, open: bool = False, replay: bool = False) -> Seats:
    """Seats as written in requests: {"axis": "human", "soviet": "computer:random"}; who is not named is a person."""
    for side in given:
        if side not in title.sides:
            raise unknown("side", side, title.sides)
    return Seats({side: _chair(title, given.get(side, HUMAN)) for side in title.sides}, open, replay)


def _chair(title: Title, text: str) -> Chair:
    if text == HUMAN:
        return Chair()
    kind, _, name = text.partition(":")
    if kind != "computer":
        raise Invalid(f"{text!r} is no seat: write 'human' or 'computer:<player>'")
    known = players.names(title.name)
    if name not in known:
        raise unknown("player", name, known)
    return Chair(name)
