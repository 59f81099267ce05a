"""`rasputitsa titles` and `rasputitsa check-data`: what can be played, and whether its data is sound."""

from __future__ import annotations

from typing import Any

from rasputitsa.commands.common import print_json
from rasputitsa.kernel import Option, Title, titles
from rasputitsa.ledger import books


def listing() -> list[dict[str, Any]]:
    """The titles as `titles --json` prints them."""
    return [
        {
            "name": title.name,
            "scenarios": [scenario.name for scenario in title.scenarios],
            "editions": list(title.editions),
            "options": {option.name: _option(option) for option in title.options},
        }
        for title in titles().values()
    ]


def _option(option: Option) -> dict[str, Any]:
    out: dict[str, Any] = {"default": option.default, "choices": list(option.choices), "help": option.help}
    limits = {"editions": option.editions, "scenarios": option.scenarios, "needs": option.needs}
    return out | {name: list(values) for name, values in limits.items() if values}


def show(as_json: bool) -> None:
    if as_json:
        print_json(listing())
        return
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for title in titles().values():
        _show_title(console.print, title)
    if not titles():
        console.print("No title is installed.")


def _show_title(write: Any, title: Title) -> None:
    write(f"[bold]{title.name}[/]  {title.label}: {title.help}")
    write(f"  editions: {', '.join(title.editions)}")
    for scenario in title.scenarios:
        only = f" ({', '.join(scenario.editions)} only)" if scenario.editions else ""
        write(f"  scenario [bold]{scenario.name}[/]{only}  {scenario.label}: {scenario.help}")
    for option in title.options:
        choices = " | ".join(str(choice).lower() for choice in option.choices)
        write(f"  option [bold]{option.name}[/]={choices}  {option.label}: {option.help}")


def check_data() -> list[str]:
    """Every problem in the data of every title and in the rule ledgers, one line each."""
    problems = [f"ledger {book.name}: no rules" for book in books().values() if not book.of_kind("rule")]
    for title in titles().values():
        problems += [f"{title.name}: {problem}" for problem in title.check_data()]
    return problems


def show_check() -> bool:
    """Print what check_data finds; true when all is well."""
    problems = check_data()
    for problem in problems:
        print(problem)
    if not problems:
        print(f"data of {', '.join(titles()) or 'no title'} and {len(books())} rule ledgers: sound")
    return not problems
