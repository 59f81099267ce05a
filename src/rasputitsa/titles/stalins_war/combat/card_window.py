"""[7.5.5, 11.2.1] Step 3: combat cards, the attacker's first, then the defender's; and what becomes of them
afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rasputitsa.kernel import Choice, Handle, Question, Refusal
from rasputitsa.kernel.view import ActionView
from rasputitsa.titles.stalins_war import cards, effects
from rasputitsa.titles.stalins_war.actions.combat import EndCards, UseCard
from rasputitsa.titles.stalins_war.combat import conditions, forces, preview
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.effect_kinds import LayFaceUp, Shift
from rasputitsa.titles.stalins_war.effect_words import Scope
from rasputitsa.titles.stalins_war.state import (
    ALL_ROUND,
    AXIS,
    FACE_UP,
    HAND,
    IN_COMBAT,
    SIDES,
    SOVIET,
    Position,
)

# -- which cards ----------------------------------------------------------------------------------------------------


def usable(s: Position, side: int) -> list[int]:
    """11.2.1.2 Step 3: the cards a side may use in this combat, from its hand and from those lying face up."""
    held = s.hand(side) + s.cards_in(FACE_UP, side)
    return [card for card in held if CARDS[card].combat and why_not_use(s, side, card) is None]


def why_not_use(s: Position, side: int, card: int) -> Refusal | None:
    """The rule against a combat card in this combat."""
    printed = CARDS[card]
    if cards.owner(card) != side or s.card[card] not in (HAND, FACE_UP):
        return Refusal("7.5.5a", "You do not have this card.")
    if ("attack" if forces.attacks(s, side) else "defend") not in printed.timing:
        return Refusal("7.5.5a", f"{printed.name} is no card for this combat.")
    if forces.all_out(s, side):
        return Refusal("13.3.4", "All your units in the combat are out of supply: no combat cards.")
    if s.used >> card & 1 and not _repeats(card):
        return Refusal("7.5.5e", f"{printed.name} has been used in this round already.")
    if s.card[card] == HAND and side == SOVIET and effects.banned(s, "soviet-combat-cards-from-hand"):
        return Refusal("7.5.5a", "No combat cards from your hand in this round.")
    return _unfit(s, side, card)


def _unfit(s: Position, side: int, card: int) -> Refusal | None:
    """Turns, prerequisites and the conditions of the combat."""
    printed = CARDS[card]
    first, last = printed.turns
    if not first <= s.turn <= last:
        return Refusal("7.5.5a", f"{printed.name} may be used on turns {first} to {last}.")
    if not all(effects.played(s, needed) for needed in printed.requires):
        return Refusal("3.0", f"{printed.name} needs an event that has not been played.")
    if printed.when is not None and not conditions.fits(s, printed.when, side):
        return Refusal("11.2.1", f"The conditions of {printed.name} are not met: {printed.text}")
    return None


def _repeats(card: int) -> bool:
    """7.5.5e, SW-1 Luftwaffe Support may be used in any number of attacks of a round."""
    return any(isinstance(effect, Shift) and effect.repeat for effect in CARDS[card].effects)


def acts_all_round(s: Position, card: int) -> bool:
    """7.5.5b.3 Does the card act on all attacks of the round? With the switch Luftwaffe Support does too (SW-1)."""
    return CARDS[card].all_round or (s.game.profile.luftwaffe_support and _repeats(card))


# -- using one ------------------------------------------------------------------------------------------------------


def use(s: Position, card: int) -> None:
    """7.5.5a The card acts in this combat, or in all of the round."""
    all_round = acts_all_round(s, card)
    s.card[card] = ALL_ROUND if all_round else IN_COMBAT
    s.used |= 1 << card
    s.played |= 1 << card
    s.seen &= ~(1 << card)
    s.say("7.5.5a", "{} is used: {}", CARDS[card].name, CARDS[card].text)
    for number, effect in enumerate(CARDS[card].effects):
        if not isinstance(effect, LayFaceUp):
            scope: Scope = getattr(effect, "scope", "combat")
            effects.begin(s, card, number, "round" if all_round and scope == "combat" else scope)


def settle(s: Position) -> None:
    """7.5.5b, 7.5.5b.1, 7.5.5b.2, 7.5.5c After the combat: asterisked cards leave the game, once-a-turn cards and
    those of a loser are discarded, the winner's stay face up. A cancelled attack is lost by nobody."""
    for side in (AXIS, SOVIET):
        for card in s.cards_in(IN_COMBAT, side):
            printed = CARDS[card]
            if printed.removed or printed.once_per_turn or s.victor not in (side, CANCELLED):
                cards.spend_event(s, card)
            else:
                s.card[card] = FACE_UP
                s.say("7.5.5b", "{} stays face up", printed.name)


CANCELLED = 2
"""`s.victor` after an attack that the defenders evaded (Axis 50)."""


# -- the question ---------------------------------------------------------------------------------------------------


class Use(Choice[Position]):
    """7.5.5a A card is played from the hand, or one that lies face up is used again."""

    action = UseCard

    def handles(self, s: Position) -> Sequence[Handle]:
        return [("card", card) for card in usable(s, s.frame[1])]

    def of(self, s: Position, handle: Handle) -> Iterable[UseCard]:
        kind, card = handle
        return (UseCard(card),) if kind == "card" and card in usable(s, s.frame[1]) else ()

    def why_not(self, s: Position, action: UseCard) -> Refusal | None:
        if not CARDS[action.card].combat:
            return Refusal("7.5.5a", f"{CARDS[action.card].name} is no combat card.")
        return why_not_use(s, s.frame[1], action.card)

    def do(self, s: Position, action: UseCard) -> None:
        use(s, action.card)

    def show(self, s: Position, action: UseCard, shown: ActionView) -> None:
        then = s.copy()
        use(then, action.card)
        shown.preview["odds"] = preview.odds_of(then)

    def reveals(self, s: Position, action: UseCard) -> bool:
        return True


class EndOfCards(Choice[Position]):
    action = EndCards
    label = "No more combat cards"

    def do(self, s: Position, action: EndCards) -> None:
        s.pop()

    def show(self, s: Position, action: EndCards, shown: ActionView) -> None:
        shown.preview["odds"] = preview.odds_of(s)


class CardWindow(Question[Position]):
    """11.2.1.2, 7.5.5a Step 3: a side plays combat cards, as many as it likes. Frame: the side."""

    rule = "7.5.5a"
    choices = (Use, EndOfCards)

    def side(self, s: Position) -> str | None:
        return SIDES[s.frame[1]] if usable(s, s.frame[1]) else None

    def prompt(self, s: Position) -> str:
        return "Play combat cards, or go on."


STEPS = (CardWindow,)
