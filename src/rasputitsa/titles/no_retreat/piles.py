"""[5.0] Draw pile, discard pile and hands: where cards lie and how they get from one to the other."""

from __future__ import annotations

from rasputitsa.titles.no_retreat.codes import AXIS, AXIS_HAND, DISCARDED, DRAW_PILE, FOR_1945, GONE, SIDES, SOVIET_HAND
from rasputitsa.titles.no_retreat.components import in_effect
from rasputitsa.titles.no_retreat.deck import CARDS
from rasputitsa.titles.no_retreat.events import lasting
from rasputitsa.titles.no_retreat.state import NoRetreatState


def discard(s: NoRetreatState, card: int) -> None:
    """5.0 A spent card goes face-up onto the discard pile."""
    s.card[card] = DISCARDED
    s.discards.append(card)
    lasting.forget(s, card)


def take(s: NoRetreatState, side: int, card: int) -> None:
    """A card comes from the draw pile into a hand; only its owner sees which."""
    s.card[card] = AXIS_HAND + side
    s.say("5.2", "{} draw {}", s.game.side_names[side], s.game.card_names[card], only=SIDES[side])
    s.say("5.2", "{} draw a card", s.game.side_names[side], only=SIDES[1 - side])


def pick_up(s: NoRetreatState, side: int, card: int, *, seen: bool) -> None:
    """5.0 A played or discarded card goes into a hand; if the enemy has `seen` it, he knows it there."""
    s.card[card] = AXIS_HAND + side
    if card in s.discards:
        s.discards.remove(card)
    if seen:
        lasting.see(s, 1 - side, card)


def draw_pile(s: NoRetreatState, side: int) -> list[int]:
    """The cards a side may draw from (digital C.1: its own deck)."""
    first, end = s.game.deck_span[side]
    return [c for c in range(first, end) if s.card[c] == DRAW_PILE]


def drawn_at(s: NoRetreatState, side: int, chance: float) -> int:
    """The card of the draw pile that a random number between 0 and 1 means: each is as likely."""
    first, end = s.game.deck_span[side]
    cards = s.card[first:end]
    beyond = cards.split(bytes((DRAW_PILE,)), int(chance * cards.count(DRAW_PILE)) + 1)[-1]
    return end - len(beyond) - 1


def pile_size(s: NoRetreatState, side: int) -> int:
    first, end = s.game.deck_span[side]
    return s.card.count(DRAW_PILE, first, end)


def discarded(s: NoRetreatState, side: int) -> list[int]:
    """5.0, 5.0.2 The discard pile as events of a side see it: the common one, or the side's own (digital C.1)."""
    mine = s.game.deck_of[side]
    return [c for c in s.discards if c in mine]


def reshuffle(s: NoRetreatState, side: int) -> None:
    """5.0 The discard pile is shuffled back into the draw pile."""
    mine = set(s.game.deck_of[side])
    for c in mine:
        if s.card[c] == DISCARDED:
            s.card[c] = DRAW_PILE
    s.discards = [c for c in s.discards if c not in mine]
    s.say("5.0", "The discard pile is shuffled into the draw pile")


def draw_rate(s: NoRetreatState, side: int) -> int:
    """5.2, 5.2.2, 13.5.2, 13.5.9, 13.5.10 Four cards; fewer for lost Moscow and oil, more or fewer by the turn track
    (13.5), debts and options."""
    game = s.game
    cards = game.tables.cards
    if side == AXIS:
        if in_effect("reich-defenses", s.turn):
            return cards.reich_defenses_draw
        lost = cards.rumanian_oil_lost * (not s.axis_held >> game.ploesti & 1)
        more = in_effect("axis-extra-card", s.turn) + game.profile.axis_draw
    else:
        lost = cards.moscow_lost * (s.axis_held >> game.moscow & 1)
        lost += cards.caucasus_oil_lost * (s.axis_held >> game.caucasus_oil & 1)
        more = in_effect("soviet-extra-card", s.turn) + game.profile.soviet_draw
    return max(0, cards.draw + lost + more - s.draw_debt[side])


def renew_1945(s: NoRetreatState) -> None:
    """5.5, 5.5.1, 5.5.2, digital C.1.1 digital C.1 On to Berlin! Red-barred cards leave hands and piles for good; the
    rest of the piles and the green cards make the new draw pile (digital: the green cards join the draw piles, discards
    stay where they are)."""
    for card, data in enumerate(CARDS):
        if data.leaves_1945 and s.card[card] in (DRAW_PILE, AXIS_HAND, SOVIET_HAND, DISCARDED):
            s.card[card] = GONE
            lasting.forget(s, card)
        elif s.card[card] == FOR_1945 or (s.card[card] == DISCARDED and not s.game.profile.own_decks):
            s.card[card] = DRAW_PILE
    s.discards = [card for card in s.discards if s.card[card] == DISCARDED]
    s.say("5.5", "The cards of 1945 come into play")
