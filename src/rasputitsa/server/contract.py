"""The browser client's types, written from the structures of server/messages.py (`make contract`).

What the server sends has every field, except those that a structure leaves out at their default; what a page sends may
leave out every field that has a default.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT
from msgspec import inspect as shapes

from rasputitsa.server import messages
from rasputitsa.server.accounts import messages as people
from rasputitsa.server.lobby import messages as lobby
from rasputitsa.server.notice import messages as notice

FILE = Path(__file__).parents[3] / "web/src/model/contract.gen.ts"
HEAD = """/** What the server and this client send each other. Written by `make contract` from server/messages.py and
 * kernel/view.py: change those, never this file. */

/** A JSON Merge Patch (RFC 7396) of a SeatView. */
export type Patch = { [key: string]: unknown }
"""
_PLAIN: dict[type[shapes.Type], str] = {
    shapes.StrType: "string",
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.BoolType: "boolean",
    shapes.NoneType: "null",
    shapes.AnyType: "unknown",
}
_LISTS = (shapes.ListType, shapes.VarTupleType)
Shape = shapes.StructType | shapes.TypedDictType


def typescript() -> str:
    """The whole file."""
    sent = _found((*messages.REPLIES, *people.REPLIES, *lobby.REPLIES, *notice.REPLIES, *messages.UNIONS.values()))
    asked = _found((*messages.BODIES, *people.BODIES, *lobby.BODIES, *notice.BODIES, messages.UNIONS["Request"]))
    interfaces = [_interface(shape, name in asked) for name, shape in sorted((sent | asked).items())]
    unions = [f"export type {name} = {_type(shapes.type_info(of))}" for name, of in messages.UNIONS.items()]
    tables = [
        _table("Answers", "The answer to each question.", messages.ANSWERS),
        _table("Replies", "The reply to each request that is not refused.", messages.REPLIES_TO),
    ]
    return "\n\n".join([HEAD.rstrip(), *interfaces, *unions, *tables]) + "\n"


def _table(name: str, comment: str, rows: Mapping[str, type]) -> str:
    lines = "".join(f"  {key}: {kind.__name__}\n" for key, kind in rows.items())
    return f"/** {comment} */\nexport interface {name} {{\n{lines}}}"


def _found(roots: Iterable[Any]) -> dict[str, Shape]:
    """The structures that these types are made of, by name."""
    found: dict[str, Shape] = {}
    waiting: list[shapes.Type] = list(shapes.multi_type_info(roots))
    while waiting:
        shape = waiting.pop()
        if isinstance(shape, shapes.Metadata):
            continue
        if isinstance(shape, (shapes.StructType, shapes.TypedDictType)):
            if shape.cls.__name__ in found:
                continue
            found[shape.cls.__name__] = shape
            waiting += [field.type for field in shape.fields]
        waiting += _inside(shape)
    return found


def _inside(shape: shapes.Type) -> list[shapes.Type]:
    if isinstance(shape, shapes.UnionType):
        return list(shape.types)
    if isinstance(shape, shapes.TupleType):
        return list(shape.item_types)
    if isinstance(shape, shapes.DictType):
        return [shape.value_type]
    return [shape.item_type] if isinstance(shape, _LISTS) else []


def _interface(shape: Shape, asked: bool) -> str:
    lines = []
    if isinstance(shape, shapes.StructType) and shape.tag_field:
        lines.append(f"  {shape.tag_field}: '{shape.tag}'")
    for field in shape.fields:
        mark = "?" if _may_be_absent(shape, field, asked) else ""
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type)}")
    body = "{\n" + "\n".join(lines) + "\n}" if lines else "{}"
    return f"{_comment(shape.cls)}export interface {shape.cls.__name__} {body}"


def _may_be_absent(shape: Shape, field: shapes.Field, asked: bool) -> bool:
    has_default = field.default is not NODEFAULT or field.default_factory is not NODEFAULT
    omits = isinstance(shape, shapes.TypedDictType) or shape.cls.__struct_config__.omit_defaults
    return (not field.required) and (omits or (asked and has_default))


def _comment(cls: type) -> str:
    """The first sentences of the class's own docstring."""
    words = inspect.cleandoc(cls.__doc__ or "").split("\n\n")[0]
    return f"/** {' '.join(words.split())} */\n" if words else ""


def _type(shape: shapes.Type) -> str:
    if isinstance(shape, shapes.Metadata):
        return str((shape.extra or {}).get("typescript") or _type(shape.type))
    if isinstance(shape, (shapes.StructType, shapes.TypedDictType)):
        return shape.cls.__name__
    if isinstance(shape, shapes.UnionType):
        return " | ".join(_type(part) for part in shape.types)
    if isinstance(shape, shapes.LiteralType):
        return " | ".join(f"'{value}'" for value in shape.values)
    if isinstance(shape, shapes.TupleType):
        return f"[{', '.join(_type(part) for part in shape.item_types)}]"
    if isinstance(shape, shapes.DictType):
        return f"Record<{_type(shape.key_type)}, {_type(shape.value_type)}>"
    if isinstance(shape, _LISTS):
        item = _type(shape.item_type)
        return f"({item})[]" if "|" in item else f"{item}[]"
    return _PLAIN[type(shape)]


if __name__ == "__main__":
    FILE.write_text(typescript(), encoding="utf-8")
    print(FILE)
