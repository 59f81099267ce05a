"""[10.0] What a record says of the Combat Phase: targets, attackers, dice, losses, retreats, advances."""

from __future__ import annotations

from rasputitsa.kernel import Action


class Target(Action, frozen=True):
    """A hex will be attacked."""

    form = "target {hex:place}"
    hex: int


class EndTargets(Action, frozen=True):
    form = "no more targets"


class Counterblow(Action, frozen=True):
    """A hex of the side not on move has to be attacked."""

    form = "counterblow from {hex:place}"
    hex: int


class EndCounterblows(Action, frozen=True):
    form = "no more counterblows"


class Join(Action, frozen=True):
    """A unit will attack a hex; if it attacks another already, both become one battle."""

    form = "{unit:piece} joins the attack on {hex:place}"
    unit: int
    hex: int


class Attack(Action, frozen=True):
    """A battle begins: all units that joined attack these hexes."""

    form = "attack {hexes:place+}: {units:piece+}"
    hexes: tuple[int, ...]
    units: tuple[int, ...]


class EndAllocation(Action, frozen=True):
    form = "all attackers allocated"


class Ground(Action, frozen=True):
    """The hex whose terrain counts."""

    form = "terrain of {hex:place} counts"
    hex: int


class Commit(Action, frozen=True):
    """A support marker goes into the battle."""

    form = "commit a support marker"


class Withhold(Action, frozen=True):
    form = "no support marker"


class BattleDie(Action, frozen=True):
    form = "battle die {die:int}"
    die: int


class Counterattack(Action, frozen=True):
    form = "counterattack"


class NoCounterattack(Action, frozen=True):
    form = "no counterattack"


class StepLoss(Action, frozen=True):
    """A unit takes a step loss."""

    form = "{unit:piece} loses a step"
    unit: int


class CadreIn(Action, frozen=True):
    """A Cadre takes the place of the unit just lost."""

    form = "{unit:piece} forms in {hex:place}"
    unit: int
    hex: int


class NoCadre(Action, frozen=True):
    form = "no cadre"


class BlowMarker(Action, frozen=True):
    """Where the marker of a CB result goes."""

    form = "counterblow marker on {hex:place}"
    hex: int


class RetreatTo(Action, frozen=True):
    """A beaten unit goes back along these hexes."""

    form = "{unit:piece} retreats to {path:place+}"
    unit: int
    path: tuple[int, ...]


class Advance(Action, frozen=True):
    """A victorious unit goes on along these hexes."""

    form = "{unit:piece} advances to {path:place+}"
    unit: int
    path: tuple[int, ...]


class EndAdvance(Action, frozen=True):
    form = "no more advances"


ACTIONS = (
    Target,
    EndTargets,
    Counterblow,
    EndCounterblows,
    Join,
    Attack,
    EndAllocation,
    Ground,
    Commit,
    Withhold,
    BattleDie,
    Counterattack,
    NoCounterattack,
    StepLoss,
    CadreIn,
    NoCadre,
    BlowMarker,
    RetreatTo,
    Advance,
    EndAdvance,
)
