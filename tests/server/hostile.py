"""Senders that mean no good, made from the published schema: whatever a server offers, they try.

`Sender` makes requests and socket messages of its own, half right and half wrong; `Schemathesis` lets that tool make
them, right ones and wrong ones. Each counts what it sent and keeps what came back that must not: any 5xx, any defect.
"""

from __future__ import annotations

import http.client
import random
from collections import Counter
from contextlib import suppress
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

ODD = [
    "", "null", "[]", "{", '{"a": 1}', "\x00", "9" * 400, "x" * 3000, "\u2028", "-1", "1e999", '"', "%00", "..", "'",
    "0x1f", "\U0001f600", "e\u0301", "\u202e", "NaN", "axis\n", " axis", "AXIS", "\u00bd", "\u00b2", "\u0663", "a/b",
    "a b", "../../etc", "$(id)", "2024-13-45", "true", "None", "1_000", "+1", "1e400", "-0", "0" * 5000,
]  # fmt: skip
WORDS = ["axis", "soviet", "open", "human", "computer:random", "stay", "die 4", "piece:1", "hex:1409", "pass"]
WHOLE = [0, 1, 2, -1, 200, 2**31, 2**53, 2**63, 2**64 - 1, -(2**63)]
NUMBERS = [*WHOLE, 1e308, 0.5, -0.0]
FILES = [
    "",
    "# rasputitsa",
    "title: toy",
    "1 axis: stay",
    "1 chance: die 4",
    "dice seed abc",
    "\ufeff",
    "9999999 axis: x",
]
HEADERS: list[dict[str, str]] = [
    {},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Host": "evil.example"},
    {"If-None-Match": "*"},
    {"Accept-Encoding": "nothing, gzip;q=x"},
    {"Content-Encoding": "gzip"},
    {"Content-Type": "multipart/form-data"},
    {"X-Request-Id": "x" * 3000},
    {"X-Forwarded-For": "'; drop table games"},
    {"Cookie": "session=" + "A" * 4000},
    {"Authorization": "Bearer \xff"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Range": "bytes=9-1"},
]
FILLED = {"name": ["toy", "no-retreat", "kiev41", "stalins-war"], "number": ["1", "8.5.3", "1.2.3.4.5"]}


class Tally:
    """What was sent, and what came back that must not."""

    def __init__(self) -> None:
        self.sent = 0
        self.answers: Counter[int] = Counter()
        self.defects: list[str] = []

    def note(self, status: int, what: str) -> None:
        self.sent += 1
        self.answers[status] += 1
        if status >= 500:
            self.defects.append(f"{status}: {what[:300]}")


class Sender:
    """Requests and socket messages made from a schema by chance, many of them nearly right."""

    def __init__(self, schema: dict[str, Any], port: int, games: list[str], rng: random.Random, tally: Tally) -> None:
        self.schema = schema
        self.port = port
        self.games = games
        self.rng = rng
        self.tally = tally
        self.carried: dict[str, str] = {}
        """What goes with every request: who asks."""
        self.operations = [
            (method.upper(), path, operation)
            for path, methods in schema["paths"].items()
            for method, operation in methods.items()
        ]
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    # -- over HTTP --------------------------------------------------------------------------------------------

    def request(self) -> None:
        """One request to one of the routes."""
        method, path, operation = self.rng.choice(self.operations)
        where = self._address(path, operation)
        body = self._body(operation)
        if self.rng.random() < 0.03:
            method = self.rng.choice(["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "GET", "POST", "BREW"])
        if method == "DELETE" and any(id in where for id in self.games[:-1]):
            return  # the last one may go
        headers = self.carried | (self.rng.choice(HEADERS) if self.rng.random() < 0.2 else {})
        self.tally.note(self._ask(method, where, body, headers), f"{method} {where} {body[:200]!r} {headers}")

    def _ask(self, method: str, where: str, body: bytes, headers: dict[str, str]) -> int:
        try:
            self._connection.request(method, where, body, headers)
            answer = self._connection.getresponse()
            answer.read()
            return answer.status
        except (http.client.HTTPException, OSError, ValueError):
            self._connection.close()
            return 0

    def _address(self, path: str, operation: dict[str, Any]) -> str:
        where = path
        for name in ("id", *FILLED):
            right = self.rng.choice(self.games if name == "id" else FILLED[name])
            value = right if self.rng.random() < 0.9 else self.rng.choice(ODD)
            where = where.replace(f"{{{name}}}", quote(value, safe="") or "%20")
        asked = {}
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "query" and self.rng.random() < 0.8:
                asked[parameter["name"]] = str(self.made(parameter["schema"]))
        return where + (f"?{urlencode(asked)}" if asked else "")

    def _body(self, operation: dict[str, Any]) -> bytes:
        content = operation.get("requestBody", {}).get("content", {})
        if self.rng.random() < 0.05:
            return self.rng.randbytes(self.rng.randint(0, 400))
        if "text/plain" in content:
            return "\n".join(self.rng.choices([*FILES, *ODD], k=self.rng.randint(0, 12))).encode("utf-8", "replace")
        if not content:
            return b""
        data = msgspec.json.encode(self.made(content["application/json"]["schema"]))
        if self.rng.random() < 0.1:
            cut = self.rng.randrange(len(data) + 1)
            data = data[:cut] + self.rng.choice([b"", b"\xff", b"}", b"[" * 5000]) + data[cut + 1 :]
        return data

    # -- over the socket --------------------------------------------------------------------------------------

    def socket(self, count: int) -> None:
        """A page that sends that many messages, or as many as it is let."""
        (path, terms) = self.rng.choice(list(self.schema["x-sockets"].items()))
        seat = self.rng.choice(["open", "axis", "soviet"])
        where = f"ws://127.0.0.1:{self.port}{path.replace('{id}', self.rng.choice(self.games))}?seat={seat}"
        with (
            suppress(ConnectionClosed, InvalidHandshake, TimeoutError, OSError),
            connect(where, max_size=None, compression=None, additional_headers=self.carried) as page,
        ):
            page.recv(20)
            for number in range(count):
                self._message(page, terms, number)

    def _message(self, page: Any, terms: dict[str, Any], number: int) -> None:
        message = self.made(terms["page"])
        if not isinstance(message, dict) or self.rng.random() < 0.02:
            self.tally.note(0, "")
            page.send(self.rng.choice([b"\x00\xff", "{", "[]", "x" * 70_000, str(message)]))
            return
        if self.rng.random() < 0.8:
            message["op"] = self.rng.choice(list(terms["page"]["discriminator"]["mapping"]))
        text = msgspec.json.encode({**message, "id": number}).decode()
        page.send(text)
        while (reply := msgspec.json.decode(page.recv(30))).get("id") != number:
            pass
        code = (reply.get("error") or {}).get("code")
        self.tally.note(500 if code == "defect" else 200, f"socket {text}")

    # -- values -----------------------------------------------------------------------------------------------

    def made(self, schema: dict[str, Any], depth: int = 0) -> Any:
        """A value that the schema describes, or one in five times something else."""
        if depth > 6 or self.rng.random() < (0.03 if depth == 0 else 0.12):
            return self.anything(depth)
        if "$ref" in schema:
            return self.made(self.schema["components"]["schemas"][schema["$ref"].rpartition("/")[2]], depth)
        if "anyOf" in schema:
            return self.made(self.rng.choice(schema["anyOf"]), depth)
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "object":
            return self._object(schema, depth)
        if kind == "array":
            return [self.made(schema.get("items", {}), depth + 1) for _ in range(self.rng.randint(0, 3))]
        return self._plain(str(kind), schema)

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        required = schema.get("required", ())
        out = {
            name: self.made(part, depth + 1)
            for name, part in schema.get("properties", {}).items()
            if (name in required and self.rng.random() < 0.97) or self.rng.random() < 0.5
        }
        if isinstance(schema.get("additionalProperties"), dict):
            for _ in range(self.rng.randint(0, 2)):
                out[self.rng.choice([*WORDS, *ODD])] = self.made(schema["additionalProperties"], depth + 1)
        return out

    def _plain(self, kind: str, schema: dict[str, Any]) -> Any:
        if kind == "string":
            return self.rng.choice([*WORDS, *FILLED["name"], *ODD])
        if kind in ("integer", "number"):
            return (
                self.rng.choice([*range(8), *NUMBERS])
                if kind == "number"
                else self.rng.choice([*range(8), *NUMBERS[:11]])
            )
        return {"boolean": self.rng.random() < 0.5, "null": None}.get(kind, self.anything(3))

    def anything(self, depth: int) -> Any:
        what = self.rng.randrange(6 if depth < 4 else 4)
        if what < 2:
            return self.rng.choice(ODD)
        if what == 2:
            return self.rng.choice(NUMBERS)
        if what == 3:
            return self.rng.choice([None, True, False])
        if what == 4:
            return [self.anything(depth + 1) for _ in range(self.rng.randint(0, 4))]
        return {self.rng.choice([*WORDS, *ODD]): self.anything(depth + 1) for _ in range(self.rng.randint(0, 3))}


class Schemathesis:
    """Every route in turn, with what schemathesis makes of the schema: right requests and wrong ones. Answers have to
    keep to the schema too."""

    CHECKS = [
        schemathesis.checks.not_a_server_error,
        schemathesis.checks.status_code_conformance,
        schemathesis.checks.content_type_conformance,
        schemathesis.checks.response_schema_conformance,
    ]

    def __init__(self, schema: dict[str, Any], port: int, games: list[str], tally: Tally) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.games = games
        self.tally = tally
        self.session = requests.Session()
        loaded = schemathesis.openapi.from_dict(schema)
        self.operations = [found.ok() for found in loaded.get_all_operations()]

    def round(self, count: int, start: int) -> None:
        """That many right and as many wrong requests to each route."""
        for operation in self.operations:
            for mode in schemathesis.GenerationMode:
                self._try(operation, mode, count, start)

    def _try(self, operation: Any, mode: Any, count: int, start: int) -> None:
        @seed(start)
        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )
        @given(operation.as_strategy(generation_mode=mode))
        def ask(case: Any) -> None:
            self._one(case)

        try:
            ask()
        except Unsatisfiable:
            return  # nothing can be wrong with a request that has no parameters
        except BaseExceptionGroup as many:
            self.tally.defects.append(f"{operation.label}: {many.exceptions[0]}"[:400])
        except (AssertionError, schemathesis.errors.SchemathesisError) as error:
            self.tally.defects.append(f"{operation.label}: {error}"[:400])

    def _one(self, case: Any) -> None:
        if "id" in case.path_parameters and self.tally.sent % 5:
            case.path_parameters["id"] = self.games[self.tally.sent % len(self.games)]
        if case.method == "DELETE" and case.path_parameters.get("id") in self.games[:-1]:
            return
        try:
            answer = case.call(base_url=self.address, session=self.session)
        except (requests.RequestException, ValueError):
            self.tally.note(0, "")
            return
        self.tally.note(answer.status_code, f"{case.method} {case.path} {case.body!r}")
        case.validate_response(answer, checks=self.CHECKS)
