"""[7.5] What a card does: one small struct per kind of effect, as written in the card files under ``effects``.

``docs/stalins-war-components.md`` says for each kind what happens. The effects of a card take place in their order.
``side`` is always the side that fires, loses, retreats or draws, not the side that plays the card. Nothing named "game"
ever ends; "combat", "round" and "turn" end with the one under way.
"""

from __future__ import annotations

from typing import Literal

from rasputitsa.titles.stalins_war.effect_words import (
    Ban,
    Base,
    Chooser,
    Group,
    Nation,
    OldKind,
    Permission,
    Points,
    Scope,
    Side,
    When,
    Where,
)


class Kind(Base, frozen=True, tag_field="kind"):
    """An effect; the ``kind`` key of the data file picks the class."""


# --- units that come and go ---


class Place(Kind, frozen=True, tag="place"):
    """Units come on the map; those in ``reduced`` weakened, unless the event named has been played (7.5.2, 7.5.3)."""

    where: Literal["reinforcement", "berlin", "fortified-zones"]
    units: tuple[str, ...]
    reduced: tuple[str, ...] = ()
    reduced_unless: str | None = None


class Exchange(Kind, frozen=True, tag="exchange"):
    """Each new unit takes the place of a fully supplied unit of the old kind, which leaves the game (7.5.2c)."""

    new: tuple[str, ...]
    old: OldKind


class RemoveUnit(Kind, frozen=True, tag="remove-unit"):
    """The unit leaves the game, wherever it is."""

    unit: str


class RemoveNation(Kind, frozen=True, tag="remove-nation"):
    """All units of the nation leave the game."""

    nation: Nation


class ReturnUnit(Kind, frozen=True, tag="return-unit"):
    """If the last SCU step of the hex was lost, one unit eliminated in this combat is put back on its weakest step."""

    group: Group


class Restore(Kind, frozen=True, tag="restore"):
    """A step restored at once to each of some units."""

    group: Group
    max_units: int
    where: tuple[Where, ...]


class SendAway(Kind, frozen=True, tag="send-away"):
    """German units leave for the Other Fronts box; back after ``returns`` turns, on ``returns_turn``, or by a card."""

    groups: tuple[Group, ...]
    chooser: Chooser
    first: Group | None = None
    returns: int | None = None
    returns_turn: int | None = None
    reduced: bool = False


class BringBack(Kind, frozen=True, tag="bring-back"):
    """German units come back from the Other Fronts box, on the highest step that can be rebuilt."""

    max_units: int


class Surrender(Kind, frozen=True, tag="surrender"):
    """changed: the nation surrenders if all (any) of these hexes are Soviet at the end of a (this) turn (19.3.1)."""

    nation: Literal["hungary", "romania"]
    hexes: tuple[str, ...]
    needs: Literal["all", "any"]
    scope: Scope


# --- permissions and bans ---


class Allow(Kind, frozen=True, tag="allow"):
    """It is allowed, from now on or as long as the scope."""

    what: Permission
    scope: Scope = "game"


class Forbid(Kind, frozen=True, tag="forbid"):
    """It is forbidden as long as the scope."""

    what: Ban
    scope: Scope


class EndVpLoss(Kind, frozen=True, tag="end-vp-loss"):
    """The VP loss of Spring and Summer turns ends (24.0)."""


class CancelWinter(Kind, frozen=True, tag="cancel-winter"):
    """No winter penalties for the Axis on turn 4; shock armies keep their shift (15.1.2)."""


class CancelArchangel(Kind, frozen=True, tag="cancel-archangel"):
    """No Banked OPS for Archangel at the start of the next turns (18.3.3)."""

    turns: int


class CancelCards(Kind, frozen=True, tag="cancel-cards"):
    """These cards of the enemy have no effect in the combat."""

    cards: tuple[str, ...]


# --- operations, points, hands ---


class Ops(Kind, frozen=True, tag="ops"):
    """The round is an OPS round with these points (not in rasputitsa), spent within the limits given."""

    points: int
    turns: tuple[int, int] = (1, 18)
    rows_from: int | None = None
    within: int | None = None
    of: str | None = None
    must: Literal["attack-advanced-unit"] | None = None


class Bank(Kind, frozen=True, tag="bank"):
    """Banked OPS at once, if the condition holds (18.3.4)."""

    side: Side
    points: int
    condition: Literal["stalin-in-moscow"] | None = None


class Rp(Kind, frozen=True, tag="rp"):
    """Replacement points for the coming Replacement Phase, ``only`` for these units or places."""

    points: Points
    only: Literal["in-germany", "hungarian-unit", "mobile"] | None = None


class Vp(Kind, frozen=True, tag="vp"):
    """The VP level changes, each time it happens, up to ``most`` points in the scope."""

    delta: int
    when: Literal["soviet-round-moved-without-attack", "turn-end-level-not-risen"]
    most: int | None = None
    scope: Scope = "turn"


class Hand(Kind, frozen=True, tag="hand"):
    """Hand size in the next ``turns`` turns (none: to the end), beginning ``after`` turns or ``from_turn`` (7.6.1)."""

    side: Side
    delta: int
    turns: int | None = None
    after: int = 0
    from_turn: int | None = None


class SecondCard(Kind, frozen=True, tag="second-card"):
    """Another card is played in the same round; it decides what kind of round this is."""


class FetchCard(Kind, frozen=True, tag="fetch-card"):
    """In the Draw Phase of that turn (of this one, if later) the card may be taken from draw pile or discards."""

    card: str
    turn: int


class Look(Kind, frozen=True, tag="look"):
    """The enemy hand is shown."""

    side: Side


class LayFaceUp(Kind, frozen=True, tag="lay-face-up"):
    """The card may be laid down as the action of a round and used later in the turn."""


# --- combat ---


class Shift(Kind, frozen=True, tag="shift"):
    """The fire of a side moves to the right (positive) or left; ``repeat``: any number of attacks of the round."""

    side: Side
    columns: int
    scope: Scope
    when: When
    repeat: bool = False
    choose: Literal["german-army-in-forest-swamp-rough"] | None = None


class Ignore(Kind, frozen=True, tag="ignore"):
    """It has no effect; ``columns`` of a shift only, if given."""

    what: Literal["fortress", "river", "all-rivers", "hex-shift", "mobile-defense", "trench", "forest-swamp-rough"]
    scope: Scope
    columns: int | None = None


class Loss(Kind, frozen=True, tag="loss"):
    """Steps lost more (fewer, if negative); it never counts for the winner (11.3.5)."""

    side: Literal["axis", "soviet", "both"]
    delta: int
    when: Literal["before-columns", "winner-known", "attack-won", "attack-not-won"]
    group: Group | None = None
    enemy_group: Group | None = None
    chooser: Chooser = "owner"


class NoRetreat(Kind, frozen=True, tag="no-retreat"):
    """The No Retreat option is opened or closed, for stacks with such a unit or in one hex (11.4.3)."""

    side: Side
    allow: bool
    scope: Scope
    group: Group | None = None
    hex: str | None = None


class Retreat(Kind, frozen=True, tag="retreat"):
    """The length of a retreat (11.4.2)."""

    side: Side
    at_most: int | None = None
    exactly: int | None = None


class Evade(Kind, frozen=True, tag="evade"):
    """With such a unit in full supply the defenders may fall back before fire: attack off, no advance."""

    hexes: int
    group: Group
    scope: Scope
    where: tuple[Where, ...]


class Reserve(Kind, frozen=True, tag="reserve"):
    """One unit within range joins the defense of each attacked hex."""

    group: Group
    range: int
    scope: Scope
    where: tuple[Where, ...]


class PairedAttack(Kind, frozen=True, tag="paired-attack"):
    """Two adjacent hexes attack together for these OPS and lose more steps."""

    cost: int
    extra_loss: int
    scope: Scope
    chooser: Chooser


class SecondAttack(Kind, frozen=True, tag="second-attack"):
    """Hexes of the country may be attacked twice, by different units (11.1.4)."""

    region: Literal["germany"]
    scope: Scope


class BlitzLimit(Kind, frozen=True, tag="blitz-limit"):
    """The number of Blitz markers allowed in a zone (11.5.2)."""

    zone: str
    limit: int
    scope: Scope


class Exploit(Kind, frozen=True, tag="exploit"):
    """More or fewer hexes in exploitation, ``minimum`` at least; terrain that does not halt (12.2.2)."""

    extra: int
    who: Literal["users-of-the-marker", "panzer", "soviet"]
    scope: Scope
    minimum: int | None = None
    no_halt: tuple[str, ...] = ()
    rows_from: int | None = None
    condition: Literal["second-card-for-ops"] | None = None


# --- works on the map ---


class PlaceTrenches(Kind, frozen=True, tag="place-trenches"):
    """Trench markers with units of the kind (10.3.3)."""

    side: Side
    most: int
    group: Group
    where: tuple[Where, ...]


class RemoveTrench(Kind, frozen=True, tag="remove-trench"):
    """The trench of the attacked hex is removed after the combat."""

    side: Side


class BuildFortress(Kind, frozen=True, tag="build-fortress"):
    """The one new fortress, in a Soviet town or city in full supply (16.2.3)."""


class PlaceFestung(Kind, frozen=True, tag="place-festung"):
    """Festung markers placed at once, without OPS (16.3.1)."""

    most: int


class PlacePartisans(Kind, frozen=True, tag="place-partisans"):
    """Partisans are drawn and placed (16.1.3)."""

    count: int
    active: bool
    where: Literal["by-the-rules", "any-clear-hex", "warsaw"]


class ActivatePartisans(Kind, frozen=True, tag="activate-partisans"):
    """Inactive Partisans not with Axis units become Active: ``count`` of them, or all (16.1.6)."""

    count: int | None = None


class RemovePartisans(Kind, frozen=True, tag="remove-partisans"):
    """Inactive Partisans near an Axis unit are removed (16.1.5)."""

    most: int
    within: int


# --- movement and supply ---


class MoveAll(Kind, frozen=True, tag="move-all"):
    """All units may move; those that leave an enemy ZOC do it without OPS and with more MPs; no combat."""

    extra_mp: int
    leave_zoc_free: bool
    new_zoc: bool
    combat: bool


class ShiftUnits(Kind, frozen=True, tag="shift-units"):
    """Some units in full supply are shifted by hexes, not MPs; no combat."""

    max_units: int
    hexes: int
    leave_zoc_free: bool
    zoc_to_zoc: bool
    overstack: bool


class Raid(Kind, frozen=True, tag="raid"):
    """Some units move through enemy ZOCs, but not into Axis cities, oil or VP hexes."""

    max_units: int
    hexes: int
    group: Group


class Landing(Kind, frozen=True, tag="landing"):
    """The unit goes from a port to an unoccupied coastal hex of the Black Sea or Azov (7.5.4)."""

    unit: str


class NavalEvacuation(Kind, frozen=True, tag="naval-evacuation"):
    """One unit goes to a friendly port farther west on its sea and is cut to its weakest step (10.2.7)."""

    group: Group


class Supply(Kind, frozen=True, tag="supply"):
    """Units counted as in full or in fortress supply (13.1.4, 13.2.4)."""

    level: Literal["full", "fortress"]
    who: Literal["one-hex", "maritime-on-the-coast", "raiders"]
    scope: Scope
    scus: int = 0


# fmt: off
Effect = (
    Place | Exchange | RemoveUnit | RemoveNation | ReturnUnit | Restore | SendAway | BringBack | Surrender
    | Allow | Forbid | EndVpLoss | CancelWinter | CancelArchangel | CancelCards | Ops | Bank | Rp | Vp | Hand
    | SecondCard | FetchCard | Look | LayFaceUp | Shift | Ignore | Loss | NoRetreat | Retreat | Evade | Reserve
    | PairedAttack | SecondAttack | BlitzLimit | Exploit | PlaceTrenches | RemoveTrench | BuildFortress
    | PlaceFestung | PlacePartisans | ActivatePartisans | RemovePartisans | MoveAll | ShiftUnits | Raid
    | Landing | NavalEvacuation | Supply
)
# fmt: on
