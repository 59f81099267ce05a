"""The same server on PostgreSQL: the test starts one of its own on loopback, if the programs are there."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from ..needs import missing
from .running import running

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A PostgreSQL server of our own; it refuses to run as root, so root hands it to somebody else."""
    if not PROGRAMS or not find_spec("psycopg"):
        missing("PostgreSQL")
    bin = PROGRAMS[-1].parent
    owner = pwd.getpwnam("nobody") if os.getuid() == 0 else None
    who = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if owner else {}
    folder = Path(tempfile.mkdtemp(prefix="rasputitsa-pg-"))
    if owner:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    data = folder / "data"
    make = [bin / "initdb", "-D", data, "-U", "rasputitsa", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]
    subprocess.run(make, check=True, capture_output=True, cwd=folder, **who)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}", "-c", "fsync=off"]
    server = subprocess.Popen(
        [bin / "postgres", "-D", data, "-p", str(port), *options], stderr=subprocess.DEVNULL, cwd=folder, **who
    )
    try:
        _wait(port)
        yield f"postgresql://rasputitsa@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(port: int) -> None:
    import psycopg

    for _ in range(100):
        try:
            psycopg.connect(f"postgresql://rasputitsa@127.0.0.1:{port}/postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise TimeoutError("PostgreSQL did not start")


def test_a_game_is_played_stored_and_taken_up_again_on_postgresql(address):
    with running(address) as client:
        id = client.new(name="Große Schlacht\u0000", options={"open_cards": True})
        client.play(id, "Red 2 B-C", "Blue 2 D-C", "stay")
        before = client.view(id)
        undo = {"seat": "axis", "rev": before["rev"], "to": before["ply"] - 1}
        assert client.post(f"/api/games/{id}/undo", json=undo).status_code == 200
        client.play(id, "stay")
    with running(address) as client:
        game = client.summary(id)
        assert game["name"] == "Große Schlacht" and game["ply"] == before["ply"]
        assert client.view(id)["view"] == before["view"]
        client.delete(f"/api/games/{id}")
        assert client.delete(f"/api/games/{id}").status_code == 204
        assert client.get("/api/games").json() == []


def test_two_servers_on_one_postgresql_never_overwrite_each_other(address):
    with running(address) as one, running(address) as two:
        id = one.new(options={"open_cards": True})
        two.view(id)
        one.play(id, "Red 2 B-C")
        late = two.post(f"/api/games/{id}/do", json={"seat": "axis", "rev": 0, "do": "stay"})
        assert late.status_code == 409 and late.json()["error"]["code"] == "stale"
        two.play(id, "stay")
        assert one.summary(id)["ply"] == 2
