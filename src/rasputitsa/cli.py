"""The command line: how each command is called. What it does is in `commands/`, imported only when it runs.

Bad input anywhere gives one clear line on stderr and exit code 2, and nothing is written. Exit code 1 means that the
command ran and found something wrong (a game that failed, unsound data).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from rasputitsa.kernel.errors import RasputitsaError

UsageError: type[Exception] = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")

app = typer.Typer(
    name="rasputitsa",
    help="Eastern Front board wargames with every rule enforced.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

TitleName = Annotated[str, typer.Argument(metavar="TITLE", help="A title: see `rasputitsa titles`.")]
ScenarioName = Annotated[str | None, typer.Option("--scenario", help="A scenario; the title's first one if left out.")]
EditionName = Annotated[str | None, typer.Option("--edition", help="An edition; the title's first one if left out.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An optional rule.")]
AsJson = Annotated[bool, typer.Option("--json", help="For scripts: one line of JSON.")]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on; 0 for any free one.")]
DatabaseUrl = Annotated[
    str | None,
    typer.Option("--database-url", metavar="URL", help="Where games are kept; better RASPUTITSA_DATABASE_URL."),
]
Config = Annotated[Path | None, typer.Option("--config", metavar="FILE", help="Settings, in TOML.")]
ToPly = Annotated[int | None, typer.Option("--to", metavar="PLY", help="Stop after that many actions.")]


@app.callback(invoke_without_command=True)
def no_command(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    if version:
        from rasputitsa import __version__

        print(f"rasputitsa {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def play(
    port: Port = 1941,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only serve, do not open one.")] = False,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", metavar="NAME=COMMAND", help="A program of yours as an opponent.")
    ] = None,
) -> None:
    """Play in the browser: alone, hot-seat, or for study."""
    from rasputitsa.commands import serving

    serving.offer(bot or [])
    serving.play(port, not no_browser)


@app.command()
def serve(
    database_url: DatabaseUrl = None,
    host: Annotated[str | None, typer.Option("--host", help="The address to listen on (127.0.0.1).")] = None,
    port: Annotated[int | None, typer.Option("--port", help="The port to listen on (1941).")] = None,
    config: Config = None,
    check: Annotated[bool, typer.Option("--check", help="Only print the settings and check them.")] = False,
) -> None:
    """Serve many players from one database."""
    from rasputitsa.commands import serving

    serving.serve(config, check, database_url=database_url, host=host, port=port)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write (.jsonl.gz).")],
    database_url: DatabaseUrl = None,
    config: Config = None,
) -> None:
    """Save all games of a database in one file, while it is in use."""
    from rasputitsa.commands import serving

    serving.backup(config, database_url, file)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")],
    database_url: DatabaseUrl = None,
    config: Config = None,
) -> None:
    """Bring the games of a backup into an empty database, of whichever kind."""
    from rasputitsa.commands import serving

    serving.restore(config, database_url, file)


@app.command()
def migrate(
    to: Annotated[str, typer.Option("--to", metavar="VERSION", help="The version of the tables.")] = "head",
    database_url: DatabaseUrl = None,
    config: Config = None,
) -> None:
    """Bring the tables of a database to another version; servers do it themselves when they start."""
    from rasputitsa.commands import serving

    serving.migrate(config, database_url, to)


@app.command()
def admin(
    act: Annotated[str, typer.Argument(metavar="make|unmake|list", help="What to do.")],
    nickname: Annotated[str, typer.Argument(help="Whom.")] = "",
    database_url: DatabaseUrl = None,
    config: Config = None,
) -> None:
    """Say who runs a server with accounts."""
    from rasputitsa.commands import serving

    serving.admin(config, database_url, act, nickname)


@app.command()
def returned(database_url: DatabaseUrl = None, config: Config = None) -> None:
    """Read a mail that came back, on stdin: an address that takes no mail is switched off."""
    from rasputitsa.commands import serving

    serving.returned(config, database_url)


@app.command()
def titles(as_json: AsJson = False) -> None:
    """List titles, scenarios, editions and options."""
    from rasputitsa.commands import titles

    titles.show(as_json)


@app.command()
def selfplay(
    title: TitleName,
    axis: Annotated[str, typer.Option("--axis", metavar="PLAYER", help="Who plays the Axis.")] = "random",
    soviet: Annotated[str, typer.Option("--soviet", metavar="PLAYER", help="Who plays the Soviets.")] = "random",
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 10,
    seed: Annotated[str, typer.Option("--seed", help="The same seed plays the same games.")] = "1",
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes to use.")] = 1,
    scenario: ScenarioName = None,
    edition: EditionName = None,
    option: Options = None,
    records: Annotated[Path | None, typer.Option("--records", metavar="DIR", help="Keep each game's record.")] = None,
    as_json: AsJson = False,
) -> None:
    """Let computer players play each other."""
    from rasputitsa.commands import common
    from rasputitsa.commands.selfplay import selfplay

    game = common.find_game(title, scenario, edition, option or [])
    if not selfplay(game, {"axis": axis, "soviet": soviet}, games, seed, workers, records, as_json):
        raise typer.Exit(1)


@app.command()
def tournament(
    title: TitleName,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Two or more players.")],
    pairs: Annotated[int, typer.Option("--pairs", min=1, help="Pairs of games for each meeting.")] = 10,
    seed: Annotated[str, typer.Option("--seed", help="The same seed plays the same games.")] = "1",
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes to use.")] = 1,
    runner: Annotated[str, typer.Option("--runner", metavar="local|ray", help="Where games are played.")] = "local",
    sprt: Annotated[
        str | None, typer.Option("--sprt", metavar="LOW,HIGH", help="Stop when it is clear which Elo gain is true.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="Keep data and pictures; go on where it stood.")
    ] = None,
    ladder: Annotated[bool, typer.Option("--ladder", help="Each player meets only the one named before it.")] = False,
    limit: Annotated[
        float | None, typer.Option("--limit", metavar="SECONDS", help="Fail when a turn took longer than this.")
    ] = None,
    scenario: ScenarioName = None,
    edition: EditionName = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Rate computer players: pairs of games with sides exchanged and common dice."""
    from rasputitsa.commands import common
    from rasputitsa.commands.tournament import tournament

    game = common.find_game(title, scenario, edition, option or [])
    if not tournament(game, players, pairs, seed, workers, runner, sprt, output, ladder, limit, as_json):
        raise typer.Exit(1)


@app.command()
def report(
    title: TitleName,
    axis: Annotated[str, typer.Option("--axis", metavar="PLAYER", help="Who plays the Axis.")] = "officer",
    soviet: Annotated[str, typer.Option("--soviet", metavar="PLAYER", help="Who plays the Soviets.")] = "officer",
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 50,
    seed: Annotated[str, typer.Option("--seed", help="The same seed plays the same games.")] = "1",
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes to use.")] = 1,
    runner: Annotated[str, typer.Option("--runner", metavar="local|ray", help="Where games are played.")] = "local",
    source: Annotated[
        Path | None, typer.Option("--from", metavar="DIR", help="Report on a tournament's results instead.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="Leave data and pictures.")
    ] = None,
    scenario: ScenarioName = None,
    edition: EditionName = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Report on balance and on the course of the war; exit code 1 if it does not look like one."""
    from rasputitsa.commands import common
    from rasputitsa.commands.report import report

    game = common.find_game(title, scenario, edition, option or [])
    if not report(game, {"axis": axis, "soviet": soviet}, games, seed, workers, runner, source, output, as_json):
        raise typer.Exit(1)


@app.command()
def tune(
    title: TitleName,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The new weights (TOML).")],
    side: Annotated[list[str] | None, typer.Option("--side", help="Whose weights; both sides' if none.")] = None,
    period: Annotated[str, typer.Option("--period", help="Only in this period of the war.")] = "",
    weight: Annotated[list[str] | None, typer.Option("--weight", help="Tune these; all if none.")] = None,
    base: Annotated[
        Path | None, typer.Option("--base", metavar="FILE", help="Start from these weights; the officer's if left out.")
    ] = None,
    pairs: Annotated[int, typer.Option("--pairs", min=2, help="Pairs of games with changed weights.")] = 400,
    spread: Annotated[float, typer.Option("--spread", min=0.01, help="How far weights are changed.")] = 0.4,
    proof: Annotated[int, typer.Option("--proof", min=2, help="Fresh games for the proof.")] = 200,
    seed: Annotated[str, typer.Option("--seed", help="The same seed plays the same games.")] = "1",
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes to use.")] = 1,
    runner: Annotated[str, typer.Option("--runner", metavar="local|ray", help="Where games are played.")] = "local",
    scenario: ScenarioName = None,
    edition: EditionName = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Find better weights for a computer player by self-play, and prove it."""
    from rasputitsa.commands import common
    from rasputitsa.commands import tune as command

    game = common.find_game(title, scenario, edition, option or [])
    sizes = pairs, spread, proof
    if not command.run(game, side or [], period, weight or [], base, output, *sizes, seed, workers, runner, as_json):
        raise typer.Exit(1)


@app.command()
def fit(
    title: TitleName,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The general's file (TOML).")],
    player: Annotated[str, typer.Option("--player", metavar="recruit|officer", help="Who plays.")] = "officer",
    games: Annotated[int, typer.Option("--games", min=2, help="How many games.")] = 40,
    seed: Annotated[str, typer.Option("--seed", help="The same seed plays the same games.")] = "1",
    scenario: ScenarioName = None,
    edition: EditionName = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Fit the general's judgement of positions to what came of them in self-play."""
    from rasputitsa.commands import common
    from rasputitsa.commands import fit as command

    game = common.find_game(title, scenario, edition, option or [])
    command.run(game, player, games, seed, output, as_json)


@app.command()
def bot(title: TitleName) -> None:
    """Talk to a program: JSON lines on stdin and stdout."""
    from rasputitsa.commands.bot import converse
    from rasputitsa.kernel import title as find

    converse(find(title), sys.stdin.buffer, sys.stdout.buffer)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record file.")],
    to: ToPly = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only check it, thoroughly.")] = False,
) -> None:
    """Go through a record, checking every action."""
    from rasputitsa.commands import records

    records.replay(file, to, verify)


@app.command()
def odds(
    title: TitleName,
    attack: Annotated[int, typer.Option("--attack", help="The attackers' strength.")],
    defend: Annotated[int, typer.Option("--defend", help="The defenders' strength.")],
    table: Annotated[str | None, typer.Option("--table", metavar="axis|soviet", help="Whose combat table.")] = None,
    shift: Annotated[int | None, typer.Option("--shift", help="Columns to the right (negative: left).")] = None,
    attack_table: Annotated[
        str | None, typer.Option("--attack-table", metavar="lcu|scu", help="The table the attackers fire on.")
    ] = None,
    defend_table: Annotated[
        str | None, typer.Option("--defend-table", metavar="lcu|scu", help="The table the defenders fire on.")
    ] = None,
    attack_shift: Annotated[int | None, typer.Option("--attack-shift", help="Columns for the attackers.")] = None,
    defend_shift: Annotated[int | None, typer.Option("--defend-shift", help="Columns for the defenders.")] = None,
    as_json: AsJson = False,
) -> None:
    """Work out a battle by a title's combat tables. Which options it takes depends on the title."""
    from rasputitsa.commands import odds

    asked = {"table": table, "attack": attack, "defend": defend, "shift": shift, "attack_table": attack_table}
    asked |= {"defend_table": defend_table, "attack_shift": attack_shift, "defend_shift": defend_shift}
    odds.show(title, {name: value for name, value in asked.items() if value is not None}, as_json)


@app.command()
def draw(
    title: TitleName,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="board.svg or board.png.")],
    scenario: ScenarioName = None,
    edition: EditionName = None,
    option: Options = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Draw a position of a record.")
    ] = None,
    to: ToPly = None,
    side: Annotated[str, typer.Option("--side", help="As this side sees it; open shows all.")] = "open",
    theme: Annotated[str, typer.Option("--theme", help="light or dark.")] = "light",
    zoom: Annotated[float, typer.Option("--zoom", min=0.1, max=4, help="Of a PNG.")] = 1.0,
) -> None:
    """Draw a board or a position as SVG or PNG."""
    from rasputitsa.commands.draw import Subject, draw

    subject = Subject(title=title, scenario=scenario, edition=edition, options=option or [], record=record, to=to)
    draw(subject, output, side, theme, zoom)


@app.command()
def handovers(
    title: TitleName,
    axis: Annotated[str, typer.Option("--axis", metavar="PLAYER", help="Who plays the Axis.")] = "recruit",
    soviet: Annotated[str, typer.Option("--soviet", metavar="PLAYER", help="Who plays the Soviets.")] = "recruit",
    games: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 5,
    seed: Annotated[str, typer.Option("--seed", help="The same seed plays the same games.")] = "1",
    scenario: ScenarioName = None,
    edition: EditionName = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Count how often a game goes from one player to the other, without and with the usual standing orders."""
    from rasputitsa.commands import common, handovers

    game = common.find_game(title, scenario, edition, option or [])
    handovers.count(game, {"axis": axis, "soviet": soviet}, games, seed, as_json)


@app.command()
def perft(
    title: TitleName,
    depth: Annotated[int, typer.Option("--depth", help="How many actions deep.")],
    scenario: ScenarioName = None,
    edition: EditionName = None,
    option: Options = None,
    as_json: AsJson = False,
) -> None:
    """Count the positions DEPTH actions away."""
    from rasputitsa.commands import common, records

    records.count_positions(common.find_game(title, scenario, edition, option or []), depth, as_json)


@app.command()
def ledger(
    rule: Annotated[str | None, typer.Argument(metavar="RULE", help="All about one rule: its number.")] = None,
    book: Annotated[str | None, typer.Option("--book", help="Only this rule book.")] = None,
    missing: Annotated[bool, typer.Option("--missing", help="Only what is missing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the rules, the code that carries them, the tests that hold them."""
    from rasputitsa.commands import ledger

    ledger.show(rule, book, missing, as_json)


@app.command("check-data")
def check_data() -> None:
    """Check the data of every title."""
    from rasputitsa.commands import titles

    if not titles.show_check():
        raise typer.Exit(1)


def run(args: Sequence[str]) -> int:
    """Run one command; return the exit code."""
    try:
        code = app(list(args), prog_name="rasputitsa", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except UsageError as error:
        return complain(error.format_message())  # type: ignore[attr-defined]
    except RasputitsaError as error:
        return complain(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except OSError as error:
        return complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (typer.Abort, KeyboardInterrupt):
        return 130


def complain(message: str) -> int:
    """One line for the person who made the mistake."""
    print(f"rasputitsa: {' '.join(message.split())}", file=sys.stderr)
    return 2


def main() -> None:
    sys.exit(run(sys.argv[1:]))
