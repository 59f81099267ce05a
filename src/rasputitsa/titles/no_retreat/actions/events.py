"""[5.3], [14.14] What a record says of events: which one is played, and whom or what it concerns."""

from __future__ import annotations

from rasputitsa.kernel import Action


class Play(Action, frozen=True):
    """An event is played from the hand (with the card that offers nothing else, if several offer it)."""

    form = "play {event:event}"
    event: int


class PlayFrom(Action, frozen=True):
    """An event is played with another card than the usual one."""

    form = "play {event:event} from {card:card}"
    event: int
    card: int


class Pass(Action, frozen=True):
    """No event now."""

    form = "no event"


class Wait(Action, frozen=True):
    """5.0 The side with the Initiative lets the other one play first."""

    form = "wait for the enemy's event"


class Enough(Action, frozen=True):
    """The event shall do no more of what it could."""

    form = "enough of {event:event}"
    event: int


# -- an event and a unit ------------------------------------------------------------------------------------------


class OnUnit(Action, frozen=True):
    """An event concerns a unit; the verb says how."""

    event: int
    unit: int


class Doubles(OnUnit, frozen=True):
    form = "{event:event} doubles {unit:piece}"


class Breaks(OnUnit, frozen=True):
    form = "{event:event} breaks {unit:piece}"


class Hastens(OnUnit, frozen=True):
    form = "{event:event} hastens {unit:piece}"


class Leads(OnUnit, frozen=True):
    form = "{event:event} leads {unit:piece}"


class Slows(OnUnit, frozen=True):
    form = "{event:event} slows {unit:piece}"


class Evacuates(OnUnit, frozen=True):
    form = "{event:event} evacuates {unit:piece}"


class Takes(OnUnit, frozen=True):
    form = "{event:event} takes {unit:piece}"


class Saves(OnUnit, frozen=True):
    form = "{event:event} saves {unit:piece}"


class Improves(OnUnit, frozen=True):
    form = "{event:event} improves {unit:piece}"


class Upsets(OnUnit, frozen=True):
    form = "{event:event} upsets {unit:piece}"


# -- an event and a place -----------------------------------------------------------------------------------------


class OnPlace(Action, frozen=True):
    """An event concerns a place; the verb says how."""

    event: int
    place: int


class Supplies(OnPlace, frozen=True):
    form = "{event:event} supplies {place:place}"


class Burns(OnPlace, frozen=True):
    form = "{event:event} burns {place:place}"


class Fortifies(OnPlace, frozen=True):
    form = "{event:event} fortifies {place:place}"


class Brings(Action, frozen=True):
    """An event puts a unit on the map."""

    form = "{event:event} brings {unit:piece} to {place:place}"
    event: int
    unit: int
    place: int


class Rebuilds(Action, frozen=True):
    """An event rebuilds a unit around a cadre."""

    form = "{event:event} rebuilds {unit:piece} on {cadre:piece}"
    event: int
    unit: int
    cadre: int


# -- an event and a card ------------------------------------------------------------------------------------------


class OnCard(Action, frozen=True):
    """An event concerns a card; the verb says how."""

    event: int
    card: int


class Fetches(OnCard, frozen=True):
    form = "{event:event} fetches {card:card}"


class Discards(OnCard, frozen=True):
    form = "{event:event} discards {card:card}"


class Replays(Action, frozen=True):
    """An event plays another one from the discard pile."""

    form = "{event:event} plays {other:event} from {card:card}"
    event: int
    other: int
    card: int


class WeatherDie(Action, frozen=True):
    form = "weather die {die:int}"
    die: int


ACTIONS = (
    Play,
    PlayFrom,
    Pass,
    Wait,
    Enough,
    Doubles,
    Breaks,
    Hastens,
    Leads,
    Slows,
    Evacuates,
    Takes,
    Saves,
    Improves,
    Upsets,
    Supplies,
    Burns,
    Fortifies,
    Brings,
    Rebuilds,
    Fetches,
    Discards,
    Replays,
    WeatherDie,
)
