"""The README's pictures of the table, made anew: `python -m tests.browser.pictures`.

Two computers play each title to the middle of a game; then the table is opened in Chromium and looked at.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from rasputitsa import players
from rasputitsa.kernel import Dice, title
from rasputitsa.kernel.record import Record
from rasputitsa.kernel.state import State
from rasputitsa.players import Deadline, Seat

from ..server.running import Client, running
from .conftest import ARGUMENTS
from .driving import ROOT, Screen, open_screen
from .situations import imported

FOLDER = ROOT / "docs/pictures"


def played(name: str, scenario: str, wanted: Callable[[State], bool], player: str = "officer") -> str:
    """The record of a game between two computers, up to a position that is worth a picture."""
    seed = "picture"
    record, dice = Record(title(name).prepare(scenario, None, {})), Dice(seed)
    sides = {side: players.make(player, name, side, seed=seed) for side in ("axis", "soviet")}
    notes: dict[str, dict[str, object]] = {"axis": {}, "soviet": {}}
    while not record.state.over:
        state = record.state
        if state.side == "chance":
            record.apply(dice.roll(state))
            continue
        assert state.side
        if wanted(state):
            return record.text()
        seat = Seat(state, state.side, notes=notes[state.side])
        record.apply(sides[state.side].choose(seat, Deadline(5.0)))
    raise AssertionError("the game ended before the picture was taken")


def asked(turn: int, side: str, words: str) -> Callable[[State], bool]:
    """The side is asked something like that, on that turn."""

    def wanted(state: State) -> bool:
        prompt = state.step.prompt(state)
        return state.side == side and prompt.startswith(words) and state.view("open").banner.turn == turn

    return wanted


def sit(table: Screen, client: Client, record: str, name: str) -> None:
    table.open(imported(client, record, name, play=True, open=True))


def take_a_unit(table: Screen, skip: int) -> None:
    """Select a unit that has somewhere to go."""
    table.keys(*["n"] * skip)
    for _ in range(8):
        table.keys("n", "Enter")
        table.settle()
        if table.page.locator("[data-target]").count() > 3:
            return
        table.keys("Escape", "Escape")


def no_retreat(table: Screen, client: Client) -> None:
    record = played("no-retreat", "campaign", asked(2, "axis", "Move your units"))
    sit(table, client, record, "Barbarossa")
    table.press("Log")
    take_a_unit(table, skip=2)


def kiev41(table: Screen, client: Client) -> None:
    record = played("kiev41", "campaign", asked(2, "axis", "Command"))
    sit(table, client, record, "The Southern Struggle")
    take_a_unit(table, skip=1)


def stalins_war(table: Screen, client: Client) -> None:
    record = played("stalins-war", "campaign", asked(3, "axis", "Move your units"), "recruit")
    sit(table, client, record, "Barbarossa")
    take_a_unit(table, skip=2)


def stalins_war_battle(table: Screen, client: Client) -> None:
    """Combat markers, attackers that have joined, both fires in the odds."""
    record = played("stalins-war", "campaign", asked(2, "axis", "Name the units that attack"), "recruit")
    sit(table, client, record, "Barbarossa")
    for _ in range(2):
        table.keys("n", "Enter")
        table.settle()
        yes = table.page.locator("[data-confirm]")
        if yes.count():
            table.doing(yes.click)
    table.press("Attack")


SCENES = {
    "table-no-retreat": no_retreat,
    "table-kiev41": kiev41,
    "table-stalins-war": stalins_war,
    "stalins-war-battle": stalins_war_battle,
}


def main(*wanted: str) -> None:
    """Take these pictures, or all."""
    chromium = shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(f"sqlite:///{Path(folder) / 'games.db'}") as client,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for name in wanted or SCENES:
            table = open_screen(browser, client, name)
            SCENES[name](table, client)
            table.page.mouse.move(5, 5)
            table.page.evaluate("document.activeElement.blur()")
            table.settle()
            table.page.screenshot(path=FOLDER / f"{name}.png")
            table.page.context.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
