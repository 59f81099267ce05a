"""Offers, joining, one's games, games to watch."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from rasputitsa.kernel import title
from rasputitsa.server.storage.online import matches, offers
from rasputitsa.server.storage.schema import games

from .people import Club, club


def test_an_offer_for_anyone_becomes_a_game(either: Club):
    ivan, olga = either.member("Ivan"), either.member("Olga")
    terms = {"days": 3, "rated": False}
    made = ivan.ok("POST", "/lobby/offers", 201, title="toy", side="soviet", terms=terms, words="Slow game")
    assert made["mine"] and not made["link"] and made["title_label"] == title("toy").label
    assert made["terms"] == {"days": 3, "holidays": True, "rated": False, "public": True}
    (seen,) = olga.ok("GET", "/lobby/offers")
    assert (seen["id"], seen["owner"]["nickname"], seen["mine"], seen["words"]) == (
        made["id"],
        "Ivan",
        False,
        "Slow game",
    )
    ivan.no("POST", f"/lobby/offers/{made['id']}/join", "invalid")
    game = olga.ok("POST", f"/lobby/offers/{made['id']}/join", 201)
    assert olga.ok("GET", "/lobby/offers") == []
    match = olga.ok("GET", f"/games/{game['id']}/match")
    assert {side: player["nickname"] for side, player in match["players"].items()} == {"axis": "Olga", "soviet": "Ivan"}
    assert match["seats"] == ["axis"] and match["deadline"] and match["how"] is None
    assert ivan.ok("GET", f"/games/{game['id']}/match")["seats"] == ["soviet"]
    assert either.jobs("joined")[0]["game"] == game["id"]


def test_an_offer_for_a_nickname(here: Club):
    ivan, olga, eva = (here.member(name) for name in ("Ivan", "Olga", "Eva"))
    made = ivan.ok("POST", "/lobby/offers", 201, title="toy", to="olga")
    assert made["to"] == "Olga" and here.jobs("offer")[0]["offer"] == made["id"]
    assert eva.ok("GET", "/lobby/offers") == []
    eva.no("GET", f"/lobby/offers/{made['id']}", "missing")
    eva.no("POST", f"/lobby/offers/{made['id']}/join", "missing")
    eva.no("DELETE", f"/lobby/offers/{made['id']}", "missing")
    assert olga.ok("GET", f"/lobby/offers/{made['id']}")["for_me"]
    olga.ok("DELETE", f"/lobby/offers/{made['id']}", 204)
    assert ivan.ok("GET", "/lobby/offers") == []
    ivan.no("POST", "/lobby/offers", "missing", title="toy", to="Nobody At All")
    ivan.no("POST", "/lobby/offers", "invalid", title="toy", to="Ivan")


def test_an_offer_by_link(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    made = ivan.ok("POST", "/lobby/offers", 201, title="toy", link=True)
    secret = made["link"].rpartition("/join/")[2]
    assert olga.ok("GET", "/lobby/offers") == []
    olga.no("POST", f"/lobby/offers/{made['id']}/join", "missing")
    assert olga.ok("GET", f"/lobby/offers/{secret}")["link"] == ""
    olga.no("DELETE", f"/lobby/offers/{secret}", "forbidden")
    olga.ok("POST", f"/lobby/offers/{secret}/join", 201)
    olga.no("GET", f"/lobby/offers/{secret}", "missing")


def test_a_rematch_exchanges_the_sides(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    id = here.game(ivan, olga, terms={"days": 5}, options={"open_cards": True})
    ivan.no("POST", "/lobby/offers", "invalid", rematch=id)
    olga.ok("POST", f"/games/{id}/resign", seat="soviet")
    offer = olga.ok("POST", "/lobby/offers", 201, rematch=id)
    assert (offer["to"], offer["side"], offer["terms"]["days"]) == ("Ivan", "axis", 5)
    assert offer["options"]["open_cards"] is True
    again = ivan.ok("POST", f"/lobby/offers/{offer['id']}/join", 201)["id"]
    assert ivan.ok("GET", f"/games/{again}/match")["seats"] == ["soviet"]
    here.member("Eva").no("POST", "/lobby/offers", "missing", rematch=id)


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"title": "chess"},
        {"title": "toy", "side": "blue"},
        {"title": "toy", "scenario": "none"},
        {"title": "toy", "options": {"nothing": True}},
        {"title": "toy", "terms": {"days": 61}},
        {"title": "toy", "seed": "mine"},
        {"title": "toy", "link": True, "to": "Olga"},
    ],
)
def test_offers_that_make_no_sense(club_of_all: Club, wanted):
    try:
        ivan = club_of_all.log_in("Ivan")
    except AssertionError:
        ivan = club_of_all.member("Ivan")
        club_of_all.member("Olga")
    ivan.no("POST", "/lobby/offers", "invalid", **wanted)


def test_of_two_who_join_at_once_one_has_the_game(either: Club):
    people = [either.member(name) for name in ("Ivan", "Olga", "Eva", "Max")]
    offer = people[0].ok("POST", "/lobby/offers", 201, title="toy")["id"]
    join = lambda person: person.post(f"/api/lobby/offers/{offer}/join").status_code
    with ThreadPoolExecutor(3) as threads:
        codes = list(threads.map(join, people[1:]))
    assert sorted(codes) == [201, 404, 404]
    assert either.value(select(func.count()).select_from(games)) == 1
    assert either.value(select(func.count()).select_from(matches)) == 1
    assert either.value(select(offers.c.became)) == either.value(select(games.c.id))


def test_two_processes_and_one_offer(address):
    with club(address) as one, club(address) as other:
        one.member("Ivan"), one.member("Olga"), one.member("Eva")
        ivan, olga, eva = one.log_in("Ivan"), one.log_in("Olga"), other.log_in("Eva")
        offer = ivan.ok("POST", "/lobby/offers", 201, title="toy")["id"]
        join = lambda person: person.post(f"/api/lobby/offers/{offer}/join").status_code
        with ThreadPoolExecutor(2) as threads:
            codes = list(threads.map(join, (olga, eva)))
    assert sorted(codes) == [201, 404]


def test_one_has_so_many_running_games_and_no_more(tmp_path):
    with club(f"sqlite:///{tmp_path / 'games.db'}", running_games=2) as here:
        ivan, olga = here.member("Ivan"), here.member("Olga")
        id = here.game(ivan, olga)
        ivan.ok("POST", "/lobby/offers", 201, title="toy")
        assert "2 is the most" in ivan.no("POST", "/lobby/offers", "much", title="toy")
        olga.ok("POST", "/lobby/offers", 201, title="toy", link=True)
        (open_to_all,) = [offer for offer in olga.ok("GET", "/lobby/offers") if not offer["mine"]]
        olga.no("POST", f"/lobby/offers/{open_to_all['id']}/join", "much")
        ivan.ok("POST", f"/games/{id}/resign", seat="axis")
        ivan.ok("POST", "/lobby/offers", 201, title="toy")


def test_what_is_usual_between_people_is_on_and_shown_before_joining(here: Club):
    ivan = here.member("Ivan")
    usual = ivan.ok("POST", "/lobby/offers", 201, title="no-retreat")
    unusual = ivan.ok("POST", "/lobby/offers", 201, title="no-retreat", options={"ask_always": False})
    assert (usual["options"]["ask_always"], unusual["options"]["ask_always"]) == (True, False)


def test_the_seats_the_open_view_and_the_seed_are_nobodys_to_choose(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    id = here.game(ivan, olga)
    for change in ({"open": True}, {"seats": {"soviet": "computer:random"}}, {"name": "Mine"}):
        ivan.no("PATCH", f"/games/{id}", "forbidden", **change)
    ivan.no("DELETE", f"/games/{id}", "forbidden")
    ivan.no("POST", f"/games/{id}/duplicate", "forbidden")


def test_the_games_that_wait_for_one_come_first_and_next(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    ids = [here.game(ivan, olga) for _ in range(3)]
    waiting = [one["game"]["id"] for one in ivan.ok("GET", "/lobby/games")]
    assert waiting == ids
    assert ivan.ok("GET", "/lobby/next") == {"game": ids[0], "waiting": 3}
    assert ivan.ok("GET", "/lobby/next", after=ids[0])["game"] == ids[1]
    assert ivan.ok("GET", "/lobby/next", after=ids[2])["game"] == ids[0]
    assert ivan.do(ids[0], "stay").status_code == 200
    assert [one["game"]["id"] for one in ivan.ok("GET", "/lobby/games")][:2] == ids[1:]
    assert olga.ok("GET", "/lobby/next") == {"game": ids[0], "waiting": 1}
    assert olga.ok("GET", "/lobby/next", after=ids[0]) == {"game": None, "waiting": 1}
    assert olga.ok("GET", "/lobby/games")[0]["game"]["id"] == ids[0]
    olga.ok("POST", f"/games/{ids[0]}/resign", seat="soviet")
    assert [one["game"]["id"] for one in olga.ok("GET", "/lobby/games", over=True)] == [ids[0]]
    seats = olga.ok("GET", "/lobby/games", over=True)[0]["game"]["seats"]
    assert {side: chair["label"] for side, chair in seats.items()} == {"axis": "Ivan", "soviet": "Olga"}


def test_whoever_watches_sees_what_both_sides_know(here: Club):
    ivan, olga, eva = (here.member(name) for name in ("Ivan", "Olga", "Eva"))
    shown, private = here.game(ivan, olga), here.game(ivan, olga, terms={"public": False})
    assert [game["id"] for game in eva.ok("GET", "/lobby/watch")] == [shown]
    view = eva.view(shown, "public")
    assert [hand.get("cards") for hand in view["view"]["hands"].values()] == [None, None]
    assert not view["view"]["handles"] and not view["undo"]
    assert "Deal a card" in str(eva.get(f"/api/games/{shown}/log", params={"seat": "public"}).json())
    assert "not for replay" in eva.get(f"/api/games/{shown}/export", params={"seat": "public"}).text
    for seat in ("axis", "soviet", "open"):
        assert eva.get(f"/api/games/{shown}/view", params={"seat": seat}).status_code == 403
    assert eva.get(f"/api/games/{shown}/choices", params={"seat": "public"}).status_code == 403
    eva.no("GET", f"/games/{private}/view", "missing", seat="public")
    eva.no("GET", f"/games/{private}/match", "missing")
    with eva.table(shown, "public") as page, olga.table(shown, "soviet") as theirs:
        assert page.until("view")["seat"] == "public"
        assert theirs.until("match") and olga.ok("GET", f"/games/{shown}/match")["watchers"] == 1
        assert page.ask("do", rev=page.rev, do="stay")["error"]["code"] == "forbidden"
        assert ivan.do(shown, "stay").status_code == 200
        assert page.until("update")["ply"] == page.ply


def test_people_with_a_block_between_them_do_not_meet(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    offer = ivan.ok("POST", "/lobby/offers", 201, title="toy")["id"]
    ivan.ok("PUT", "/account/blocks/olga", 204)
    assert ivan.ok("GET", "/account/blocks") == ["Olga"]
    assert olga.ok("GET", "/lobby/offers") == []
    olga.no("POST", f"/lobby/offers/{offer}/join", "missing")
    assert "does not take" in olga.no("POST", "/lobby/offers", "invalid", title="toy", to="Ivan")
    ivan.ok("DELETE", "/account/blocks/Olga", 204)
    olga.ok("POST", f"/lobby/offers/{offer}/join", 201)


def test_a_program_with_a_token_plays_as_a_person_does(here: Club):
    ivan, olga = here.member("Ivan"), here.member("Olga")
    token = olga.ok("POST", "/account/tokens", 201, name="bot", scopes=["read", "play"])["token"]
    bot = here.visitor("Olga")
    bot.headers["authorization"] = f"Bearer {token}"
    ivan.ok("POST", "/lobby/offers", 201, title="toy", side="soviet")
    (offer,) = bot.ok("GET", "/lobby/offers")
    id = bot.ok("POST", f"/lobby/offers/{offer['id']}/join", 201)["id"]
    with bot.table(id, "axis") as page:
        page.until("view")
        assert page.do("stay")["type"] == "done"
    assert bot.ok("POST", f"/games/{id}/resign", seat="axis")["how"] == "resigned"
