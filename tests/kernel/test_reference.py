"""The API reference is made of docstrings: every name that it shows has one."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))


def modules() -> list[str]:
    return sorted({name for page in PAGES for name in re.findall(r"^::: (\S+)", page.read_text(), re.MULTILINE)})


def undocumented(body: list[ast.stmt], within: str = "") -> Iterator[str]:
    """Public classes, functions and methods without a docstring."""
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and not node.name.startswith("_"):
            if not ast.get_docstring(node):
                yield f"{within}{node.name}"
            if isinstance(node, ast.ClassDef):
                yield from undocumented(node.body, f"{node.name}.")


@pytest.mark.parametrize("name", modules())
def test_every_public_name_of_the_reference_has_a_docstring(name: str):
    path = ROOT / "src" / Path(*name.split("."))
    file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), name
    assert list(undocumented(tree.body)) == []


def test_the_list_of_titles_is_not_hidden_by_the_package_of_that_name():
    """In a process of its own, because here titles are loaded already."""
    code = "import rasputitsa as rp; import rasputitsa.titles.kiev41; print(len(rp.titles()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip().isdigit(), done.stderr
