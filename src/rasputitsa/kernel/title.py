"""Titles: what can be played, with which scenarios, editions and options, and how they are found."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.metadata import entry_points
from importlib.resources import files
from typing import Any, ClassVar

import msgspec

from rasputitsa.kernel.action import Action, Lexicon
from rasputitsa.kernel.ask import AskOdds, Reach, Supply
from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.kernel.loading import load
from rasputitsa.kernel.state import State
from rasputitsa.kernel.step import Step
from rasputitsa.kernel.view import Banner, Board, Odds, View

SIDES = ("axis", "soviet")

Value = bool | int | str


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An optional rule or setting: a switch (default False) or one of several choices."""

    name: str
    label: str
    help: str
    rule: str = ""
    default: Value = False
    choices: tuple[Value, ...] = (False, True)
    editions: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    """Other switches that must be on too."""
    between_people: bool = False
    """Is it on, unless somebody says no, when two people play at two screens?"""

    def read(self, text: str | Value) -> Value:
        """The value a text stands for; true/false/yes/no/on/off for switches."""
        words = {str(choice).lower(): choice for choice in self.choices}
        if set(self.choices) == {False, True}:
            words |= {"yes": True, "on": True, "1": True, "no": False, "off": False, "0": False}
        key = str(text).lower()
        if key not in words:
            raise Invalid(f"option {self.name}: {text!r} is not one of {', '.join(str(c) for c in self.choices)}")
        return words[key]


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario as the lobby lists it."""

    name: str
    label: str
    help: str
    first_turn: int = 1
    last_turn: int
    editions: tuple[str, ...] = ()


class Credit(msgspec.Struct, frozen=True):
    """Who did what for the board game that a title follows."""

    role: str
    who: str


class Game:
    """What does not change while a game is played: title, scenario, edition, options and what follows from them.
    Titles may subclass it to hold tables computed once."""

    def __init__(self, title: Title, scenario: str, edition: str, options: Mapping[str, Value]) -> None:
        self.title = title
        self.scenario = scenario
        self.edition = edition
        self.options = dict(options)
        self.key = (title.name, scenario, edition, tuple(sorted(self.options.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its names: whoever reads it prepares the game again, or has it already."""
        return _named_game, self.key

    def header(self) -> list[str]:
        """The lines that tell which game this is, in records and positions."""
        lines = [f"title {self.title.name}", f"scenario {self.scenario}", f"edition {self.edition}"]
        defaults = {o.name: o.default for o in self.title.options}
        lines += [f"option {k}={str(v).lower()}" for k, v in sorted(self.options.items()) if v != defaults[k]]
        return lines


class Title(ABC):
    """A game that can be played. One folder, one entry point, one instance."""

    name: ClassVar[str]
    label: ClassVar[str]
    help: ClassVar[str]
    sides: ClassVar[tuple[str, ...]] = SIDES
    side_labels: ClassVar[Mapping[str, str]] = {"axis": "Axis", "soviet": "Soviet"}
    editions: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    scenarios: ClassVar[tuple[Scenario, ...]]
    state_class: ClassVar[type[State]]
    rules: ClassVar[int] = 1
    """Grows with every change of what is legal or of what an action does. Games carry the number they were played
    under: see `kernel.positions`."""
    credits: ClassVar[tuple[Credit, ...]] = ()
    """Whose board game it is; shown in the game and in the docs."""
    fog: ClassVar[bool] = False
    """Are pieces hidden from the other side? Then a computer's reasons, which name them, are for its own seat."""
    decision_cap: ClassVar[int] = 20_000
    """No game takes more decisions than this: random play ends."""

    # Parts that are loaded only when somebody asks for them, named as "module:object"; empty where there is none.
    brain: ClassVar[str] = ""
    """How the computer plays it: a `players.brain.Brain`."""
    chronicle: ClassVar[str] = ""
    """What is written down of a game for reports: a `kernel.chronicle.Chronicle`."""
    odds_table: ClassVar[str] = ""
    """What `rasputitsa odds` asks: a function of a battle's bare figures. Its parameters are the command's options."""
    standing: ClassVar[str] = ""
    """Which questions can be answered by standing orders: a `kernel.standing.Standing`."""
    printer: ClassVar[str] = "rasputitsa.board.printing:state_text"
    """What writes a position as text."""
    painter: ClassVar[str] = "rasputitsa.board.drawing.states:draw_state"
    """What draws a position on the title's map."""
    board_painter: ClassVar[str] = "rasputitsa.board.drawing.states:draw_title"
    """What draws the bare map."""

    def __init__(self, steps: Sequence[type[Step[Any]]], lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.steps: tuple[Step[Any], ...] = tuple(cls() for cls in steps)
        for number, cls in enumerate(steps):
            cls.id = number

    @property
    def package(self) -> str:
        """The package of its code; data/ lies in it."""
        return type(self).__module__.rpartition(".")[0]

    @property
    def has_map(self) -> bool:
        """Is there a map to draw (data/map.json)?"""
        return files(self.package).joinpath("data", "map.json").is_file()

    @abstractmethod
    def setup(self, game: Game) -> State:
        """The first position (random set-ups are CHANCE's first actions). `settle` is called by the kernel."""

    @abstractmethod
    def board(self) -> Board:
        """The static part of every view: places, boxes, cards, calendar, sequence of play."""

    # -- what it says of a position ---------------------------------------------------------------------------

    @abstractmethod
    def view(self, s: Any, side: str) -> View:
        """All that side may know, and nothing more; "open" sees everything (study, replay of a finished game)."""

    def banner(self, s: Any) -> Banner:
        """The line at the top alone: the table asks for it after every ply. Override where views are expensive."""
        return self.view(s, "open").banner

    @abstractmethod
    def imagine(self, s: Any, side: str, rng: random.Random) -> Any:
        """A position that could be the true one for all that side knows: what is hidden is drawn anew."""

    def feared(self, s: Any, side: str) -> Any:
        """A copy in which that side's enemy can answer with all that may be hidden there: the same whatever is. Titles
        override it where a hidden card decides who is asked next."""
        return s.copy()

    def describe(self, s: Any, action: Action, viewer: str) -> str:
        """The action in the words viewer may read. Titles with hidden pieces or cards override it."""
        return str(action)

    def words(self, s: Any, action: Action, viewer: str) -> str:
        """The same as a player says it, for logs: places by their names."""
        text = self.describe(s, action, viewer)
        return self.lexicon.words(action) if text == str(action) else text[:1].upper() + text[1:]

    def reveals(self, s: Any, action: Action) -> bool:
        """Would the action show its player something new? The question under way says so; a title may know more."""
        return bool(s.step.reveals(s, action))

    @abstractmethod
    def invariants(self, s: Any) -> list[str]:
        """What should hold in every position and does not; empty when all is well."""

    @abstractmethod
    def odds(self, s: Any, viewer: str, asked: AskOdds) -> Odds:
        """What would come of an attack; Invalid if it cannot be made."""

    @abstractmethod
    def supply(self, s: Any, viewer: str, side: str) -> Supply:
        """The supply of a side as it would be checked now."""

    @abstractmethod
    def reach(self, s: Any, viewer: str, piece: int) -> Reach:
        """Where a piece could go if it were to move now; Invalid if there is no such piece."""

    @abstractmethod
    def taking(self, s: Any, viewer: str, piece: int, place: str) -> Action:
        """The action that taking a piece to a place stands for now (place "" for acting with it at all): whoever
        clicks in vain sees why not."""

    def game(self, scenario: str, edition: str, options: Mapping[str, Value]) -> Game:
        """The unchanging part of a game. Override to return a subclass; `prepare` caches it."""
        return Game(self, scenario, edition, options)

    def check_data(self) -> list[str]:
        """Problems in the title's data files, for `rasputitsa check-data`."""
        return []

    # -- new games --------------------------------------------------------------------------------------------

    def new(self, scenario: str | None = None, edition: str | None = None, **options: Value | str) -> State:
        """A game ready to play. Unknown names and impossible combinations are refused with Invalid."""
        state = self.setup(self.prepare(scenario, edition, options))
        state.settle()
        return state

    def prepare(self, scenario: str | None, edition: str | None, options: Mapping[str, Value | str]) -> Game:
        """Check scenario, edition and options, and return the (cached) unchanging part of the game."""
        names = [s.name for s in self.scenarios]
        chosen = scenario or names[0]
        if chosen not in names:
            raise unknown("scenario", chosen, names)
        version = edition or self.editions[0]
        if version not in self.editions:
            raise unknown("edition", version, self.editions)
        allowed = next(s for s in self.scenarios if s.name == chosen).editions
        if allowed and version not in allowed:
            raise Invalid(f"scenario {chosen} is not in the {version} edition (only {', '.join(allowed)})")
        values = self._read_options(options, chosen, version)
        return _prepared(self, chosen, version, tuple(sorted(values.items())))

    def between_people(self, given: Mapping[str, Value]) -> dict[str, Value]:
        """Options as given for a game of two people at two screens, with what is usual there."""
        return {option.name: True for option in self.options if option.between_people} | dict(given)

    def _read_options(self, given: Mapping[str, Value | str], scenario: str, edition: str) -> dict[str, Value]:
        known = {o.name: o for o in self.options}
        for name in given:
            if name not in known:
                raise unknown("option", name, known)
        values = {o.name: o.read(given[o.name]) if o.name in given else o.default for o in self.options}
        for option in self.options:
            if values[option.name] == option.default:
                continue
            if option.editions and edition not in option.editions:
                raise Invalid(f"option {option.name} is not in the {edition} edition")
            if option.scenarios and scenario not in option.scenarios:
                raise Invalid(f"option {option.name} does not go with scenario {scenario}")
            for other in option.needs:
                if not values[other]:
                    raise Invalid(f"option {option.name} needs option {other} as well")
        return values

    def from_text(self, text: str, lenient: bool = False) -> State:
        """Read a position written by `state.text()`. A lenient reader takes one that an older version wrote: fields it
        does not have are as at the start of a game, fields unknown today are left out."""
        lines = [line for line in text.splitlines() if line.strip()]
        if not lines or lines[0].strip() != "rasputitsa position 1":
            raise Invalid("not a rasputitsa position (first line should be 'rasputitsa position 1')")
        game, rest = read_header(lines[1:])
        if game.title is not self:
            raise Invalid(f"this is a position of {game.title.name}, not {self.name}")
        fields = {name: value for name, _, value in (line.partition(" ") for line in rest)}
        if lenient:
            start = self.setup(game).field_texts()
            fields = {name: fields.get(name, text) for name, text in start.items()}
        return self.state_class.from_fields(game, fields)

    # -- for people -------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<{self.name}: {self.label}>"

    def __str__(self) -> str:
        """Its name, what it is, its editions and scenarios."""
        width = max(len(s.name) for s in self.scenarios)
        scenarios = [f"  {s.name:{width}}  {s.label}, turns {s.first_turn}-{s.last_turn}" for s in self.scenarios]
        return "\n".join([f"{self.label} ({self.name})", f"editions: {', '.join(self.editions)}", *scenarios])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its name: there is one of each."""
        return title, (self.name,)

    def draw(self, theme: str = "light") -> Any:
        """The bare map: SVG text that a notebook shows, and `.save("board.png")` writes."""
        return load(self.board_painter)(self, theme)

    def _repr_svg_(self) -> str | None:
        return self.draw() if self.has_map else None


@lru_cache(maxsize=64)
def _prepared(title: Title, scenario: str, edition: str, options: tuple[tuple[str, Value], ...]) -> Game:
    """Kept, but not all that anybody ever asked for: bids and options make more of them than a server can hold."""
    return title.game(scenario, edition, dict(options))


def _named_game(name: str, scenario: str, edition: str, options: tuple[tuple[str, Value], ...]) -> Game:
    """A game that was pickled."""
    return title(name).prepare(scenario, edition, dict(options))


def read_header(lines: Sequence[str]) -> tuple[Game, list[str]]:
    """The game that header lines speak of, and the lines after them."""
    found: dict[str, str] = {}
    options: dict[str, str] = {}
    count = 0
    for line in lines:
        word, _, value = line.partition(" ")
        if word == "option":
            key, equals, setting = value.partition("=")
            if not equals:
                raise Invalid(f"option line {line!r} should read 'option name=value'")
            options[key.strip()] = setting.strip()
        elif word in ("title", "scenario", "edition"):
            found[word] = value.strip()
        else:
            break
        count += 1
    if "title" not in found:
        raise Invalid("the header names no title")
    return title(found["title"]).prepare(found.get("scenario"), found.get("edition"), options), list(lines[count:])


@cache
def titles() -> dict[str, Title]:
    """All titles that are installed, by name, in the order of their names."""
    return {point.name: point.load() for point in sorted(entry_points(group="rasputitsa.titles"), key=lambda p: p.name)}


def title(name: str) -> Title:
    """The title of that name."""
    known = titles()
    if name not in known:
        raise unknown("title", name, known)
    return known[name]
