"""[5.0], [5.3] What a side may play at a moment, why it may not play the rest, and how that is shown."""

from __future__ import annotations

from rasputitsa.kernel import Action, ActionView, Handle, Refusal
from rasputitsa.titles.no_retreat.actions.events import Play, PlayFrom
from rasputitsa.titles.no_retreat.codes import AXIS_HAND, SIDES
from rasputitsa.titles.no_retreat.deck import (
    BATTLE,
    BEFORE_DIE,
    CARDS,
    EVENT,
    EVENTS,
    JOKER,
    JOKERS,
    WHEN,
    carriers,
    timings,
)
from rasputitsa.titles.no_retreat.effect_types import RevealHand, TakeDiscard
from rasputitsa.titles.no_retreat.events.happening import Now, why_not_effects
from rasputitsa.titles.no_retreat.hidden import unseen
from rasputitsa.titles.no_retreat.optional.initiative import card_initiative
from rasputitsa.titles.no_retreat.payment import payable
from rasputitsa.titles.no_retreat.state import NoRetreatState

# -- what a side holds --------------------------------------------------------------------------------------------


def in_hand(s: NoRetreatState, side: int) -> tuple[int, ...]:
    """5.0, 15.7, 15.7.1 The cards a side holds; the Joker is always in somebody's hand."""
    return (*s.hand(side), JOKER) if s.joker == side else s.hand(side)


def holds(s: NoRetreatState, side: int, moment: str) -> bool:
    """Does a side hold a card with an event of this moment, playable or not?"""
    if AXIS_HAND + side in s.game.whereabouts[side][moment](s.card):
        return True
    return s.joker == side and JOKER in s.game.offers[side][moment]


def usual_card(s: NoRetreatState, side: int, event: int) -> int:
    """5.3, digital C.1 The card a side plays an event with: of several the one that offers nothing else."""
    for card in carriers(event, side):
        if s.card[card] == AXIS_HAND + side or (card == JOKER and s.joker == side):
            return card
    return -1


def playable(s: NoRetreatState, side: int, moment: str) -> list[tuple[int, int]]:
    """5.3.1 The events a side may play at this moment, each with the card that offers it."""
    found: list[tuple[int, int]] | None = s.memo.get(("playable", side, moment))
    if found is None:
        pairs = held(s, side, moment) if holds(s, side, moment) else []
        found = s.memo["playable", side, moment] = [pair for pair in pairs if may_play(s, side, moment, pair[0])]
    return found


def can_play(s: NoRetreatState, side: int, moment: str) -> bool:
    """5.3.1 Is there an event a side may play at this moment?"""
    return holds(s, side, moment) and any(may_play(s, side, moment, event) for event, _ in held(s, side, moment))


def is_asked(s: NoRetreatState, side: int, moment: str) -> bool:
    """5.3.1 Is a side asked for events of this moment? If it may play one; with the switch also if it could, for all
    that both know (ruling NR-77)."""
    return can_play(s, side, moment) or (s.game.profile.ask_always and seems_to_hold(s, side, moment))


def seems_to_hold(s: NoRetreatState, side: int, moment: str) -> bool:
    """5.0 For all that both know: could a card in this side's hand offer an event that may be played now? Cards of
    the enemy count, too: a side that is not asked would learn that they are over there."""
    hidden, wanted = unseen(s, 1 - side), s.game.offers[side][moment]
    if not any(s.card[card] == AXIS_HAND + side for card in hidden):
        return False
    possible = {*hidden, *unseen(s, side)}
    return any(may_play(s, side, moment, event) for card in possible for event in wanted.get(card, ()))


def held(s: NoRetreatState, side: int, moment: str) -> list[tuple[int, int]]:
    """The events of this moment in a side's hand, playable or not, each with its card."""
    wanted = s.game.offers[side][moment]
    return [(event, card) for card in in_hand(s, side) if card in wanted for event in wanted[card]]


def cards(s: NoRetreatState, side: int, moment: str) -> list[int]:
    """The cards in a side's hand with an event of this moment, playable or not."""
    return list(dict.fromkeys(card for _, card in held(s, side, moment))) if holds(s, side, moment) else []


# -- why not ------------------------------------------------------------------------------------------------------


def why_not_mark(s: NoRetreatState, side: int, event: int) -> Refusal | None:
    """5.3.3, 15.11 Events with a German cross are played under German Initiative only, those with a star under
    Soviet."""
    mark = EVENTS[event].mark
    if mark is None or SIDES.index(mark) == card_initiative(s, side):
        return None
    who = "the Axis has" if mark == "axis" else "the Soviets have"
    return Refusal("5.3.3", f"It is played only while {who} the Initiative.")


def why_not_yet(s: NoRetreatState, event: int) -> Refusal | None:
    """5.3.1 Some events belong to a part of the war."""
    first, last = EVENTS[event].first, EVENTS[event].last
    if first is not None and s.turn < first:
        return Refusal("5.3.1", f"It is played from turn {first} on.")
    if last is not None and s.turn > last:
        return Refusal("5.3.1", f"It is played until turn {last}.")
    return None


def why_not_again(s: NoRetreatState, event: int) -> Refusal | None:
    """5.0, digital C.5 Once is enough: the same event does not occur twice in a player turn."""
    return Refusal("5.0", "It has been played in this player turn already.") if event in s.played else None


def why_not_battle(s: NoRetreatState, side: int, moment: str) -> Refusal | None:
    """10.5, 10.5.1, digital B.9 One event a side before the die of a battle (digital: in the whole battle); in a
    counterattack a new one, in the digital editions none."""
    if moment not in BATTLE:
        return None
    if s.round and not s.game.profile.cards_in_counterattack:
        return Refusal("B.9", "No event is played in a counterattack.")
    if not s.game.profile.one_battle_event and moment not in BEFORE_DIE:
        return None
    if any(by == side for by, _ in s.battle_events):
        return Refusal("10.5", "You have played your event for this battle.")
    return None


def why_not_cost(s: NoRetreatState, side: int, event: int) -> Refusal | None:
    """5.4, digital O.1.1 Some events cost further cards; in the digital editions cards already owed must stay in hand
    (O.1)."""
    cost = EVENTS[event].cost
    if payable(s, side) >= cost + (event not in JOKERS):
        return None
    return Refusal("5.4", f"It costs {cost} more of your cards." if cost else "You owe your cards already.")


def why_not_event(s: NoRetreatState, side: int, moment: str, event: int, borrowed: bool = False) -> Refusal | None:
    """5.0, 5.3.1, 5.3.3 The rule that keeps an event from being played at this moment, or None. `borrowed`: by another
    event, from the discard pile, which has been counted already."""
    refusal = why_not_mark(s, side, event) or why_not_yet(s, event) or why_not_again(s, event)
    if refusal is None and not borrowed:
        refusal = why_not_battle(s, side, moment) or why_not_cost(s, side, event)
    return refusal or why_not_effects(s, Now(event, side, moment))


def may_play(s: NoRetreatState, side: int, moment: str, event: int) -> bool:
    """5.3.1 Nothing keeps this event from being played at this moment. Worked out once per position."""
    key = ("may play", side, moment, event)
    found: bool | None = s.memo.get(key)
    if found is None:
        found = s.memo[key] = why_not_event(s, side, moment, event) is None
    return found


def why_not_play(s: NoRetreatState, side: int, moment: str, event: int) -> Refusal | None:
    """5.3 The rule that forbids playing an event, or None."""
    if usual_card(s, side, event) < 0:
        return Refusal("5.3", f"You do not hold {EVENTS[event].name}.")
    when = timings(EVENTS[event], s.game.profile.organization_entrains)
    if moment not in when and "any" not in when:
        return Refusal("5.0", f"{EVENTS[event].name} is played {_moments(when)}.")
    return None if may_play(s, side, moment, event) else why_not_event(s, side, moment, event)


def _moments(when: tuple[str, ...]) -> str:
    return " or ".join(WHEN[moment] for moment in when)


def reason(s: NoRetreatState, side: int, card: int, moment: str | None) -> str:
    """digital C.6 The main reason why nothing of a card can be played now (by the side that holds it)."""
    reasons = []
    for event in (EVENT[e] for e in CARDS[card].events[side]):
        when = timings(EVENTS[event], s.game.profile.organization_entrains)
        if moment in when and (refusal := why_not_event(s, side, str(moment), event)):
            return refusal.text
        refusal = why_not_mark(s, side, event)
        reasons.append(refusal.text if refusal else f"It is played {_moments(when)}.")
    return reasons[0] if reasons else "It offers you no event."


# -- what may be clicked ------------------------------------------------------------------------------------------


def handles(s: NoRetreatState, side: int, moment: str) -> list[Handle]:
    """The cards that can be played now."""
    return [("card", card) for card in dict.fromkeys(c for _, c in playable(s, side, moment))]


def of_card(s: NoRetreatState, side: int, moment: str, card: int) -> list[Action]:
    """What playing a card can mean now."""
    return [
        play_with(s, side, *pair)
        for pair in held(s, side, moment)
        if pair[1] == card and may_play(s, side, moment, pair[0])
    ]


def actions(s: NoRetreatState, side: int, moment: str) -> list[Action]:
    """Every event that can be played now."""
    return [play_with(s, side, *pair) for pair in playable(s, side, moment)]


def play_with(s: NoRetreatState, side: int, event: int, card: int) -> Action:
    """What a record says of playing an event with this card."""
    return Play(event) if card == usual_card(s, side, event) else PlayFrom(event, card)


def show(s: NoRetreatState, event: int, card: int, shown: ActionView) -> None:
    """How the client shows the play of an event: on its card, with its text."""
    data = EVENTS[event]
    shown.clicks, shown.label = [s.click(("card", card))], f"Play {data.name}"
    shown.preview["text"] = data.text
    if data.cost:
        shown.preview["pays"] = data.cost


def reveals(s: NoRetreatState, event: int) -> bool:
    """digital C.7, V02.7, C.7.1 Does playing it show the enemy's hand or the discard pile? Then it cannot be taken back
    (in 0.2 no event can)."""
    return s.game.profile.events_stand or any(
        isinstance(effect, RevealHand | TakeDiscard) for effect in EVENTS[event].effects
    )
