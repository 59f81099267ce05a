"""Programs as players: they are asked in JSON lines, see only their view, and do no harm when they fail."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rasputitsa import players
from rasputitsa.arena.selfplay import Match, play
from rasputitsa.kernel import CHANCE
from rasputitsa.kernel.errors import Invalid
from rasputitsa.players import Deadline, Seat, bots
from rasputitsa.players.bots import BotPlayer
from rasputitsa.table.thinking import Hurry, Thinkers, Thought
from rasputitsa.titles.no_retreat import TITLE

from ..kernel.toy import TOY

pytestmark = pytest.mark.usefixtures("toy")
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(autouse=True)
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def command(kind: str) -> str:
    return f"{sys.executable} -m tests.players.bots {kind}"


@pytest.fixture
def start() -> Iterator[Seat]:
    yield Seat(TOY.new(open_cards=True), "axis")


def test_a_program_plays_whole_games_in_the_arena():
    seats = {"axis": f"bot:{command('first')}", "soviet": "random"}
    match = Match(title="toy", scenario="line", edition="first", options={}, players=seats, seed="1")
    played = [play(match, number) for number in (1, 2)]
    assert [p.error for p in played] == ["", ""]
    assert all(p.winner for p in played)


def test_its_progress_and_its_reason_are_passed_on(start: Seat):
    told: list[tuple[float, str]] = []
    player = BotPlayer("toy", "axis", setting=command("first"))
    seat = Seat(start._state, "axis", lambda progress, text: told.append((progress, text)))
    action = player.choose(seat, Deadline(20.0))
    player.close()
    assert action in start.legal()
    assert told == [(0.5, "hm")]
    assert player.why == "the first will do"


def test_a_program_that_is_hurried_gets_word_of_it(start: Seat):
    deadline = Deadline(5.0)
    player = BotPlayer("toy", "axis", setting=command("sleeper"))
    player._start()
    deadline.now()
    assert str(player.choose(start, deadline)) == "stay"
    player.close()


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("mute", "no answer in time"),
        ("dead", "has ended"),
        ("babble", "cannot be read"),
        ("cheat", "wants 'die 6'"),
    ],
)
def test_a_program_that_fails_is_told_and_ended(start: Seat, kind: str, told: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bots, "GRACE", 0.3)
    player = BotPlayer("toy", "axis", setting=command(kind))
    with pytest.raises(Invalid, match=told):
        player.choose(start, Deadline(1.5))
    player.close()
    assert player._process is None


def test_a_program_that_cannot_be_started_is_told(start: Seat):
    with pytest.raises(Invalid, match="no-such-program"):
        BotPlayer("toy", "axis", setting="no-such-program").choose(start, Deadline(1.0))
    with pytest.raises(Invalid, match="which program"):
        players.make("bot", "toy", "axis")


def test_a_game_lost_by_a_failing_program_names_the_side_at_fault():
    seats = {"axis": "random", "soviet": f"bot:{command('cheat')}"}
    match = Match(title="toy", scenario="line", edition="first", options={}, players=seats, seed="1")
    played = play(match, 1)
    assert "die 6" in played.error
    assert played.fault == "soviet"


def test_announced_programs_are_offered_at_the_table_and_no_other(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(bots.ENVIRONMENT, "{}")
    assert not {"bot", "mine"} & set(players.names("toy"))
    bots.announce({"mine": command("first")})
    assert "mine" in players.names("toy")
    assert "bot" not in players.names("toy")
    made = players.make("mine", "toy", "axis")
    assert isinstance(made, BotPlayer)
    assert made.command[0] == sys.executable
    monkeypatch.setenv(bots.ENVIRONMENT, "nonsense")
    with pytest.raises(Invalid, match="JSON object"):
        players.names("toy")


def test_the_command_line_offers_programs_by_name(monkeypatch: pytest.MonkeyPatch):
    from rasputitsa.commands.serving import offer

    monkeypatch.setenv(bots.ENVIRONMENT, "{}")
    offer(["my bot=node bot.js --fast", "other=x"])
    assert bots.announced() == {"my bot": "node bot.js --fast", "other": "x"}
    with pytest.raises(Invalid, match="name=command"):
        offer(["nameless"])


def test_a_program_takes_a_seat_at_the_table(monkeypatch: pytest.MonkeyPatch):
    """The table's thinking process runs it, as it would for a person who plays in the browser."""
    monkeypatch.setenv(bots.ENVIRONMENT, "{}")
    bots.announce({"mine": command("first"), "cheat": command("cheat")})
    state = TITLE.new("barbarossa")
    rng = random.Random(1)
    while state.side == CHANCE:
        state.apply(state.sample(rng))
    thinkers, reports = Thinkers(1), []

    def think(player: str) -> Thought:
        call = thinkers.think, "game", state, player, 30.0, Hurry(), lambda *report: reports.append(report)
        return thinkers.threads.submit(*call).result(60)

    try:
        thought, refused = think("mine"), think("cheat")
    finally:
        thinkers.close()
    assert thought.action == state.legal()[0]
    assert thought.why == "the first will do"
    assert (0.5, "hm") in reports
    assert refused.action is None
    assert "die 6" in refused.note


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_example_in_javascript_plays_the_toy():
    seats = {"axis": f"bot:node {ROOT / 'examples/bots/first-steps.mjs'}", "soviet": "random"}
    match = Match(title="toy", scenario="line", edition="first", options={}, players=seats, seed="1")
    assert [play(match, number).error for number in (1, 2)] == ["", ""]
