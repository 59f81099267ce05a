"""[5.0] Events about cards: draws, discards, the enemy's hand, the discard pile, the Joker."""

from __future__ import annotations

from collections.abc import Iterator

from rasputitsa.kernel import Action, Refusal
from rasputitsa.titles.no_retreat import cards, payment, piles
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat.actions.events import Discards, Fetches, Replays
from rasputitsa.titles.no_retreat.codes import DRAW_PILE, SIDES
from rasputitsa.titles.no_retreat.deck import CARDS, EVENT, EVENTS, fetches, timings
from rasputitsa.titles.no_retreat.events import lasting
from rasputitsa.titles.no_retreat.events.happening import Deed, Now, Pick, carries_out
from rasputitsa.titles.no_retreat.events.play import usual_card, why_not_event
from rasputitsa.titles.no_retreat.events.window import set_going
from rasputitsa.titles.no_retreat.optional.no_surrender import RandomLoss
from rasputitsa.titles.no_retreat.payment import payable
from rasputitsa.titles.no_retreat.state import NoRetreatState


class EventDiscard(payment.Pay):
    """5.3.1 After an event's draw some of the hand must go."""

    rule = "5.3.1"
    verb = "Discard"

    def prompt(self, s: NoRetreatState) -> str:
        return f"Discard {s.frame[2]} of your cards."


def can_draw(s: NoRetreatState, side: int) -> bool:
    """5.0 Is there a card to be drawn? The last one of the draw pile never is."""
    return piles.pile_size(s, side) + len(piles.discarded(s, side)) > 1


@carries_out(kinds.Draw)
class DrawCards(Deed[kinds.Draw]):
    """Draw cards, then discard some of the hand."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.Draw) -> Refusal | None:
        return None if can_draw(s, now.side) else Refusal("5.0", "There is no card to draw.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Draw) -> None:
        if effect.discard:
            s.push(EventDiscard, now.side, effect.discard)
        s.push(cards.Drawing, now.side, effect.cards)


@carries_out(kinds.RevealHand)
class RevealHand(Pick[kinds.RevealHand]):
    """digital C.7 The player sees the enemy hand, and may choose cards of it to be discarded."""

    rule = "5.3.1"
    ask = "{}: choose a card of the enemy's to be discarded."

    def count(self, effect: kinds.RevealHand) -> int:
        return effect.discard

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.RevealHand) -> Refusal | None:
        return None if s.hand(1 - now.side) else Refusal("5.3.1", "The enemy holds no cards.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.RevealHand) -> None:
        for card in s.hand(1 - now.side):
            lasting.see(s, now.side, card)
            s.say("5.3.1", "The enemy holds {}", s.game.card_names[card], only=SIDES[now.side])
        if effect.discard:
            super().happen(s, now, effect)

    def options(self, s: NoRetreatState, now: Now, effect: kinds.RevealHand) -> Iterator[Action]:
        return (Discards(now.event, card) for card in s.hand(1 - now.side))

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.RevealHand, action: Discards) -> None:
        piles.discard(s, action.card)


@carries_out(kinds.DiscardEnemy)
class DiscardEnemy(Deed[kinds.DiscardEnemy]):
    """The enemy discards at random."""

    def why_not(self, s: NoRetreatState, now: Now, effect: kinds.DiscardEnemy) -> Refusal | None:
        return None if s.hand(1 - now.side) else Refusal("5.3.1", "The enemy holds no cards.")

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.DiscardEnemy) -> None:
        for _ in range(effect.cards):
            s.push(RandomLoss, 1 - now.side)


@carries_out(kinds.DrawPenalty)
class DrawPenalty(Deed[kinds.DrawPenalty]):
    """5.2 The enemy draws fewer cards in his next Card Phase."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.DrawPenalty) -> None:
        s.draw_debt[1 - now.side] += effect.cards


@carries_out(kinds.TakeDiscard)
class TakeDiscard(Pick[kinds.TakeDiscard]):
    """5.0 A card of the discard pile comes to hand; not the one just played, which is still on the table."""

    rule = "5.0"
    none = "The discard pile is empty."
    ask = "{}: take a card of the discard pile."

    def options(self, s: NoRetreatState, now: Now, effect: kinds.TakeDiscard) -> Iterator[Action]:
        return (Fetches(now.event, card) for card in piles.discarded(s, now.side))

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.TakeDiscard, action: Fetches) -> None:
        piles.pick_up(s, now.side, action.card, seen=not s.game.profile.hidden_discards)
        only = SIDES[now.side] if s.game.profile.hidden_discards else None
        who, card = s.game.side_names[now.side], s.game.card_names[action.card]
        s.say("5.0", "{} take {} from the discard pile", who, card, only=only)


@carries_out(kinds.PlayDiscard)
class PlayDiscard(Pick[kinds.PlayDiscard]):
    """5.0 An event of the player's side in the discard pile is played at once, as if from hand: mark, moment and "once
    is enough" hold. Its card stays in the pile."""

    rule = "5.0"
    none = "No discarded event of yours can be played now."
    ask = "{}: play an event of the discard pile."

    def options(self, s: NoRetreatState, now: Now, effect: kinds.PlayDiscard) -> Iterator[Action]:
        rails = s.game.profile.organization_entrains
        return (
            Replays(now.event, other, card)
            for card in piles.discarded(s, now.side)
            for other in (EVENT[e] for e in CARDS[card].events[now.side])
            if now.moment in timings(EVENTS[other], rails)
            and not fetches(other)
            and _payable(s, now, other)
            and why_not_event(s, now.side, now.moment, other, borrowed=True) is None
        )

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.PlayDiscard, action: Replays) -> None:
        """The event that fetched it is over and done with before the other one is set going."""
        s.pop()
        steps = s.game.title.steps
        steps[s.frame[0]].advance(s)
        set_going(s, now.side, now.moment, action.other, action.card, borrowed=True)
        if EVENTS[action.other].cost:
            s.push(payment.Pay, now.side, EVENTS[action.other].cost)


def _payable(s: NoRetreatState, now: Now, event: int) -> bool:
    """5.4 Further cards an event costs, beside the one that fetches it if that is still in hand."""
    fetcher = usual_card(s, now.side, now.event) >= 0
    return payable(s, now.side) >= EVENTS[event].cost + fetcher


@carries_out(kinds.Redraw)
class Redraw(Pick[kinds.Redraw]):
    """15.7 Discard up to `limit` cards and draw as many."""

    rule = "15.7"
    none = "You have no other card to exchange."
    ask = "{}: discard a card you want to exchange."

    def count(self, effect: kinds.Redraw) -> int:
        return effect.limit

    def options(self, s: NoRetreatState, now: Now, effect: kinds.Redraw) -> Iterator[Action]:
        return (Discards(now.event, card) for card in s.hand(now.side))

    def choose(self, s: NoRetreatState, now: Now, effect: kinds.Redraw, action: Discards) -> None:
        piles.discard(s, action.card)

    def ended(self, s: NoRetreatState, now: Now, effect: kinds.Redraw, chosen: int) -> None:
        s.push(cards.Drawing, now.side, chosen)


@carries_out(kinds.Reshuffle)
class Reshuffle(Deed[kinds.Reshuffle]):
    """5.0 The discard pile and the card itself go back into the draw pile."""

    def happen(self, s: NoRetreatState, now: Now, effect: kinds.Reshuffle) -> None:
        _, _, side, card, *_ = s.frame
        s.card[card] = DRAW_PILE
        piles.reshuffle(s, side)


STEPS = (EventDiscard,)
