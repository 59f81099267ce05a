"""The schema of everything one can ask over HTTP (OpenAPI 3.1), written from the routes and their terms.

Addresses and parameters are FastAPI's reading of the routes; bodies and answers are the structures that the routes name
(`routes/common.py`). The live socket, of which OpenAPI knows nothing, stands beside them under `x-sockets`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute, APIWebSocketRoute
from msgspec import inspect as shapes

from rasputitsa import __version__
from rasputitsa.server.messages import Refusal
from rasputitsa.server.routes.common import Terms

TITLE = "Rasputitsa"
_REFERENCE = "#/components/schemas/{name}"
Schema = dict[str, Any]


def schema(routers: Sequence[tuple[APIRouter, str]]) -> Schema:
    """The schema of all routes of these routers, each below its address."""
    asked = [(prefix, route) for router, prefix in routers for route in router.routes if isinstance(route, APIRoute)]
    sockets = [
        (prefix, route) for router, prefix in routers for route in router.routes if isinstance(route, APIWebSocketRoute)
    ]
    types = _Types([_terms(route) for _, route in asked] + [_terms(route) for _, route in sockets])
    found: Schema = get_openapi(title=TITLE, version=__version__, routes=[route for _, route in asked])
    paths: Schema = {}
    for prefix, route in asked:
        for method in route.methods or ():
            said = found["paths"][route.path_format][method.lower()]
            there = paths.setdefault(prefix + route.path_format, {})
            there[method.lower()] = said | _operation(_terms(route), types)
    found["paths"] = paths
    found["x-sockets"] = {prefix + route.path: _socket(_terms(route), types) for prefix, route in sockets}
    found["components"] = {"schemas": types.components}
    return found


def _terms(route: APIRoute | APIWebSocketRoute) -> Terms:
    terms: Terms = route.endpoint.terms  # type: ignore[attr-defined]
    return terms


class _Types:
    """The schemas of all structures that are named, and of what they are made of."""

    def __init__(self, terms: list[Terms]) -> None:
        named: list[Any] = [Refusal]
        for each in terms:
            named += [kind for kind in (each.takes, _something(each.gives)) if kind is not None]
        schemas, self.components = msgspec.json.schema_components(named, ref_template=_REFERENCE)
        self._schemas = list(zip(named, schemas))

    def __call__(self, kind: Any) -> Schema:
        return next(schema for named, schema in self._schemas if named == kind)

    def content(self, kind: Any) -> Schema:
        return {_media(kind): {"schema": self(kind)}}


def _operation(terms: Terms, types: _Types) -> Schema:
    """Body and answers; whatever is refused is refused in one form."""
    answers: Schema = {"default": {"description": "Refused", "content": types.content(Refusal)}}
    gives = _something(terms.gives)
    if gives is not None:
        answers[str(terms.status)] = {"description": "Done", "content": types.content(gives)}
    if gives != terms.gives or gives is None:
        answers["204"] = {"description": "Done; there is nothing to say"}
    out: Schema = {"responses": answers, "x-act": terms.act}
    if terms.takes is not None:
        out["requestBody"] = {"content": types.content(terms.takes), "required": True}
    return out


def _socket(terms: Terms, types: _Types) -> Schema:
    return {"x-act": terms.act, "page": types(terms.takes), "server": types(_something(terms.gives))}


def _something(kind: Any) -> Any:
    """A type without None."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    return Union[tuple(part for part in get_args(kind) if part is not NoneType)]  # noqa: UP007


def _media(kind: Any) -> str:
    shape = shapes.type_info(kind)
    extra = shape.extra if isinstance(shape, shapes.Metadata) else None
    return str((extra or {}).get("media", "application/json"))
