"""What a question offers, held against everything that could be asked for: every unit, every hex, every card.

Random near misses (tests/conformance/test_choices.py) seldom meet the one unit that should be refused; a small board is
small enough to try them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from rasputitsa.kernel import Action
from rasputitsa.kernel.step import Handle
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.mapboard import PLACE_IDS
from rasputitsa.titles.stalins_war.roster import N
from rasputitsa.titles.stalins_war.state import Position

_EVERY = {"piece": range(N), "place": range(len(PLACE_IDS)), "card": range(len(CARDS))}
_KIND = {"unit": "piece", "new": "piece", "old": "piece", "card": "card"}
_KIND |= dict.fromkeys(("at", "to", "frm", "first", "second"), "place")
VARIED = 3
"""So many actions of a kind are varied, of those with several fields."""


def wrong_offers(s: Position) -> list[str]:
    """Actions that are offered and refused, or the other way round; clicks that lead where they should not."""
    legal = list(s.legal())
    known, found = set(legal), [f"{a} is offered and refused" for a in s.legal() if s.why_not(a) is not None]
    found += [f"{a!r} is allowed and not offered" for a in _everything(s, legal) - known if s.why_not(a) is None]
    here = s.handles()
    if {action for handle in here for action in s.legal(of=handle)} != known:
        found.append("the clicks do not lead to what is legal")
    return found + [f"{handle} leads somewhere" for handle in _clicks(here) if list(s.legal(of=handle))]


def _clicks(here: Iterable[Handle]) -> Iterator[Handle]:
    """Every click that is not offered."""
    offered = set(here)
    for kind, numbers in _EVERY.items():
        yield from ((kind, number) for number in numbers if (kind, number) not in offered)


def _everything(s: Position, legal: list[Action]) -> set[Action]:
    """The actions of the question's kinds with every value in every field: in all fields at once if there is one,
    else in one field of some legal actions after the other."""
    out: set[Action] = set()
    for choice in getattr(s.step, "choices", ()):
        fields = choice.action.__struct_fields__
        if not fields or not set(fields) <= set(_KIND):
            continue
        if len(fields) == 1:
            out.update(choice.action(number) for number in _EVERY[_KIND[fields[0]]])
            continue
        known = [action for action in legal if type(action) is choice.action]
        for action in known[:: max(1, len(known) // VARIED)]:
            for name in fields:
                changed = (msgspec.structs.replace(action, **{name: n}) for n in _EVERY[_KIND[name]])
                out.update(changed)
    return out
