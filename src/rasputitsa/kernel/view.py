"""The view: what one side sees, the same shape for every title, so that one client draws them all.

`Board` is sent once (it never changes during a game); `View` after every action (the server sends the difference).
Ids: a place or box is its text id ("1409", "finland", "FS", "box:axis:shattered"); a piece or card is a small number.
What one clicks is written "piece:12", "place:1409", "card:7", "button:0" (see `State.click`).
docs/view.md explains each field; `validate` checks a view against these structures and against its board.
"""

from __future__ import annotations

from typing import TypedDict

import msgspec


class Face(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What is printed on a piece. `symbol` is a key of board/drawing/symbols.json."""

    symbol: str
    name: str = ""
    size: str = ""
    """Echelon mark: XX, XXX, XXXX, XXXXX."""
    strength: str = ""
    """As printed: "5", "(4)" for forts; blank when it has none."""
    move: str = ""
    steps: int = 0
    max_steps: int = 0
    nation: str = ""
    """Colour key: german, rumanian, hungarian, italian, finnish, slovak, soviet, soviet-red, polish, yugoslav ..."""
    band: str = ""
    """A second colour (army or front) drawn as a stripe."""
    white: bool = False
    """White strength: may not attack of its own will."""
    fire: str = ""
    """Blocks: sf, df, tf or none, shown by the pips' colour and shape."""
    pips: str = ""
    """Blocks: "dots" or "stars"; "heart" when the level shown is the heart."""
    text: list[str] = []
    """More that is known of it, one short line each (for the information panel)."""


class Piece(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A counter or block. A hidden one has no face and an id that says nothing about it."""

    id: int
    owner: str
    at: str
    kind: str = "counter"
    """counter, block, disc, line, marker."""
    face: Face | None = None
    back: Face | None = None
    """The other side of the counter, if one may see it."""
    marks: list[str] = []
    """unsupplied, in_danger, disorganized, moved, target, counterblow, lying, river, support ..."""
    acts: bool = False
    """Carries the green stripe: it may still act in this step."""
    order: int = 0
    """Position in its stack, bottom first."""
    arrives: str = ""
    """When a piece off the map comes onto it: "now", "turn 5, March/April 1942", "when Warsaw falls"."""
    small: bool = False
    """A counter of the smaller size, where a title has two (corps beside armies); known even of a hidden one."""


class PlaceState(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What changes about a place."""

    id: str
    control: str = ""
    supplied: list[str] = []
    """Sides for which it is a working supply source now."""
    marks: list[str] = []
    """overstacked, target, counterblow, works, scorched, contested ..."""
    battle: int = 0
    """One halo colour per battle: 1, 2, 3 ...; 0 for none."""
    note: str = ""


class CardUse(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One of several ways to spend a card, where a title has them: for operations, for replacements, as an event."""

    id: str
    label: str
    value: str = ""
    """What it is worth: "4", "3 + 2" ..."""
    why: str = ""
    """Why the card cannot be spent like this now; empty when it can."""
    do: str = ""
    """The action that spends it like this, one of those of the card; empty when it cannot be."""


class CardView(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A card in an open hand."""

    id: int
    playable: bool = False
    mandatory: bool = False
    why: str = ""
    """The main reason why it cannot be played now."""
    uses: list[CardUse] = []
    """The ways to spend it, possible or not, in the order of the rule book."""


class Hand(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A hand: its size, and its cards if one may see them."""

    side: str
    count: int
    cards: list[CardView] | None = None


class Track(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A figure in the banner or at the side: VPs, supports, targets left, logistics value.

    Where `last` is greater than `first` it is a row of numbered spaces with a marker on `at`."""

    id: str
    label: str
    value: str
    side: str = ""
    help: str = ""
    first: int = 0
    last: int = 0
    at: int = 0
    spaces: dict[int, str] = {}
    """Words printed on spaces: "Total War", "automatic victory" ..."""


class Effect(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A lasting effect, shown at the side of the map."""

    id: str
    label: str
    text: str
    side: str = ""


class Shift(msgspec.Struct, kw_only=True):
    """One column shift with its cause."""

    columns: int
    cause: str
    rule: str


class Fire(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One throw of the dice in a battle where several are thrown: who fires with what, and what it may do."""

    side: str
    label: str = ""
    strength: str = ""
    """As a player says it: "7", "3 dice hitting on 5 or more"."""
    table: str = ""
    initial: str = ""
    final: str = ""
    """The column before and after the shifts."""
    shifts: list[Shift] = []
    results: dict[str, float] = {}
    """The probability (0 to 1) of each result, such as a number of hits."""
    dice: list[int] = []
    """The faces thrown; empty before the throw."""
    hits: list[bool] = []
    """Where dice hit one by one: which of them did."""
    result: str = ""
    """What the dice gave: a cell of the table, a number of hits."""
    text: str = ""
    """What became of it, in words: on whom hits fell, how many were absorbed."""


class Odds(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A battle before it is fought: figures, shifts, the column, the probability of each result (0 to 1). Where both
    sides throw dice, or one does several times, `fires` has them in order and `results` is how the battle may end."""

    attack: int = 0
    defend: int = 0
    initial: str = ""
    final: str = ""
    table: str = ""
    shifts: list[Shift] = []
    results: dict[str, float] = {}
    fires: list[Fire] = []


class Fighter(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A unit in a battle. Only units that both sides see have a face and a name."""

    name: str
    strength: str = ""
    """What it adds: "5", "2 dice"."""
    face: Face | None = None
    notes: list[str] = []
    """Whatever matters of it here: unsupplied, over a river."""


class BattleSide(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One side of a battle."""

    side: str
    role: str
    """attacker or defender."""
    strength: str = ""
    units: list[Fighter] = []
    cards: list[str] = []
    """Cards and support markers it has committed."""


class BattleReport(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A battle as the board beside the map shows it, under way (`View.battle`) or with the dice just thrown
    (`LogLine.battle`). Reports with the same `id` belong to one battle, in the order in which they come. Both sides
    may read it: nothing in it is hidden from either."""

    id: str
    label: str
    at: list[str] = []
    sides: list[BattleSide] = []
    fires: list[Fire] = []
    """Who fires on which table, with every shift; the dice, once they are thrown."""
    result: str = ""
    """The result as printed: "DR"; a key of `Board.results`."""
    words: str = ""
    """The result in words, and what it means."""
    order: str = ""
    """In which order losses are taken."""
    next: str = ""
    """Who does what next."""


class CombatTable(msgspec.Struct, kw_only=True):
    """A printed combat table: a row for each face of the die."""

    id: str
    label: str
    columns: list[str]
    rows: list[list[str]]


class Preview(TypedDict, total=False):
    """What is known of an action before it is done; only what there is."""

    cost: int | None
    path: list[str]
    odds: Odds
    supported: Odds
    """The same battle with support that may still be committed, to be shown beside `odds`."""
    pays: int | str
    warning: str
    text: str
    covers: list[str]
    """Places that what acts would command from there, and the pieces of one's own that it would command."""
    commands: list[int]


class ActionView(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A legal action tied to what one clicks: `do` is its text form, sent back to play it."""

    do: str
    clicks: list[str] = []
    label: str = ""
    """In a player's words, places by their names, for buttons and menus; `do` when empty."""
    preview: Preview = {}
    binding: bool = False
    """A battle, or something with a warning, that cannot be taken back: dice fall, or the other side decides next."""
    single: bool = False
    """All that the unit clicked can do where places are dealt with one at a time: it is done at that click, whatever
    place is picked."""


class Prompt(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What is asked of whom."""

    side: str
    text: str
    rule: str = ""
    step: str = ""
    verb: str = ""
    """What is done with a card that is clicked, where cards are given up: "Discard", "Pay with". One click does it."""
    decline: str = ""
    """The action that passes, where a side is asked again and again whether it wants to do something of a kind."""
    kind: str = ""
    """The kind of question that may be passed, and its name: "events played before a battle"."""
    kind_label: str = ""
    single: str = ""
    """An action that has to come and can be done in one way only: the client does it for the player. And its words."""
    single_label: str = ""


class Phase(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A line of the sequence of play."""

    id: str
    label: str
    rule: str = ""
    side: str = ""


class Banner(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The line at the top."""

    turn: int
    last_turn: int
    date: str
    phase: str
    """Id of a Phase of the board's sequence."""
    active: str = ""
    """The side whose turn it is."""
    weather: str = ""
    ground: str = ""
    """What the weather makes of the map: mud, snow, ice (snow, and rivers frozen); empty when it lies open."""
    initiative: str = ""
    tracks: list[Track] = []


class Result(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The end of the game."""

    winner: str
    reason: str
    rule: str = ""
    level: str = ""
    """How great the victory is, where the book tells levels apart: "Decisive"."""


class Goal(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A way to win: "you win if ...", and how far the side has come."""

    side: str
    text: str
    """What completes "wins if it ...": "holds four Victory Areas at the end of December"."""
    value: str = ""
    """How far it is: "2 of 4"."""
    have: float = 0
    need: float = 0
    """The same in figures, where it can be counted."""
    rule: str = ""


class LogLine(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One thing that happened: words, the places it points at, the rule."""

    text: str
    rule: str = ""
    at: list[str] = []
    only: str | None = None
    """If set, only this side may read it."""
    battle: BattleReport | None = None
    """The battle it is about, where dice have just been thrown."""


class View(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Everything one side may know of a position."""

    side: str
    """Whose view: a side, or "open"."""
    banner: Banner
    prompt: Prompt | None
    pieces: list[Piece]
    places: list[PlaceState]
    """Only places with something to tell."""
    hands: list[Hand] = []
    tracks: list[Track] = []
    effects: list[Effect] = []
    handles: list[str] = []
    """What this side may click first now ("piece:12", "card:7", "place:..."); empty when it is not asked."""
    buttons: list[ActionView] = []
    """The actions without a place on the map: pass, end the phase, decline ..."""
    lines: list[list[str]] = []
    """Lines to draw between places: ["attack", from, to, battle number]."""
    aims: list[str] = []
    """Places of which one is dealt with at a time (targets that await attackers, battles to be fought); the first is
    picked for the player. A click on a unit does what the unit can do there."""
    result: Result | None = None
    battle: BattleReport | None = None
    """The battle under way."""
    goals: list[Goal] = []
    """The ways to win, of both sides."""


class Place(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A hex or area of the board."""

    id: str
    name: str = ""
    info: list[str] = []
    """Terrain and its effects, one short line each."""
    kind: str = ""
    """city, objective, oil, victory ... (for the list of places)."""


class Box(msgspec.Struct, omit_defaults=True, kw_only=True):
    """An off-map box. Its id starts with "box:"."""

    id: str
    label: str
    side: str = ""
    help: str = ""
    group: str = ""
    """The display it belongs to, shown as one: "Turn track", "Other fronts"."""


class CardFigure(msgspec.Struct, kw_only=True):
    """A figure printed on a card: operations, replacement points of a kind."""

    label: str
    value: str


class CardFace(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The print of a card: one or more events, and its figures."""

    id: int
    number: str
    events: list[CardEvent]
    note: str = ""
    figures: list[CardFigure] = []


class CardEvent(msgspec.Struct, omit_defaults=True, kw_only=True):
    """An event that a card offers."""

    side: str
    name: str
    text: str
    when: str = ""
    initiative: str = ""


class CalendarTurn(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A turn of the calendar view."""

    turn: int
    date: str
    weather: str = ""
    supports: dict[str, int] = {}
    events: list[str] = []
    second_front: str = ""
    arrivals: list[str] = []
    sudden_death: str = ""


class Rule(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A rule in our own words, one click away from where its number is shown."""

    id: str
    title: str
    text: str = ""


class Board(msgspec.Struct, omit_defaults=True, kw_only=True):
    """The static part of every view of a title. The map picture and its geometry come from board/drawing."""

    title: str
    label: str
    places: list[Place]
    boxes: list[Box] = []
    cards: list[CardFace] = []
    calendar: list[CalendarTurn] = []
    sequence: list[Phase] = []
    rules: list[Rule] = []
    terrain: list[list[str]] = []
    """The terrain table, first row the headings."""
    tables: list[CombatTable] = []
    """The combat tables, by the names that `Fire.table` and `Odds.table` use."""
    results: dict[str, str] = {}
    """What each result of a combat table means: "DR" ..."""
    help: dict[str, str] = {}
    """Explanations by key: marks, tracks, symbols."""


def validate(view: View, board: Board) -> list[str]:
    """Problems of a view: wrong shape, unknown places, pieces twice, a face where there should be none."""
    problems: list[str] = []
    try:
        msgspec.convert(msgspec.to_builtins(view), View)
    except msgspec.ValidationError as error:
        problems.append(f"shape: {error}")
    known = {p.id for p in board.places} | {b.id for b in board.boxes}
    cards = {c.id for c in board.cards}
    seen: set[int] = set()
    for piece in view.pieces:
        if piece.at not in known:
            problems.append(f"piece {piece.id} is at unknown place {piece.at!r}")
        if piece.id in seen:
            problems.append(f"piece {piece.id} stands twice")
        seen.add(piece.id)
    problems += [f"unknown place {p.id!r}" for p in view.places if p.id not in known]
    problems += [f"unknown card {c.id}" for h in view.hands for c in h.cards or [] if c.id not in cards]
    problems += [f"aim at unknown place {aim!r}" for aim in view.aims if aim not in known]
    for handle in view.handles:
        kind, _, what = handle.partition(":")
        if kind == "piece" and int(what) not in seen:
            problems.append(f"handle {handle} names no piece in the view")
        if kind == "place" and what not in known:
            problems.append(f"handle {handle} names no place")
    return problems
