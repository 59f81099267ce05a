"""An idea of one's own: a file with one more candidate for a title's brain, for one seat alone.

    rasputitsa tournament no-retreat officer+my_idea.py officer --sprt 0,30

The file registers its candidates with the title's brain as the title's own modules do:

    @BRAIN.candidate(VoluntaryAttacks)
    def moscow_at_any_price(mind): ...

Whoever is seated with the file gets a copy of the brain with them; the brain itself stays as it was.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from rasputitsa.kernel import Invalid, Title
from rasputitsa.players.brain import Brain, brain_of


def brain_with(title: Title, file: str) -> Brain[Any]:
    """The title's brain with the candidates of a file."""
    path = Path(file).resolve()
    if not path.is_file():
        raise Invalid(f"{file}: there is no such file")
    return _brain_with(title, path, path.stat().st_mtime_ns)


@cache
def _brain_with(title: Title, path: Path, changed: int) -> Brain[Any]:
    """Read once, and again when the file has changed."""
    brain = brain_of(title)
    with brain.aside() as added:
        _run(path)
    if not added.more_than(brain):
        raise Invalid(f"{path.name} adds no candidate to the brain of {title.name}")
    return added


def _run(path: Path) -> None:
    name = f"idea_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Invalid(f"{path.name} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise Invalid(f"{path.name} cannot be run: {type(error).__name__}: {error}") from None
