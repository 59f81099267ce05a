"""[7.2, 7.3.2, 7.4] An action round: what a player does with it, the consecutive OPS count, limits of RP and
Reinforcement plays, Soviet mobilization (4.5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.kernel import BUTTON, Choice, Handle, Question, Refusal
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.stalins_war import cards, ops_round
from rasputitsa.titles.stalins_war.actions.rounds import PlayEvent, PlayOps, PlayRp, Rest, Swap, ZeroOps
from rasputitsa.titles.stalins_war.cards import Drawing
from rasputitsa.titles.stalins_war.components import CARDS, TURNS
from rasputitsa.titles.stalins_war.effect_kinds import Look, SecondCard
from rasputitsa.titles.stalins_war.events import playing
from rasputitsa.titles.stalins_war.state import (
    AX,
    AXIS,
    EVENT,
    GE,
    HAND,
    IDLE,
    MOBILIZATION,
    OPS,
    PZ,
    REINFORCEMENT,
    RP,
    SIDES,
    SOVIET,
    SU,
    ZERO,
    Position,
)
from rasputitsa.titles.stalins_war.weather import rasputitsa

MOBILIZATION_TURN = 2
"""4.5.1 The turn on which Soviet Reinforcement cards give OPS too."""
LAST_KEPT_TURN = 4
"""4.4.9 Up to this turn Axis RP and Reinforcement plays leave the consecutive count."""
MUD = Refusal("15.1.1", "No OPS, movement or combat in a round of rasputitsa.")
HALVES = 2


# -- the consecutive count ------------------------------------------------------------------------------------------


def reset_count(s: Position) -> None:
    """7.3.2, 7.3.2.2, 15.1.1.3 RP plays, events and idle rounds reset the consecutive OPS count, never in rasputitsa
    (15.1.1)."""
    if not rasputitsa(s):
        s.count[s.active] = 0


def _reset_unless_kept(s: Position) -> None:
    """4.4.9 On turns 1 to 4 Axis RP and Reinforcement plays leave the count where it is (SW-20)."""
    kept = s.game.profile.count_kept and s.active == AXIS and s.turn <= LAST_KEPT_TURN
    if not kept:
        reset_count(s)


def ops_of(s: Position, card: int) -> int:
    """7.3.2, 7.3.2.1 The OPS a card would give now: one less for each round of OPS in a row before it."""
    return max(0, CARDS[card].ops - s.count[s.active])


# -- the choices ----------------------------------------------------------------------------------------------------


class _CardChoice(Choice[Position]):
    """Something done with a card of one's hand."""

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("card", card) for card in s.hand(s.active)]

    def of(self, s: Position, handle: Handle) -> Iterable[PlayOps | PlayRp | PlayEvent | Swap]:
        kind, card = handle
        if kind != "card":
            return ()
        action = self.action(card)
        return (action,) if self.why_not(s, action) is None else ()  # type: ignore[return-value]

    def not_held(self, s: Position, card: int) -> Refusal | None:
        if s.card[card] == HAND and cards.owner(card) == s.active:
            return None
        return Refusal("7.2.6", "The card is not in your hand.")


class ForOps(_CardChoice):
    """7.3.1 A card for its OPS, as the consecutive count reduces them."""

    action = PlayOps
    rule = "7.3.1"

    def why_not(self, s: Position, action: PlayOps) -> Refusal | None:
        return self.not_held(s, action.card) or (MUD if rasputitsa(s) else None)

    def do(self, s: Position, action: PlayOps) -> None:
        s.pop()
        points = ops_of(s, action.card)
        s.kind = OPS
        s.count[s.active] += 1
        cards.discard(s, action.card)
        s.say("7.3.1", "{} for {} OPS", CARDS[action.card].name, points)
        ops_round.begin(s, points)


class ForRps(_CardChoice):
    """7.4.1, 7.4.5 A card for its replacement points; nothing else is done in the round."""

    action = PlayRp
    rule = "7.4.1"

    def why_not(self, s: Position, action: PlayRp) -> Refusal | None:
        return self.not_held(s, action.card) or why_no_rp(s)

    def do(self, s: Position, action: PlayRp) -> None:
        s.pop()
        s.kind = RP
        s.rp_cards[s.active] += 1
        _reset_unless_kept(s)
        points = CARDS[action.card].rp
        for kind, number in ((GE, points.GE), (PZ, points.PZ), (AX, points.AX), (SU, points.SU)):
            s.rp[kind] += HALVES * number
        cards.discard(s, action.card)


def why_no_rp(s: Position) -> Refusal | None:
    """7.4.2, 7.4.3, 7.4.3.1, 7.4.4, 7.4.4.1, 4.4.1.2 Two Soviet RP cards a turn, one Axis (two in Spring 1942 and
    1943), never in two rounds running."""
    turn = TURNS[s.turn]
    most = turn.axis_rp_cards if s.active == AXIS else turn.soviet_rp_cards
    if not most:
        return Refusal("4.4.1", "No replacement action on turn 1.")
    if s.rp_cards[s.active] >= most:
        return Refusal("7.4.3" if s.active == AXIS else "7.4.2", f"RP cards a turn: {most}.")
    if s.before[s.active] == RP:
        return Refusal("7.4.4", "Not in two rounds of a turn one after the other.")
    return None


class AsEvent(_CardChoice):
    """7.5.1 A card as an event."""

    action = PlayEvent
    rule = "7.5.1"

    def why_not(self, s: Position, action: PlayEvent) -> Refusal | None:
        refusal = self.not_held(s, action.card)
        if refusal is None and CARDS[action.card].reinforcement:
            refusal = why_no_reinforcements(s)
        return refusal or playing.playable(s, s.active, action.card)

    def do(self, s: Position, action: PlayEvent) -> None:
        s.pop()
        card = CARDS[action.card]
        if card.reinforcement:
            self._reinforce(s, card.ops)
        elif any(isinstance(effect, SecondCard) for effect in card.effects):
            """4.4.1 The second card alone decides the kind of round and moves the count."""
            s.again = 1
        else:
            s.kind = EVENT
            reset_count(s)
        s.rp_events += card.rp_event
        cards.spend_event(s, action.card)
        s.say("7.5.1", "{}", card.name)
        playing.play(s, s.active, action.card)

    def _reinforce(self, s: Position, points: int) -> None:
        """7.5.2a, 4.5.1, 4.5.1.3 A Reinforcement card; 4.5.1 in Soviet mobilization it gives OPS too and leaves the
        count (SW-21)."""
        s.reinforcements[s.active] += 1
        if s.active == SOVIET and s.turn == MOBILIZATION_TURN:
            s.kind = MOBILIZATION
            ops_round.begin(s, points)
        else:
            s.kind = REINFORCEMENT
            _reset_unless_kept(s)

    def reveals(self, s: Position, action: PlayEvent) -> bool:
        return any(isinstance(effect, Look) for effect in CARDS[action.card].effects)


def why_no_reinforcements(s: Position) -> Refusal | None:
    """7.5.2a, 4.5.1, 4.5.1.1, 4.4.1.2 One Reinforcement card a turn, two for the Soviets on turn 2, but not in rounds
    that follow."""
    turn = TURNS[s.turn]
    most = turn.axis_reinforcement_cards if s.active == AXIS else turn.soviet_reinforcement_cards
    if not most:
        return Refusal("4.4.1", "No Reinforcement card on turn 1.")
    if s.reinforcements[s.active] >= most:
        return Refusal("7.5.2a", f"Reinforcement cards a turn: {most}.")
    if s.before[s.active] == MOBILIZATION:
        return Refusal("4.5.1", "Not in two rounds one after the other.")
    return None


class WithoutCard(Choice[Position]):
    """7.2.6, 7.2.6.1 A 0 OPS round in which units may move: the count stays, Banked OPS may be spent."""

    action = ZeroOps
    rule = "7.2.6"
    label = "0 OPS round: move, fight with Banked OPS"

    def why_not(self, s: Position, action: ZeroOps) -> Refusal | None:
        return MUD if rasputitsa(s) else None

    def do(self, s: Position, action: ZeroOps) -> None:
        s.pop()
        s.kind = ZERO
        ops_round.begin(s, 0)


class Idle(Choice[Position]):
    """7.2.6, 7.2.6.2 A 0 OPS round without movement or combat: the count is reset."""

    action = Rest
    rule = "7.2.6"
    label = "Do nothing: the consecutive OPS count is reset"

    def do(self, s: Position, action: Rest) -> None:
        s.pop()
        s.kind = IDLE
        reset_count(s)

    def show(self, s: Position, action: Rest, shown: ActionView) -> None:
        """15.1.1.1 The count is never reset in rasputitsa."""
        if rasputitsa(s):
            shown.label = "Do nothing"


class SwapCard(_CardChoice):
    """7.2.6, 7.2.6.2 The same; a card is discarded and another drawn."""

    action = Swap
    rule = "7.2.6"

    def why_not(self, s: Position, action: Swap) -> Refusal | None:
        return self.not_held(s, action.card)

    def do(self, s: Position, action: Swap) -> None:
        s.pop()
        s.kind = IDLE
        reset_count(s)
        s.push(Drawing, s.active, 1)
        cards.discard(s, action.card)


class ChooseAction(Question[Position]):
    """7.1.4, 7.2.6 What the active player does in his round."""

    rule = "7.2.6"
    choices = (ForOps, ForRps, AsEvent, SwapCard, WithoutCard, Idle)

    def side(self, s: Position) -> str:
        return SIDES[s.active]

    def handles(self, s: Position) -> Sequence[Handle]:
        return [*(("card", card) for card in s.hand(s.active)), BUTTON]

    def prompt(self, s: Position) -> str:
        return f"Turn {s.turn}, round {s.round}: play a card for OPS, RPs or as an event, or do without."


STEPS = (ChooseAction,)
