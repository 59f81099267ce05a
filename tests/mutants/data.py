"""Mutations of data: each number one off, each flag flipped, each choice another one that occurs in the same field."""

from __future__ import annotations

import json
import random
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from fnmatch import fnmatch
from functools import partial
from pathlib import PurePath
from typing import Any

import msgspec

from .mutant import Mutant

Path = tuple[str | int, ...]
Left = dict[str, dict[str, str]]
GONE = "(gone)"


class Value(msgspec.Struct, frozen=True):
    """A value of a document, or one word of it if it is a list of words."""

    path: Path
    field: str
    value: Any
    word: int = -1


def mutants(file: str, text: str, left_out: Left, seed: str) -> list[Mutant]:
    """Each value of a file changed, one at a time."""
    document, values, others = _read(file, text, left_out)
    out = []
    for value in values:
        rng = random.Random(f"{seed} {value.path} {value.word}")
        new = _other(value, others[value.field], rng.choice, left_out)
        changes = [(value, new)]
        out.append(
            Mutant(
                part="data",
                file=file,
                where=_spoken(document, value.path),
                old=_word(value),
                new=str(new),
                text=partial(_text, file, document, changes),
                field=f"{PurePath(file).name} {value.field}",
            )
        )
    return out


def fields(file: str, text: str, left_out: Left, seed: str) -> list[Mutant]:
    """Each field changed in every place where it stands: if nothing fails then, nothing reads it. Choices all
    become the same one: drawn, they might only change places."""
    document, values, others = _read(file, text, left_out)
    by_field: dict[str, list[Value]] = defaultdict(list)
    for value in values:
        by_field[value.field].append(value)
    out = []
    for field, found in by_field.items():
        changes = [
            (value, new) for value in reversed(found) if (new := _same(value, others[field], left_out)) is not None
        ]
        out.append(
            Mutant(
                part="fields",
                file=file,
                where=field,
                old=f"{len(found)} values",
                new="all changed",
                text=partial(_text, file, document, changes),
                field=f"{PurePath(file).name} {field}",
            )
        )
    return out


def _read(file: str, text: str, left_out: Left) -> tuple[Any, list[Value], dict[str, set[Any]]]:
    document = json.loads(text) if file.endswith(".json") else tomllib.loads(text)
    here = {path.partition(" ")[2] for path in left_out.get("paths", ()) if path.startswith(PurePath(file).name + " ")}
    keys, labels = left_out.get("keys", {}), set(left_out.get("presence", ()))
    found = _values(document, (), "", lambda key, field: key in keys or field in here)
    values = [part for value in found for part in ([value] if labels & set(value.path) else _words(value))]
    others: dict[str, set[Any]] = defaultdict(set)
    for value in values:
        others[value.field].add(_word(value) if isinstance(value.value, str) else value.value)
    return document, values, others


def _values(node: Any, path: Path, field: str, out: Callable[[str, str], bool]) -> Iterator[Value]:
    if isinstance(node, dict):
        for key, child in node.items():
            below = f"{field}.{'*' if key[:1].isdigit() else key}".lstrip(".")
            if not out(key, below):
                yield from _values(child, (*path, key), below, out)
    elif isinstance(node, list):
        if not out("[]", f"{field}.[]"):
            for number, child in enumerate(node):
                yield from _values(child, (*path, number), f"{field}.[]", out)
    else:
        yield Value(path, field, node)


def _words(value: Value) -> list[Value]:
    """A list of words is as many values."""
    count = len(value.value.split()) if isinstance(value.value, str) else 1
    return [value] if count < 2 else [msgspec.structs.replace(value, word=number) for number in range(count)]


def _word(value: Value) -> str:
    return str(value.value) if value.word < 0 else value.value.split()[value.word]


def _first(known: Sequence[Any]) -> Any:
    return known[0]


def _same(value: Value, others: set[Any], left_out: Left) -> Any:
    """What a value becomes when a whole field is changed: of several words all become the first, which itself stays."""
    words = sorted(str(other) for other in others)
    if isinstance(value.value, str) and len(words) > 1 and _word(value) == words[0]:
        return None
    return _other(value, others, _first, left_out)


def _other(value: Value, others: set[Any], pick: Callable[[Sequence[Any]], Any], left_out: Left) -> Any:
    """A plausible other value; where a field knows only this one, it is taken away."""
    now = value.value
    if isinstance(now, bool):
        return not now
    if isinstance(now, int):
        return now + pick((1, -1)) if now > 0 else now + 1
    if isinstance(now, float):
        return now + 1.0
    known = sorted(str(other) for other in others if str(other) != _word(value))
    label = any(part in left_out.get("presence", {}) for part in value.path)
    return GONE if label or not known else pick(known)


def _text(file: str, document: Any, changes: list[tuple[Value, Any]]) -> str:
    return write(file, _with(document, changes))


def _with(document: Any, changes: list[tuple[Value, Any]]) -> Any:
    """The document with some values changed, the last ones first (what is taken away moves what follows)."""
    new = deepcopy(document)
    for value, other in changes:
        *above, last = value.path
        parent = new
        for step in above:
            parent = parent[step]
        if value.word >= 0:
            words = parent[last].split()
            words[value.word] = "" if other == GONE else other
            parent[last] = " ".join(word for word in words if word)
        elif other == GONE:
            del parent[last]
        else:
            parent[last] = other
    return new


def _spoken(document: Any, path: Path) -> str:
    """A path that names entries by what they are called: unit[1st-panzer].full.strength."""
    out, node = "", document
    for step in path:
        node = node[step]
        if isinstance(step, str):
            out += f".{step}"
        else:
            known = node if isinstance(node, dict) else {}
            names = [known[key] for key in ("id", "name", "turn", "number") if key in known]
            ends = [f"{known[key]}" for key in ("a", "b") if key in known]
            out += f"[{names[0] if names else '-'.join(ends) or step}]"
    return out.lstrip(".")


def write(file: str, document: Any) -> str:
    """The document as text again: JSON, or TOML with a line for each key at the top."""
    if file.endswith(".json"):
        return json.dumps(document, ensure_ascii=False)
    return "".join(f"{json.dumps(key, ensure_ascii=False)} = {_inline(value)}\n" for key, value in document.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k, ensure_ascii=False)} = {_inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def left_out_file(name: str, left_out: Left) -> bool:
    """Is a data file (relative to its folder) no rule at all?"""
    return any(fnmatch(name, pattern) for pattern in left_out.get("files", ()))
