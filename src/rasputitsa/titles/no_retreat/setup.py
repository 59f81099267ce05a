"""[3.0] Setting up: the scenario's counters, markers and cards."""

from __future__ import annotations

from rasputitsa.titles.no_retreat import cards, components, payment, sequence, turn_events
from rasputitsa.titles.no_retreat.codes import (
    AXIS,
    CADRES,
    DESTROYED,
    DRAW_PILE,
    FOR_1945,
    GONE,
    OUT,
    RAIL,
    REMOVED,
    SHATTERED,
    SOVIET,
    SURRENDERED,
    TRACK,
    WAITING,
    WEATHERS,
)
from rasputitsa.titles.no_retreat.control import OPENS
from rasputitsa.titles.no_retreat.deck import CARDS
from rasputitsa.titles.no_retreat.game import UNITS, NoRetreatGame
from rasputitsa.titles.no_retreat.state import NoRetreatState


def setup(game: NoRetreatGame) -> NoRetreatState:
    """3.0 The first position of a scenario; its opening hands are drawn by CHANCE."""
    s = placed(game)
    _deck(s)
    _start(s)
    return s


def placed(game: NoRetreatGame) -> NoRetreatState:
    """3.0 The counters of a scenario in their places, and who controls what."""
    s = NoRetreatState(game)
    _blank(s)
    _counters(s)
    _control(s)
    return s


def _blank(s: NoRetreatState) -> None:
    """Everything that is the same at the start of all scenarios."""
    n = len(UNITS)
    s.turn, s.phase, s.weather = s.game.setup.first_turn - 1, 0, 0
    s.snowed = turn_events.FIRST_WINTER if s.game.setup.first_turn > turn_events.FIRST_WINTER else 0
    s.phasing = AXIS
    s.sky = [0, *(WEATHERS.index(turn.weather) for turn in s.game.turns.values())]
    s.place, s.full, s.marks, s.arrives = [OUT] * n, bytearray(n), bytearray(n), [0] * n
    s.occupied, s.zoc = [0, 0], [0, 0]
    s.captured, s.works, s.reserve = 0, [], -1
    s.discards, s.played, s.effects, s.draw_debt, s.toss_debt = [], [], [], [0, 0], [0, 0]
    s.mover, s.mover_left = -1, 0
    s.supports, s.free_upgrades, s.free_entrains, s.owed, s.surcharge = [0, 0], 0, 0, 0, 0
    s.targets, s.blows, s.next_blows, s.free_blows, s.struck = [], [], [], 0, 0
    s.allocated, s.joint, s.phase_mods, s.pending = [-1] * n, [], [], []
    s.attackers, s.defenders, s.fields, s.retreating, s.fallen = [], [], [], [], []
    s.vacated, s.advancing, s.battle_events, s.battle_mods = [], [], [], []
    s.attacker, s.round, s.ground, s.committed, s.die, s.result = AXIS, 0, -1, 0, 0, 0
    s.event_vp = s.game.setup.event_vp
    s.initiative = AXIS if s.game.setup.first_turn < s.game.initiative_turn else SOVIET
    s.high_tide = s.game.setup.high_tide or 0
    s.star_turn = s.game.initiative_turn
    s.invaded, s.oil_lost, s.warsaw_lost, s.in_1945 = 0, 0, 0, 0
    s.local_support = [-1, -1]


def _counters(s: NoRetreatState) -> None:
    """3.0 Units on their hexes, in their boxes, on the turn track, or waiting for an event."""
    game, scenario = s.game, s.game.setup
    for unit, data in enumerate(UNITS):
        s.full[unit] = data.usual_face == "full"
        if data.option is not None:
            s.place[unit] = OUT
        elif isinstance(data.arrival, int):
            s.place[unit], s.arrives[unit] = TRACK, data.arrival
        else:
            s.place[unit] = OUT if data.arrival == "start" else WAITING
    boxes = scenario.boxes
    for box, names in (
        (DESTROYED, boxes.destroyed),
        (SURRENDERED, boxes.surrendered),
        (SHATTERED, boxes.shattered),
        (CADRES, boxes.cadre),
        (REMOVED, boxes.removed),
        (RAIL, boxes.rail),
    ):
        for name in names:
            s.place[game.unit[name.partition(":")[0]]] = box
    for turn, names in boxes.track.items():
        for name in names:
            unit = game.unit[name.partition(":")[0]]
            s.place[unit], s.arrives[unit] = TRACK, int(turn)
    for entry in components.placed(scenario):
        unit = game.unit[entry.unit]
        s.full[unit] = entry.face == "full"
        s.put(unit, game.topology.index[entry.place])


def _control(s: NoRetreatState) -> None:
    """3.0 Cities belong to the side of the border they lie on, except those the scenario names."""
    game, scenario = s.game, s.game.setup
    s.axis_held = (game.vp_hexes & game.germany & ~game.topology.mask(scenario.control.soviet)) | game.topology.mask(
        scenario.control.axis
    )
    for name in scenario.opened:
        setattr(s, OPENS[name], scenario.first_turn - 1 or 1)


def _deck(s: NoRetreatState) -> None:
    """5.0, 5.5, 15.7.2, 5.5.3 The deck of the edition and the date: 1945 cards wait, and red-barred ones are gone from
    turn 23 on."""
    in_1945 = s.game.setup.first_turn >= s.game.tables.victory.operational_check_turn
    s.in_1945 = int(in_1945)
    used = {c for deck in s.game.deck_of for c in deck}
    s.card = bytearray(GONE for _ in CARDS)
    for c in used:
        card = CARDS[c]
        if card.joins_1945:
            s.card[c] = DRAW_PILE if in_1945 else FOR_1945
        elif not (card.leaves_1945 and in_1945):
            s.card[c] = DRAW_PILE
    s.joker = s.initiative if s.game.profile.joker else -1


def _start(s: NoRetreatState) -> None:
    """3.0 The first turn begins with the side the scenario names; before it the opening hands are drawn."""
    game = s.game
    first = next(i for i, phase in enumerate(game.phases) if phase.side == game.first_side)
    turn_events.begin_turn(s)
    s.phase, s.phasing = first, game.first_side
    s.push(sequence.GameTurn, first)
    for side in (SOVIET, AXIS):
        hand = (game.setup.hands.axis, game.setup.hands.soviet)[side]
        s.push(payment.OpeningDiscard, side, hand.discard)
        s.push(cards.Drawing, side, hand.draw)
