"""The games that every title is put through: each scenario in each edition, and optional rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from rasputitsa.kernel import Game, Invalid, Title, titles
from rasputitsa.kernel.title import Option, Value


class Case(msgspec.Struct, frozen=True):
    """A game that can be set up."""

    title: str
    scenario: str
    edition: str
    options: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        options = [f"{name}={value}".lower() for name, value in self.options]
        return "-".join([self.title, self.scenario, self.edition, *options])

    @property
    def game(self) -> Game:
        return titles()[self.title].prepare(self.scenario, self.edition, dict(self.options))


def settings() -> Iterator[Case]:
    """Every scenario in every edition it belongs to, without optional rules."""
    for title in titles().values():
        for scenario in title.scenarios:
            for edition in scenario.editions or title.editions:
                yield Case(title.name, scenario.name, edition)


def with_options() -> Iterator[Case]:
    """Each optional rule alone (with those it needs) in the first game that allows it; all at once in each edition."""
    for title in titles().values():
        games = [case for case in settings() if case.title == title.name]
        for option in title.options:
            for value in option.choices:
                if value != option.default:
                    yield next(_allowed(games, _with_needs(title, option, value)))
        for edition in title.editions:
            here = [case for case in games if case.edition == edition]
            yield _everything(title, here[0])


def at_random(case: Case, rng: random.Random) -> Case:
    """The case with a random set of optional rules that go together; one in four without any."""
    title = titles()[case.title]
    share = rng.choice((0.0, 0.2, 0.4, 0.7))
    for option in rng.sample(title.options, len(title.options)):
        if rng.random() < share:
            value = rng.choice([v for v in option.choices if v != option.default])
            options = _with_needs(title, option, value) | dict(case.options)
            more = Case(case.title, case.scenario, case.edition, tuple(sorted(options.items())))
            case = more if _possible(more) else case
    return case


def _with_needs(title: Title, option: Option, value: Value) -> dict[str, Value]:
    known = {o.name: o for o in title.options}
    chosen = {option.name: value}
    for name in option.needs:
        chosen = _with_needs(title, known[name], True) | chosen
    return chosen


def _allowed(games: list[Case], options: dict[str, Value]) -> Iterator[Case]:
    for game in games:
        case = Case(game.title, game.scenario, game.edition, tuple(sorted(options.items())))
        if _possible(case):
            yield case


def _everything(title: Title, start: Case) -> Case:
    """The case with as many switches on as go together."""
    case = start
    for option in title.options:
        value = next(v for v in option.choices if v != option.default)
        options = _with_needs(title, option, value) | dict(case.options)
        more = Case(case.title, case.scenario, case.edition, tuple(sorted(options.items())))
        case = more if _possible(more) else case
    return case


def _possible(case: Case) -> bool:
    try:
        return bool(case.game)
    except Invalid:
        return False
