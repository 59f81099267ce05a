"""[6.0] What the questions in the segments of an impulse have in common."""

from __future__ import annotations

from rasputitsa.kernel.action import Action
from rasputitsa.kernel.errors import Refusal
from rasputitsa.kernel.question import Question
from rasputitsa.titles.kiev41.state import Kiev


class Segment(Question[Kiev]):
    """6.0 The active player is asked, and what belongs to another segment waits."""

    def why_not(self, s: Kiev, action: Action) -> Refusal | None:
        refusal = super().why_not(s, action)
        if refusal is not None and not any(type(action) is choice.action for choice in self.choices):
            return Refusal("6.0", refusal.text)
        return refusal
