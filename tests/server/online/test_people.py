"""Profiles, blocks and reports; what those do who run the server; taking one's data along and leaving."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed

from rasputitsa.kernel import Invalid
from rasputitsa.server.storage import open_engine
from rasputitsa.server.storage.backup import bring_back, save
from rasputitsa.server.storage.online import accounts, chat, deeds, results
from rasputitsa.server.storage.schema import games

from ...table.toys import ROOT, environment
from .people import PASSWORD, Club, Somebody, club


@pytest.fixture
def two(here: Club) -> tuple[Somebody, Somebody]:
    return here.member("Ivan"), here.member("Olga")


def lose(who: Somebody, id: str) -> None:
    who.ok("POST", f"/games/{id}/resign", seat=who.ok("GET", f"/games/{id}/match")["seats"][0])


def test_people_are_found_by_how_their_name_begins(two):
    ivan, _ = two
    assert [found["nickname"] for found in ivan.ok("GET", "/people", search="OL")] == ["Olga"]
    assert ivan.ok("GET", "/people", search="%") == ivan.ok("GET", "/people") == []
    assert ivan.ok("GET", "/people", search="ivan") == []
    ivan.no("GET", "/people/nobody", "missing")


def test_a_profile(two, here: Club):
    ivan, olga = two
    for loser in (ivan, ivan, olga):
        lose(loser, here.game(ivan, olga))
    running = here.game(ivan, olga)
    profile = ivan.ok("GET", "/people/olga")
    assert profile["against"] == {"won": 1, "drawn": 0, "lost": 2}
    assert [line["score"] for line in profile["results"]] == [0.0, 1.0, 1.0]
    assert profile["results"][0]["opponent"] == "Ivan" and profile["results"][0]["how"] == "resigned"
    assert profile["ratings"][0]["games"] == 3 and profile["ratings"][0]["title"] == "toy"
    assert [game["id"] for game in profile["games"]] == [running]
    assert (profile["closed"], profile["blocked"]) == (False, False)


def test_what_is_shown_is_the_persons_choice(two, here: Club):
    ivan, olga = two
    lose(ivan, here.game(ivan, olga))
    eva = here.member("Eva")
    olga.ok("PATCH", "/account", shows={"results": "nobody", "ratings": "opponents", "games": "nobody"})
    seen = {who.name: who.ok("GET", "/people/Olga") for who in (ivan, eva, olga)}
    assert [seen[name]["results"] is None for name in seen] == [True, True, False]
    assert [seen[name]["ratings"] is None for name in seen] == [False, True, False]
    assert seen["Eva"]["games"] is None
    offer = olga.ok("POST", "/lobby/offers", 201, title="toy")
    assert offer["rating"] is not None
    assert eva.ok("GET", f"/lobby/offers/{offer['id']}")["rating"] is None


def test_reports_are_for_those_who_run_the_server(two, here: Club):
    ivan, _ = two
    boss = here.member("Boss", admin=True)
    ivan.ok("POST", "/people/Olga/report", 204, text="She is too good.", game="abc")
    ivan.no("POST", "/people/Ivan/report", "invalid", text="Me")
    ivan.no("GET", "/admin/reports", "forbidden")
    (report,) = boss.ok("GET", "/admin/reports")
    assert (report["by"], report["about"], report["handled"]) == ("Ivan", "Olga", None)
    boss.ok("POST", f"/admin/reports/{report['number']}", 204, answer="So she is.")
    boss.no("POST", "/admin/reports/99", "missing", answer="x")
    assert boss.ok("GET", "/admin/reports")[0]["answer"] == "So she is."
    assert boss.ok("GET", "/admin/log")[0]["act"] == "answer report"


def test_closing_an_account(two, here: Club):
    ivan, olga = two
    boss = here.member("Boss", admin=True)
    id, offer = here.game(ivan, olga), olga.ok("POST", "/lobby/offers", 201, title="toy")["id"]
    token = olga.ok("POST", "/account/tokens", 201, name="bot", scopes=["read"])["token"]
    ivan.no("POST", "/admin/people/Olga/close", "forbidden", why="I lose")
    boss.no("POST", "/admin/people/Boss/close", "invalid", why="x")
    boss.ok("POST", "/admin/people/Olga/close", 204, why="She cheats.")
    olga.no("GET", "/account", "sign-in")
    olga.headers["authorization"] = f"Bearer {token}"
    olga.no("GET", "/games", "sign-in")
    browser = here.visitor()
    wrong = browser.no("POST", "/account/log-in", "invalid", email="olga@example.org", password=PASSWORD)
    assert wrong == browser.no("POST", "/account/log-in", "invalid", email="x@example.org", password=PASSWORD)
    browser.ok("POST", "/account/sign-up", 202, email="olga@example.org")
    assert here.jobs("known")[-1]["to"] == "olga@example.org"
    ivan.no("GET", f"/lobby/offers/{offer}", "missing")
    assert ivan.ok("GET", "/people/Olga")["closed"]
    assert ivan.ok("GET", f"/games/{id}/match")["claimable"]
    assert ivan.ok("POST", f"/games/{id}/claim", seat="axis")["how"] == "claimed"
    assert here.jobs("closed")[0]["why"] == "She cheats."
    assert [(deed["by"], deed["act"], deed["about"]) for deed in boss.ok("GET", "/admin/log")] == [
        ("Boss", "close", "Olga")
    ]


def test_those_who_run_the_server_find_people_by_the_beginning_of_a_nickname_closed_ones_too(two, here: Club):
    ivan, _ = two
    boss = here.member("Boss", admin=True)
    boss.ok("POST", "/admin/people/Olga/close", 204, why="She cheats.")
    assert [one["nickname"] for one in boss.ok("GET", "/admin/people")] == ["Boss", "Ivan", "Olga"]
    (found,) = boss.ok("GET", "/admin/people", search="ol")
    assert found["closed"] and not found["admin"]
    ivan.no("GET", "/admin/people", "forbidden")


def test_the_seats_of_a_person_are_those_of_his_running_games(two, here: Club):
    ivan, olga = two
    boss = here.member("Boss", admin=True)
    over, id = here.game(ivan, olga), here.game(olga, ivan, terms={"public": False})
    ivan.ok("POST", f"/games/{over}/resign", seat="axis")
    (seat,) = boss.ok("GET", "/admin/people/Ivan/seats")
    assert (seat["game"], seat["side"], seat["opponent"]) == (id, "soviet", "Olga")
    assert boss.ok("GET", "/admin/people/Boss/seats") == []
    boss.no("GET", "/admin/people/Nobody/seats", "missing")


def test_no_game_is_offered_across_a_block_of_either_nor_to_oneself(two, here: Club):
    ivan, olga = two
    may = lambda one, name: one.ok("GET", f"/people/{name}")["offers"]
    assert may(ivan, "Olga") and may(olga, "Ivan") and not may(ivan, "Ivan")
    ivan.ok("PUT", "/account/blocks/Olga", 204)
    assert not may(ivan, "Olga") and not may(olga, "Ivan")
    ivan.ok("DELETE", "/account/blocks/Olga", 204)
    assert may(ivan, "Olga") and may(olga, "Ivan")


def test_handing_over_a_seat(two, here: Club):
    ivan, olga = two
    eva, boss = here.member("Eva"), here.member("Boss", admin=True)
    id = here.game(ivan, olga)
    wanted = {"side": "soviet", "to": "Eva", "why": "Olga is ill."}
    boss.no("POST", f"/admin/games/{id}/seat", "forbidden", **{**wanted, "to": "Boss"})
    boss.no("POST", f"/admin/games/{id}/seat", "conflict", **{**wanted, "to": "Ivan"})
    with olga.table(id, "soviet") as page:
        page.until("view")
        boss.ok("POST", f"/admin/games/{id}/seat", **wanted)
        with pytest.raises(ConnectionClosed):
            while True:
                page.receive()
    assert olga.get(f"/api/games/{id}/view", params={"seat": "soviet"}).status_code == 403
    assert eva.view(id, "soviet")["view"]["side"] == "soviet"
    match = eva.ok("GET", f"/games/{id}/match")
    assert match["seats"] == ["soviet"] and match["terms"]["rated"] is False
    assert boss.ok("GET", "/admin/log")[0]["act"] == "hand over"


def test_an_admin_sees_no_hand_of_a_running_game(two, here: Club):
    ivan, olga = two
    boss = here.member("Boss", admin=True)
    id, own = here.game(ivan, olga, terms={"public": False}), here.game(boss, olga)
    for seat in ("axis", "soviet", "open"):
        assert boss.get(f"/api/games/{id}/view", params={"seat": seat}).status_code == 403
    hands = boss.view(id, "public")["view"]["hands"]
    assert [hand.get("cards") for hand in hands.values()] == [None, None]
    assert boss.view(own, "axis") and boss.get(f"/api/games/{own}/view", params={"seat": "soviet"}).status_code == 403
    boss.no("POST", f"/admin/games/{own}/seat", "forbidden", side="soviet", to="Ivan", why="I want to see it")
    boss.no("GET", f"/games/{id}/chat", "forbidden")


def test_the_first_admin_is_made_on_the_machine(two, here: Club):
    ivan, _ = two
    run = lambda *words: subprocess.run(
        [sys.executable, "-m", "rasputitsa", "admin", *words, "--database-url", here.url],
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run("list").stdout == "nobody\n"
    assert run("make", "ivan").stdout == "Ivan runs this server now\n"
    assert run("list").stdout == "Ivan\n" and ivan.ok("GET", "/account")["admin"]
    assert ivan.ok("GET", "/admin/log")[0]["by"] == "the machine"
    assert run("make", "nobody").returncode == 2 and run("crown", "ivan").returncode == 2
    run("unmake", "Ivan")
    ivan.no("GET", "/admin/log", "forbidden")


def test_everything_that_is_kept_of_me(two, here: Club):
    ivan, olga = two
    id = here.game(ivan, olga)
    ivan.ok("POST", f"/games/{id}/chat", 201, text="Hello")
    olga.ok("POST", f"/games/{id}/chat", 201, text="Olga's own words")
    ivan.ok("PUT", f"/games/{id}/notes", text="Take Kiev")
    ivan.ok("PUT", "/account/blocks/Olga", 204)
    ivan.ok("POST", "/people/Olga/report", 204, text="She talks too much.")
    answer = ivan.get("/api/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    kept = answer.json()
    assert kept["account"]["email"] == "ivan@example.org" and "password" not in kept["account"]
    assert kept["games"][0]["id"] == id and kept["chat"][0]["text"] == "Hello"
    assert (
        kept["notes"][0]["text"] == "Take Kiev"
        and len(kept["blocks"]) == len(kept["reports"]) == 1
        and len(kept["devices"]) == 1
    )
    assert "own words" not in answer.text and "argon2" not in answer.text and "olga@" not in answer.text


def test_leaving_for_good(either: Club):
    ivan, olga = either.member("Ivan"), either.member("Olga")
    id, own = either.game(ivan, olga), ivan.new()
    ivan.ok("POST", f"/games/{id}/chat", 201, text="My name is Ivan")
    offer = ivan.ok("POST", "/lobby/offers", 201, title="toy")["id"]
    ivan.no("POST", "/account/delete", "invalid", password="wrong one")
    with olga.table(id, "soviet") as page:
        page.until("view")
        ivan.ok("POST", "/account/delete", 204, password=PASSWORD)
        assert page.until("view")["view"]["result"]["winner"] == "soviet"
    ivan.no("GET", "/account", "sign-in")
    assert olga.ok("GET", f"/games/{id}/match")["players"]["axis"]["nickname"] == "(left)"
    assert olga.ok("GET", "/people/Olga")["results"][0]["opponent"] == "(left)"
    olga.no("GET", "/people/Ivan", "missing")
    olga.no("GET", f"/lobby/offers/{offer}", "missing")
    with either.engine.begin() as connection:
        left = str([connection.execute(select(table)).all() for table in (accounts, chat, results, deeds)])
        stored = connection.execute(select(games.c.id)).scalars().all()
    assert "ivan" not in left.lower() and own not in stored and id in stored
    assert all("ivan@" not in str(job) for job in either.jobs())
    again = either.member("Ivan")
    assert again.ok("GET", "/people/Ivan")["results"] == []
    assert either.value(select(func.count()).select_from(accounts)) == 3


def test_a_backup_holds_accounts_and_all_that_hangs_on_them(two, here: Club, address: str, tmp_path):
    ivan, olga = two
    id = here.game(ivan, olga)
    ivan.ok("POST", f"/games/{id}/chat", 201, text="Hello")
    lose(ivan, here.game(ivan, olga))
    file, engine = tmp_path / "all.jsonl.gz", open_engine(here.url)
    assert save(engine, file) == 2
    assert bring_back(open_engine(address), file) == 2
    with pytest.raises(Invalid, match="not empty"):
        bring_back(open_engine(address), file)
    with club(address) as there:
        again = there.log_in("Ivan")
        assert again.ok("GET", "/people/Olga")["against"]["lost"] == 1
        assert again.ok("GET", f"/games/{id}/chat")["lines"][0]["text"] == "Hello"
        assert again.ok("POST", f"/games/{id}/chat", 201, text="Still here")["number"] == 2
        assert again.do(id, "stay").status_code == 200


def test_the_environment_switches_accounts_on(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "rasputitsa", "serve", "--check"],
        env=environment(
            RASPUTITSA_DATABASE_URL=f"sqlite:///{tmp_path / 'games.db'}",
            RASPUTITSA_ACCOUNTS="true",
            RASPUTITSA_HOST="0.0.0.0",
            RASPUTITSA_PUBLIC_URL="https://club.example",
            RASPUTITSA_WITHOUT_MAIL="true",
        ),
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and "accounts = true" in done.stdout
