"""Python files of one's own, run once each: an idea for a brain (`officer+my_idea.py`), or a whole player."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from rasputitsa.kernel import Invalid


def found(file: str) -> Path:
    """The file of that name."""
    path = Path(file).resolve()
    if not path.is_file():
        raise Invalid(f"{file}: there is no such file")
    return path


def run(path: Path, kind: str) -> ModuleType:
    """Run a Python file as a module of its own; `kind` keeps its name apart from others."""
    name = f"{kind}_{path.stem}"
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
    return module
