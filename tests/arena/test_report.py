"""The balance and war reports: what is counted, and flags that fail when they should."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rasputitsa.arena.pictures import cities_held, net_cities
from rasputitsa.arena.report import balance, cities, flags, war
from rasputitsa.arena.selfplay import Match, Played, play
from rasputitsa.cli import run as command
from rasputitsa.kernel import title
from rasputitsa.kernel.chronicle import chronicler


def row(number: int = 1, winner: str = "axis", turn: int = 8, **story: Any) -> Played:
    base = {"turns": {}, "cities": [], "attacks": {}, "moves": 100, "astray": 0, "idle": 0, "present": 100}
    return Played(
        number=number,
        decisions=10,
        turn=turn,
        cpu_seconds=0.0,
        winner=winner,
        reason="Sudden Death: 20 VPs",
        story=base | story,
    )


def turns(*fronts: float, hand: int = 3) -> dict[str, Any]:
    return {
        str(number): {"front:north": front, "front:south": front, "clear": 1, "hand:axis": hand}
        for number, front in enumerate(fronts, 1)
    }


def failed(*rows: Played) -> set[str]:
    return {flag.name for flag in flags(rows) if not flag.ok}


def test_a_lively_war_raises_no_flag():
    lively = row(turns=turns(8, 9, 10, 9), attacks={"axis": {"3:1": 9, "1:1": 2}})
    assert failed(lively) == set()


@pytest.mark.parametrize(
    ("story", "flag"),
    [
        ({"turns": turns(8, 8, 8.1, 8)}, "frozen front"),
        ({"turns": turns(4, 14, 20, 21)}, "runaway"),
        ({"turns": turns(8, 9, 10, hand=9)}, "hoarding"),
        ({"turns": turns(8, 9), "idle": 40}, "idle reserves"),
        ({"turns": turns(8, 9), "attacks": {"axis": {"1:3": 2, "3:1": 10}}}, "hopeless attacks"),
        ({"turns": turns(8, 9), "astray": 30}, "out of supply"),
    ],
)
def test_nonsense_raises_its_flag(story: dict[str, Any], flag: str):
    assert failed(row(**story)) == {flag}


def test_a_city_is_inside_when_history_lies_between_most_games():
    rows = [row(n, cities=[[turn, "axis", "Kiev"]]) for n, turn in enumerate((2, 2, 3, 3, 4, 4, 4, 5, 5, 6), 1)]
    found = cities(rows, "axis", {"Kiev": 3, "Moscow": 4})
    assert [(c.name, c.low, c.median, c.high, c.inside) for c in found] == [
        ("Kiev", 2, 4, 5, True),
        ("Moscow", 99, 99, 99, False),
    ]


def test_games_that_ended_before_a_date_say_nothing_about_it():
    assert cities([row(turn=4)], "soviet", {"Berlin": 27}) == []


def test_the_balance_counts_who_won_how_and_when():
    found = balance([row(1), row(2, "soviet", 12), row(3, "soviet", 12)], ("axis", "soviet"))
    assert found["sides"]["soviet"]["wins"] == 2
    assert found["how"][0] == {"winner": "soviet", "how": "Sudden Death", "games": 2}
    assert found["turns"] == {8: 1, 12: 2}


def test_a_game_of_no_retreat_tells_its_story():
    sides = {"axis": "random", "soviet": "random"}
    match = Match(
        title="no-retreat", scenario="barbarossa", edition="board", options={}, players=sides, seed="2", chronicle=True
    )
    story = play(match, 1).story
    assert list(story["turns"]) == ["1", "2", "3", "4", "5"]
    first = story["turns"]["1"]
    assert first["vp:axis"] + first["vp:soviet"] == 34
    assert 0 < first["front:centre"] < 25
    assert story["moves"] > 0
    assert story["cards"]["soviet"].get("paid", 0) + story["cards"]["soviet"].get("event", 0) > 0
    for turn, taker, city in story["cities"]:
        assert 1 <= turn <= 5 and taker in sides and city
    report = war([play(match, 2)], {"axis": {"Minsk": 1}})
    assert [flag.name for flag in report["flags"]] == [
        "frozen front",
        "runaway",
        "hoarding",
        "idle reserves",
        "hopeless attacks",
        "out of supply",
    ]


def test_a_game_of_kiev_tells_its_story():
    sides = {"axis": "recruit", "soviet": "random"}
    match = Match(
        title="kiev41", scenario="preludes", edition="book", options={}, players=sides, seed="2", chronicle=True
    )
    story = play(match, 1).story
    page = story["turns"]["1"]
    assert page["vp:axis"] + page["vp:soviet"] == 7
    assert 0 < page["front:centre"] < 14
    assert {"pocket:axis", "pocket:soviet", "clear"} <= set(page)
    assert sum(story["attacks"]["axis"].values()) > 3
    assert sum(story["losses"]["soviet"].values()) > 3
    assert story["cards"]["axis"]["activated"] > 2
    assert "Zhitomir" in {city for _, taker, city in story["cities"] if taker == "axis"}


def test_a_title_without_cards_cannot_hoard_them():
    pages = turns(8, 9, 10)
    for page in pages.values():
        del page["hand:axis"]
    assert "hoarding" not in {flag.name for flag in flags([row(turns=pages)])}


@pytest.mark.parametrize("name", ["no-retreat", "kiev41"])
def test_the_dates_of_history_name_towns_that_can_change_hands(name: str):
    """A misspelt town would never fall."""
    history = chronicler(title(name)).history
    known = {part for place in title(name).board().places for part in (place.name, *place.name.split(" - "))}
    assert history["axis"] and history["soviet"]
    for dates in history.values():
        assert set(dates) <= known


def test_the_command_reports_and_ends_with_1_when_a_flag_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    args = ["report", "no-retreat", "--scenario", "barbarossa", "--axis", "random", "--soviet", "random"]
    code = command([*args, "--games", "2", "-o", str(tmp_path / "out"), "--json"])
    figures = msgspec.json.decode(capsys.readouterr().out)
    assert code == (0 if all(flag["ok"] for flag in figures["war"]["flags"]) else 1)
    assert figures["balance"]["games"] == 2
    assert {"front.svg", "vp.png", "report.json"} <= {file.name for file in (tmp_path / "out").iterdir()}


def test_a_folder_without_results_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert command(["report", "no-retreat", "--from", str(tmp_path)]) == 2
    assert "no results" in capsys.readouterr().err


def test_the_picture_of_cities_sets_the_games_beside_history():
    taken = [(2, "axis", "Minsk"), (3, "axis", "Kiev"), (5, "soviet", "Kiev")]
    svg = cities_held([row(cities=taken), row(2, cities=[])], "axis", {"axis": {"Minsk": 1}}, "two games")
    assert "history" in svg
    assert "games" in svg


def test_cities_count_from_the_turn_after_they_fell_and_no_longer_once_they_are_lost():
    taken = [(2, "axis", "Minsk"), (3, "axis", "Kiev"), (5, "soviet", "Kiev")]
    assert [net_cities(taken, "axis", turn) for turn in (1, 2, 3, 4, 5, 6)] == [0, 0, 1, 2, 2, 1]
