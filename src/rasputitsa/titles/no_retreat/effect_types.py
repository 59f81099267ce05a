"""5.3 What an event does: one small struct per kind of effect, as written in the card files under ``effects``.

``docs/no-retreat-components.md`` says for each kind exactly what happens, who is asked and what the edge cases are.
"Friendly" means of the side that plays the event. Shifts and points are always in favour of that side.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Side = Literal["axis", "soviet"]
Result = Literal["NE", "EX", "CB", "CA", "DR", "DS", "DD"]
Feature = Literal["hex", "city", "objective", "river", "crossing"]
UnitType = Literal["infantry", "mechanized", "armor", "fort"]


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """An effect; the ``kind`` key of the data file picks the class."""


# --- one battle (10.5) ---


class Shift(Kind, frozen=True, tag="shift"):
    """The odds column moves in favour of the player; after the roll the same die is read in the new column."""

    columns: int
    requires: Literal["armor"] | None = None


class Multiply(Kind, frozen=True, tag="multiply"):
    """One friendly unit of the battle counts several times its strength."""

    factor: int
    nation: str | None = None
    where: Literal["city"] | None = None


class Strength(Kind, frozen=True, tag="strength"):
    """Points added to the player's total."""

    points: int


class FixResult(Kind, frozen=True, tag="result"):
    """The battle has this result without a die."""

    result: Result


class Reroll(Kind, frozen=True, tag="reroll"):
    """The die is rolled again and the second roll stands."""


class Convert(Kind, frozen=True, tag="convert"):
    """A result becomes another one; ``*`` stands for every result."""

    results: dict[str, Result]


class IgnoreTerrain(Kind, frozen=True, tag="ignore-terrain"):
    """These features give the defender no shift."""

    features: tuple[Feature, ...]


class FlipFort(Kind, frozen=True, tag="flip-fort"):
    """An enemy two-sided fort in the Target Hex drops to its weak side before odds."""


class Contest(Kind, frozen=True, tag="contest"):
    """Both sides roll; the lower roll loses a step."""


class ExtraLosses(Kind, frozen=True, tag="extra-losses"):
    """Both sides lose steps after the result."""

    steps: int


class Absorb(Kind, frozen=True, tag="absorb"):
    """The player's side is spared steps of an EX."""

    steps: int


class Void(Kind, frozen=True, tag="void"):
    """These advantages of the attacker do not count."""

    what: tuple[Literal["armor", "support"], ...]


class Withdraw(Kind, frozen=True, tag="withdraw"):
    """The defenders retreat instead of fighting."""


class RetreatFree(Kind, frozen=True, tag="retreat-free"):
    """Enemy Zones of Control do not bar the friendly retreat."""


# --- the Combat Phase, and advances (10.1, 10.8) ---


class Support(Kind, frozen=True, tag="support"):
    """More support markers for this turn."""

    markers: int


class LimitTargets(Kind, frozen=True, tag="limit-targets"):
    """The enemy has at most this many Target markers this phase."""

    limit: int


class ExtraTargets(Kind, frozen=True, tag="extra-targets"):
    """The player's Target limit of this phase rises, to five at most."""

    extra: int


class Counterblow(Kind, frozen=True, tag="counterblow"):
    """Counterblow markers that cost no card."""

    hexes: int


class ReserveMove(Kind, frozen=True, tag="reserve-move"):
    """One friendly unit moves in the enemy's Counterblow Step."""

    mp: int
    type: UnitType | None = None


class IgnoreWeather(Kind, frozen=True, tag="ignore-weather"):
    """No weather shift on friendly attacks this phase."""


class Advance(Kind, frozen=True, tag="advance"):
    """Friendly advances may go farther, in this battle or the whole phase."""

    hexes: int
    phase: bool = False


class AdvanceLimit(Kind, frozen=True, tag="advance-limit"):
    """The enemy advance of this battle ends after this many hexes."""

    hexes: int


class AdvanceFree(Kind, frozen=True, tag="advance-free"):
    """Terrain does not stop the friendly advance of this battle, in this weather or any."""

    weather: Literal["snow"] | None = None


# --- movement and rail (8.0, 9.0) ---


class MoveBonus(Kind, frozen=True, tag="move-bonus"):
    """More MPs for friendly supplied units: ``units`` of them, or all when it is 0."""

    mp: int
    units: int = 0
    type: UnitType | None = None


class IgnoreZoc(Kind, frozen=True, tag="ignore-zoc"):
    """Friendly units move as if there were no EZOCs."""

    units: int
    type: UnitType | None = None


class Slow(Kind, frozen=True, tag="slow"):
    """Enemy units lose MPs for this phase."""

    units: int
    mp: int


class Rail(Kind, frozen=True, tag="rail"):
    """More units entrain for no cards."""

    units: int


class BlockRail(Kind, frozen=True, tag="block-rail"):
    """The enemy cannot entrain this phase."""


class Detrain(Kind, frozen=True, tag="detrain"):
    """Friendly entrained units come on the map at once."""

    units: int


class Land(Kind, frozen=True, tag="land"):
    """Friendly entrained units land on a coast."""

    units: int
    seas: tuple[str, ...]


class Evacuate(Kind, frozen=True, tag="evacuate"):
    """Friendly units on a coast entrain, supplied or not."""

    units: int
    seas: tuple[str, ...]


class Fuel(Kind, frozen=True, tag="fuel"):
    """German armor keeps its bonuses this turn although Ploesti is lost."""


# --- supply and losses (6.0, 10.7.1) ---


class Resupply(Kind, frozen=True, tag="resupply"):
    """Unsupplied markers come off all friendly units of ``hexes`` hexes."""

    hexes: int
    where: Literal["city"] | None = None


class EliminateUnsupplied(Kind, frozen=True, tag="eliminate-unsupplied"):
    """Enemy Unsupplied units in a friendly ZOC surrender at once."""

    units: int


class Save(Kind, frozen=True, tag="save"):
    """A unit just eliminated in battle goes to another box."""

    to: Literal["shattered"]


class PlaceCadre(Kind, frozen=True, tag="place-cadre"):
    """An available Cadre takes the place of a unit just eliminated."""


class Scorch(Kind, frozen=True, tag="scorch"):
    """The Scorched Earth marker: a city of the enemy's supplies nobody for a turn."""

    near: int
    ussr: bool = False


# --- organization (7.0) ---


class Replace(Kind, frozen=True, tag="replace"):
    """Replacements for no cards."""

    units: int
    boxes: tuple[Literal["destroyed", "surrendered"], ...]
    type: UnitType | None = None
    ready: bool = False
    any_turn: bool = False


class Improve(Kind, frozen=True, tag="improve"):
    """Improvements for no cards."""

    units: int
    type: UnitType | None = None
    any_turn: bool = False


class Upgrade(Kind, frozen=True, tag="upgrade"):
    """More free Soviet upgrades."""

    units: int


class Reorganize(Kind, frozen=True, tag="reorganize"):
    """All friendly Disorganized markers come off."""


class Early(Kind, frozen=True, tag="early"):
    """Units of these families on the Turn Track come now."""

    units: int
    turns: int
    kinds: tuple[str, ...]


class Raise(Kind, frozen=True, tag="raise"):
    """Units of this family that were removed for good come back."""

    family: str
    units: int


class Works(Kind, frozen=True, tag="works"):
    """The Defensive Works marker on a friendly hex."""


class Disorganize(Kind, frozen=True, tag="disorganize"):
    """Disorganized markers on enemy units, through their next player turn."""

    units: int
    near: int = 0
    ussr: bool = False


class ExtraCost(Kind, frozen=True, tag="extra-cost"):
    """The replacement the enemy is paying for costs more."""

    cards: int


# --- cards (5.0) ---


class Draw(Kind, frozen=True, tag="draw"):
    """Draw cards, then discard some of the hand."""

    cards: int
    discard: int = 0


class RevealHand(Kind, frozen=True, tag="reveal-hand"):
    """See the enemy hand, and choose cards of it to be discarded."""

    discard: int = 0


class DiscardEnemy(Kind, frozen=True, tag="discard-enemy"):
    """The enemy discards at random."""

    cards: int


class DrawPenalty(Kind, frozen=True, tag="draw-penalty"):
    """The enemy draws fewer cards in his next Card Phase."""

    cards: int


class TakeDiscard(Kind, frozen=True, tag="take-discard"):
    """A card of the discard pile comes into the player's hand."""


class PlayDiscard(Kind, frozen=True, tag="play-discard"):
    """An event of the player's side in the discard pile is played at once."""


class Cancel(Kind, frozen=True, tag="cancel"):
    """The event just played by the enemy does not happen."""

    take: bool = False


class Redraw(Kind, frozen=True, tag="redraw"):
    """Discard up to ``limit`` cards and draw as many."""

    limit: int


class Reshuffle(Kind, frozen=True, tag="reshuffle"):
    """The discard pile goes back into the draw pile."""


# --- victory, weather (12.0, 14.14) ---


class Vp(Kind, frozen=True, tag="vp"):
    """Event VPs, while holding enough of these hexes, supplied."""

    points: int
    hold: tuple[str, ...] = ()
    count: int = 0


class CancelSuddenDeath(Kind, frozen=True, tag="cancel-sudden-death"):
    """The next Sudden Death check is not made."""


class CancelRedEvent(Kind, frozen=True, tag="cancel-red-event"):
    """This turn's second-front event has no effect."""


class MajorOffensive(Kind, frozen=True, tag="major-offensive"):
    """Cards now, for the promise of many attacks this turn."""

    draw: int
    targets: int
    penalty: int


class Weather(Kind, frozen=True, tag="weather"):
    """The marker of a variable-weather turn changes."""

    turn: Literal["next", "current-or-next"]
    to: Literal["clear", "mud", "snow", "die", "other"]


# fmt: off
Effect = (
    Shift | Multiply | Strength | FixResult | Reroll | Convert | IgnoreTerrain | FlipFort | Contest | ExtraLosses |
    Absorb | Void | Withdraw | RetreatFree | Support | LimitTargets | ExtraTargets | Counterblow | ReserveMove |
    IgnoreWeather | Advance | AdvanceLimit | AdvanceFree | MoveBonus | IgnoreZoc | Slow | Rail | BlockRail | Detrain |
    Land | Evacuate | Fuel | Resupply | EliminateUnsupplied | Save | PlaceCadre | Scorch | Replace | Improve | Upgrade
    | Reorganize | Early | Raise | Works | Disorganize | ExtraCost | Draw | RevealHand | DiscardEnemy | DrawPenalty |
    TakeDiscard | PlayDiscard | Cancel | Redraw | Reshuffle | Vp | CancelSuddenDeath | CancelRedEvent | MajorOffensive
    | Weather
)
# fmt: on
