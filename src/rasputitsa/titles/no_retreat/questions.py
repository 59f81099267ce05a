"""Questions about a position that are not actions: odds, supply, reach, why not."""

from __future__ import annotations

from typing import Any

from rasputitsa.board.topology import bits
from rasputitsa.kernel import Invalid, RasputitsaError
from rasputitsa.titles.no_retreat import ch06_supply as supply
from rasputitsa.titles.no_retreat import ch08_movement as movement
from rasputitsa.titles.no_retreat.ch10_combat.preview import ask_odds
from rasputitsa.titles.no_retreat.state import SIDES, NoRetreatState


def answer(s: NoRetreatState, viewer: str, question: str, args: dict[str, Any]) -> Any:
    """The door for all questions; a malformed one is refused with Invalid."""
    known = {"odds": ask_odds, "supply": ask_supply, "reach": ask_reach, "why_not": ask_why_not}
    if question not in known:
        raise Invalid(f"no-retreat does not answer {question!r}; known: {', '.join(known)}")
    return known[question](s, args)


def ask_supply(s: NoRetreatState, args: dict[str, Any]) -> dict[str, Any]:
    """The supply of a side as it would be checked now: sources, supplied places, units that would be out."""
    if args.get("side") not in SIDES:
        raise Invalid("supply of which side? side is 'axis' or 'soviet'")
    side = SIDES.index(args["side"])
    name = s.game.place_id
    return {
        "sources": [name(p) for p in supply.sources(s, side)],
        "supplied": [name(p) for p in bits(supply.supplied(s, side) & s.game.playable)],
        "pieces_out": supply.unsupplied_units(s, side),
    }


def ask_reach(s: NoRetreatState, args: dict[str, Any]) -> dict[str, int]:
    """Where a unit could go if it were to move now, as things stand: place and cost."""
    unit = _unit(s, args)
    if s.place[unit] < 0:
        return {}
    return {s.game.place_id(p): cost for p, cost in movement.free_range(s, unit).costs().items()}


def ask_why_not(s: NoRetreatState, args: dict[str, Any]) -> dict[str, str]:
    """Why an action, or taking a unit to a place, is not possible now."""
    lexicon = s.game.title.lexicon
    if "do" in args:
        try:
            refusal = s.why_not(lexicon.parse(str(args["do"])))
        except RasputitsaError as error:
            return {"text": str(error), "rule": ""}
    else:
        unit = _unit(s, args)
        place = lexicon.names["place"].find(str(args.get("place", "")))
        refusal = s.why_not(movement.Move(unit, max(s.place[unit], 0), place))
    return {"text": refusal.text, "rule": refusal.rule} if refusal else {"text": "", "rule": ""}


def _unit(s: NoRetreatState, args: dict[str, Any]) -> int:
    unit = args.get("piece")
    if not isinstance(unit, int) or not 0 <= unit < len(s.game.units):
        raise Invalid(f"unknown piece {unit!r}")
    return unit
