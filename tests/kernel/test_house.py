"""The house stands: imports point one way, no circle of modules, no import hidden inside a function."""

from __future__ import annotations

from pathlib import Path

import pytest

import rasputitsa
import toy

from .draw_house import FILE, picture
from .imports import MAY_IMPORT, Import, graph, imports, knots, modules

KNOWN = modules(Path(rasputitsa.__file__).parent)
IMPORTS = imports(KNOWN)


def room(module: str) -> str:
    parts = module.split(".")
    if parts[1:2] == ["titles"] and "brain" in parts:
        return "brain"
    return parts[1] if len(parts) > 1 else ""


def title(module: str) -> str:
    """The title a module belongs to, if any."""
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["titles"] and len(parts) > 2 else ""


def where(found: Import) -> str:
    return f"{found.module}:{found.line} imports {found.imported}"


def test_every_room_of_the_house_has_its_rules():
    rooms = {room(module) for module in KNOWN} - {"", "__main__"}
    assert rooms == set(MAY_IMPORT)


@pytest.mark.parametrize("name", MAY_IMPORT)
def test_imports_point_one_way(name: str):
    allowed = {name, "", *MAY_IMPORT[name]}
    assert [where(i) for i in IMPORTS if room(i.module) == name and room(i.imported) not in allowed] == []


def test_a_title_imports_no_other_title():
    strays = [i for i in IMPORTS if title(i.module) and title(i.imported) not in ("", title(i.module))]
    assert [where(i) for i in strays] == []


def test_no_modules_import_each_other_in_a_circle():
    found = [sorted(knot) for knot in knots(graph(IMPORTS))]
    assert found == []


def test_the_sample_title_has_no_circle_either():
    assert knots(graph(imports(modules(Path(toy.__file__).parent)))) == []


def test_no_import_hides_in_a_function():
    """But for the command line, which loads a command only when it runs."""
    hidden = [i for i in IMPORTS if i.inner and i.module != "rasputitsa.cli"]
    assert [where(i) for i in hidden] == []


def test_a_circle_is_found_and_a_line_is_none():
    links = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}
    assert knots(links) == [{"b", "c"}]


def test_the_picture_of_the_house_is_up_to_date():
    """`python -m tests.kernel.draw_house` draws it anew."""
    assert FILE.read_text(encoding="utf-8") == picture()


def test_the_sample_title_has_the_files_of_the_list():
    """docs/adding-a-title.md says which role has which file; what is left are the subjects of its rules."""
    listed = (FILE.parents[1] / "adding-a-title.md").read_text(encoding="utf-8").partition("## The files")[2]
    files = {path.name for path in Path(toy.__file__).parent.iterdir() if not path.name.startswith("__p")}
    named = {name for name in files if f"`{name}`" in listed or f"`{name}/`" in listed}
    assert files - named == {"battle.py"}
