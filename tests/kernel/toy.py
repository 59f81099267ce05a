"""A toy title that uses every part of the kernel: a line of five places, two pieces a side, one hidden card each,
a die, and a reaction by the side not on move. It shows how a title is written (docs/adding-a-title.md).

Each turn a side moves one of its pieces a place forward or stays. Meeting the enemy is a battle: the defender may
spend its card (if it holds the strong one, worth 2) before the die is rolled; 4 or more minus the card removes the
defender, else the attacker. Who reaches the far end, or has the last piece, wins; after six turns nobody does.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from rasputitsa.kernel import (
    DRAWN,
    Action,
    AskOdds,
    ChanceStep,
    Game,
    Handle,
    Invalid,
    Lexicon,
    Names,
    Reach,
    Refusal,
    State,
    Step,
    Supply,
    Title,
)
from rasputitsa.kernel.title import Option, Scenario
from rasputitsa.kernel.view import (
    Banner,
    Board,
    Box,
    CardEvent,
    CardFace,
    CardView,
    Face,
    Hand,
    Odds,
    Piece,
    Place,
    Prompt,
    View,
)

PIECES = ("Red 1", "Red 2", "Blue 1", "Blue 2")
PLACES = ("A", "B", "C", "D", "E")
CARDS = ("strong", "weak", "dud")
OFF = -1


class Move(Action):
    form = "{unit:piece} {frm:place}-{to:place}"
    unit: int
    frm: int
    to: int


class Stay(Action):
    form = "stay"


class Play(Action):
    form = "play {card:card}"
    card: int


class Decline(Action):
    form = "no card"


class Deal(Action):
    form = "deal {card:card} to {who:word}"
    card: int
    who: str


class Die(Action):
    form = "die {face:int}"
    face: int


class ToyState(State):
    turn: int
    active: int
    at: list[int]
    hand: list[int]
    spent: int
    bonus: int

    def owner(self, unit: int) -> int:
        return unit // 2

    def judge(self) -> None:
        """T.3, T.4 Who reaches the far end, or has the last piece, wins; after six turns nobody does."""
        for side, goal in ((0, 4), (1, 0)):
            ours, theirs = ((0, 1), (2, 3)) if side == 0 else ((2, 3), (0, 1))
            if any(self.at[u] == goal for u in ours) or all(self.at[u] == OFF for u in theirs):
                self.win(side, "broke through", "T.3")
        if self.turn > 6:
            self.win(DRAWN, "time is up", "T.4")


class Dealing(ChanceStep[ToyState]):
    """T.1 Each side is dealt one card of three."""

    rule = "T.1"

    def outcomes(self, s: ToyState) -> list[tuple[Action, int]]:
        who = ("axis", "soviet")[s.frame[1]]
        return [(Deal(c, who), 1) for c in range(3) if c not in s.hand]

    def apply(self, s: ToyState, action: Action) -> None:
        assert isinstance(action, Deal)
        s.hand[s.frame[1]] = action.card
        s.say("T.1", "{} takes a card", action.who)
        if s.frame[1] == 0:
            s.goto(1)
        else:
            s.pop()


class Turn(Step[ToyState]):
    """T.2 The active side moves one piece one place forward, or stays."""

    rule = "T.2"

    def side(self, s: ToyState) -> str | None:
        s.judge()
        return None if s.decided else ("axis", "soviet")[s.active]

    def advance(self, s: ToyState) -> None:
        """The game is decided: the kernel ends it."""

    def handles(self, s: ToyState) -> Sequence[Handle]:
        return [*(("piece", u) for u in (2 * s.active, 2 * s.active + 1) if s.at[u] != OFF), ("button", 0)]

    def of(self, s: ToyState, handle: Handle) -> Iterable[Action]:
        if handle[0] == "button":
            return [Stay()]
        frm = s.at[handle[1]]
        to = frm + (1, -1)[s.active]
        return [Move(handle[1], frm, to)] if frm != OFF and 0 <= to < 5 and self._room(s, to) else []

    def _room(self, s: ToyState, to: int) -> bool:
        return sum(p == to and s.owner(u) == s.active for u, p in enumerate(s.at)) == 0

    def why_not(self, s: ToyState, action: Action) -> Refusal | None:
        if isinstance(action, Move) and s.owner(action.unit) != s.active:
            return Refusal("T.2", f"{PIECES[action.unit]} is not yours to move.")
        return super().why_not(s, action)

    def apply(self, s: ToyState, action: Action) -> None:
        if isinstance(action, Move):
            enemies = [u for u, p in enumerate(s.at) if p == action.to]
            s.at[action.unit] = action.to
            if enemies:
                s.push(Roll, action.unit, enemies[0])
                s.push(React, action.unit, enemies[0])
        s.active = 1 - s.active
        s.turn += s.active == 0


class React(Step[ToyState]):
    """T.5 The defender may spend its card before the die."""

    rule = "T.5"

    def side(self, s: ToyState) -> str | None:
        return ("axis", "soviet")[s.owner(s.frame[2])] if s.hand[s.owner(s.frame[2])] != OFF else None

    def handles(self, s: ToyState) -> Sequence[Handle]:
        return [("card", s.hand[s.owner(s.frame[2])]), ("button", 0)]

    def of(self, s: ToyState, handle: Handle) -> Iterable[Action]:
        return [Play(handle[1])] if handle[0] == "card" else [Decline()]

    def apply(self, s: ToyState, action: Action) -> None:
        if isinstance(action, Play):
            s.hand[s.owner(s.frame[2])] = OFF
            s.spent = action.card
            s.bonus = 2 if action.card == 0 else 0
        s.pop()


class Roll(ChanceStep[ToyState]):
    """T.6 One die decides: 4 or more after the defender's card removes the defender."""

    rule = "T.6"

    def outcomes(self, s: ToyState) -> list[tuple[Action, int]]:
        return [(Die(face), 1) for face in range(1, 7)]

    def apply(self, s: ToyState, action: Action) -> None:
        assert isinstance(action, Die)
        _, attacker, defender = s.frame
        s.at[defender if action.face - s.bonus >= 4 else attacker] = OFF
        s.bonus = 0
        s.pop()


LEXICON = Lexicon(
    [Move, Stay, Play, Decline, Deal, Die],
    {"piece": Names("piece", PIECES), "place": Names("place", PLACES), "card": Names("card", CARDS)},
)


class Toy(Title):
    name = "toy"
    label = "Toy"
    help = "A toy for the kernel's own tests."
    editions = ("first", "second")
    scenarios = (
        Scenario(name="line", label="The line", help="", last_turn=6),
        Scenario(name="late", label="Late", help="", last_turn=6, editions=("second",)),
    )
    options = (
        Option(name="open_cards", label="Open cards", help="Nobody is dealt a card.", rule="T.9"),
        Option(
            name="pace", label="Pace", help="", default=1, choices=(1, 2), editions=("second",), needs=("open_cards",)
        ),
    )
    state_class = ToyState
    decision_cap = 100

    def setup(self, game: Game) -> ToyState:
        s = ToyState(game)
        s.turn, s.active, s.spent, s.bonus = 1, 0, OFF, 0
        s.at, s.hand = [0, 1, 4, 3], [OFF, OFF]
        s.push(Turn)
        if not game.options["open_cards"]:
            s.push(Dealing, 0)
        return s

    def view(self, s: ToyState, side: str) -> View:
        prompt = Prompt(side=s.side or "", text=s.step.prompt(s), step=s.step.name) if not s.over else None
        mine = s.side == side and not s.over
        return View(
            side=side,
            banner=Banner(turn=s.turn, last_turn=6, date=f"Day {s.turn}", phase="turn"),
            prompt=prompt,
            pieces=[
                Piece(
                    id=u,
                    owner=("axis", "soviet")[s.owner(u)],
                    at="box:dead" if p == OFF else PLACES[p],
                    face=Face(symbol="infantry", name=PIECES[u]),
                )
                for u, p in enumerate(s.at)
            ],
            places=[],
            hands=[
                Hand(
                    side=name,
                    count=int(card != OFF),
                    cards=[CardView(id=card)] if card != OFF and side in (name, "open") else None,
                )
                for name, card in zip(("axis", "soviet"), s.hand)
            ],
            handles=[s.click(h) for h in s.handles() if h[0] != "button"] if mine else [],
            buttons=s.show(("button", 0)) if mine else [],
        )

    def imagine(self, s: ToyState, side: str, rng: random.Random) -> ToyState:
        new = s.copy()
        me = ("axis", "soviet").index(side)
        if s.hand[1 - me] != OFF:
            unseen = [c for c in range(3) if c not in (s.hand[me], s.spent)]
            new.hand[1 - me] = rng.choice(unseen)
        return new

    def describe(self, s: ToyState, action: Action, viewer: str) -> str:
        if isinstance(action, Deal) and viewer not in (action.who, "open"):
            return f"deal a card to {action.who}"
        return str(action)

    def invariants(self, s: ToyState) -> list[str]:
        return [] if all(OFF <= p < 5 for p in s.at) else ["a piece is nowhere"]

    def odds(self, s: ToyState, viewer: str, asked: AskOdds) -> Odds:
        return Odds(results={"defender": 0.5, "attacker": 0.5})

    def supply(self, s: ToyState, viewer: str, side: str) -> Supply:
        return Supply(sources=[], supplied=list(PLACES), pieces_out=[])

    def reach(self, s: ToyState, viewer: str, piece: int) -> Reach:
        if not 0 <= piece < len(PIECES):
            raise Invalid(f"unknown piece {piece}")
        return Reach(costs={PLACES[a.to]: 1 for a in s.legal(("piece", piece)) if isinstance(a, Move)})

    def taking(self, s: ToyState, viewer: str, piece: int, place: str) -> Action:
        if not 0 <= piece < len(PIECES):
            raise Invalid(f"unknown piece {piece}")
        return Move(piece, max(0, s.at[piece]), LEXICON.names["place"].find(place))

    def board(self) -> Board:
        return Board(
            title="toy",
            label="Toy",
            places=[Place(id=p) for p in PLACES],
            boxes=[Box(id="box:dead", label="Dead")],
            cards=[
                CardFace(id=i, number=str(i), events=[CardEvent(side="axis", name=c, text="")])
                for i, c in enumerate(CARDS)
            ],
        )


TOY = Toy([Turn, React, Roll, Dealing], LEXICON)
