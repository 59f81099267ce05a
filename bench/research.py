"""How fast one can learn: clicks and decisions a second in the environment beside the engine's own random play.

    python -m bench.research

Both play the same scenario at random in the same process, turn and turn about, so that a busy machine slows both. The
environment makes an observation and a mask for every click.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from rasputitsa.arena.selfplay import rest_the_collector
from rasputitsa.kernel import CHANCE, Dice, title
from rasputitsa.research.pettingzoo_env import TitleEnv, env

WIDTH = 118
CASES = (("kiev41", "preludes"), ("kiev41", "snow"), ("no-retreat", "barbarossa"), ("no-retreat", "citadel"))


class Rate(NamedTuple):
    """What was done in some CPU-seconds."""

    clicks: int
    decisions: int
    seconds: float

    def __add__(self, other: object) -> Rate:
        assert isinstance(other, Rate)
        return Rate(self.clicks + other.clicks, self.decisions + other.decisions, self.seconds + other.seconds)


def engine(name: str, scenario: str, seed: int) -> Rate:
    """One random game of the engine alone. A decision is a side's: chance is not counted."""
    started, decisions = time.process_time(), 0
    state, dice, rng = title(name).new(scenario), Dice(seed), random.Random(seed)
    while (side := state.side) is not None:
        if side == CHANCE:
            state.apply(dice.roll(state))
        else:
            state.apply(state.sample(rng))
            decisions += 1
    return Rate(decisions, decisions, time.process_time() - started)


def environment(world: TitleEnv, seed: int) -> Rate:
    """One random game in the environment, through PettingZoo's own interface."""
    started, clicks, rng = time.process_time(), 0, random.Random(seed)
    world.reset(seed=seed)
    for _ in world.agent_iter():
        seen, _, over, cut, _ = world.last()
        if over or cut:
            world.step(None)
            continue
        choices = seen["action_mask"].nonzero()[0]
        world.step(int(choices[int(rng.random() * len(choices))]))
        clicks += 1
    return Rate(clicks, world.play.decisions, time.process_time() - started)


def measure(name: str, scenario: str, seconds: float) -> tuple[Rate, Rate]:
    """Engine and environment, game by game in turn, until the environment has had its CPU-seconds."""
    world = env(name, scenario=scenario)
    environment(world, 0)
    rest_the_collector()
    alone = inside = Rate(0, 0, 0.0)
    seed = 0
    while inside.seconds < seconds:
        seed += 1
        alone += engine(name, scenario, seed)
        inside += environment(world, seed)
    return alone, inside


def research_table(seconds: float) -> Table:
    """The environment beside the engine. Wanted: a third of the engine's decisions."""
    table = Table(title="Random play in the learning environment, per CPU-second", title_justify="left")
    table.add_column("", no_wrap=True)
    for column in ("engine: decisions", "environment: decisions", "clicks", "decisions, of engine's", "clicks, of it"):
        table.add_column(column, justify="right")
    for name, scenario in CASES:
        table.add_row(f"{name} {scenario}", *_figures(*measure(name, scenario, seconds)))
    return table


def _figures(alone: Rate, inside: Rate) -> tuple[str, ...]:
    base = alone.decisions / alone.seconds
    decisions, clicks = inside.decisions / inside.seconds, inside.clicks / inside.seconds
    return f"{base:,.0f}", f"{decisions:,.0f}", f"{clicks:,.0f}", f"{decisions / base:.2f}", f"{clicks / base:.2f}"


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m bench.research", description=__doc__)
    options.add_argument("--seconds", type=float, default=4.0, help="CPU-seconds in the environment for each scenario")
    console = Console(highlight=False)
    console.width = max(console.width, WIDTH)
    console.print(research_table(options.parse_args().seconds))


if __name__ == "__main__":
    main()
