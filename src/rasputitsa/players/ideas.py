"""An idea of one's own: a file with one more candidate for a title's brain, for one seat alone.

    rasputitsa tournament no-retreat officer+my_idea.py officer --sprt 0,30

The file registers its candidates with the title's brain as the title's own modules do:

    @BRAIN.candidate(VoluntaryAttacks)
    def moscow_at_any_price(mind): ...

Whoever is seated with the file gets a copy of the brain with them; the brain itself stays as it was.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from rasputitsa.kernel import Invalid, Title
from rasputitsa.players import files
from rasputitsa.players.brain import Brain, brain_of


def brain_with(title: Title, file: str) -> Brain[Any]:
    """The title's brain with the candidates of a file."""
    path = files.found(file)
    return _brain_with(title, path, path.stat().st_mtime_ns)


@cache
def _brain_with(title: Title, path: Path, changed: int) -> Brain[Any]:
    """Read once, and again when the file has changed."""
    brain = brain_of(title)
    with brain.aside() as added:
        files.run(path, "idea")
    if not added.more_than(brain):
        raise Invalid(f"{path.name} adds no candidate to the brain of {title.name}")
    return added
