"""The examples of the docs, as they stand there: Python runs, commands are taken, transcripts are what one gets."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from rasputitsa import players
from rasputitsa.cli import app
from rasputitsa.commands import common

from .conftest import Command

ROOT = Path(__file__).parents[2]
PAGES = {f.name: f.read_text(encoding="utf-8") for f in [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]}
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
SKETCHES = {"table-and-server.md"}
"""Pages whose Python shows the shape of something inside the house."""
NEEDED = {"research.md": ("pettingzoo", "pyspiel"), "bots.md": ("pettingzoo", "pyspiel")}


def blocks(page: str, language: str) -> list[str]:
    return [text for found, text in BLOCK.findall(PAGES[page]) if found == language]


def commands(page: str) -> list[str]:
    """Every command line of a page, in blocks and between the words, but for those that only name a command."""
    lines = [line for text in blocks(page, "") for line in text.splitlines()]
    inline = re.findall(r"`(rasputitsa [\w-]+ [^`\n]+)`", PAGES[page])
    found = [re.sub(r"^(\$ |\.venv/bin/)?", "", line.strip()) for line in lines] + inline
    return [line for line in found if line.startswith("rasputitsa ") and not re.search(r" [A-Z]{4,}\b", line)]


PYTHON = [page for page in PAGES if blocks(page, "python") and page not in SKETCHES]
LINES = [(page, line) for page in PAGES for line in dict.fromkeys(commands(page))]


@pytest.mark.parametrize("page", PYTHON)
def test_the_python_of_a_page_runs_as_it_stands(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for module in NEEDED.get(page, ()):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "example"}
    for text in blocks(page, "python"):
        if text.lstrip().startswith(">>>"):
            session = doctest.DocTestParser().get_doctest(text, names, page, page, 0)
            assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session).failed == 0
        else:
            exec(compile(text, page, "exec"), names)


@pytest.mark.parametrize(("page", "line"), LINES)
def test_a_command_of_the_docs_is_one_that_the_program_takes(page: str, line: str):
    """Its options, title, scenario and players exist; it is not run here, because some take hours."""
    name, *args = shlex.split(line, comments=True)[1:]
    program: Any = typer.main.get_command(app)
    if name.startswith("-"):
        return
    chosen = program.get_command(None, name)
    assert chosen is not None, f"{page}: there is no command {name}"
    values = chosen.make_context(name, args, resilient_parsing=False).params
    if name in ("selfplay", "tournament", "report", "tune", "fit"):
        common.find_game(values["title"], values.get("scenario"), values.get("edition"), values.get("option") or [])
    seated = [*(values.get("players") or ()), *(values.get(side) or "random" for side in ("axis", "soviet"))]
    for player in seated if name in ("selfplay", "tournament", "report") else ():
        if not re.search(r"[:+].*\.|/", player):
            players.make(player, values["title"], "axis", seed=1)


def test_there_are_examples():
    assert len(LINES) > 15 and len(PYTHON) > 4


def test_the_transcript_of_a_bot_is_what_one_gets(command: Command):
    text = next(text for text in blocks("bots.md", "") if text.startswith("$ rasputitsa bot"))
    first, *lines = text.splitlines()
    asked = [line for line in lines if '"cmd"' in line]
    done = command(*shlex.split(first)[2:], stdin="\n".join(asked) + "\n")
    assert done.stdout.splitlines() == [line for line in lines if '"cmd"' not in line]


def test_the_game_of_the_readme_is_played_and_verified(command: Command, tmp_path: Path):
    selfplay, replay = (
        shlex.split(line)[1:] for line in commands("README.md") if " selfplay " in line or "--verify" in line
    )
    assert command(*selfplay, cwd=tmp_path).returncode == 0
    assert "actions verified" in command(*replay, cwd=tmp_path).stdout


def test_the_table_of_commands_names_every_option_rightly():
    """Each row of docs/command-line.md: the command exists and has the options that are shown."""
    program: Any = typer.main.get_command(app)
    rows = re.findall(r"^\| `([a-z-]+) ?([^`]*)`", PAGES["command-line.md"], re.MULTILINE)
    assert len(rows) > 12
    for name, rest in rows:
        known = {opt for param in program.get_command(None, name).params for opt in param.opts}
        assert set(re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", rest)) <= known, name
