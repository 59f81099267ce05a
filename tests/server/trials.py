"""Hard times for a server, as long as one likes: `python -m tests.server.trials [NAME ...] [--minutes N]`.

Each trial plays games against servers in processes of their own, does something terrible to them over and over, and
then compares what was acknowledged with what is stored. Short versions are part of the tests (test_trials.py).
"""

from __future__ import annotations

import argparse
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from rasputitsa.server import openapi
from rasputitsa.server.app import ROUTERS
from rasputitsa.server.settings import Settings
from rasputitsa.server.storage import open_engine

from ..table.toys import ROOT, environment, installed_toy
from .hostile import FILLED, Schemathesis, Sender, Tally
from .nursery import Forked, Nursery, free_ports
from .online.members import attacked
from .postgres import postgres

GAMES = 4


class Server:
    """A server in a process of its own; it can be killed and started again on the same port."""

    def __init__(self, url: str, **settings: Any) -> None:
        self.url = url
        self.settings = settings
        (self.port,) = free_ports(1)
        self.start()

    def start(self) -> None:
        code = "from rasputitsa.server import app, run; from rasputitsa.server.settings import Settings\n"
        code += "app.start_drawing = lambda: None\n"
        code += f"run.serve(Settings(database_url={self.url!r}, port={self.port}, **{self.settings!r}))"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code],
            env=environment(),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        assert "ready" in self.process.stdout.readline()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(20)

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(30)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Player(threading.Thread):
    """Plays one open game without end over HTTP, through whichever server answers, and remembers the last revision that
    was acknowledged. It takes back now and then, so the game never ends."""

    def __init__(self, id: str, servers: Sequence[Server | Forked], seed: int) -> None:
        super().__init__(daemon=True)
        self.id = id
        self.servers = servers
        self.rng = random.Random(seed)
        self.acknowledged = 0
        self.answers = 0
        self.stopped = False
        self.faults: list[str] = []

    def run(self) -> None:
        with httpx.Client(timeout=20) as client:
            while not self.stopped:
                with suppress(httpx.HTTPError):
                    self.step(client, self.rng.choice(self.servers).address)

    def step(self, client: httpx.Client, server: str) -> None:
        view = client.get(f"{server}/api/games/{self.id}/view", params={"seat": "open"})
        if view.status_code != 200:
            if view.status_code not in (507,):
                self.faults.append(f"view {view.status_code}: {view.text[:200]}")
            return
        rev, ply = view.json()["rev"], view.json()["ply"]
        if rev < self.acknowledged - 1:
            self.faults.append(f"revision {rev} after {self.acknowledged} was acknowledged")
        back = ply >= 8
        sent = {"seat": "open", "rev": rev, **({"to": 2} if back else {"do": "stay", "key": f"{self.id}{rev}"})}
        answer = client.post(f"{server}/api/games/{self.id}/{'undo' if back else 'do'}", json=sent)
        if answer.status_code == 200:
            self.acknowledged = max(self.acknowledged, int(answer.json()["rev"]))
            self.answers += 1
        elif answer.status_code not in (409, 507):
            self.faults.append(f"{answer.status_code}: {answer.text[:200]}")


def new_games(server: Server | Forked, count: int = GAMES) -> list[str]:
    body = {"title": "toy", "open": True, "options": {"open_cards": True}}
    return [httpx.post(f"{server.address}/api/games", json=body, timeout=30).json()["id"] for _ in range(count)]


@contextmanager
def players(servers: Sequence[Server | Forked]) -> Iterator[list[Player]]:
    """Players at work; when they have stopped, everything acknowledged must be stored and every game go on."""
    found = [Player(id, servers, n) for n, id in enumerate(new_games(servers[0]))]
    for player in found:
        player.start()
    yield found
    for player in found:
        player.stopped = True
    for player in found:
        player.join(60)
    for player in found:
        game = httpx.get(f"{servers[0].address}/api/games/{player.id}", timeout=30).json()
        if game["rev"] < player.acknowledged:
            player.faults.append(f"{player.acknowledged} was acknowledged, {game['rev']} is stored")
        before = player.answers
        with httpx.Client(timeout=20) as client:
            for server in servers:
                player.step(client, server.address)
        if player.answers == before:
            player.faults.append("the game is stuck")


def _until(end: float, work: Callable[[], object], most: int = 10**9) -> int:
    """Do it over and over until then, at least once and at most so often; how often."""
    done = 0
    while not done or (done < most and time.monotonic() < end):
        work()
        done += 1
    return done


def killed(url: str, end: float, most: int = 10**9) -> str:
    """kill -9 under load, with two servers on one database. Until then, or so often."""
    rng = random.Random(1)
    with closing(Nursery()) as nursery, installed_toy():
        open_engine(url).dispose()
        servers = [Forked(nursery, Settings(database_url=url, port=port)) for port in free_ports(2)]

        def strike() -> None:
            victim = rng.choice(servers)
            time.sleep(rng.uniform(0.1, 1.0))
            victim.kill()
            victim.start()

        try:
            with players(servers) as found:
                kills = _until(end, strike, most)
        finally:
            for server in servers:
                server.kill()
    return _verdict(found, f"{kills} kills")


def shared(url: str, end: float) -> str:
    """Two processes play the same games from both ends."""
    servers = [Server(url), Server(url)]
    with _stopping(servers), players(servers) as found:
        time.sleep(max(2.0, end - time.monotonic()))
    return _verdict(found, "two processes")


def restarted(end: float) -> str:
    """PostgreSQL is restarted under load."""
    with postgres(fsync=True) as database:
        servers = [Server(database.url), Server(database.url)]

        def strike() -> None:
            time.sleep(1.0)
            database.stop()
            time.sleep(0.3)
            database.start()
            time.sleep(2.0)

        with _stopping(servers), players(servers) as found:
            restarts = _until(end, strike)
        return _verdict(found, f"{restarts} restarts of PostgreSQL")


def slow(url: str, end: float) -> str:
    """Pages that never read and connections that never speak do not hold up the others."""
    server = Server(url)
    with _stopping([server]), players([server]) as found:
        (id,) = new_games(server, 1)
        path = f"ws://127.0.0.1:{server.port}/api/games/{id}/live?seat=open"
        deaf = [connect(path, max_size=None, compression=None) for _ in range(10)]
        mute = []
        for begun in [
            b"",
            b"GET /api/games HTTP/1.1\r\n",
            b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        ]:
            mute.append(socket.create_connection(("127.0.0.1", server.port)))
            mute[-1].sendall(begun)
        time.sleep(max(2.0, end - time.monotonic()))
        for page in deaf:
            page.socket.close()
        for connection in mute:
            connection.close()
    return _verdict(found, "10 deaf pages, 3 half-open connections")


def hostile(url: str, end: float, most: int = 10**9) -> str:
    """Requests and socket messages that mean no good: never a 5xx, and the games go on. Until then, or until that many
    were sent."""
    server, rng, tally = Server(url), random.Random(7), Tally()
    schema = openapi.schema(ROUTERS)
    with _stopping([server]), players([server]) as found:
        games = [*new_games(server, 1), *_games_of_all_titles(server)]
        sender = Sender(schema, server.port, games, rng, tally)
        tool = Schemathesis(schema, server.port, games, tally)

        def attack() -> None:
            for _ in range(200):
                sender.request()
            for _ in range(4):
                sender.socket(40)

        rounds = 0
        tool.round(1, rounds)

        while not tally.sent or (time.monotonic() < end and tally.sent < most):
            attack()
            rounds += 1
            if rounds % 20 == 0:
                tool.round(20, rounds)
        for id in games[:-1]:
            tally.note(httpx.get(f"{server.address}/api/games/{id}/export", timeout=30).status_code, f"export {id}")
    found[0].faults += tally.defects
    return _verdict(found, f"{tally.sent} hostile requests")


def members(url: str, end: float, most: int = 10**9) -> str:
    """The same by people with accounts, first a member, then one who runs the server; half of the requests each."""
    server = Server(url, accounts=True, without_mail=True, public_url="http://localhost", requests=10**9, sockets=10**6)
    half = (time.monotonic() + end) / 2
    with _stopping([server]):
        said = [_member(url, server.port, *part, most // 2) for part in ((False, half), (True, end))]
    return f"hostile requests: {', '.join(said)}; none made the server fail"


def _member(url: str, port: int, admin: bool, end: float, most: int) -> str:
    tally = Tally()
    attacked(url, port, admin, tally, lambda: time.monotonic() >= end or tally.sent >= most)
    assert not tally.defects, f"{len(tally.defects)} defects, first {tally.defects[:3]}"
    return f"{tally.sent} as {'an admin' if admin else 'a member'} {dict(sorted(tally.answers.items()))}"


def _games_of_all_titles(server: Server) -> list[str]:
    bodies: list[dict[str, Any]] = [{"title": name, "open": True} for name in FILLED["name"]]
    bodies += [{"title": "toy"}, {"title": "kiev41", "seats": {"soviet": "computer:random"}}]
    return [httpx.post(f"{server.address}/api/games", json=body, timeout=60).json()["id"] for body in bodies]


@contextmanager
def _stopping(servers: list[Server]) -> Iterator[None]:
    try:
        yield
    finally:
        for server in servers:
            if server.process.poll() is None:
                os.kill(server.process.pid, 15)
                with suppress(subprocess.TimeoutExpired):
                    server.process.wait(30)
            server.kill()


def _verdict(found: list[Player], what: str) -> str:
    faults = [fault for player in found for fault in player.faults]
    answers = sum(player.answers for player in found)
    assert not faults, f"{what}, {answers} actions acknowledged: {len(faults)} faults, first {faults[:3]}"
    assert answers, f"{what}: nothing was acknowledged"
    return f"{what}: {answers} actions acknowledged, none lost, no game stuck"


def run(name: str, seconds: float, url: str = "", requests: int = 10**9, kills: int = 10**9) -> list[str]:
    """A trial on each database; what came of it. `url` is a PostgreSQL that runs already; `requests` and `kills` are
    how many are enough on each."""
    if name == "restarted":
        return [f"{name}: {restarted(time.monotonic() + seconds)}"]
    trial = {
        "killed": partial(killed, most=kills),
        "shared": shared,
        "slow": slow,
        "hostile": partial(hostile, most=requests),
        "members": partial(members, most=requests),
    }[name]
    out = []
    with tempfile.TemporaryDirectory() as folder:
        said = trial(f"sqlite:///{Path(folder) / 'games.db'}", time.monotonic() + seconds / 2)
        out.append(f"{name}, SQLite: {said}")
    with nullcontext() if url else postgres(fsync=True) as database:
        said = trial(database.url if database else url, time.monotonic() + seconds / 2)
        out.append(f"{name}, PostgreSQL: {said}")
    return out


NAMES = ("killed", "shared", "restarted", "slow", "hostile", "members")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*NAMES, []], help="trials; all if none is named")
    parser.add_argument("--minutes", type=float, default=5.0, help="for all of them together")
    parser.add_argument("--requests", type=int, default=10**9, help="hostile requests on each database that are enough")
    parser.add_argument("--kills", type=int, default=10**9, help="kills on each database that are enough")
    chosen = parser.parse_args()
    names = chosen.names or NAMES
    for name in names:
        for line in run(name, chosen.minutes * 60 / len(names), requests=chosen.requests, kills=chosen.kills):
            print(line, flush=True)


if __name__ == "__main__":
    main()
