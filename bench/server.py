"""How fast the server answers and what it stores, on real HTTP, WebSocket and SQLite: `python -m bench.server`.

A random game is worked out here first; then a page plays it over the live socket of a server in its own process, whose
dice fall the same way because both have the seed. Printed beside the figures of Rally the Troops' server.
"""

from __future__ import annotations

import argparse
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
from rich.console import Console
from rich.table import Table as Grid
from websockets.sync.client import connect

from rasputitsa.kernel import CHANCE, Dice, Title, run_chance
from rasputitsa.kernel import title as title_named
from rasputitsa.kernel.title import titles
from rasputitsa.server import boards

PEER = {"stored actions per second": "1,460-1,780", "answer p50": "0.5 ms", "answer p95": "-", "answer p99": "3-8 ms"}
PEER |= {"message p50": "500-950 bytes", "stored per action": "248 bytes"}


def random_game(title: Title, seed: str, most: int) -> tuple[list[str], int]:
    """The decisions of a random game, and how many plies they make with the dice between them."""
    state, dice, rng = title.new(), Dice(seed), random.Random(seed)
    plies = len(run_chance(state, dice))
    deeds: list[str] = []
    while not state.over and len(deeds) < most:
        action = state.sample(rng)
        deeds.append(str(action))
        state.apply(action)
        plies += 1 + len(run_chance(state, dice) if state.side == CHANCE else [])
    return deeds, plies


class Played(msgspec.Struct):
    """What one game showed."""

    deeds: int
    plies: int
    seconds: float
    answers: list[float]
    sizes: list[int]


def play(address: str, title: Title, seed: str, most: int) -> Played:
    """Play a random game over the socket as fast as it is answered."""
    deeds, plies = random_game(title, seed, most)
    body = {"title": title.name, "open": True, "seed": seed}
    id = httpx.post(f"http://{address}/api/games", json=body, timeout=60).json()["id"]
    answers, sizes = [], []
    with connect(f"ws://{address}/api/games/{id}/live?seat=open", max_size=None, compression=None) as socket:
        rev = msgspec.json.decode(socket.recv())["rev"]
        began = time.perf_counter()
        for number, deed in enumerate(deeds):
            sent = time.perf_counter()
            socket.send(msgspec.json.encode({"id": number, "op": "do", "rev": rev, "do": deed}).decode())
            update = text = socket.recv()
            while (reply := msgspec.json.decode(text))["type"] != "done" and "error" not in reply:
                text = socket.recv()
            answers.append(time.perf_counter() - sent)
            assert reply["type"] == "done", reply
            sizes.append(len(update))
            rev = reply["rev"]
        seconds = time.perf_counter() - began
    return Played(len(deeds), plies, seconds, answers, sizes)


def at(values: list[float] | list[int], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def stored(folder: Path) -> int:
    """The size of the database with everything in its main file."""
    with sqlite3.connect(folder / "games.db") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return (folder / "games.db").stat().st_size


def cpu_seconds(pid: int) -> float:
    """The processor time a process has used (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """A server in a process of its own, from the sources of this checkout or another."""

    def __init__(self, folder: str, source: str = "", **settings: Any) -> None:
        """As at home, or, with settings, as `rasputitsa serve` does it."""
        environment = {**os.environ, "RASPUTITSA_HOME": folder}
        if source:
            environment["PYTHONPATH"] = str(Path(source) / "src")
        code = "from rasputitsa.server.run import play; play(0, False)"
        if settings:
            code = "from rasputitsa.server.run import serve; from rasputitsa.server.settings import Settings\n"
            code += f"serve(Settings(port=0, **{settings!r}))"
        command = [sys.executable, "-c", code]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL
        )
        assert self.process.stdout is not None
        words = self.process.stdout.readline()
        port = words.rsplit(maxsplit=1)[1] if settings else words.split("localhost:")[1].split("/")[0]
        self.address = f"127.0.0.1:{port}"

    @property
    def cpu(self) -> float:
        return cpu_seconds(self.process.pid)

    @property
    def memory(self) -> float:
        """Megabytes in use now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def together(servers: list[Server], title: Title, games: int, most: int) -> tuple[float, list[Played], float]:
    """Many games at once, dealt out to the servers: processor seconds of all servers, what was played, seconds."""
    before = sum(server.cpu for server in servers)
    with ThreadPoolExecutor(games) as pool:
        began = time.perf_counter()
        addresses = [servers[n % len(servers)].address for n in range(games)]
        many = list(pool.map(lambda n: play(addresses[n], title, f"many {n}", most), range(games)))
        seconds = time.perf_counter() - began
    return sum(server.cpu for server in servers) - before, many, seconds


def measure(title: Title, games: int, most: int, source: str = "") -> dict[str, str]:
    """Play one game alone for the times, then several at once for the throughput."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        boards.draw_all()
        server = Server(name, source=source)
        try:
            first = _first_view(server.address, title)
            play(server.address, title, "warm", 50)
            empty, before = stored(folder), server.cpu
            alone = play(server.address, title, "alone", most)
            used, grown = server.cpu - before, stored(folder) - empty
            cpu, many, seconds = together([server], title, games, max(20, most // 10))
        finally:
            server.stop()
    rate, shared = alone.plies / alone.seconds, sum(game.plies for game in many) / seconds
    answers = [answer for game in many for answer in game.answers]
    return {
        "stored actions per second": f"{rate:,.0f} ({shared:,.0f} with {games} games)",
        "the same per CPU-second": f"{alone.plies / used:,.0f} ({sum(game.plies for game in many) / cpu:,.0f})",
        "decisions per CPU-second": f"{alone.deeds / used:,.0f} ({sum(game.deeds for game in many) / cpu:,.0f})",
        "answer p50": f"{at(alone.answers, 0.5) * 1e3:.1f} ms ({at(answers, 0.5) * 1e3:.1f} ms)",
        "answer p95": f"{at(alone.answers, 0.95) * 1e3:.1f} ms",
        "answer p99": f"{at(alone.answers, 0.99) * 1e3:.1f} ms",
        "message p50": f"{at(alone.sizes, 0.5):,.0f} bytes",
        "message p95": f"{at(alone.sizes, 0.95):,.0f} bytes",
        "stored per action": f"{grown / alone.plies:.0f} bytes",
        "actions played": f"{alone.plies:,}",
        "first view of a new game": f"{first * 1e3:.0f} ms",
    }


def _first_view(address: str, title: Title) -> float:
    """Everything a page asks for before it can draw: a new game, its board, its map, its view."""
    began = time.perf_counter()
    with httpx.Client(base_url=f"http://{address}", timeout=60) as client:
        id = client.post("/api/games", json={"title": title.name}).json()["id"]
        for path in (f"titles/{title.name}/board", f"titles/{title.name}/map.svg", f"games/{id}/view?seat=axis"):
            client.get(f"/api/{path}").raise_for_status()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", help="titles to measure; all if none is named")
    parser.add_argument("--games", type=int, default=50, help="games at once")
    parser.add_argument("--against", metavar="FOLDER", default="", help="measure the server of another checkout too")
    parser.add_argument("--most", type=int, default=1500, help="decisions a game at most")
    chosen = parser.parse_args()
    wanted = chosen.titles or list(titles())
    results = {}
    for name in wanted:
        if chosen.against:
            results[f"{name} before"] = measure(title_named(name), chosen.games, chosen.most, chosen.against)
        results[name] = measure(title_named(name), chosen.games, chosen.most)
    grid = Grid("", *results, "Rally the Troops", title="The server: one page, one game, every commit flushed to disk")
    for row in next(iter(results.values())):
        grid.add_row(row, *(result[row] for result in results.values()), PEER.get(row, ""))
    Console().print(grid)


if __name__ == "__main__":
    main()
