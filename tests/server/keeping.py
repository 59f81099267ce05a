"""Do answers keep to what their routes say they give? Every client of the server's tests looks."""

from __future__ import annotations

import httpx
import msgspec
from msgspec import inspect as shapes
from starlette.routing import compile_path

from rasputitsa.server.app import ROUTERS
from rasputitsa.server.messages import Refusal
from rasputitsa.server.routes.common import Terms

ROUTES = [
    (method, compile_path(prefix + route.path)[0], route.endpoint.terms)
    for router, prefix in ROUTERS
    for route in router.routes
    for method in getattr(route, "methods", None) or ()
]


def check(response: httpx.Response) -> None:
    """An answer of the API has the status and the form that its route names, or is a refusal."""
    response.read()
    asked = response.request
    terms = _terms(asked.method, asked.url.path)
    if terms is None or response.status_code == 304:
        return
    if response.status_code >= 400:
        if response.headers["content-type"] == "application/json":
            msgspec.json.decode(response.content, type=Refusal)
        return
    if response.status_code == 204:
        assert terms.gives is None or type(None) in terms.gives.__args__
        return
    assert response.status_code == terms.status, (asked.url.path, response.status_code)
    if isinstance(shapes.type_info(terms.gives), shapes.Metadata):
        return
    msgspec.json.decode(response.content, type=terms.gives)


def _terms(method: str, path: str) -> Terms | None:
    return next((terms for verb, form, terms in ROUTES if verb == method and form.match(path)), None)
