"""[5.1.1] Events that change the VP level when a round or a turn ends."""

from __future__ import annotations

from rasputitsa.titles.stalins_war import effects
from rasputitsa.titles.stalins_war.effect_kinds import MoveAll, Vp
from rasputitsa.titles.stalins_war.state import SOVIET, Position


def begin(s: Position, card: int, number: int, effect: Vp) -> None:
    """The event is in force. Record: the points it has given, and the VP level now."""
    effects.begin(s, card, number, effect.scope, 0, s.vp)


def end_of_round(s: Position) -> None:
    """Axis 17: VP +1 after each Soviet round in which units moved in an OPS round and none attacked, up to a limit. To
    be called before the effects of the round end."""
    if s.active != SOVIET or not _marched(s) or s.fought or s.attacked:
        return
    for effect, record in list(effects.active(s, Vp)):
        given = record[3]
        if effect.when == "soviet-round-moved-without-attack" and (effect.most is None or given < effect.most):
            s.raise_vp(effect.delta, "5.1.1")
            s.effects[s.effects.index(record)] = (*record[:3], given + abs(effect.delta), *record[4:])


def _marched(s: Position) -> bool:
    """Have units moved in a round with OPS? Events that move units without OPS are no such round."""
    return bool(s.moved | s.strategic) and not any(effects.active(s, MoveAll))


def end_of_turn(s: Position) -> None:
    """Axis 34: the VP level changes if it is no higher than when the card was played."""
    for effect, record in effects.active(s, Vp):
        if effect.when == "turn-end-level-not-risen" and s.vp <= record[4]:
            s.raise_vp(effect.delta, "5.1.1")
