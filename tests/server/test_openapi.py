"""The published schema: all routes, with their bodies and answers."""

from __future__ import annotations

import msgspec
import pytest

from rasputitsa.server import messages, openapi
from rasputitsa.server.app import ROUTERS

from .test_gate import ROUTES

SCHEMA = openapi.schema(ROUTERS)


@pytest.mark.parametrize("name", ROUTES)
def test_every_route_is_in_the_schema_with_what_it_takes_and_gives(name):
    method, path = name.split()
    terms = ROUTES[name].endpoint.terms
    assert terms.gives is not None or terms.status == 204
    if method == "WS":
        assert set(SCHEMA["x-sockets"][path]) == {"x-act", "page", "server"}
        return
    operation = SCHEMA["paths"][path][method.lower()]
    assert ("requestBody" in operation) == (terms.takes is not None)
    assert str(terms.status) in operation["responses"] and "default" in operation["responses"]


def test_a_body_is_described_field_by_field():
    do = SCHEMA["components"]["schemas"]["Do"]
    assert do["required"] == ["seat", "rev", "do"] and do["additionalProperties"] is False
    (body,) = SCHEMA["paths"]["/api/games/{id}/do"]["post"]["requestBody"]["content"].items()
    assert body == ("application/json", {"schema": {"$ref": "#/components/schemas/Do"}})
    assert list(SCHEMA["paths"]["/api/games/import"]["post"]["requestBody"]["content"]) == ["text/plain"]


def test_every_message_of_the_socket_is_described():
    tags = SCHEMA["x-sockets"]["/api/games/{id}/live"]["page"]["discriminator"]["mapping"]
    assert set(tags) == set(messages.REPLIES_TO)


def test_the_schema_is_published(client):
    answer = client.get("/api/openapi.json")
    assert answer.json() == msgspec.json.decode(msgspec.json.encode(SCHEMA))
    tag = answer.headers["etag"]
    assert client.get("/api/openapi.json", headers={"If-None-Match": tag}).status_code == 304


def test_answers_that_do_not_keep_to_their_terms_are_noticed(client, monkeypatch):
    monkeypatch.setattr("rasputitsa.server.routes.games.summary", lambda row: {"id": row.id})
    with pytest.raises(msgspec.ValidationError):
        client.new()
