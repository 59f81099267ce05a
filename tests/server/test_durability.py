"""Whatever was acknowledged is kept: killed processes, full and read-only disks, two servers on one database."""

from __future__ import annotations

import os
import resource
import socket
import sqlite3
import subprocess
import sys
import threading
import time

import pytest
from sqlalchemy import inspect

from rasputitsa.server.run import CannotStart, play
from rasputitsa.server.storage import CannotOpen, local_url, open_engine
from rasputitsa.server.storage.schema import metadata

from ..table.toys import ROOT, environment
from .running import process, running


def test_what_was_acknowledged_survives_kill_9(tmp_path):
    acknowledged = 0
    with process(tmp_path) as (server, client):
        id = client.new(open=True, options={"open_cards": True}, name="Kept")

        def hammer() -> None:
            nonlocal acknowledged
            try:
                while client.summary(id)["to_move"] is not None:
                    rev, ply = (client.summary(id)[name] for name in ("rev", "ply"))
                    if ply >= 8:
                        to = {"seat": "open", "rev": rev, "to": 4}
                        client.post(f"/api/games/{id}/undo", json=to)
                        acknowledged = rev + 1
                    elif client.do(id, "stay", "open", rev).status_code == 200:
                        acknowledged = rev + 1
            except Exception:
                return

        thread = threading.Thread(target=hammer)
        thread.start()
        enough = time.monotonic() + 30
        while acknowledged < 25 and time.monotonic() < enough:
            time.sleep(0.05)
        os.kill(server.pid, 9)
        server.wait(10)
        thread.join(10)
    assert acknowledged >= 25
    with process(tmp_path) as (_, client):
        game = client.summary(id)
        assert game["name"] == "Kept" and game["rev"] in (acknowledged, acknowledged + 1)
        assert client.view(id, "open")["ply"] == game["ply"]
        client.post(f"/api/games/{id}/undo", json={"seat": "open", "rev": game["rev"], "to": 1})
        client.play(id, "stay")


def test_killing_the_server_ends_its_computers_too(tmp_path):
    with process(tmp_path) as (server, client):
        id = client.new(seats={"soviet": "computer:thinker"}, seconds=600)
        client.do(id, "stay")
        deadline = time.monotonic() + 20
        while not (children := _children(server.pid)) and time.monotonic() < deadline:
            time.sleep(0.1)
        os.kill(server.pid, 9)
        server.wait(10)
    deadline = time.monotonic() + 20
    while any(os.path.exists(f"/proc/{pid}") for pid in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert children and not [pid for pid in children if os.path.exists(f"/proc/{pid}")]


def _children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout.split()
    return [int(child) for child in found]


def test_when_the_disk_is_full_nothing_is_acknowledged_and_the_game_goes_on_later(tmp_path):
    path = tmp_path / "games.db"
    with running(f"sqlite:///{path}") as client:
        id = client.new(open=True, options={"open_cards": True})
        before = client.view(id, "open")
        with client.live(id, "open") as page:
            page.receive()
            soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
            try:
                answer = client.do(id, "stay", "open", rev=before["rev"])
                reply = page.do("stay")
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            assert answer.status_code == 507 and answer.json()["error"]["code"] == "storage"
            assert "could not be stored, so nothing was changed" in answer.json()["error"]["text"]
            assert reply["error"]["code"] == "storage" and page.rev == before["rev"]
            assert client.view(id, "open") == before
            assert page.do("stay")["type"] == "done"
        assert client.summary(id)["ply"] == 1


def test_a_read_only_database_is_told_and_changes_nothing(tmp_path, monkeypatch):
    with running(f"sqlite:///{tmp_path / 'games.db'}") as client:
        id = client.new()
        before = client.view(id)

        def refuse(*args, **kwargs):
            raise sqlite3.OperationalError("attempt to write a readonly database")

        monkeypatch.setattr("rasputitsa.server.storage.writer.SqliteWriter._one", refuse)
        answer = client.do(id, "stay")
        assert answer.status_code == 507 and "readonly database" in answer.json()["error"]["text"]
        assert client.view(id) == before
        monkeypatch.undo()
        client.play(id, "stay")


def test_two_servers_on_one_database_never_overwrite_each_other(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with running(url) as one, running(url) as two:
        id = one.new(options={"open_cards": True})
        two.view(id)
        one.play(id, "Red 2 B-C")
        late = two.post(f"/api/games/{id}/do", json={"seat": "axis", "rev": 0, "do": "stay"})
        assert late.status_code == 409 and late.json()["error"]["code"] == "stale"
        assert late.json()["view"]["view"]["pieces"]["1"]["at"] == "C"
        two.play(id, "stay")
        assert one.summary(id)["ply"] == 2


def test_the_migrations_make_exactly_the_tables_the_code_uses(tmp_path):
    engine = open_engine(f"sqlite:///{tmp_path / 'games.db'}")
    found = inspect(engine)
    for table in metadata.sorted_tables:
        stored = {c["name"]: (str(c["type"]), c["nullable"]) for c in found.get_columns(table.name)}
        assert stored == {c.name: (str(c.type), bool(c.nullable)) for c in table.columns}
    engine.dispose()
    open_engine(f"sqlite:///{tmp_path / 'games.db'}").dispose()


def test_commits_are_safe_even_when_the_power_goes(tmp_path):
    engine = open_engine(f"sqlite:///{tmp_path / 'games.db'}")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    engine.dispose()


def test_saved_games_of_a_newer_version_are_left_alone(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    open_engine(url).dispose()
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CannotOpen, match="newer version"):
        open_engine(url)


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("nonsense", "cannot be used"),
        ("oracle+nothing://x", "cannot be used"),
        ("sqlite:////nowhere/at/all/games.db", "cannot open the database"),
    ],
)
def test_a_database_that_cannot_be_opened_is_one_clear_line(url, complaint):
    with pytest.raises(CannotOpen, match=complaint) as error:
        open_engine(url)
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_database_is_one_clear_line(tmp_path):
    (tmp_path / "games.db").write_text("hello" * 1000)
    with pytest.raises(CannotOpen, match="not a database"):
        open_engine(f"sqlite:///{tmp_path / 'games.db'}")


def test_saved_games_lie_in_the_documents_folder_unless_told_otherwise(monkeypatch, tmp_path):
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path / "here"))
    assert local_url() == f"sqlite:///{tmp_path / 'here' / 'games.db'}"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path / "file" / "below"))
    with pytest.raises(CannotOpen, match="cannot make the folder"):
        local_url()


def test_a_taken_port_is_one_clear_line_that_names_it(monkeypatch, tmp_path):
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path))
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotStart, match=f"port {port} is taken"):
            play(port, False)
    with pytest.raises(CannotStart, match="70000"):
        play(70000, False)


def test_a_game_that_no_longer_follows_the_rules_says_where_and_can_still_be_exported(tmp_path):
    path = tmp_path / "games.db"
    with running(f"sqlite:///{path}") as client:
        id = client.new(options={"open_cards": True})
        client.play(id, "stay")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE plies SET deed = 'Red 1 B-C'")
    with running(f"sqlite:///{path}") as client:
        answer = client.get(f"/api/games/{id}/view?seat=axis")
        assert answer.status_code == 400 and "ply 1, axis: Red 1 B-C" in answer.json()["error"]["text"]
        assert "1 axis: Red 1 B-C" in client.get(f"/api/games/{id}/export").text
        assert client.get("/api/games").json()[0]["id"] == id


def test_serve_takes_an_address_and_says_when_it_is_ready(tmp_path):
    code = "from rasputitsa.server.run import serve; from rasputitsa.server.settings import Settings\n"
    code += f"serve(Settings(database_url='sqlite:///{tmp_path / 'many.db'}', port=0))"
    server = subprocess.Popen(
        [sys.executable, "-c", code], env=environment(), cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None and "ready on 127.0.0.1" in server.stdout.readline()
    server.terminate()
    server.wait(10)


def test_a_game_of_other_rules_opens_as_it_was_stored_says_so_and_goes_on(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with running(url) as client:
        id = client.new(options={"open_cards": True})
        client.play(id, "Red 2 B-C", "stay")
        before = client.view(id)
        assert before["notice"] == before["stuck"] == ""
    with sqlite3.connect(tmp_path / "games.db") as base:
        base.execute("UPDATE games SET rules = 0")
    with running(url) as client:
        found = client.view(id)
        assert "have changed since this game began" in found["notice"] and found["stuck"] == ""
        assert found["view"] == before["view"] and found["log"] == before["log"]
        client.play(id, "Red 1 A-B")
        assert client.summary(id)["ply"] == before["ply"] + 1
