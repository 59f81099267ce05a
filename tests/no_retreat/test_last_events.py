"""Events to the last: what one clicks to choose for them, when they count as played, and where their cards go."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

import pytest

from rasputitsa.kernel import BUTTON
from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat import effect_types as kinds
from rasputitsa.titles.no_retreat import movement, second_front, supply, victory, zones
from rasputitsa.titles.no_retreat.actions.events import Enough, Hastens
from rasputitsa.titles.no_retreat.codes import (
    CADRES,
    DESTROYED,
    DISCARDED,
    DRAW_PILE,
    FED,
    GHOST,
    HASTE,
    NO_RAIL,
    NO_RED_EVENT,
    NO_SUDDEN_DEATH,
    OFFENSIVE,
    ON_TABLE,
    RAIL,
    REMOVED,
    SEEN,
    SHATTERED,
    SURRENDERED,
    TRACK,
)
from rasputitsa.titles.no_retreat.deck import EVENTS, JOKER, MOMENT
from rasputitsa.titles.no_retreat.events import happening, lasting, offensive
from rasputitsa.titles.no_retreat.events.happening import DEEDS, Choosing, Now, Pick
from rasputitsa.titles.no_retreat.state import NoRetreatState

from .positions import army, positions
from .situation import situation, unit

PICKS = [
    (number, place, DEEDS[type(effect)], effect)
    for number, event in enumerate(EVENTS)
    for place, effect in enumerate(event.effects)
    if isinstance(DEEDS[type(effect)], Pick) and DEEDS[type(effect)].count(effect)
]
"""Every effect that asks its player to choose: event, number of the effect, its deed, the effect."""


def busy(seed: int) -> Iterator[NoRetreatState]:
    """Positions with something of everything: units in all boxes, cards in both hands and on the pile, a battle."""
    rng = random.Random(seed)
    boxes = (SHATTERED, DESTROYED, SURRENDERED, RAIL, CADRES, REMOVED, TRACK)
    for number, s in enumerate(positions(8, seed=seed, dense=0.7)):
        for u, data in enumerate(s.game.data):
            if s.place[u] < 0 and data.option is None:
                s.put(u, CADRES if data.kind == "cadre" else rng.choice(boxes))
                s.arrives[u] = s.turn + rng.randint(0, 2)
        if number % 2 and s.place[0] < 0:
            s.put(0, s.place[army(s, 0)[0]])
        for side in (0, 1):
            deck = [c for c in s.game.deck_of[side] if s.card[c] == DRAW_PILE]
            for c in (deck[0], *rng.sample(deck, 4)):
                s.card[c] = 1 + (side if number % 2 else rng.randint(0, 1) if s.game.edition == "board" else side)
            for c in rng.sample([c for c in deck if s.card[c] == DRAW_PILE], 3):
                s.card[c] = DISCARDED
                s.discards.append(c)
        s.attacker = rng.randint(0, 1)
        s.attackers, s.defenders = army(s, s.attacker)[:3], army(s, 1 - s.attacker)[:3]
        s.fields = sorted({s.place[u] for u in s.defenders})
        fallen = [army(s, 0)[-1], army(s, 1)[-1]]
        s.fallen = [(u, s.place[u], 0) for u in fallen]
        for u in fallen:
            s.put(u, DESTROYED)
        s.memo.clear()
        yield s


def clicked(s: NoRetreatState, side: int, action: object) -> tuple[str, int]:
    """What one clicks to choose: the unit, else the place, else a card of one's own hand; the rest are buttons."""
    if hasattr(action, "unit"):
        return ("piece", action.unit)
    if hasattr(action, "place"):
        return ("place", action.place)
    if hasattr(action, "card") and s.card[action.card] == 1 + side:
        return ("card", action.card)
    return BUTTON


@rule("5.3.1")
def test_a_choice_for_an_event_is_made_on_the_unit_the_place_or_ones_own_card() -> None:
    seen = set()
    for s in busy(301):
        for number, place, deed, effect in PICKS:
            side = ("axis", "soviet").index(EVENTS[number].side)
            moment = EVENTS[number].timing[0]
            most = deed.count(effect)
            options = list(deed.options(s, Now(number, side, moment, place), effect))
            for left in {most, max(1, most - 1)}:
                s.stack.clear()
                s.memo.clear()
                s.push(Choosing, number, side, MOMENT[moment], place, left)
                step = s.step
                wanted = defaultdict(list)
                for action in options:
                    wanted[clicked(s, side, action)].append(action)
                if left < most:
                    wanted[BUTTON].append(Enough(number))
                assert set(step.handles(s)) == set(wanted)
                for handle, actions in wanted.items():
                    assert list(step.of(s, handle)) == actions
                    seen.add(handle[0])
                assert not step.of(s, ("piece", 9999))
                asked = len(options) > 1 if left == most else bool(options)
                assert (step.side(s) is None) != asked
                assert step.why_not(s, Enough(number)) is None if left < most else step.why_not(s, Enough(number))
                assert step.why_not(s, Hastens(number, 9999)) is not None
                for action in options[:2]:
                    assert step.why_not(s, action) is None
    assert {"piece", "place", "card"} <= seen


@rule("5.3.1")
def test_an_event_for_which_nothing_is_left_to_choose_is_over() -> None:
    for s in busy(302):
        for number, place, deed, effect in PICKS:
            side = ("axis", "soviet").index(EVENTS[number].side)
            moment = EVENTS[number].timing[0]
            empty = s.copy()
            for u in range(len(empty.place)):
                empty.put(u, -1)
            for c in range(len(empty.card)):
                empty.card[c] = DRAW_PILE
            empty.discards, empty.fallen, empty.stack = [], [], []
            empty.memo.clear()
            if list(deed.options(empty, Now(number, side, moment, place), effect)):
                continue
            empty.push(Choosing, number, side, MOMENT[moment], place, deed.count(effect))
            assert empty.step.side(empty) is None
            empty.step.advance(empty)
            assert not any(frame[0] == Choosing.id for frame in empty.stack)


@rule("5.0", "5.3.1")
@rule("V02.6", book="no-retreat-digital")
def test_an_event_counts_as_played_once_and_a_mandatory_one_only_in_0_2() -> None:
    quiet = (kinds.Weather,)
    for edition in ("board", "digital-1.1", "digital-0.2"):
        for number, event in enumerate(EVENTS):
            if not all(isinstance(effect, quiet) or isinstance(DEEDS[type(effect)], Pick) for effect in event.effects):
                continue
            if any(isinstance(effect, kinds.RevealHand | kinds.MoveBonus) for effect in event.effects):
                continue
            s = situation(edition=edition, phase=None)
            s.stack.clear()
            card = s.game.deck_of[0][3]
            s.card[card] = ON_TABLE
            s.push(happening.Happening, number, 0, card, 0, MOMENT[event.timing[0]], 0)
            while s.stack:
                if s.frame[0] == happening.Happening.id:
                    s.step.advance(s)
                else:
                    s.stack.pop()
            counted = edition == "digital-0.2" or not event.mandatory
            assert s.played == ([number] if counted else [])
            assert s.card[card] == DISCARDED and s.discards == [card]


@rule("5.3", "15.7")
@pytest.mark.parametrize("side", [0, 1])
def test_a_played_card_is_discarded_the_joker_changes_hands_and_a_borrowed_card_stays(side: int) -> None:
    s = situation(phase=None, joker=True)
    card = s.game.deck_of[side][5]
    s.joker = side
    happening.put_away(s, side, JOKER, 0)
    assert s.joker == 1 - side and s.discards == []
    s.card[card] = ON_TABLE
    happening.put_away(s, side, card, 0)
    assert s.card[card] == DISCARDED and s.discards == [card]
    happening.put_away(s, side, card, 1)
    assert s.discards == [card]
    s.card[card], s.discards = DRAW_PILE, []
    happening.put_away(s, side, card, 0)
    assert s.card[card] == DRAW_PILE, "an event has shuffled it back"


NEEDS = (
    kinds.Multiply,
    kinds.FlipFort,
    kinds.Save,
    kinds.PlaceCadre,
    kinds.ReserveMove,
    kinds.Counterblow,
    kinds.Replace,
    kinds.Improve,
    kinds.Upgrade,
    kinds.Reorganize,
    kinds.Early,
    kinds.Raise,
    kinds.Works,
    kinds.Disorganize,
    kinds.MoveBonus,
    kinds.IgnoreZoc,
    kinds.Slow,
    kinds.Detrain,
    kinds.Land,
    kinds.Evacuate,
    kinds.Resupply,
    kinds.EliminateUnsupplied,
    kinds.Scorch,
    kinds.RevealHand,
    kinds.DiscardEnemy,
    kinds.Redraw,
    kinds.TakeDiscard,
    kinds.PlayDiscard,
    kinds.Draw,
)
"""The effects that need units, cards or piles to work on."""


@rule("5.3.1")
@pytest.mark.parametrize("edition", ["board", "digital-1.1", "digital-0.2"])
def test_an_event_for_which_there_is_nothing_at_all_is_not_played(edition: str) -> None:
    refused = set()
    for turn in (2, 8, 15, 24):
        s = situation(edition=edition, phase=None, turn=turn)
        s.stack.clear()
        for card in range(len(s.card)):
            s.card[card] = 4
        for number, event in enumerate(EVENTS):
            side = int(event.side == "soviet")
            s.phasing = side
            for place, effect in enumerate(event.effects):
                for moment in event.timing if isinstance(effect, NEEDS) else ():
                    refusal = DEEDS[type(effect)].why_not(s, Now(number, side, moment, place), effect)
                    assert refusal is not None and refusal.rule and refusal.text, event.id
                    refused.add(type(effect))
    assert len(refused) == len(NEEDS)


@rule("5.3.1", "12.2", "13.4", "9.1", "6.5.5")
def test_the_notes_of_events_are_told_apart() -> None:
    s = situation(phase=None, axis={"9th Army": "1412", "6th Army": "1411"}, soviet={"West Front": "1513"}, turn=14)
    nine, six = unit(s, "9th Army"), unit(s, "6th Army")
    s.phasing, s.targets, s.struck, s.event_vp = 0, [], 0, 0
    notes = {
        "haste": (HASTE, 0, s.turn, 2, nine),
        "seen": (SEEN, 0, 99, 7),
        "no check": (NO_SUDDEN_DEATH, 0, s.game.last_turn),
        "no red": (NO_RED_EVENT, 0, s.turn),
        "ghost": (GHOST, 0, s.turn, nine),
        "no rail": (NO_RAIL, 0, s.turn),
        "fed": (FED, 0, s.turn, nine),
        "promise": (OFFENSIVE, 0, s.turn, 3, 2),
    }

    def told() -> dict[str, bool]:
        new = s.copy()
        new.push(offensive.OffensiveEnds)
        new.step.advance(new)
        late = s.copy()
        late.turn, late.initiative, late.axis_held, late.event_vp = 20, 1, 0, -6
        victory.check_sudden_death(late, 1)
        assert movement.bonus_move(s, six) == 0 and zones.enemy_zone(s, six) == s.zoc[1]
        assert not supply.relieved(s, six) and not lasting.rail_blocked(s, 0) and not lasting.known_cards(s, 1)
        return {
            "haste": movement.bonus_move(s, nine) == 2,
            "seen": lasting.known_cards(s, 0) == [7],
            "no check": not late.decided,
            "no red": not second_front.red_event(s),
            "ghost": zones.enemy_zone(s, nine) == 0,
            "no rail": lasting.rail_blocked(s, 1),
            "fed": supply.relieved(s, nine),
            "promise": new.event_vp != 0,
        }

    for name, note in notes.items():
        s.effects = [note]
        s.memo.clear()
        assert told() == {other: other == name for other in notes}
    s.effects = list(notes.values())
    s.memo.clear()
    assert all(told().values())


@rule("5.3.1")
def test_an_event_that_names_no_number_is_good_for_one_choice() -> None:
    single = (kinds.Multiply, kinds.FlipFort, kinds.Save, kinds.PlaceCadre, kinds.TakeDiscard, kinds.PlayDiscard)
    seen = set()
    for _, _, deed, effect in PICKS:
        if isinstance(effect, (*single, kinds.Works, kinds.Scorch)):
            assert deed.count(effect) == 1
            seen.add(type(effect))
    assert len(seen) == len(single) + 2
