"""Questions about a position that are not actions: odds, supply, reach, why not. Every title answers all four.

Whoever asks sends a name and arguments; they are read strictly, and what makes no sense is Invalid. The title answers
from what the viewer may know (`Title.odds`, `supply`, `reach`, `taking`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from rasputitsa.kernel.errors import Invalid, RasputitsaError, unknown
from rasputitsa.kernel.view import Odds

if TYPE_CHECKING:
    from rasputitsa.kernel.state import State


class _Question(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Unknown arguments are somebody's mistake."""


class AskOdds(_Question, tag_field="question", tag="odds"):
    """What would come of an attack by these pieces on these places?"""

    attackers: list[int]
    targets: list[str]
    support: bool = False
    """With the support that could be committed."""
    counterattack: bool = False


class AskSupply(_Question, tag_field="question", tag="supply"):
    """What would a side's supply be if it were checked now?"""

    side: str


class AskReach(_Question, tag_field="question", tag="reach"):
    """Where could a piece go if it were to move now?"""

    piece: int


class AskWhyNot(_Question, tag_field="question", tag="why_not"):
    """Why is an action not possible now, or taking a piece to a place, or acting with a piece at all?"""

    do: str = ""
    piece: int = -1
    place: str = ""


class Supply(msgspec.Struct, kw_only=True):
    """The supply of a side: sources, supplied places, pieces that would be out of supply."""

    sources: list[str]
    supplied: list[str]
    pieces_out: list[int]


class Reach(msgspec.Struct, kw_only=True):
    """Where a piece could go, with the cost of each place in movement points."""

    costs: dict[str, int]


class WhyNot(msgspec.Struct, kw_only=True):
    """Whether something is possible; if not, why, and by which rule."""

    possible: bool
    text: str = ""
    rule: str = ""


Question = AskOdds | AskSupply | AskReach | AskWhyNot
Answer = Odds | Supply | Reach | WhyNot
QUESTIONS: dict[str, type[Question]] = {"odds": AskOdds, "supply": AskSupply, "reach": AskReach, "why_not": AskWhyNot}


def read_question(name: str, args: dict[str, Any]) -> Question:
    """The question that a name and its arguments stand for; Invalid with what is wrong."""
    if name not in QUESTIONS:
        raise unknown("question", name, QUESTIONS)
    try:
        return msgspec.convert({"question": name, **args}, QUESTIONS[name])
    except (msgspec.ValidationError, TypeError) as error:
        raise Invalid(f"the question {name!r} cannot be read: {error}") from None


def answer(s: State, viewer: str, question: Question) -> Answer:
    """What the viewer may be answered."""
    title = s.game.title
    if isinstance(question, AskOdds):
        return title.odds(s, viewer, question)
    if isinstance(question, AskSupply):
        if question.side not in title.sides:
            raise Invalid(f"supply of which side? Known: {', '.join(title.sides)}")
        return title.supply(s, viewer, question.side)
    if isinstance(question, AskReach):
        return title.reach(s, viewer, question.piece)
    return why_not(s, viewer, question)


def why_not(s: State, viewer: str, asked: AskWhyNot) -> WhyNot:
    """The refusal of an action that was written, or of the one that a piece taken to a place stands for."""
    try:
        title = s.game.title
        action = title.lexicon.parse(asked.do) if asked.do else title.taking(s, viewer, asked.piece, asked.place)
        refusal = s.why_not(action, by=None if viewer == "open" else viewer)
    except RasputitsaError as error:
        return WhyNot(possible=False, text=str(error))
    return WhyNot(possible=False, text=refusal.text, rule=refusal.rule) if refusal else WhyNot(possible=True)
