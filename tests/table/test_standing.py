"""Standing orders: the side that is not on move answers without being there, and nothing of it reaches the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rasputitsa.kernel import CHANCE, Dice, Invalid, Record, State
from rasputitsa.kernel.standing import COMPUTER, Order, answer, reacting, reactions, read_order, standing, void
from rasputitsa.kernel.title import titles
from rasputitsa.table import History, Memory, Table, WrongSeat, read_seats
from rasputitsa.table.journal import Ply
from rasputitsa.table.table import BY_ORDER

RECORDS = Path(__file__).parent.parent / "conformance" / "records"
BARBAROSSA = "no-retreat-barbarossa-board.rec"


def asked(state: State, kind: str) -> bool:
    return reacting(state) and standing(state.game.title).kind(state) == kind


def recorded(name: str) -> Record:
    return Record.from_text((RECORDS / name).read_text())


def walk(record: Record) -> Iterator[State]:
    """A recorded game, ply by ply."""
    state = record.start()
    for entry in record.entries:
        yield state
        state.apply(entry.action)


def table_before(kind: str, name: str = BARBAROSSA) -> tuple[Table, str]:
    """A game at the enemy's decision that leads to this question; and who is asked."""
    record, last, decider = recorded(name), 0, ""
    for number, state in enumerate(walk(record)):
        if asked(state, kind) and decider not in ("", state.side):
            break
        if state.side != CHANCE:
            last, decider = number, state.side or ""
    else:
        raise AssertionError(f"nobody is asked {kind} in {name}")
    plies = [Ply(e.side, str(e.action), False, False, 0, "", "") for e in record.entries[:last]]
    history = History.read(record.game, Dice("orders"), plies, record.game.title.rules)
    return Table(history, read_seats(record.game.title, {}), Memory()), state.side or ""


def order(table: Table, side: str, **fields: object) -> Order:
    table.orders = table.give_orders(side, [Order(**fields)])  # type: ignore[arg-type]
    return table.orders[side][0]


def go_on(table: Table, name: str = BARBAROSSA) -> None:
    """The side on move does what the record says."""
    deeds = recorded(name).entries
    table.do(table.history.state.side or "", str(deeds[table.ply].action), table.rev)


def by_order(table: Table) -> list[str]:
    return [ply.deed for ply in table.history.plies if ply.note == BY_ORDER]


def test_without_an_order_the_person_is_asked():
    table, side = table_before("Counterblows")
    go_on(table)
    assert table.history.state.side == side and asked(table.history.state, "Counterblows")


def test_an_order_answers_at_once_and_only_its_owner_reads_that_it_did():
    table, side = table_before("Counterblows")
    order(table, side, ask="Counterblows", way="pass")
    go_on(table)
    assert by_order(table) == ["no more counterblows"] and table.history.state.side != side
    notes = {seat: [entry.note for entry in table.log(seat, 0) if entry.note] for seat in ("axis", "soviet")}
    other = "axis" if side == "soviet" else "soviet"
    assert notes == {side: [BY_ORDER], other: []}


def test_what_was_done_by_order_still_counts_as_missed():
    table, side = table_before("Counterblows")
    before = table.last_turn(side)
    order(table, side, ask="Counterblows", way="pass")
    go_on(table)
    assert table.last_turn(side) == before


@pytest.mark.parametrize(("least", "done"), [("9:1", ["no more counterblows"]), ("1:9", [])])
def test_bad_odds_are_declined_and_good_ones_asked_about(least: str, done: list[str]):
    table, side = table_before("Counterblows")
    order(table, side, ask="Counterblows", way="odds", value=least)
    go_on(table)
    assert by_order(table) == done


def test_an_order_does_not_speak_for_a_side_on_its_own_move():
    table, side = table_before("Counterblows")
    mover = table.history.state.side or ""
    order(table, mover, ask="Counterblows", way="pass")
    go_on(table)
    assert by_order(table) == [] and table.history.state.side == side


def test_a_question_handed_to_the_computer_is_its_to_decide():
    table, side = table_before("Counterblows")
    order(table, side, ask="Counterblows", way=COMPUTER)
    assert table.computer == ""
    go_on(table)
    assert (table.history.state.side, table.computer) == (side, "officer")
    table.decide(None, table.rev)
    assert table.history.plies[-1].note == BY_ORDER


def test_the_first_named_unit_that_can_takes_the_loss():
    state = next(state for state in walk(recorded("kiev41-campaign-book.rec")) if asked(state, "Losses"))
    lexicon, legal = state.game.title.lexicon, state.legal()
    units = [lexicon.names["piece"].text[what] for a in legal for kind, what in lexicon.slots(a) if kind == "piece"]
    last_first = Order(ask="Losses", way="units", value=f"Hitler, {units[-1]}, {units[0]}")
    assert len(legal) > 1 and answer(state, last_first) == legal[-1]
    assert answer(state, Order(ask="Losses", way="units", value="Hitler")) is None


def test_an_order_is_void_when_its_owners_hand_has_changed():
    table, side = table_before("Counterblows")
    given = order(table, side, ask="Counterblows", way="pass")
    states = [state.copy() for state in walk(recorded(BARBAROSSA))]
    assert {void(state, side, given) for state in states} == {"", "your hand has changed"}


def test_an_order_for_a_turn_is_void_in_the_next():
    table, side = table_before("CounterattackStep")
    turn = table.history.now.turn
    given = order(table, side, ask="CounterattackStep", way="pass", turn=turn)
    ends = [state.copy() for state in walk(recorded(BARBAROSSA)) if state.banner().turn > turn]
    assert void(table.history.state, side, given) == "" and void(ends[0], side, given) == "its turn is over"


def test_an_order_is_void_when_a_unit_that_it_names_has_changed():
    states = [state.copy() for state in walk(recorded(BARBAROSSA))]
    given = read_order(states[0], "soviet", Order(ask="Losses", way="units", value="West Front"))
    assert {void(state, "soviet", given) for state in states} == {"", "a unit that it names has changed"}


@pytest.mark.parametrize(
    "fields",
    [
        {"ask": "Weather", "way": "pass"},
        {"ask": "Counterblows", "way": "surrender"},
        {"ask": "Counterblows", "way": "odds", "value": "many"},
        {"ask": "Counterblows", "way": "odds", "value": "1:0"},
        {"ask": "Losses", "way": "units", "value": ""},
        {"ask": "Losses", "way": "units", "value": "The Foreign Legion"},
        {"ask": "Losses", "way": "pass"},
    ],
)
def test_an_order_that_says_nothing_is_refused(fields: dict[str, str]):
    table, side = table_before("Counterblows")
    with pytest.raises(Invalid):
        order(table, side, **fields)
    assert table.orders == {}


def test_two_orders_for_one_question_are_refused():
    table, side = table_before("Counterblows")
    twice = [Order(ask="Counterblows", way="pass"), Order(ask="Counterblows", way=COMPUTER)]
    with pytest.raises(Invalid, match="one question, one order"):
        table.give_orders(side, twice)


def test_orders_are_for_people_who_play_one_side():
    table, side = table_before("Counterblows")
    table.seats = read_seats(table.game.title, {}, open=True)
    with pytest.raises(WrongSeat):
        table.give_orders(side, [])


@pytest.mark.parametrize("title", titles().values(), ids=str)
def test_every_reaction_names_questions_and_answers_of_its_title(title):
    steps = {step.name: step for step in title.steps}
    for reaction in reactions(title).values():
        if not reaction.ask.startswith("event "):
            known = {choice.action for choice in getattr(steps[reaction.ask], "answers", ())}
            assert {reply.action for reply in reaction.replies} <= known, reaction.ask
    assert all(order.way in reactions(title)[order.ask].ways for order in standing(title).usual)
