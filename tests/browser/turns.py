"""A whole turn at the screen: a computer says what to do, and the page does it by mouse or by keys.

The computer stands for a person who knows what he wants; what is tested is that the page lets him do it. The other side
is played over the server's own door.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from playwright.sync_api import expect

from rasputitsa import players
from rasputitsa.kernel import Dice, title
from rasputitsa.kernel.record import Record
from rasputitsa.kernel.state import State
from rasputitsa.players import Deadline, Seat

from ..server.running import Client
from .driving import Screen

SEED = "turn"
Wish = Callable[[State, str], str]
"""What a person does where the computer would do that."""


class Adviser:
    """A recruit for each side, with his notebook."""

    def __init__(self, name: str) -> None:
        self.players = {side: players.make("recruit", name, side, seed=SEED) for side in ("axis", "soviet")}
        self.notes: dict[str, dict[str, object]] = {"axis": {}, "soviet": {}}

    def says(self, state: State) -> str:
        side = str(state.side)
        return str(self.players[side].choose(Seat(state, side, notes=self.notes[side]), Deadline(30.0)))


def record_up_to(name: str, scenario: str, wanted: Callable[[State], bool]) -> str:
    """The record of a game between two recruits up to such a position."""
    record, dice, adviser = Record(title(name).prepare(scenario, None, {})), Dice(SEED), Adviser(name)
    while not record.state.over:
        state = record.state
        if state.side == "chance":
            record.apply(dice.roll(state))
        elif wanted(state):
            return record.text()
        else:
            record.apply(title(name).lexicon.parse(adviser.says(state)))
    raise AssertionError("the game ended before that")


class Hands(Protocol):
    """Carry out a choice: what it does, and what is clicked for it."""

    def __call__(self, table: Screen, choice: Mapping[str, Any]) -> None: ...


def by_mouse(table: Screen, choice: Mapping[str, Any]) -> None:
    """Click what the choice is tied to, and the button that is left, if one is."""
    before, deed = revision(table), str(choice["do"])
    tokens = [str(token).split(":", 1) for token in choice.get("clicks") or ()]
    if not tokens:
        press_answer(table, deed)
    for kind, id in tokens:
        if kind == "card":
            take_card(table, id, deed)
        elif kind == "piece":
            take_piece(table, id)
        elif deed.startswith("all in"):
            table.double_click(id)
        elif len(tokens) == 1 or table.page.locator(f"[data-target='{id}']").count():
            table.click_place(id)
    finish(table, deed, before)


def take_card(table: Screen, card: str, deed: str) -> None:
    """A use of a card; the panel with the cards is opened first if it is closed."""
    button = table.page.locator(f"[data-card='{card}'] [data-do=\"{deed}\"]")
    if not button.count():
        table.keys("h")
    if not button.count():
        button = table.page.locator(f"[data-card='{card}'] button").first
    button.click()


def take_piece(table: Screen, piece: str) -> None:
    """Take a unit: open its stack and pick it, or point at it in its box."""
    counter = table.page.locator(f".pieces [data-piece='{piece}']")
    unit = table.page.locator(f"[data-unit='{piece}']").first
    if not unit.count():
        table.click_place(str(counter.get_attribute("data-at"))) if counter.count() else table.press("Off-map")
        unit.wait_for()
    if unit.get_attribute("aria-pressed") != "true":
        unit.click()
    table.settle()


def press_answer(table: Screen, deed: str) -> None:
    """A button of the bar, or of the list of choices when there are many."""
    button = table.page.locator(f'.answers [data-do="{deed}"]')
    if button.count():
        button.first.click()
    else:
        table.press("All choices")
        table.page.locator(f'.choice-list [data-do="{deed}"]').first.click()


def finish(table: Screen, deed: str, before: str | None) -> None:
    """Press what is still offered for the deed, say yes to the odds, and wait for the change."""
    for what in (f'.tray-actions [data-do="{deed}"]', "[data-confirm]"):
        table.settle()
        button = table.page.locator(what).first
        if revision(table) == before and button.count():
            button.click()
    changed(table, before)


def by_keys(table: Screen, choice: Mapping[str, Any]) -> None:
    """The order is typed, and Enter says yes to the odds."""
    before, deed = revision(table), str(choice["do"])
    table.keys("/")
    table.page.get_by_role("combobox").fill(deed)
    expect(table.page.locator("[role=option]").first).to_have_attribute("data-do", deed)
    table.keys("Enter")
    table.settle()
    if revision(table) == before and table.page.locator("[data-confirm]").count():
        table.keys("Enter")
    changed(table, before)


def revision(table: Screen) -> str | None:
    return table.page.locator(".table").get_attribute("data-rev")


def changed(table: Screen, before: str | None) -> None:
    expect(table.page.locator(".table")).not_to_have_attribute("data-rev", str(before))
    table.settle()


class Turn:
    """One side's whole turn through the page; `wish` says where the players do not follow the computer."""

    def __init__(self, table: Screen, client: Client, game: str, side: str, hands: Hands, wish: Wish) -> None:
        self.table, self.client, self.game = table, client, game
        self.side, self.hands, self.wish = side, hands, wish
        self.adviser = Adviser(client.summary(game)["title"])
        self.done: list[tuple[str, str]] = []
        """What the side did: the step that asked, and the deed."""

    def state(self) -> State:
        return Record.from_text(self.client.get(f"/api/games/{self.game}/export", params={"seat": "open"}).text).state

    def play(self, over: Callable[[State], bool], look: Callable[[State], None] = lambda state: None) -> State:
        """Both sides play until it is over; `look` sees each position in which the side is asked."""
        while not over(state := self.state()) and not state.over:
            if state.side != self.side:
                assert self.client.do(self.game, self.deed(state), "open").status_code == 200
                continue
            self.table.page.wait_for_function(f"+document.querySelector('.table').dataset.rev >= {self.rev()}")
            look(state)
            self.decide(state)
        return state

    def rev(self) -> int:
        return int(self.client.summary(self.game)["rev"])

    def deed(self, state: State) -> str:
        return self.wish(state, self.adviser.says(state))

    def decide(self, state: State) -> None:
        deed = self.deed(state)
        self.done.append((state.step.name, deed))
        self.hands(self.table, self.choice(deed))

    def choice(self, deed: str) -> Mapping[str, Any]:
        answer = self.client.get(f"/api/games/{self.game}/choices", params={"seat": "open"}).json()
        return next((c for c in answer["choices"] if c["do"] == deed), {"do": deed})
