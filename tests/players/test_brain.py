"""The framework of candidates: the best legal proposal is played, with its reason; the ladder stands on it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest

from rasputitsa import players
from rasputitsa.kernel import Illegal, State
from rasputitsa.kernel.errors import Invalid
from rasputitsa.players import Deadline, Seat
from rasputitsa.players.brain import Mind, Plan, Proposal
from rasputitsa.players.planning import FEW, ROUNDS, VARIATIONS, Budget, General, Purse, Search
from rasputitsa.players.randomly import RandomPlayer
from rasputitsa.players.shelf import Shelf
from rasputitsa.players.staff import Staff, staff_of
from rasputitsa.players.weights import VARIATION

from ..kernel.toy import TOY, Die, Move, Stay, ToyState, Turn
from .toys import BOOK, BRAIN, ToyBrain, position

pytestmark = pytest.mark.usefixtures("toy")


def mind(state: ToyState, **more: object) -> Mind[ToyState]:
    return BRAIN.mind(state, state.side or "", BOOK, random.Random(1), **more)  # type: ignore[arg-type]


def started() -> ToyState:
    state = TOY.new(open_cards=True)
    assert isinstance(state, ToyState)
    return state


def test_the_best_proposal_is_played_with_its_reason():
    chosen = BRAIN.decide(mind(started()))
    assert isinstance(chosen.action, Move)
    assert chosen.reason() == f"unit {chosen.action.unit} goes forward"


def test_a_proposal_the_rules_refuse_gives_way_to_the_next_best():
    brain = ToyBrain()

    @brain.candidate(Turn)
    def cheat(_: Mind[ToyState]) -> list[Proposal]:
        return [Proposal(9.0, Die(6)), Proposal(1.0, Stay())]

    assert brain.decide(mind(started())).action == Stay()


def test_a_question_nobody_answers_gets_a_legal_action():
    state = started()
    chosen = ToyBrain().decide(mind(state))
    assert chosen.action in state.legal()


def test_weights_differ_by_sector_when_there_is_a_plan():
    planned = mind(started(), plan=("rash", ""))
    assert planned.at(0)["fight"] == pytest.approx(2.0)
    assert planned.at(1)["fight"] == pytest.approx(0.4)


def test_a_plan_of_one_style_colours_all_weights():
    state = started()
    assert mind(state, plan=("rash", "rash")).w == BOOK.at("axis", style="rash")
    assert mind(state, plan=("rash", "")).w == BOOK.at("axis")


def test_what_is_worked_out_once_is_not_worked_out_again():
    calls: list[int] = []

    def count(_: Mind[ToyState]) -> int:
        calls.append(1)
        return 7

    thinking = mind(started())
    assert [thinking.once(count), thinking.once(count)] == [7, 7]
    assert calls == [1]


@pytest.mark.parametrize("name", ["recruit", "officer", "recruit:rash", "general:n8"])
def test_players_finish_games_by_legal_actions(name: str):
    for seed in range(3):
        state, rng = TOY.new(), random.Random(seed)
        seats = {side: players.make(name, "toy", side, seed=seed) for side in TOY.sides}
        notes: dict[str, dict[str, object]] = {side: {} for side in TOY.sides}
        while (side := state.side) is not None:
            if side == "chance":
                state.apply(state.sample(rng))
            else:
                state.apply(seats[side].choose(Seat(state, side, notes=notes[side]), Deadline()), by=side)
        assert state.outcome() is not None


@pytest.mark.parametrize("name", ["recruit", "general:n8"])
def test_equal_seeds_play_alike(name: str):
    state = started()
    choices = {str(players.make(name, "toy", "axis", seed=5).choose(Seat(state, "axis"), Deadline())) for _ in range(3)}
    assert len(choices) == 1


@pytest.mark.parametrize("name", ["recruit", "general:n6"])
def test_swapping_what_is_hidden_does_not_change_how_a_player_chooses(name: str):
    """The enemy's card is hidden: whatever it is, the player chooses the same things as often."""
    state = position(seed=4, plies=2)
    assert isinstance(state, ToyState)
    side = state.side or ""
    other = state.imagine(side, random.Random(0))
    tries = range(1, 60)
    while other.hand == state.hand:
        other = state.imagine(side, random.Random(random.random()))

    def choices(position: State) -> list[str]:
        return sorted(
            str(players.make(name, "toy", side, seed=n).choose(Seat(position, side), Deadline())) for n in tries
        )

    assert choices(state) == choices(other)


def test_the_general_keeps_its_plan_for_the_turn_in_the_notes():
    state, notes = started(), {}
    general = General("toy", "axis", seed=1, setting="n12")
    general.choose(Seat(state, "axis", notes=notes), Deadline())
    assert notes["turn"] == BRAIN.turn_of(state)
    notes["plan"] = ("shy", "shy"), staff_of(BRAIN).book
    general.choose(Seat(state, "axis", notes=notes), Deadline())
    assert "shy" in general.why


def test_the_general_moves_when_told_to():
    deadline = Deadline(3600.0)
    told: list[float] = []

    def hurry(progress: float, text: str) -> None:
        told.append(progress)
        deadline.now()

    general = General("toy", "axis", seed=1)
    action = general.choose(Seat(started(), "axis", hurry), deadline)
    assert action in started().legal()
    assert len(told) <= 2


@pytest.mark.parametrize(
    ("setting", "table", "share"),
    [("", None, 10 / 19), ("", 100.0, 10 / 99), ("40", 100.0, 10 / 39), ("40", 20.1, 0.5), ("1", None, 20.0)],
)
def test_the_setting_or_the_table_says_how_long_the_general_may_think(
    monkeypatch: pytest.MonkeyPatch, setting: str, table: float | None, share: float
):
    """Twenty seconds if neither does, of which a second is for carrying the plan out, or half of the time if that is
    less; ten have passed."""
    now = 1000.0
    monkeypatch.setattr("rasputitsa.players.planning.time.monotonic", lambda: now)
    progress = Budget(setting).clock(Deadline(table))
    now += 10.0
    assert progress(3) == pytest.approx(share, rel=0.01)


def test_all_plans_of_a_turn_together_keep_to_its_budget():
    purse, shares = Purse(3), []
    for _ in range(30):
        shares.append(purse.share(6))
        purse = purse.after(shares[-1])
    assert sum(shares) == pytest.approx(1.0)
    assert all(a > 0.999 * b > 0.0 for a, b in pairwise(shares)) and shares[0] == pytest.approx(1 / 6)
    assert Purse(3).share(1) == 1.0


def test_what_one_plan_leaves_of_the_budget_is_for_the_next():
    assert Purse(3).after(0.0).share(6) == pytest.approx(1 / 5)


def test_a_plan_that_took_longer_than_it_should_leaves_less_for_the_next(monkeypatch: pytest.MonkeyPatch):
    """A look ahead is not broken off when the time for a plan is up."""
    now = 1000.0
    monkeypatch.setattr("rasputitsa.players.planning.time.monotonic", lambda: now)
    share = Purse(3).share(6)
    progress = Budget("13").clock(Deadline(), share)
    now += 4.0
    assert progress(3) == pytest.approx(2.0)
    assert Purse(3).after(share * progress(3)).share(6) == pytest.approx((1 - 2 / 6) / 5)
    assert Purse(3).after(1.5).share(6) == 0.0


def test_the_general_keeps_count_of_what_it_spent_in_a_turn():
    state, notes = started(), {}
    looked = []
    seat = Seat(state, "axis", lambda share, text: looked.append(text), notes)
    General("toy", "axis", seed=1, setting="n12").choose(seat, Deadline())
    assert notes["spent"].plans == 1 and 0.0 < notes["spent"].spent <= 1.0
    assert len(looked) <= 12


LOOKS = sum(more for more, _ in ROUNDS)
RASH, SHY = ("rash", "rash"), ("shy", "shy")


def search_among(worths: dict[tuple[str, ...], Callable[[int], float]]) -> Search:
    """A search that knows beforehand what each plan comes to in each imagined position."""
    search = Search(staff_of(BRAIN), Seat(started(), "axis"), 1, random.Random(3))
    search._worth = {(plan, n): worth(n) for plan, worth in worths.items() for n in range(LOOKS)}
    return search


def test_the_general_leaves_the_officers_way_for_a_plan_that_is_clearly_better():
    search = search_among({(): lambda n: 5.0, SHY: lambda n: 5.0, RASH: lambda n: 6.0 + n % 2})
    search.race([SHY, RASH], lambda looks: 0.0)
    assert search.best == RASH


@pytest.mark.parametrize("other", [lambda n: 5.0, lambda n: 3.0 + n % 2, lambda n: 5.0 + 4.0 * (-1) ** n])
def test_the_general_keeps_the_officers_way_when_another_is_no_better_than_the_noise(other: Callable[[int], float]):
    search = search_among({(): lambda n: 5.0, RASH: other})
    search.race([RASH], lambda looks: 0.0)
    assert search.best == ()


def test_a_plan_that_trails_gets_few_looks():
    search = Search(staff_of(BRAIN), Seat(started(), "axis"), 1, random.Random(3))
    asked: list[tuple[str, ...]] = []

    def worth(plan: tuple[str, ...], number: int) -> float:
        asked.append(plan)
        return {(): 5.0, SHY: 1.0, RASH: 6.0 + number % 2}[plan]

    search.worth = worth  # type: ignore[method-assign]
    search.race([SHY, RASH], lambda looks: 0.0)
    assert asked.count(SHY) < asked.count(RASH)


def test_a_plan_is_not_taken_on_the_first_looks_alone():
    """The time is up after the third look at each."""
    search = Search(staff_of(BRAIN), Seat(started(), "axis"), 1, random.Random(3))
    asked: list[int] = []

    def worth(plan: tuple[str, ...], number: int) -> float:
        asked.append(number)
        return {(): 5.0, RASH: 9.0 + number % 2}[plan]

    search.worth = worth  # type: ignore[method-assign]
    search.race([RASH], lambda looks: 1.0 if FEW - 1 in asked else 0.0)
    assert max(asked) == FEW - 1
    assert search.best == ()


@pytest.mark.parametrize("worth", [0.99, -0.99])
def test_no_plan_is_looked_for_when_the_game_is_decided(worth: float):
    search = Search(Staff(BRAIN, {}, {"gone": 2.0}), Seat(started(), "axis"), 1, random.Random(3))
    asked: list[tuple[str, ...]] = []

    def known(plan: tuple[str, ...], number: int) -> float:
        asked.append(plan)
        return worth

    search.worth = known  # type: ignore[method-assign]
    assert search.run(lambda looks: 0.0) == ()
    assert set(asked) == {()}


@pytest.mark.parametrize(("looks", "plans"), [(4, 0), (12, 2), (20, 4), (26, 7)])
def test_the_general_looks_at_as_many_plans_as_there_is_time_for(looks: int, plans: int):
    """Two looks at each and the officer's way, then two more at the best four: seven plans need 26."""
    search = Search(staff_of(BRAIN), Seat(started(), "axis"), 1, random.Random(3))

    def progress(done: int) -> float:
        return min(1.0, done / looks)

    assert not search.decided(progress)
    assert search.room(progress) == plans
    search.run(progress)
    assert search.looks <= looks


def test_the_general_goes_on_with_new_variations_while_there_is_time():
    search = Search(staff_of(BRAIN), Seat(started(), "axis"), 1, random.Random(3))
    search.run(lambda done: min(1.0, done / 400))
    tried = {plan[0] for plan, _ in search._worth if len(set(plan)) == 1}
    assert set(staff_of(BRAIN).book.styles) < tried
    assert sum(style.startswith(VARIATION) for style in tried) >= 2 * VARIATIONS
    assert search.looks <= 400


def test_the_general_stops_when_race_after_race_brings_nothing(monkeypatch: pytest.MonkeyPatch):
    search = Search(staff_of(BRAIN), Seat(started(), "axis"), 1, random.Random(3))
    races: list[int] = []

    def race(plans: Iterable[Plan], progress: object) -> None:
        races.append(len(list(plans)))
        search.looks += 10

    monkeypatch.setattr(search, "race", race)
    search.run(lambda done: min(1.0, done / 10_000))
    assert len(races) == 2
    assert search.best == ()


def test_the_general_tries_variations_of_the_officers_way_and_tells_what_they_change():
    search = Search(staff_of(BRAIN), Seat(started(), "axis"), 1, random.Random(3))
    names = [plan[0] for plan in search.everywhere() if plan[0].startswith(VARIATION)]
    assert len(names) == VARIATIONS
    officer = BRAIN.book("officer").at("axis")
    ways = [search.staff.book.at("axis", style=name) for name in names]
    assert all(way != officer for way in ways)
    assert len({tuple(way.values()) for way in ways}) == VARIATIONS
    book = staff_of(BRAIN).book.styled({"variation 1": {"march": 4.0, "card": 0.5}})
    assert book.about_style("variation 1") == "more march, less card"


def test_a_position_is_worth_what_the_fit_says_and_a_decided_game_its_result():
    staff = Staff(BRAIN, {}, {"gone": 2.0})
    state = started()
    assert staff.worth(state, "axis") == 2.0 * BRAIN.features(state, "axis")["gone"]  # type: ignore[arg-type]
    over = position(seed=1, plies=400)
    assert over.over
    assert staff.worth(over, "axis") == BRAIN.margin(over, "axis")  # type: ignore[arg-type]


def test_a_setting_that_makes_no_sense_is_told():
    with pytest.raises(Invalid, match="seconds a turn"):
        players.make("general:soon", "toy", "axis")
    with pytest.raises(Invalid, match="seconds a turn"):
        players.make("general:0", "toy", "axis")
    with pytest.raises(Invalid, match="takes no setting"):
        players.make("random:7", "toy", "axis")
    with pytest.raises(Invalid, match="style"):
        players.make("recruit:mad", "toy", "axis")


def test_a_title_without_a_brain_has_only_players_that_need_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(TOY, "brain", "")
    assert players.names("toy") == ["random"]
    with pytest.raises(Invalid, match="unknown player 'recruit'"):
        players.make("recruit", "toy", "axis")


def test_a_seat_says_why_not():
    seat = Seat(started(), "axis")
    assert seat.why_not(Stay()) is None
    refusal = seat.why_not(Die(6))
    assert refusal is not None
    with pytest.raises(Illegal):
        started().apply(Die(6))


def test_the_random_player_needs_no_brain():
    state = started()
    assert RandomPlayer("toy", "axis", seed=1).choose(Seat(state, "axis"), Deadline()) in state.legal()


def test_a_shelf_forgets_the_oldest_plan():
    shelf: Shelf[str] = Shelf(2)
    for key in "abc":
        shelf.put(key, key.upper())
    assert [shelf.get(key) for key in "abc"] == [None, "B", "C"]


def test_a_mind_knows_the_number_of_its_side():
    state = started()
    assert [BRAIN.mind(state, side, BOOK, random.Random(1)).me for side in TOY.sides] == [0, 1]


def test_the_margin_is_the_lead_and_what_winning_counts(monkeypatch: pytest.MonkeyPatch):
    state = started()
    monkeypatch.setattr(ToyBrain, "lead", lambda self, s, side: 2.5)
    monkeypatch.setattr(ToyBrain, "won", 10.0)
    assert BRAIN.margin(state, "axis") == 2.5
    state.win(1, "broke through", "T.3")
    assert BRAIN.margin(state, "axis") == -7.5
