"""What is mailed to a side does not change when anything that is hidden from it changes. Random games are looked at as
for everything else that is sent (checks.sent); here are the looks that need a mail."""

from __future__ import annotations

import random

import msgspec
import pytest

from rasputitsa.kernel import Dice, View, titles
from rasputitsa.server.boards import position
from rasputitsa.server.notice import painter
from rasputitsa.server.notice.reports import seen
from rasputitsa.table import History, Memory, Table

from ..conformance.cases import Case, settings
from ..kernel.toy import TOY, ToyState
from . import checks
from .games import between_people, leaks_of, seats
from .looking import text
from .mails import mailed

DECISIONS = 60


def begun(name: str, decisions: int = DECISIONS) -> Table:
    case = between_people(next(case for case in settings() if case.title == name))
    table = Table(History(case.game, Dice("mail")), seats(case), Memory())
    table.start()
    rng = random.Random(5)
    for _ in range(decisions):
        state = table.history.state
        if state.over:
            break
        table.do(state.side or "", str(state.copy().sample(rng)), table.rev)
    return table


@pytest.mark.parametrize("name", titles())
def test_the_story_is_made_of_the_seat_s_own_log(name):
    table = begun(name)
    for seat in table.game.title.sides:
        log = table.log(seat, table.last_turn(seat))
        said = {entry.text for entry in log} | {line.text.rstrip(".") for entry in log for line in entry.lines}
        for part in seen(table, seat).story:
            for sentence in part.sentences:
                whole = sentence.rstrip(".")
                deeds = whole.partition(": ")[2].split("; ")
                assert whole in said or all(any(deed in known for known in said) for deed in deeds)


@pytest.mark.parametrize("name", titles())
def test_the_picture_is_drawn_from_the_seat_s_own_view(name):
    """The very bytes of the picture, for two games that differ in what is hidden."""
    state, seat = begun(name, 12).history.state, "soviet"
    others = [state.imagine(seat, random.Random(n)) for n in range(20)]
    other = next(other for other in others if other.view("open") != state.view("open"))
    pictures = [painter.draw(painter.Request(name, each.view(seat), 300)) for each in (state, other)]
    assert pictures[0] == pictures[1] and pictures[0].startswith(b"\x89PNG")


def test_the_picture_survives_the_way_to_the_painter():
    """What the painter gets by its pipe draws the same as what was sent."""
    view = begun("kiev41", 12).history.state.view("axis")
    again = msgspec.json.decode(msgspec.json.encode(painter.Request("kiev41", view)), type=painter.Request)
    assert position(titles()["kiev41"], again.view) == position(titles()["kiev41"], view)


# -- the checks themselves can fail -------------------------------------------------------------------------------

_view = type(TOY).view


def named_card(toy: type, s: ToyState, side: str, where: str) -> View:
    """A view that names the enemy's card in the question or on a counter."""
    view = _view(toy, s, side)
    secret = text(list(s.hand))
    if where == "question" and view.prompt:
        view.prompt = msgspec.structs.replace(view.prompt, text=secret)
    if where == "picture":
        view.pieces[0].face = msgspec.structs.replace(view.pieces[0].face, name=secret)
    return view


@pytest.mark.parametrize("where", ["question", "picture"])
def test_a_mail_with_a_hole_is_found_out(where, monkeypatch):
    monkeypatch.setattr(type(TOY), "view", lambda toy, s, side: named_card(toy, s, side, where))
    monkeypatch.setitem(titles(), "toy", TOY)
    found = {leak.kind for seed in range(3) for leak in leaks_of(Case("toy", "line", "first"), seed, 1)}
    assert "mail" in found


def test_mails_are_among_what_is_looked_at():
    table = begun("no-retreat", 3)
    assert "mail" in dict(checks.sent(table, "axis", [], random.Random(1)))
    assert "Your turn" in mailed(table, "axis")[0]
