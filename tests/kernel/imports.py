"""Who imports whom, read from the sources without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

Graph = dict[str, set[str]]
MAY_IMPORT = {
    "kernel": (),
    "board": ("kernel",),
    "titles": ("kernel", "board"),
    "brain": ("kernel", "board", "titles", "players"),
    "ledger": ("kernel",),
    "players": ("kernel",),
    "arena": ("kernel", "board", "players"),
    "research": ("kernel",),
    "table": ("kernel", "players"),
    "server": ("kernel", "board", "players", "table"),
    "commands": ("kernel", "board", "ledger", "players", "arena", "table", "server"),
    "cli": ("kernel", "commands"),
}
"""By room: the rooms it may use besides itself. `titles` are the rules, `brain` how the computer plays them."""


class Import(NamedTuple):
    """An import of a module of the same house. `inner` is one that stands inside a function."""

    module: str
    imported: str
    line: int
    inner: bool


def modules(root: Path) -> dict[str, Path]:
    """The modules of a package by their dotted names: "rasputitsa.kernel" for its `__init__`."""
    found = {}
    for file in sorted(root.rglob("*.py")):
        parts = file.relative_to(root.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imports(known: dict[str, Path]) -> list[Import]:
    """Every import of a known module by a known module that happens when the program runs."""
    return [found for module, file in known.items() for found in _of_module(module, file, known)]


def _of_module(module: str, file: Path, known: dict[str, Path]) -> Iterator[Import]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    hints = {id(node) for block in ast.walk(tree) if _for_types(block) for node in ast.walk(block)}
    inside = {id(n) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for n in ast.walk(f)}
    package = module if file.stem == "__init__" else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in hints:
            for name in _named(node, package):
                imported = _nearest(name, known)
                if imported and imported != module:
                    yield Import(module, imported, node.lineno, id(node) in inside)


def _for_types(node: ast.AST) -> bool:
    """`if TYPE_CHECKING:` is for the type checker alone."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _named(node: ast.Import | ast.ImportFrom, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
    start = ".".join(part for part in (base, node.module or "") if part)
    return [f"{start}.{alias.name}" for alias in node.names]


def _nearest(name: str, known: dict[str, Path]) -> str:
    """The module that a name is, or that holds it; empty for a stranger."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def graph(found: list[Import]) -> Graph:
    out: Graph = {}
    for one in found:
        out.setdefault(one.module, set()).add(one.imported)
        out.setdefault(one.imported, set())
    return out


def knots(links: Graph) -> list[set[str]]:
    """The sets of modules that import each other in a circle (Tarjan's strongly connected components)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[set[str]] = []

    def visit(module: str) -> None:
        number[module] = low[module] = len(number)
        path.append(module)
        for other in sorted(links[module]):
            if other not in number:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in path:
                low[module] = min(low[module], number[other])
        if low[module] == number[module]:
            at = path.index(module)
            if len(path) - at > 1:
                found.append(set(path[at:]))
            del path[at:]

    for module in sorted(links):
        if module not in number:
            visit(module)
    return found
