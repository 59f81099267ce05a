"""Settings, and what is refused before a server starts."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

from rasputitsa.kernel import Invalid
from rasputitsa.server.run import CannotStart, check
from rasputitsa.server.settings import Settings, read_settings, shown
from rasputitsa.server.storage import CannotOpen, open_engine
from rasputitsa.server.storage.database import MIGRATIONS, move

from ..table.toys import ROOT, environment
from .running import Client, process, running


def command(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rasputitsa", *words], env=environment(**more), cwd=ROOT, capture_output=True, text=True
    )


def test_the_environment_has_the_last_word_over_the_file(tmp_path):
    file = tmp_path / "server.toml"
    file.write_text('database_url = "sqlite:///a.db"\nport = 2000\nhosts = ["one.example"]\n')
    found = read_settings(file, {"RASPUTITSA_PORT": "3000", "RASPUTITSA_HOSTS": "two.example, three.example"})
    assert (found.database_url, found.port) == ("sqlite:///a.db", 3000)
    assert found.hosts == ("two.example", "three.example")
    assert read_settings(file, {}, port=4000, host=None).port == 4000


@pytest.mark.parametrize("text", ["port = 'x'", "colour = 1", "port = [", "log = 'loud'"])
def test_settings_that_make_no_sense_are_one_clear_line(tmp_path, text):
    (tmp_path / "server.toml").write_text(text)
    with pytest.raises(Invalid, match="settings") as error:
        read_settings(tmp_path / "server.toml", {})
    assert "\n" not in str(error.value)


def test_the_settings_are_printed_without_the_password(tmp_path):
    url = "postgresql://me:hidden@db/games?password=hidden"
    assert "hidden" not in "\n".join(shown(Settings(database_url=url)))
    done = command("serve", "--check", RASPUTITSA_DATABASE_URL=f"sqlite:///{tmp_path / 'games.db'}")
    assert done.returncode == 0 and 'host = "127.0.0.1"' in done.stdout
    assert done.stdout.splitlines()[-1] == "The server can start with these settings."


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:hidden@host:port/games",
        "postgresql+nodriver://me:hidden@host/games",
        "mysql://me:hidden@host/games",
        "me:hidden@host",
        "postgresql://me:hidden@127.0.0.1:1/games",
        "postgresql://127.0.0.1:1/games?password=hidden",
    ],
)
def test_a_database_address_that_cannot_be_used_is_one_line_without_its_password(url):
    with pytest.raises(CannotOpen) as error:
        open_engine(url)
    assert "hidden" not in str(error.value) and "\n" not in str(error.value)


def test_a_database_without_an_alphabet_is_refused_before_a_name_is_lost_in_it(address):
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS ascii")
        connection.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(CannotOpen, match="ENCODING 'UTF8'"):
        open_engine(address.replace("/postgres", "/ascii"))


def test_the_command_line_says_it_in_one_line_too():
    done = command("serve", RASPUTITSA_DATABASE_URL="postgresql://me:hidden@host:port/games", RASPUTITSA_PORT="0")
    assert done.returncode == 2 and "hidden" not in done.stderr and len(done.stderr.splitlines()) == 1


def test_without_accounts_nobody_listens_beyond_loopback():
    for host in ("0.0.0.0", "::", "192.168.1.1"):
        with pytest.raises(CannotStart, match="no accounts"):
            check(Settings(database_url="sqlite://", host=host))
    for host in ("127.0.0.1", "::1", "localhost"):
        check(Settings(database_url="sqlite://", host=host))
    many = {"database_url": "sqlite://", "host": "0.0.0.0", "accounts": True}
    with pytest.raises(CannotStart, match="public_url"):
        check(Settings(**many))
    with pytest.raises(CannotStart, match="mail server"):
        check(Settings(**many, public_url="https://club.example"))
    check(Settings(**many, public_url="https://club.example", without_mail=True))
    check(Settings(**many, public_url="https://club.example", mail_url="smtp://localhost"))
    assert "hidden" not in "\n".join(shown(Settings(mail_url="smtp://me:hidden@mail.example")))
    done = command("serve", "--host", "0.0.0.0", "--database-url", "sqlite:///x.db")
    assert done.returncode == 2 and "no accounts" in done.stderr and not os.path.exists(ROOT / "x.db")
    assert command("serve").returncode == 2


def test_the_tables_go_back_to_an_older_version_and_forward_again(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with running(url) as client:
        id = client.new(options={"open_cards": True})
        client.play(id, "stay", "stay")
    assert move(url, "0002") == "0002"
    newest = max(file.name[:4] for file in (MIGRATIONS / "versions").glob("0*.py"))
    assert move(url, "head") == newest
    with running(url) as client:
        assert client.view(id)["ply"] == 2
    with pytest.raises(CannotOpen, match="no version"):
        move(url, "7777")


def test_a_backup_brings_every_game_back_into_the_other_kind_of_database(tmp_path, address):
    url, file = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "all.jsonl.gz"
    with running(url) as client:
        ids = [client.new(name="Große Schlacht"), client.new(open=True)]
        client.play(ids[0], "Red 2 B-C")
        assert command("backup", str(file), "--database-url", url).stdout == f"2 games saved in {file}\n"
        assert file.stat().st_mode & 0o077 == 0
        before = [client.view(id, seat)["view"] for id, seat in zip(ids, ("axis", "open"))]
    assert command("restore", str(file), RASPUTITSA_DATABASE_URL=address).returncode == 0
    with running(address) as client:
        assert [client.view(id, seat)["view"] for id, seat in zip(ids, ("axis", "open"))] == before
    again = command("restore", str(file), RASPUTITSA_DATABASE_URL=address)
    assert again.returncode == 2 and "not empty" in again.stderr
    file.write_bytes(b"nonsense")
    assert (
        "cannot read the backup" in command("restore", str(file), "--database-url", f"sqlite:///{tmp_path}/b.db").stderr
    )


def test_every_answer_carries_the_headers_that_keep_a_page_at_home(client: Client):
    for path in ("/", "/api/games", "/api/nothing"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"].split("style-src-attr")[0]
        assert headers["x-frame-options"] == "DENY" and headers["x-content-type-options"] == "nosniff"
        assert len(headers["x-request-id"]) == 16
    assert client.get("/api/games", headers={"x-request-id": "from-proxy"}).headers["x-request-id"] == "from-proxy"


def test_forms_of_other_sites_are_refused_even_without_an_origin(client: Client):
    for site in ("cross-site", "same-site"):
        answer = client.post("/api/games", json={"title": "toy"}, headers={"sec-fetch-site": site})
        assert answer.status_code == 403 and answer.json()["error"]["code"] == "origin"


def test_pages_of_listed_origins_may_use_the_server(tmp_path):
    with running(f"sqlite:///{tmp_path / 'games.db'}", origins=("https://club.example",)) as client:
        assert client.get("/api/games", headers={"origin": "https://club.example"}).status_code == 200
        assert client.get("/api/games", headers={"origin": "https://other.example"}).status_code == 403


def test_one_answer_tells_the_figures_of_all_processes(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with running(url, reporting=True) as one, running(url, reporting=True) as two:
        id = one.new(options={"open_cards": True})
        one.play(id, "stay")
        one.get("/metrics")
        text = two.get("/metrics").text
    assert "rasputitsa_processes 2\n" in text and "rasputitsa_stored_total 1\n" in text
    assert "# TYPE rasputitsa_open_games gauge" in text


def test_the_log_has_a_line_for_each_request_but_not_for_a_proxy_that_asks_whether_all_is_well(client: Client, caplog):
    caplog.set_level("INFO", "rasputitsa.server")
    for path in ("/health", "/ready", "/api/about"):
        assert client.get(path).status_code == 200
    assert [line.getMessage().split()[1] for line in caplog.records] == ["/api/about"]


def test_a_service_manager_that_waits_for_it_hears_that_the_server_is_ready(tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(60)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with process(tmp_path):
            assert manager.recv(100) == b"READY=1"


def test_health_and_readiness(client: Client, monkeypatch):
    assert client.get("/health").status_code == client.get("/ready").status_code == 200
