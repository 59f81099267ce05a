"""Computer players, found by name.

    >>> from rasputitsa import players
    >>> "random" in players.names("no-retreat")
    True

A player is an object with `choose(seat, deadline) -> Action`; see docs/players.md. It registers itself with one line
in `_KNOWN`, or from another package through the entry point group "rasputitsa.players". What stands after a
colon is its setting: "general:10" thinks ten seconds a turn, "bot:node my-bot.js" is a program of one's own,
"python:my_player.py:MyPlayer" a class of one's own. After a plus sign stands a file with one more candidate:
"officer+my_idea.py" (see `players.ideas`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol, cast

import msgspec

from rasputitsa import kernel
from rasputitsa.kernel import Action
from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.kernel.loading import load
from rasputitsa.players.bots import announced
from rasputitsa.players.brain import brain_of, has_brain
from rasputitsa.players.ideas import brain_with
from rasputitsa.players.seat import Deadline, Seat

__all__ = ["Deadline", "Info", "Player", "Seat", "infos", "make", "names"]


class Player(Protocol):
    """Anything that decides. One object may serve many games: it keeps no memory from one decision to the next."""

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        """The action to take now, before the deadline has passed."""


class Info(msgspec.Struct, frozen=True, kw_only=True):
    """A player as the new-game dialog lists it. `titles` is empty when it plays them all."""

    name: str
    label: str
    help: str
    factory: str
    """module:callable; called with title name, side, seed= and whatever else was asked for."""
    titles: tuple[str, ...] = ()
    thinks: bool = False
    """Needs the title's brain (`players.brain`)."""
    weights: str = ""
    """The rank whose weights the title must have for it (data/players), if any."""
    setting: str = ""
    """What may, or must, stand after a colon behind the name; empty when nothing may."""
    fixed: str = ""
    """The setting, where it is part of the player."""
    listed: bool = True
    """Offered in the new-game dialog."""


_KNOWN = (
    Info(
        name="random",
        label="Random",
        help="Plays any legal action. Good for finding one's way about a title, no opponent.",
        factory="rasputitsa.players.randomly:RandomPlayer",
    ),
    Info(
        name="recruit",
        label="Recruit",
        help="Plays at once and by simple rules: holds its line, attacks where the odds are good.",
        factory="rasputitsa.players.scripted:recruit",
        thinks=True,
        weights="recruit",
        setting="a style of play",
    ),
    Info(
        name="officer",
        label="Officer",
        help="Plays at once; its judgement was formed in many thousands of games against itself.",
        factory="rasputitsa.players.scripted:officer",
        thinks=True,
        weights="officer",
        setting="a style of play",
    ),
    Info(
        name="general",
        label="General",
        help="Plans its whole turn ahead, with your reply in mind: up to twenty seconds a turn.",
        factory="rasputitsa.players.planning:General",
        thinks=True,
        weights="officer",
        setting="seconds a turn, or n and a number of looks ahead",
    ),
    Info(
        name="script",
        label="Script",
        help="The recruit's rules with weights from a file.",
        factory="rasputitsa.players.scripted:script",
        thinks=True,
        setting="a file of weights",
        listed=False,
    ),
    Info(
        name="bot",
        label="Program",
        help="A program of one's own that speaks JSON lines (docs/bots.md).",
        factory="rasputitsa.players.bots:BotPlayer",
        setting="a command",
        listed=False,
    ),
    Info(
        name="python",
        label="Python file",
        help="A player of one's own from a Python file.",
        factory="rasputitsa.players.own:own_player",
        setting="FILE:Class",
        listed=False,
    ),
)


@cache
def _infos() -> dict[str, Info]:
    found = [point.load() for point in entry_points(group="rasputitsa.players")]
    return {info.name: info for info in (*_KNOWN, *cast(list[Info], found))}


def _known(title: str) -> dict[str, Info]:
    """All players that can play a title, programs announced for this run included."""
    programs = [_program(name, command) for name, command in announced().items()]
    return {info.name: info for info in (*_infos().values(), *programs) if _plays(info, title)}


def _program(name: str, command: str) -> Info:
    factory = "rasputitsa.players.bots:BotPlayer"
    return Info(name=name, label=name, help=f"A program: {command}", factory=factory, fixed=command)


def _plays(info: Info, title: str) -> bool:
    if info.thinks and not has_brain(kernel.title(title)):
        return False
    if info.weights and not brain_of(kernel.title(title)).has_book(info.weights):
        return False
    return not info.titles or title in info.titles


def infos(title: str) -> list[Info]:
    """The players that can play a title, those a new-game dialog offers."""
    return [info for info in _known(title).values() if info.listed]


def names(title: str) -> list[str]:
    """Their names."""
    return [info.name for info in infos(title)]


def best(title: str) -> str:
    """The best player that answers at once."""
    known = names(title)
    return next(name for name in ("officer", "recruit", "random") if name in known)


def make(name: str, title: str, side: str, *, seed: int | str | None = None) -> Player:
    """A player of that name for one side of a title: its setting after a colon if it takes one, an idea of one's own
    after a plus sign. Equal seeds play alike."""
    known = _known(title)
    word, setting, idea = _parts(name, known)
    if word not in known:
        raise unknown("player", word, known)
    info = known[word]
    if setting and not info.setting:
        raise Invalid(f"the player {word!r} takes no setting")
    if idea and not info.thinks:
        raise Invalid(f"the player {word!r} has no brain to put an idea in: only {', '.join(_thinkers(known))} have")
    more: dict[str, Any] = {"setting": info.fixed or setting[1:]} if info.fixed or info.setting else {}
    if idea:
        more["brain"] = brain_with(kernel.title(title), idea[1:])
    factory = cast(Callable[..., Player], load(info.factory))
    return factory(title, side, seed=seed, **more)


_NAME = re.compile(r"(\w+)(:[^+]*)?(\+.*)?", re.DOTALL)


def _parts(name: str, known: Mapping[str, Info]) -> tuple[str, str, str]:
    """Name, setting with its colon, idea with its plus sign: "officer:bold+my_idea.py". What a player that does not
    think has behind its colon (a command) is all setting."""
    word, colon, setting = name.partition(":")
    if word in known and not known[word].thinks:
        return word, colon + setting, ""
    match = _NAME.fullmatch(name)
    return (match[1], match[2] or "", match[3] or "") if match else (word, colon + setting, "")


def _thinkers(known: Mapping[str, Info]) -> list[str]:
    return [info.name for info in known.values() if info.thinks]
