"""Every message between the server and a page, both ways: the one contract of both.

The browser client's types are generated from these structures and from kernel/view.py (`make contract`);
docs/server-api.md describes them. What a page sends is read strictly: an unknown field is somebody's mistake.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rasputitsa.board.drawing.symbols import Symbols
from rasputitsa.kernel.ask import Answer, Question, Reach, Supply, WhyNot
from rasputitsa.kernel.standing import Order
from rasputitsa.kernel.title import Credit, Option, Scenario, Value
from rasputitsa.kernel.view import ActionView, Board, Odds, Result, Rule
from rasputitsa.table import LogEntry, SeatView, Undo
from rasputitsa.table.seats import Mode
from rasputitsa.table.story import Story
from rasputitsa.table.timeline import Timeline

Patch = Annotated[dict[str, Any], msgspec.Meta(extra={"typescript": "Patch"})]
"""A JSON Merge Patch (RFC 7396) of a SeatView."""
Said = Annotated[Any, msgspec.Meta(extra={"typescript": "Answers[keyof Answers]"})]
"""The `Answer` that goes with the question; whoever asked knows which."""

Key = Annotated[str, msgspec.Meta(max_length=40)]

# -- what a script or page asks over HTTP ---------------------------------------------------------------------


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Base of all request bodies."""


class NewGame(Body):
    title: str
    scenario: str | None = None
    edition: str | None = None
    options: dict[str, Value] = {}
    name: str = ""
    seats: dict[str, str] = {}
    open: bool = False
    seconds: float = 20.0
    seed: str = ""


class ChangeGame(Body):
    name: str | None = None
    seats: dict[str, str] | None = None
    open: bool | None = None
    seconds: float | None = None


class Duplicate(Body):
    name: str = ""


class Branch(Body):
    ply: int
    name: str = ""
    seats: dict[str, str] | None = None
    open: bool | None = None


class Do(Body):
    """`key` is the client's own word for this action: sent twice, it is done once."""

    seat: str
    rev: int
    do: str
    key: Key = ""


class GiveOrders(Body):
    """The standing orders of a seat, in place of those it had."""

    seat: str
    orders: list[Order]


class ReactionReply(msgspec.Struct):
    id: str
    label: str


class ReactionInfo(msgspec.Struct, omit_defaults=True):
    """A question that can be answered by a standing order: its replies, and whether odds or units can be named."""

    ask: str
    label: str
    rule: str
    replies: list[ReactionReply] = []
    odds: bool = False
    units: bool = False


class GivenOrder(msgspec.Struct, omit_defaults=True):
    """`void` says why it does not hold any more."""

    order: Order
    void: str = ""


class StandingOrders(msgspec.Struct):
    """What a seat can order, what it has ordered, what is usual, and the turn that it is."""

    turn: int
    reactions: list[ReactionInfo]
    orders: list[GivenOrder]
    usual: list[Order]


class UndoTo(Body):
    seat: str
    rev: int
    to: int


class Ask(Body):
    seat: str
    about: Question


class Feedback(Body):
    """What a player tells whoever runs the server; the game's record and the seat's view are added there."""

    text: str
    email: str = ""
    """Where to answer, if an answer is wanted."""
    ply: int = 0
    page: str = ""
    """Browser and window, in words."""
    picture: str = ""
    """The table as it is seen: a data URL."""


# -- what it is answered --------------------------------------------------------------------------------------


class About(msgspec.Struct, frozen=True):
    """The program, the folder of the saved games, and whether there are accounts."""

    name: str
    version: str
    home: str
    accounts: bool


class SideInfo(msgspec.Struct, frozen=True):
    name: str
    label: str


class PlayerInfo(msgspec.Struct, frozen=True):
    name: str
    label: str
    help: str


class TitleInfo(msgspec.Struct, frozen=True):
    """What the new-game dialog needs to know of a title."""

    name: str
    label: str
    help: str
    sides: list[SideInfo]
    editions: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    players: list[PlayerInfo]
    credits: tuple[Credit, ...]


class Chair(msgspec.Struct, frozen=True):
    """Whoever sits on a side's chair; `player` names the computer."""

    kind: Literal["human", "computer"]
    player: str
    label: str


class Parent(msgspec.Struct, frozen=True):
    """The game and ply a game was branched or copied from."""

    id: str
    ply: int


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A game as lists, tiles and the banner show it."""

    id: str
    name: str
    title: str
    title_label: str
    scenario: str
    scenario_label: str
    edition: str
    options: dict[str, Value]
    mode: Mode
    seats: dict[str, Chair]
    open: bool
    seconds: float
    ply: int
    rev: int
    turn: int
    last_turn: int
    date: str
    phase: str
    phase_label: str
    to_move: str | None
    over: bool
    result: Result | None
    created: str
    updated: str
    deleted: str | None
    parent: Parent | None
    commitment: str
    shared: bool
    """Several people play it."""


class PlaceGeometry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a place lies in the map picture: the spot for its pieces, the room around it, its largest outline."""

    x: float
    y: float
    radius: float
    polygon: list[tuple[float, float]]
    rings: list[list[tuple[float, float]]] = []
    """All outlines, where there are several."""


class Geometry(msgspec.Struct, frozen=True):
    """The size of the map picture and of a piece on it, and where its places lie."""

    width: float
    height: float
    piece: float
    places: dict[str, PlaceGeometry]


class BoardPack(msgspec.Struct, frozen=True):
    board: Board
    geometry: Geometry


class Choices(msgspec.Struct, frozen=True, omit_defaults=True):
    """The actions of a handle, or all of them; `more` were left out because there are too many."""

    rev: int
    choices: list[ActionView]
    more: int = 0


class Answered(msgspec.Struct, frozen=True):
    rev: int
    answer: Said


class Hurried(msgspec.Struct, frozen=True):
    """Was a computer thinking?"""

    thinking: bool


class LogPage(msgspec.Struct, frozen=True):
    log: list[LogEntry]
    plies: int


class Since(msgspec.Struct, frozen=True, rename={"start": "from"}):
    """What happened since a seat last acted in its own turn."""

    start: int
    ply: int
    log: list[LogEntry]


class Frame(msgspec.Struct, frozen=True):
    """A ply of a replay: what it changes."""

    ply: int
    patch: Patch
    log: list[LogEntry]


class Frames(msgspec.Struct, frozen=True, rename={"start": "from"}):
    start: int
    view: SeatView
    frames: list[Frame]


class DiceReport(msgspec.Struct, frozen=True):
    """What may be said of the dice: their commitment always, the seed and a verdict when the game is over."""

    commitment: str
    since: int
    seed: str | None
    verified: bool | None
    text: str


class Reported(msgspec.Struct, frozen=True):
    """The number under which a report is kept."""

    number: int


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal: a code, a sentence, the rule."""

    code: str
    text: str
    rule: str = ""


# -- what the live socket sends -------------------------------------------------------------------------------


class Thinking(msgspec.Struct, frozen=True):
    """A computer at work."""

    side: str
    player: str
    limit: float
    elapsed: float = 0.0
    progress: float = 0.0
    text: str = ""


class Reason(msgspec.Struct, frozen=True):
    """What a computer gave as its reason for the action of a ply."""

    ply: int
    text: str


class _Message(msgspec.Struct, kw_only=True, tag_field="type"):
    """Base of what the socket sends."""


class _Around(_Message, kw_only=True):
    """What full views and updates have in common."""

    ply: int
    rev: int
    undo: list[Undo] = []
    undo_why: str = ""
    thinking: Thinking | None = None
    why: Reason | None = None
    away: int = 0
    seed: str | None = None


class ViewMessage(_Around, kw_only=True, tag="view"):
    """All that a seat sees; `past` when it is an earlier position."""

    game: str
    seat: str
    view: SeatView
    log: list[LogEntry]
    past: bool = False
    notice: str = ""
    """A line for whoever opens a game that was played under other rules than today's."""
    stuck: str = ""
    """Why such a game cannot be played on; empty if it can."""


class UpdateMessage(_Around, kw_only=True, tag="update", rename={"start": "from"}):
    """What has changed since `from`; log entries after `keep` are replaced by `log`."""

    start: int
    keep: int
    patch: Patch
    log: list[LogEntry]


class ThinkingMessage(_Message, tag="thinking"):
    thinking: Thinking | None


class GameMessage(_Message, tag="game"):
    """Name, seats or trash changed."""

    game: Summary


class MatchMessage(_Message, tag="match"):
    """Something about a game between people changed: who is here, what is proposed, what was said. Ask for it."""


class TroubleMessage(_Message, tag="trouble"):
    """A computer's action could not be stored or played; it is tried again."""

    text: str


class DoneReply(_Message, tag="done"):
    """The request was carried out."""

    id: int
    rev: int


class ChoicesReply(_Message, tag="choices"):
    id: int
    rev: int
    choices: list[ActionView]
    more: int = 0


class AnswerReply(_Message, tag="answer"):
    id: int
    rev: int
    answer: Said


class HurriedReply(_Message, tag="hurried"):
    """Was a computer thinking?"""

    id: int
    rev: int
    thinking: bool


class RefusedReply(_Message, tag="refused"):
    id: int
    error: Problem


Reply = DoneReply | ChoicesReply | AnswerReply | HurriedReply | RefusedReply
Push = ViewMessage | UpdateMessage | ThinkingMessage | GameMessage | MatchMessage | TroubleMessage


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every refusal over HTTP; with the fresh view where that helps."""

    error: Problem
    view: ViewMessage | None = None


# -- what a page asks over the socket -------------------------------------------------------------------------


class _Request(msgspec.Struct, kw_only=True, tag_field="op", forbid_unknown_fields=True):
    """Base of what a page asks; the reply carries the same id."""

    id: int


class DoRequest(_Request, tag="do"):
    """`key` is the client's own word for this action: sent twice, it is done once."""

    do: str
    rev: int
    key: Key = ""


class UndoRequest(_Request, tag="undo"):
    to: int
    rev: int


class ChoicesRequest(_Request, tag="choices"):
    """The actions of a handle; without one, all of them."""

    handle: str | None = None


class AskRequest(_Request, tag="ask"):
    about: Question


class SitRequest(_Request, tag="sit"):
    seat: str


class ViewRequest(_Request, tag="view"):
    """The full view again."""


class NowRequest(_Request, tag="now"):
    """The computer is to play the best it has."""


class PingRequest(_Request, tag="ping"):
    pass


Request = DoRequest | UndoRequest | ChoicesRequest | AskRequest | SitRequest | ViewRequest | NowRequest | PingRequest

# -- the whole of it, for the generator -----------------------------------------------------------------------

ANSWERS: dict[str, type[Answer]] = {"odds": Odds, "supply": Supply, "reach": Reach, "why_not": WhyNot}
"""By question."""
REPLIES_TO: dict[str, type[Reply]] = {
    "do": DoneReply,
    "undo": DoneReply,
    "choices": ChoicesReply,
    "ask": AnswerReply,
    "sit": DoneReply,
    "view": DoneReply,
    "now": HurriedReply,
    "ping": DoneReply,
}
"""By op; any request may get a RefusedReply instead."""
BODIES = (NewGame, ChangeGame, Duplicate, Branch, Do, GiveOrders, UndoTo, Ask, Feedback)
REPLIES = (
    *ANSWERS.values(),
    About,
    TitleInfo,
    Summary,
    BoardPack,
    Symbols,
    Rule,
    Choices,
    StandingOrders,
    Answered,
    Hurried,
    LogPage,
    Since,
    Frames,
    Timeline,
    Story,
    DiceReport,
    Reported,
    Refusal,
)
UNIONS = {"Question": Question, "Request": Request, "Reply": Reply, "Push": Push}
