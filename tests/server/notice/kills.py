"""kill -9 under load with mail on: `python -m tests.server.notice.kills --kills 200`, half of them on each database.

Two servers share a database and a mail server on loopback. People play by HTTP, causes of mail are stored all the time,
half an hour is made a moment, and one server after the other is killed and started again. Then everything that was to
be told must have been told; a mail that came twice must have been taken by the mail server, but not yet noted as sent,
when a server was killed; and every game must go on.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager, nullcontext, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import msgspec
from sqlalchemy import Engine, insert, select

from rasputitsa.server.accounts.post import Post
from rasputitsa.server.accounts.sessions import digest
from rasputitsa.server.notice.letters import message_id
from rasputitsa.server.settings import Settings
from rasputitsa.server.storage import open_engine
from rasputitsa.server.storage.notice import waits
from rasputitsa.server.storage.online import jobs, matches, tokens
from rasputitsa.server.storage.schema import games

from ...table.toys import installed_toy
from ..nursery import Forked, Nursery, free_ports
from ..postgres import postgres
from ..running import awaited
from .club import Club, add_person, opened
from .post_office import SENDER, Mailbox, post_office

PEOPLE = tuple(f"person{n}" for n in range(6))
ON_ITS_WAY = 5.0
"""Seconds that a mail may take from a killed server to the mail server's own program, on a busy machine."""
SETTLE = 240.0
"""Seconds in which everything must have been told when the killing is over."""
HASTE = """
from rasputitsa.server.notice import mail, painter, queue, runner, waiting
runner.POLL, runner.LOOK, queue.PAUSES = 0.1, 0.5, (1,) * 1000
waiting.MINUTE, queue.LEASE, mail.PATIENCE = 10, 20_000, 15.0
async def draw(self, title, view):
    return painter.draw(painter.Request(title, view))
painter.Painter.draw = draw
"""
"""Half an hour is a moment in these servers, and they draw their small pictures themselves."""


class Load(threading.Thread):
    """Stores causes of mail, each in a transaction, and remembers those that were stored."""

    def __init__(self, engine: Engine, ids: list[str], seed: int) -> None:
        super().__init__(daemon=True)
        self.engine, self.ids, self.rng = engine, ids, random.Random(seed)
        self.stored: list[str] = []
        self.stopped = threading.Event()

    def run(self) -> None:
        number = 0
        while not self.stopped.wait(self.rng.uniform(0.05, 0.4)):
            key, number = f"trial {self.rng.random()} {number}", number + 1
            with suppress(Exception), self.engine.begin() as connection:
                Post().enqueue(connection, "joined", key, {"person": PEOPLE[0], "game": self.ids[0]})
                connection.commit()
                self.stored.append(key)


class Player(threading.Thread):
    """Plays game after game for both sides, through whichever server answers."""

    def __init__(self, servers: list[Forked], ids: list[str], seed: int) -> None:
        super().__init__(daemon=True)
        self.servers, self.ids, self.rng = servers, ids, random.Random(seed)
        self.answers = 0
        self.faults: list[str] = []
        self.stopped = threading.Event()

    def run(self) -> None:
        with httpx.Client(timeout=30) as client:
            while self.ids and not self.stopped.wait(self.rng.uniform(0.2, 1.0)):
                with suppress(httpx.HTTPError):
                    self.step(client, self.ids[0])

    def step(self, client: httpx.Client, id: str) -> None:
        where = f"{self.rng.choice(self.servers).address}/api/games/{id}"
        game = client.get(where, headers=_token(PEOPLE[0])).json()
        if game.get("over"):
            self.ids.remove(id)
        elif side := game.get("to_move"):
            who = PEOPLE[0] if side == "axis" else PEOPLE[1 + hash(id) % 5]
            body = {"seat": side, "rev": game["rev"], "do": "stay"}
            self._note(client.post(f"{where}/do", json=body, headers=_token(who)))

    def _note(self, answer: httpx.Response) -> None:
        if answer.status_code == 200:
            self.answers += 1
        elif answer.status_code not in (409, 507):
            self.faults.append(f"{answer.status_code}: {answer.text[:200]}")


def _token(person: str) -> dict[str, str]:
    return {"Authorization": f"Bearer secret {person}"}


async def _found(url: str, count: int) -> list[str]:
    """People with tokens, and games between them."""
    async with opened(url) as club:
        for person in PEOPLE:
            add_person(club.engine, person, turn_minutes=5)
            row = {"id": person, "key": digest(f"secret {person}"), "account": person, "name": "trial"}
            with club.engine.begin() as connection:
                connection.execute(insert(tokens).values(**row, scopes="play read", created=1))
        return [await _game(club, number) for number in range(count)]


async def _game(club: Club, number: int) -> str:
    id = await club.game(PEOPLE[0], PEOPLE[1], options={"open_cards": True})
    people = {"owner": PEOPLE[0], "seats": {"axis": PEOPLE[0], "soviet": PEOPLE[1 + hash(id) % 5]}}
    with club.engine.begin() as connection:
        text = msgspec.json.encode(people).decode()
        connection.execute(games.update().where(games.c.id == id).values(people=text))
    return id


class Trial:
    def __init__(self, url: str, kills: int, minutes: float = 60.0) -> None:
        self.url, self.kills, self.minutes, self.rng = url, kills, minutes, random.Random(1)
        self.done = 0
        self.box = Mailbox()
        self.strikes: list[tuple[float, set[str]]] = []
        """When a server was killed, and the mails that were not noted as sent then."""

    def run(self) -> str:
        with installed_toy(), post_office(self.box) as (_, server):
            ids = awaited(_found(self.url, 8 + min(self.kills, 200)))
            self.engine = open_engine(self.url)
            nursery = Nursery(HASTE)
            servers = [Forked(nursery, self._settings(port, server.port)) for port in free_ports(2)]
            try:
                load, players = self._under_load(servers, ids)
                told = self._settled(load.stored)
                self.kept = self._jobs()
                self._goes_on(servers, players)
            finally:
                for one in servers:
                    one.kill()
                nursery.close()
                self.engine.dispose()
        return self._verdict(load, players, told)

    def _settings(self, port: int, mail: int) -> Settings:
        return Settings(
            database_url=self.url,
            port=port,
            accounts=True,
            public_url=f"http://localhost:{port}",
            mail_url=f"smtp://127.0.0.1:{mail}",
            mail_tls="none",
            mail_from=SENDER,
            requests=10**6,
        )

    def _under_load(self, servers: list[Forked], ids: list[str]) -> tuple[Load, list[Player]]:
        load = Load(self.engine, ids[:1], 1)
        half = len(ids) // 2
        players = [Player(servers, ids[1:half], 2), Player(servers, ids[half:], 3)]
        for thread in (load, *players):
            thread.start()
        end = time.monotonic() + self.minutes * 60
        while self.done < self.kills and time.monotonic() < end:
            time.sleep(self.rng.uniform(0.0, 1.0))
            self._strike(self.rng.choice(servers))
        for thread in (load, *players):
            thread.stopped.set()
        for thread in (load, *players):
            thread.join(60)
        return load, players

    def _strike(self, victim: Forked) -> None:
        victim.kill()
        self.done += 1
        at = time.monotonic()
        undone = {message_id(job.key, SENDER) for job in self._jobs() if job.done is None}
        self.strikes.append((at, undone))
        victim.start()

    def _jobs(self) -> list[Any]:
        with self.engine.connect().execution_options(reading=True) as connection:
            return list(connection.execute(select(jobs)))

    def _settled(self, causes: list[str]) -> int:
        """Wait until nothing is left to be told; how many mails the jobs say were sent."""
        end = time.monotonic() + SETTLE
        while time.monotonic() < end:
            found = self._jobs()
            if all(job.done is not None for job in found) and not self._untold():
                break
            time.sleep(1.0)
        found = self._jobs()
        assert set(causes) <= {job.key for job in found}
        assert [job.key for job in found if job.done is None] == []
        assert self._untold() == []
        assert [job.failed for job in found if job.failed and "meanwhile" not in job.failed] == []
        return len([job for job in found if not job.failed])

    def _untold(self) -> list[str]:
        """Games that wait for somebody who was not told of this turn."""
        told = select(waits.c.game).where(waits.c.since == games.c.turn_since, waits.c.stage >= 1)
        joined = games.join(matches, matches.c.game == games.c.id)
        wanted = select(games.c.id).select_from(joined).where(games.c.to_move != "", games.c.id.not_in(told))
        with self.engine.connect().execution_options(reading=True) as connection:
            return list(connection.execute(wanted).scalars())

    def _goes_on(self, servers: list[Forked], players: list[Player]) -> None:
        for player in players:
            with httpx.Client(timeout=60) as client:
                for id in list(player.ids):
                    before = player.answers
                    player.step(client, id)
                    if id in player.ids and player.answers == before:
                        player.faults.append(f"game {id} is stuck")

    def _explained(self, id: str) -> bool:
        """Was a server killed between each two arrivals of a mail, while it was not noted as sent? It may arrive a
        little after the kill: what was written to the mail server is read by it."""
        times = self.box.times[id]
        return all(
            any(first - ON_ITS_WAY <= at <= second and id in undone for at, undone in self.strikes)
            for first, second in pairwise(times)
        )

    def _tale(self, ids: list[str]) -> str:
        """For whoever has to find out: when mails came, and the kills around that."""
        tales = []
        for id in ids:
            first, *rest = self.box.times[id]
            near = [(round(at - first, 2), id in undone) for at, undone in self.strikes if abs(at - first) < 40]
            tales.append(f"came again after {[round(t - first, 2) for t in rest]} s, kills (undone then) {near}")
        return f"{len(ids)} mails came twice without a reason: {tales[:3]}"

    def _verdict(self, load: Load, players: list[Player], told: int) -> str:
        came = Counter(mail["Message-ID"] for mail in self.box.mails)
        sent = {message_id(job.key, SENDER) for job in self.kept if not job.failed}
        missing, repeats = sent - set(came), {id for id, count in came.items() if count > 1}
        faults = [fault for player in players for fault in player.faults]
        assert not missing, f"{len(missing)} mails are missing"
        assert {message_id(key, SENDER) for key in load.stored} <= set(came), "a cause was not told"
        unexplained = [id for id in repeats if not self._explained(id)]
        assert not unexplained, f"{self.done} kills, {len(came)} mails: {self._tale(unexplained)}"
        assert not faults, faults[:3]
        answers = sum(player.answers for player in players)
        return (
            f"{self.done} kills: {answers} actions, {len(load.stored)} causes stored, {told} jobs sent, "
            f"{len(came)} mails, {len(repeats)} of them twice (each killed before it was noted as sent), none missing, "
            "no game stuck"
        )


@contextmanager
def _sqlite():  # type: ignore[no-untyped-def]
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'games.db'}"


def run(name: str, kills: int, address: str = "", minutes: float = 60.0) -> str:
    """A trial on a database; what came of it. `address` is a PostgreSQL that runs already."""
    if name == "SQLite":
        with _sqlite() as url:
            return f"{name}: {Trial(url, kills, minutes).run()}"
    with nullcontext() if address else postgres(fsync=True) as database:
        return f"{name}: {Trial(database.url if database else address, kills, minutes).run()}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.notice.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="on all databases together")
    parser.add_argument("--on", choices=["SQLite", "PostgreSQL"], nargs="*", default=["SQLite", "PostgreSQL"])
    parser.add_argument("--minutes", type=float, default=60.0, help="of killing on each database, at most")
    asked = parser.parse_args()
    for name in asked.on:
        print(run(name, asked.kills // len(asked.on), minutes=asked.minutes), flush=True)


if __name__ == "__main__":
    main()
