"""People who sign up and log in: each a browser of his own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec
from argon2 import PasswordHasher
from sqlalchemy import Engine, select
from websockets.sync.client import connect

from rasputitsa.server.online import COOKIE, AccountSettings
from rasputitsa.server.storage import open_engine
from rasputitsa.server.storage.online import accounts, jobs

from ..running import Client, Page, running

PASSWORD = "a long enough one"
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""For tests that are not about passwords."""
URL = "http://club.example"


class Somebody(Client):
    """A person's browser, signed in or not."""

    def __init__(self, port: int, name: str = "") -> None:
        super().__init__(port)
        self.name = name

    def ok(self, method: str, path: str, status: int = 200, **body: Any) -> Any:
        sent = {"json": body} if method != "GET" else {"params": body}
        answer = self.request(method, f"/api{path}", **sent)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def no(self, method: str, path: str, code: str, **body: Any) -> str:
        """A refusal; its words."""
        sent = {"json": body} if method != "GET" else {"params": body}
        answer = self.request(method, f"/api{path}", **sent)
        assert answer.status_code >= 400 and answer.json()["error"]["code"] == code, answer.text
        return str(answer.json()["error"]["text"])

    @contextmanager
    def table(self, id: str, seat: str) -> Iterator[Page]:
        """The live socket, with this browser's cookie."""
        headers = {"Cookie": f"{COOKIE}={self.cookies[COOKIE]}"} if COOKIE in self.cookies else {}
        if "authorization" in self.headers:
            headers = {"Authorization": self.headers["authorization"]}
        address = f"ws://127.0.0.1:{self.port}/api/games/{id}/live?seat={seat}"
        with connect(address, max_size=None, additional_headers=headers) as socket:
            yield Page(socket)


class Club:
    """A server with accounts and its database."""

    def __init__(self, port: int, url: str, stack: ExitStack) -> None:
        self.port = port
        self.url = url
        self.engine: Engine = open_engine(url)
        self._stack = stack
        stack.callback(self.engine.dispose)

    def visitor(self, name: str = "") -> Somebody:
        """A browser that has not signed in."""
        return self._stack.enter_context(Somebody(self.port, name))

    def member(self, name: str, admin: bool = False) -> Somebody:
        """Somebody who signed up and is signed in."""
        browser = self.visitor(name)
        email = f"{name.lower()}@example.org"
        browser.ok("POST", "/account/sign-up", 202, email=email)
        token = self.link("confirm", email)
        browser.ok("POST", "/account/confirm", 201, token=token, nickname=name, password=PASSWORD)
        if admin:
            with self.engine.begin() as connection:
                connection.execute(accounts.update().where(accounts.c.email == email).values(admin=True))
        return browser

    def game(self, one: Somebody, two: Somebody, **wanted: Any) -> str:
        """A game between two, the first of them the Axis."""
        offer = one.ok("POST", "/lobby/offers", 201, **{"title": "toy", "side": "axis", "to": two.name, **wanted})
        return str(two.ok("POST", f"/lobby/offers/{offer['id']}/join", 201)["id"])

    def log_in(self, name: str) -> Somebody:
        """Another device of the same person."""
        browser = self.visitor(name)
        browser.ok("POST", "/account/log-in", email=f"{name.lower()}@example.org", password=PASSWORD)
        return browser

    def jobs(self, kind: str = "") -> list[dict[str, Any]]:
        """What waits in the out-tray."""
        with self.engine.begin() as connection:
            rows = connection.execute(select(jobs).order_by(jobs.c.number)).mappings().all()
        return [{"kind": row["kind"], **msgspec.json.decode(row["data"])} for row in rows if kind in ("", row["kind"])]

    def link(self, kind: str, to: str) -> str:
        """The token of the newest link of a kind that was sent to an address."""
        link = [job["link"] for job in self.jobs(kind) if job.get("to") == to][-1]
        assert link.startswith(f"{URL}/#/{kind}/")
        return str(link.rpartition("/")[2])

    def run(self, statement: Any) -> None:
        with self.engine.begin() as connection:
            connection.execute(statement)

    def value(self, statement: Any) -> Any:
        with self.engine.begin() as connection:
            return connection.execute(statement).scalar_one()


@contextmanager
def club(url: str, **settings: Any) -> Iterator[Club]:
    known = AccountSettings(public_url=URL, **settings)
    with running(url, accounts=known, hasher=QUICK) as client, ExitStack() as stack:
        yield Club(client.port, url, stack)
