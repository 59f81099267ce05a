"""At the table: resigning, draws, take-backs, the clock, claims, talk; results and ratings."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed

from rasputitsa.server.accounts.messages import Holiday
from rasputitsa.server.lobby.clock import DAY, deadline, pauses
from rasputitsa.server.lobby.ratings import Skill, rated
from rasputitsa.server.lobby.settling import Settling
from rasputitsa.server.online import Online
from rasputitsa.server.storage.online import accounts, matches, ratings, results
from rasputitsa.server.storage.schema import games

from ..running import Page
from .people import Club, Somebody, club


@pytest.fixture
def two(here: Club) -> tuple[Somebody, Somebody, str]:
    ivan, olga = here.member("Ivan"), here.member("Olga")
    return ivan, olga, here.game(ivan, olga)


def finish(players: dict[str, Somebody], id: str, seed: int = 1) -> dict[str, Any]:
    """Play at random to the end."""
    rng = random.Random(seed)
    while not (game := next(iter(players.values())).summary(id))["over"]:
        person = players[game["to_move"]]
        choices = person.ok("GET", f"/games/{id}/choices", seat=game["to_move"])["choices"]
        assert person.do(id, rng.choice(choices)["do"], game["to_move"]).status_code == 200
    return game


def test_a_whole_game_and_what_comes_of_it(either: Club):
    ivan, olga = either.member("Ivan"), either.member("Olga")
    id = either.game(ivan, olga, options={"open_cards": True})
    with olga.table(id, "soviet") as page:
        page.until("view")
        game = finish({"axis": ivan, "soviet": olga}, id)
        assert page.until("game")["game"]["over"]
        assert page.until("update") and page.view["result"]["reason"]
        page.until("match")
    match = ivan.ok("GET", f"/games/{id}/match")
    assert match["how"] == "rules" and match["to_move"] is None
    with either.engine.begin() as connection:
        found = connection.execute(select(results)).mappings().all()
        assert connection.execute(select(matches.c.settled)).scalar_one() is not None
        skills = connection.execute(select(ratings)).mappings().all()
    winner = game["result"]["winner"]
    assert {row["side"]: row["score"] for row in found} == {
        side: 0.5 if not winner else float(side == winner) for side in ("axis", "soviet")
    }
    assert {row["games"] for row in skills} == {1} and all(row["rated"] for row in found)
    assert {row["mu"] for row in found} == {row["mu"] for row in skills}
    assert len(either.jobs("over")) == 2
    assert ivan.view(id, "open")["seed"]
    ivan.no("POST", f"/games/{id}/resign", "conflict", seat="axis")


def test_a_game_that_was_not_settled_when_a_process_died_is_settled_once(tmp_path, monkeypatch):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with monkeypatch.context() as dying:
        dying.setattr(Online, "_over", lambda self, row: None)
        dying.setattr(Settling, "sweep", lambda self: None)
        with club(url) as here:
            ivan, olga = here.member("Ivan"), here.member("Olga")
            id = here.game(ivan, olga, options={"open_cards": True})
            finish({"axis": ivan, "soviet": olga}, id)
            assert here.value(select(matches.c.settled)) is None
    with club(url) as one, club(url) as other:
        while one.value(select(matches.c.settled)) is None:
            time.sleep(0.05)
        assert other.value(select(func.count()).select_from(results)) == 2 and len(one.jobs("over")) == 2


def test_resigning(two, here: Club):
    ivan, olga, id = two
    olga.no("POST", f"/games/{id}/resign", "forbidden", seat="axis")
    here.member("Eva").no("POST", f"/games/{id}/resign", "forbidden", seat="axis")
    with ivan.table(id, "axis") as page:
        page.until("view")
        match = olga.ok("POST", f"/games/{id}/resign", seat="soviet")
        assert page.until("view")["view"]["result"]["winner"] == "axis"
        page.until("match")
    assert match["how"] == "resigned" and match["to_move"] is None
    game = ivan.summary(id)
    assert game["over"] and game["to_move"] is None and "resigned" in game["result"]["reason"]
    assert ivan.do(id, "stay").json()["error"]["code"] == "illegal"
    assert ivan.ok("GET", f"/games/{id}/dice")["verified"] is True
    assert here.value(select(ratings.c.mu).order_by(ratings.c.mu.desc()).limit(1)) > Skill().mu


def test_two_devices_resign_and_it_counts_once(either: Club):
    ivan, olga = either.member("Ivan"), either.member("Olga")
    id, phone = either.game(ivan, olga), either.log_in("Ivan")
    resign = lambda device: device.post(f"/api/games/{id}/resign", json={"seat": "axis"}).status_code
    with ThreadPoolExecutor(2) as threads:
        codes = sorted(threads.map(resign, (ivan, phone)))
    assert codes == [200, 409]
    assert either.value(select(func.count()).select_from(results)) == 2


def test_two_devices_act_and_one_action_is_played(either: Club):
    ivan, olga = either.member("Ivan"), either.member("Olga")
    id, phone = either.game(ivan, olga), either.log_in("Ivan")
    rev = ivan.summary(id)["rev"]
    act = lambda device: device.do(id, "stay", "axis", rev).status_code
    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(act, (ivan, phone))) == [200, 409]


def _quiet(page: Page) -> None:
    """Until nothing more comes."""
    with suppress(TimeoutError):
        while True:
            page.receive(1.0)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_processes_play_talk_and_end_one_game(kind, tmp_path, toy, request):
    url = f"sqlite:///{tmp_path / 'games.db'}" if kind == "sqlite" else request.getfixturevalue("address")
    with club(url) as one, club(url) as other:
        ivan = one.member("Ivan")
        one.member("Olga")
        olga = other.log_in("Olga")
        id = one.game(ivan, olga)
        with olga.table(id, "soviet") as page:
            page.until("view")
            assert ivan.do(id, "stay").status_code == 200
            page.until("update")
            _quiet(page)
            for _ in range(2):
                ivan.ok("POST", f"/games/{id}/chat", 201, text="Hello")
                page.until("match", timeout=20)
                _quiet(page)
            ivan.ok("POST", f"/games/{id}/draw", seat="axis", do="offer")
            page.until("match", timeout=20)
            ivan.ok("POST", f"/games/{id}/resign", seat="axis")
            assert page.until("view")["view"]["result"]["winner"] == "soviet"
        assert olga.do(id, "stay", "soviet").json()["error"]["code"] == "illegal"
        assert olga.ok("GET", f"/games/{id}/chat")["lines"][0]["text"] == "Hello"


def test_an_action_that_comes_after_the_end_is_not_stored(address):
    """Even where a process has not heard yet that the game was ended: the database refuses it."""
    with club(address) as here:
        ivan, olga = here.member("Ivan"), here.member("Olga")
        id = here.game(ivan, olga)
        ended = '{"how":"resigned","result":{"winner":"soviet","reason":"x"}}'
        with ivan.table(id, "axis") as page:
            page.until("view")
            here.run(games.update().values(ended=ended))
            assert page.do("stay")["type"] == "refused"
        assert here.value(select(games.c.rev)) == ivan.summary(id)["rev"]


def test_a_draw(two):
    ivan, olga, id = two
    draw = lambda who, seat, do: who.ok("POST", f"/games/{id}/draw", seat=seat, do=do)["draw"]
    ivan.no("POST", f"/games/{id}/draw", "conflict", seat="axis", do="accept")
    assert draw(ivan, "axis", "offer")["side"] == "axis"
    ivan.no("POST", f"/games/{id}/draw", "conflict", seat="axis", do="accept")
    assert draw(olga, "soviet", "decline") is None
    draw(ivan, "axis", "offer")
    assert draw(ivan, "axis", "withdraw") is None
    olga.no("POST", f"/games/{id}/draw", "conflict", seat="soviet", do="accept")
    draw(ivan, "axis", "offer")
    assert olga.ok("POST", f"/games/{id}/draw", seat="soviet", do="accept")["how"] == "drawn"
    assert ivan.summary(id)["result"]["winner"] == ""


def test_a_draw_counts_as_one(two, here: Club):
    ivan, olga, id = two
    for who, seat in ((ivan, "axis"), (olga, "soviet")):
        match = who.ok("POST", f"/games/{id}/draw", seat=seat, do="offer")
    assert match["how"] == "drawn" and len(here.jobs("draw")) == 1
    assert here.value(select(func.sum(results.c.score))) == 1.0


def test_taking_back_by_consent_past_what_was_seen(either: Club):
    ivan, olga = either.member("Ivan"), either.member("Olga")
    id = either.game(ivan, olga, options={"open_cards": True})
    before = ivan.summary(id)["ply"]
    assert ivan.do(id, "stay").status_code == 200
    assert olga.do(id, "stay", "soviet").status_code == 200
    rev, ply = ivan.summary(id)["rev"], ivan.summary(id)["ply"]
    ask = {"seat": "axis", "do": "ask", "to": before, "rev": rev}
    ivan.no("POST", f"/games/{id}/take-back", "stale", **{**ask, "rev": rev - 1})
    ivan.no("POST", f"/games/{id}/take-back", "invalid", **{**ask, "to": ply})
    assert ivan.ok("POST", f"/games/{id}/take-back", **ask)["take_back"]["to"] == before
    ivan.no("POST", f"/games/{id}/take-back", "conflict", seat="axis", do="accept")
    assert len(either.jobs("take-back")) == 1
    with ivan.table(id, "axis") as page:
        page.until("view")
        match = olga.ok("POST", f"/games/{id}/take-back", seat="soviet", do="accept", rev=rev)
        assert page.until("update")["ply"] == before
    assert match["take_back"] is None and match["to_move"] == "axis"
    olga.no("POST", f"/games/{id}/take-back", "conflict", seat="soviet", do="accept")


def test_dice_that_were_taken_back_by_consent_do_not_fall_again(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    id = here.game(ivan, olga)
    start, seen = ivan.summary(id)["ply"], []
    for _ in range(6):
        assert ivan.do(id, "Red 2 B-C").status_code == 200
        game = ivan.summary(id)
        seen.append(tuple(entry["text"] for entry in ivan.ok("GET", f"/games/{id}/log", seat="axis")["log"][start:]))
        ivan.ok("POST", f"/games/{id}/take-back", seat="axis", do="ask", to=start, rev=game["rev"])
        olga.ok("POST", f"/games/{id}/take-back", seat="soviet", do="accept", rev=game["rev"])
        assert ivan.summary(id)["ply"] == start
    ivan.ok("POST", f"/games/{id}/resign", seat="axis")
    assert ivan.ok("GET", f"/games/{id}/dice")["verified"] is True


def test_a_question_is_void_as_soon_as_the_game_goes_on(two):
    ivan, olga, id = two
    assert ivan.do(id, "stay").status_code == 200
    rev = ivan.summary(id)["rev"]
    ivan.ok("POST", f"/games/{id}/take-back", seat="axis", do="ask", to=rev and 2, rev=rev)
    assert olga.do(id, "stay", "soviet").status_code == 200
    assert olga.ok("GET", f"/games/{id}/match")["take_back"] is None
    olga.no("POST", f"/games/{id}/take-back", "conflict", seat="soviet", do="accept", rev=rev)


# -- the clock ------------------------------------------------------------------------------------------------


def ago(here: Club, days: float) -> None:
    """As if nothing had happened for so long."""
    back = int(days * DAY)
    here.run(games.update().values(turn_since=games.c.turn_since - back, updated=games.c.updated - back))
    here.run(matches.update().values(reminded=matches.c.reminded - back))


def test_a_process_whose_clock_is_wrong_changes_no_times(either: Club, monkeypatch: pytest.MonkeyPatch):
    ivan, olga = either.member("Ivan"), either.member("Olga")
    id = either.game(ivan, olga, options={"open_cards": True})
    began = either.value(select(games.c.turn_since))
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert ivan.do(id, "stay").status_code == 200
    assert began <= either.value(select(games.c.turn_since))
    assert began <= either.value(select(games.c.updated))


def test_out_of_time(either: Club):
    ivan, olga = either.member("Ivan"), either.member("Olga")
    id = either.game(ivan, olga, terms={"days": 3})
    ago(either, 2.9)
    assert not olga.ok("GET", f"/games/{id}/match")["claimable"]
    olga.no("POST", f"/games/{id}/claim", "conflict", seat="soviet")
    ago(either, 0.2)
    match = olga.ok("GET", f"/games/{id}/match")
    assert match["claimable"] and "time" in match["claim_why"]
    assert not ivan.ok("GET", f"/games/{id}/match")["claimable"]
    ivan.no("POST", f"/games/{id}/claim", "conflict", seat="axis")
    assert ivan.summary(id)["over"] is False
    assert olga.ok("POST", f"/games/{id}/claim", seat="soviet")["how"] == "time"
    assert ivan.summary(id)["result"]["winner"] == "soviet"


def test_a_late_move_before_the_claim_counts(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    id = here.game(ivan, olga, terms={"days": 3})
    ago(here, 5)
    assert ivan.do(id, "stay").status_code == 200
    olga.no("POST", f"/games/{id}/claim", "conflict", seat="soviet")


def test_the_clock_stands_still_on_holidays(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    ids = [here.game(ivan, olga, terms={"days": 3, "holidays": holidays}) for holidays in (True, False)]
    ago(here, 5)
    long = '[{"from":"2000-01-01","until":"2199-01-01"}]'
    here.run(accounts.update().where(accounts.c.nickname == "Ivan").values(holidays=long))
    assert [olga.ok("GET", f"/games/{id}/match")["claimable"] for id in ids] == [False, True]


def test_a_deadline():
    noon = 12 * 60 * 60 * 1000
    assert deadline(0, 2) == 2 * DAY
    assert deadline(0, 2, [(DAY, 3 * DAY)]) == 4 * DAY
    assert deadline(noon, 1, [(0, DAY), (DAY, 2 * DAY)]) == 3 * DAY
    assert deadline(5 * DAY, 1, [(0, DAY)]) == 6 * DAY
    assert deadline(0, 1, [(2 * DAY, 3 * DAY)]) == DAY
    berlin, utc = (
        pauses([Holiday(start="2026-07-01", until="2026-07-01")], zone)[0] for zone in ("Europe/Berlin", "UTC")
    )
    assert utc[1] - utc[0] == DAY and utc[0] - berlin[0] == 2 * 60 * 60 * 1000


def test_one_who_vanished_loses_after_a_month_and_two_reminders(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    id, other = here.game(ivan, olga), here.game(ivan, olga)
    assert not olga.ok("GET", f"/games/{id}/match")["remindable"]
    olga.no("POST", f"/games/{id}/remind", "conflict")
    for day in (8, 8):
        ago(here, day)
        assert olga.ok("GET", f"/games/{id}/match")["remindable"]
        for game in (id, other):
            olga.ok("POST", f"/games/{game}/remind")
        olga.no("POST", f"/games/{id}/remind", "conflict")
    ivan.no("POST", f"/games/{id}/remind", "conflict")
    assert len(here.jobs("remind")) == 4
    olga.no("POST", f"/games/{id}/claim", "conflict", seat="soviet")
    ago(here, 15)
    assert olga.ok("GET", f"/games/{id}/match")["reminders"] == 2
    assert olga.ok("POST", f"/games/{id}/claim", seat="soviet")["how"] == "claimed"
    match = olga.ok("POST", f"/games/{other}/claim", seat="soviet", what="abandon")
    assert match["how"] == "abandoned" and olga.summary(other)["result"]["winner"] == ""
    assert here.value(select(func.count()).select_from(results).where(results.c.rated)) == 2


def test_without_reminders_nobody_has_vanished(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    id = here.game(ivan, olga)
    ago(here, 100)
    assert not olga.ok("GET", f"/games/{id}/match")["claimable"]


# -- talk -----------------------------------------------------------------------------------------------------


def test_talk_is_for_the_two_players(two, here: Club):
    ivan, olga, id = two
    with olga.table(id, "soviet") as page:
        page.until("view")
        line = ivan.ok("POST", f"/games/{id}/chat", 201, text="Good luck!")
        page.until("match")
    ivan.ok("POST", f"/games/{id}/chat", 201, text="You will need it.")
    lines = olga.ok("GET", f"/games/{id}/chat")["lines"]
    assert [(said["by"], said["text"]) for said in lines] == [("Ivan", "Good luck!"), ("Ivan", "You will need it.")]
    assert len(olga.ok("GET", f"/games/{id}/chat", after=line["number"])["lines"]) == 1
    assert olga.ok("GET", f"/games/{id}/match")["chat"] == 2
    eva = here.member("Eva")
    eva.no("GET", f"/games/{id}/chat", "forbidden")
    eva.no("POST", f"/games/{id}/chat", "forbidden", text="Me too")
    ivan.no("POST", f"/games/{id}/chat", "invalid", text="")
    olga.ok("PUT", "/account/blocks/Ivan", 204)
    ivan.no("POST", f"/games/{id}/chat", "forbidden", text="Why?")
    assert here.jobs("chat")[0]["game"] == id


def test_notes_are_ones_own(two):
    ivan, olga, id = two
    assert ivan.ok("PUT", f"/games/{id}/notes", text="Take Kiev") == {"text": "Take Kiev"}
    ivan.ok("PUT", f"/games/{id}/notes", text="Take Kiev first")
    assert ivan.ok("GET", f"/games/{id}/notes") == {"text": "Take Kiev first"}
    assert olga.ok("GET", f"/games/{id}/notes") == {"text": ""}


def test_the_green_dot(two, here: Club):
    ivan, olga, id = two
    with ivan.table(id, "axis") as page:
        page.until("view")
        assert olga.ok("GET", f"/games/{id}/match")["players"]["axis"]["here"]
        ivan.ok("PATCH", "/account", shows={"presence": "nobody"})
        assert not olga.ok("GET", f"/games/{id}/match")["players"]["axis"]["here"]


def test_a_page_of_a_device_that_is_signed_out_hears_no_more(two, monkeypatch):
    ivan, _, id = two
    monkeypatch.setattr("rasputitsa.server.live.CHECK_EVERY", 0.05)
    with ivan.table(id, "axis") as page:
        page.until("view")
        (device,) = ivan.ok("GET", "/account/devices")
        ivan.ok("DELETE", f"/account/devices/{device['id']}", 204)
        with pytest.raises(ConnectionClosed):
            while True:
                page.receive()


def test_a_game_of_ones_own_is_no_match(here: Club):
    ivan = here.member("Ivan")
    id = ivan.new()
    ivan.no("GET", f"/games/{id}/match", "missing")
    ivan.no("POST", f"/games/{id}/resign", "missing", seat="axis")


def test_ratings_move_as_they_should():
    winner, loser = rated([Skill(), Skill()], [1.0, 0.0])
    assert winner.mu > Skill().mu > loser.mu and winner.sigma < Skill().sigma
    even = rated([Skill(), Skill()], [0.5, 0.5])
    assert even[0].mu == pytest.approx(even[1].mu)
    assert Skill(25.0, 0.0).shown == 1000
