"""F10: what a player reports is kept for whoever runs the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Column, insert, select

from rasputitsa.kernel.testing import rule
from rasputitsa.server.storage import open_engine
from rasputitsa.server.storage.feedback import keep, kept
from rasputitsa.server.storage.online import accounts, jobs

from .running import Client, running


@rule("G.2", book="no-retreat-digital")
def test_g_2_a_report_is_kept_with_words_record_view_and_picture(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with running(url) as client:
        game = client.new(title="no-retreat", open=True, seed="1")
        said = {
            "text": "A unit is lost.",
            "email": "player@example.org",
            "ply": 3,
            "picture": "data:image/jpeg;base64,xx",
        }
        answer = client.post(f"/api/games/{game}/report", params={"seat": "open"}, json=said)
        assert answer.status_code == 201
    engine = open_engine(url)
    (found,) = kept(engine)
    engine.dispose()
    words, _, data = found.text.partition("\n\n")
    told = msgspec.json.decode(data)
    assert (found.number, found.game, words) == (answer.json()["number"], game, "A unit is lost.")
    assert told["record"].startswith("rasputitsa record 1") and told["view"]["pieces"]
    assert (told["email"], told["picture"]) == ("player@example.org", said["picture"])


@rule("G.2", book="no-retreat-digital")
def test_g_2_whoever_runs_the_server_gets_a_mail_of_it(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'games.db'}")
    with engine.begin() as connection:
        for person, admin in (("boss", True), ("guest", False)):
            blank = {column.name: _blank(column) for column in accounts.columns if not column.nullable}
            mine = {"id": person, "email": f"{person}@club.example", "email_key": person, "nickname": person}
            connection.execute(insert(accounts).values(**blank | mine | {"nickname_key": person, "admin": admin}))
    number = keep(engine, "guest", "game", "words", "https://club.example/#/admin")
    with engine.connect() as connection:
        found = [(row.kind, msgspec.json.decode(row.data)) for row in connection.execute(select(jobs))]
    engine.dispose()
    assert number and found == [("report", {"to": "boss@club.example", "link": "https://club.example/#/admin"})]


def _blank(column: Column[Any]) -> object:
    kind = column.type.python_type
    return {str: "", int: 0, bool: False}[kind]


def test_a_report_that_is_too_long_is_refused(client: Client) -> None:
    game = client.new(title="toy", open=True)
    said = {"text": "x", "picture": "y" * (4 * 1024 * 1024)}
    assert client.post(f"/api/games/{game}/report", params={"seat": "open"}, json=said).status_code == 413


def test_no_report_from_a_seat_one_may_not_look_from(client: Client) -> None:
    game = client.new(title="toy", seats={"axis": "human", "soviet": "computer:random"})
    asked = client.post(f"/api/games/{game}/report", params={"seat": "soviet"}, json={"text": "what has he?"})
    assert asked.status_code in (403, 409)
