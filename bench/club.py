"""What a club's server must hold, beside its bars: `python -m bench.club [NAME ...]`.

Answers at a quarter of the greatest rate, the same while two generals think, two processes on PostgreSQL against one,
the memory of many open games, and pages of a long list of games. Servers run in processes of their own, every commit
flushed to disk; what other work on the machine adds to the times is in the figures.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx
import msgspec
from rich.console import Console
from rich.table import Table as Grid
from websockets.sync.client import connect

from bench.server import Server, at, cpu_seconds, random_game, together
from rasputitsa.kernel import Title
from rasputitsa.kernel import title as title_named
from rasputitsa.server import boards
from tests.server.postgres import postgres

GAMES = 50
DECISIONS = 40
"""Of each game, as fast as they are answered."""
WARM = 200
"""Decisions before anything is measured."""
PACED = 20
"""Seconds at a steady rate."""
OPEN = 1000
STORED = 10_000
PAGES = 20
ROW = tuple[str, str, str]
"""What was measured, the figure, the bar."""


@contextmanager
def club(url: str, number: int = 1, **settings: Any) -> Iterator[list[Server]]:
    """Server processes on one database, with the boards drawn."""
    boards.draw_all()
    with tempfile.TemporaryDirectory() as home:
        servers = [Server(home, database_url=url, **settings) for _ in range(number)]
        try:
            yield servers
        finally:
            for server in servers:
                server.stop()


@contextmanager
def on_sqlite(**settings: Any) -> Iterator[tuple[Server, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.db"
        with club(f"sqlite:///{file}", **settings) as (server,):
            yield server, file


def rate(servers: list[Server], title: Title) -> float:
    """Decisions per CPU-second of all servers, with many games at once."""
    together(servers, title, len(servers) * 4, WARM // (len(servers) * 4))
    cpu, games, _ = together(servers, title, GAMES, DECISIONS)
    return sum(game.deeds for game in games) / cpu


def paced(server: Server, title: Title, decisions_a_second: float) -> list[float]:
    """Many games at a steady rate: how long each answer took."""
    every = GAMES / decisions_a_second
    began = 0.0

    def begin() -> None:
        nonlocal began
        began = time.perf_counter()

    ready = Barrier(GAMES, action=begin)

    def play(number: int) -> list[float]:
        deeds, _ = random_game(title, f"paced {number}", int(PACED / every) + 1)
        body = {"title": title.name, "open": True, "seed": f"paced {number}"}
        id = httpx.post(f"http://{server.address}/api/games", json=body, timeout=60).json()["id"]
        answers = []
        with connect(f"ws://{server.address}/api/games/{id}/live?seat=open", max_size=None, compression=None) as socket:
            rev = msgspec.json.decode(socket.recv())["rev"]
            ready.wait()
            for turn, deed in enumerate(deeds):
                due = began + (turn + number / GAMES) * every
                time.sleep(max(0.0, due - time.perf_counter()))
                sent = time.perf_counter()
                socket.send(msgspec.json.encode({"id": turn, "op": "do", "rev": rev, "do": deed}).decode())
                while (reply := msgspec.json.decode(socket.recv()))["type"] != "done":
                    pass
                answers.append(time.perf_counter() - sent)
                rev = reply["rev"]
        return answers

    with ThreadPoolExecutor(GAMES) as pool:
        return [answer for answers in pool.map(play, range(GAMES)) for answer in answers]


def answers(title: Title) -> list[ROW]:
    """Throughput, then the times of answers at a quarter of it, alone and beside two generals."""
    with on_sqlite(thinkers=2) as (server, _):
        full = rate([server], title)
        alone = at(paced(server, title, full / 4), 0.99) * 1e3
        for _ in range(2):
            seats = dict.fromkeys(title.sides, "computer:general")
            body = {"title": title.name, "seats": seats, "seconds": 600}
            httpx.post(f"http://{server.address}/api/games", json=body, timeout=60).raise_for_status()
        beside = at(paced(server, title, full / 4), 0.99) * 1e3
    return [
        (f"decisions per CPU-second, {GAMES} games", f"{full:,.0f}", "600 (goal 1,000)"),
        ("answer p99 at a quarter of that", f"{alone:.1f} ms", "50 ms"),
        ("answer p99, two generals thinking", f"{beside:.1f} ms ({beside / alone:.1f} times)", "2 times"),
    ]


def processes(title: Title) -> list[ROW]:
    """A CPU-second of two processes on PostgreSQL against one of one process; the database's own time beside it."""
    found: dict[int, float] = {}
    spent: dict[int, float] = {}
    for number in (1, 2):
        with postgres(fsync=True) as database, club(database.url, number) as servers:
            before = _tree(database.process.pid)
            found[number] = rate(servers, title)
            spent[number] = _tree(database.process.pid) - before
    ratio = found[2] / found[1]
    return [
        ("PostgreSQL, one process", f"{found[1]:,.0f} a CPU-second (database {spent[1]:.1f} s)", ""),
        ("PostgreSQL, two processes", f"{found[2]:,.0f} a CPU-second (database {spent[2]:.1f} s)", ""),
        ("two against one", f"{ratio:.2f}", "0.85"),
    ]


def _tree(pid: int) -> float:
    """Processor seconds of a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return cpu_seconds(pid) + sum(map(_tree, map(int, children)))


def memory(title: Title) -> list[ROW]:
    """Many games open at once."""
    with on_sqlite(open_games=OPEN) as (server, _), httpx.Client(base_url=f"http://{server.address}") as client:
        empty = server.memory
        for number in range(OPEN):
            body = {"title": title.name, "name": f"Open {number}", "open": True}
            id = client.post("/api/games", json=body, timeout=60).json()["id"]
            client.get(f"/api/games/{id}/view", params={"seat": "open"}, timeout=60).raise_for_status()
        return [(f"{OPEN:,} open games", f"{server.memory:.0f} MB (none: {empty:.0f} MB)", "400 MB")]


def listing(title: Title) -> list[ROW]:
    """Pages of a long list."""
    with on_sqlite() as (server, file), httpx.Client(base_url=f"http://{server.address}", timeout=60) as client:
        client.post("/api/games", json={"title": title.name}).raise_for_status()
        _multiply(file, STORED)
        times = []
        for page in range(PAGES):
            began = time.perf_counter()
            answer = client.get("/api/games", params={"from": page * STORED // PAGES})
            times.append(time.perf_counter() - began)
            assert int(answer.headers["X-Total-Count"]) == STORED
        number = len(answer.json())
    worst, middle = max(times) * 1e3, at(times, 0.5) * 1e3
    return [(f"{STORED:,} games, pages of {number}", f"{middle:.0f} ms, at worst {worst:.0f} ms", "50 ms")]


def _multiply(file: Path, number: int) -> None:
    """Copies of the one game there is, without its plies."""
    with sqlite3.connect(file) as connection:
        connection.row_factory = sqlite3.Row
        row = dict(connection.execute("SELECT * FROM games").fetchone())
        del row["number"]
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        for n in range(number - 1):
            copy = {**row, "id": f"copy{n}", "name": f"Copy {n}", "updated": row["updated"] - 60_000 * n}
            connection.execute(f"INSERT INTO games ({names}) VALUES ({marks})", tuple(copy.values()))


PARTS: dict[str, Callable[[Title], list[ROW]]] = {
    "answers": answers,
    "processes": processes,
    "memory": memory,
    "listing": listing,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to measure; all if nothing is named")
    parser.add_argument("--title", default="no-retreat", help="the title that is played")
    chosen = parser.parse_args()
    title = title_named(chosen.title)
    grid = Grid("", title.name, "bar", title="A club's server")
    for name in chosen.parts or PARTS:
        print(f"{name} ...", file=sys.stderr)
        for row in PARTS[name](title):
            grid.add_row(*row)
    Console().print(grid)


if __name__ == "__main__":
    main()
