"""`rasputitsa odds`: a battle worked out by the title's own combat tables (`Title.odds_table`)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from rasputitsa.commands.common import print_json
from rasputitsa.kernel import title
from rasputitsa.kernel.errors import Invalid, unknown
from rasputitsa.kernel.loading import load
from rasputitsa.kernel.title import titles


def show(name: str, given: Mapping[str, Any], as_json: bool) -> None:
    """Ask the title's table with the options that were given, and print what it answers."""
    found = work_out(name, given)
    if as_json:
        print_json(found)
    else:
        print("\n".join(_lines(found)))


def work_out(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What the title's table says of these figures."""
    asked = title(name)
    if not asked.odds_table:
        raise unknown("title with combat tables", name, [t.name for t in titles().values() if t.odds_table])
    function: Callable[..., dict[str, Any]] = load(asked.odds_table)
    _check(name, function, given)
    return function(**given)


def _check(name: str, function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """The options a table takes are the parameters of its function."""
    wanted = inspect.signature(function).parameters
    for option in given:
        if option not in wanted:
            raise Invalid(f"odds {name} takes no {_option(option)}; it takes {', '.join(map(_option, wanted))}")
    for option, parameter in wanted.items():
        if option not in given and parameter.default is parameter.empty:
            raise Invalid(f"odds {name} needs {_option(option)}")


def _option(parameter: str) -> str:
    return f"--{parameter.replace('_', '-')}"


def _lines(found: Mapping[str, Any], indent: str = "") -> list[str]:
    """The answer for people: a line for each entry, tables within it one step further in."""
    lines: list[str] = []
    for name, value in found.items():
        if isinstance(value, Mapping) and any(isinstance(inner, Mapping) for inner in value.values()):
            lines += [f"{indent}{name}", *_lines(value, indent + "  ")]
        elif isinstance(value, Mapping):
            lines.append(f"{indent}{name:12} {'  '.join(f'{key} {_word(inner)}' for key, inner in value.items())}")
        else:
            lines.append(f"{indent}{name:12} {_word(value)}")
    return lines


def _word(value: Any) -> str:
    return f"{value:.1%}" if isinstance(value, float) else str(value)
