"""How good is a position? Play it out many times with the same player on both sides, and count.

    python examples/evaluate_position.py game.rec --ply 120 --games 20 --player recruit

The answer comes with a 95 % interval: twenty games tell little, two hundred a good deal.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rasputitsa.arena.rating import wilson
from rasputitsa.arena.selfplay import chooser
from rasputitsa.kernel import CHANCE, Dice, Record, State


def play_out(state: State, player: str, seed: str) -> str:
    """Who wins from here, if that player goes on for both sides."""
    choosers = {side: chooser(player, state.game, side, seed) for side in state.game.title.sides}
    dice = Dice(seed)
    while (side := state.side) is not None:
        state.apply(dice.roll(state) if side == CHANCE else choosers[side](state))
    outcome = state.outcome()
    return (outcome.winner if outcome else None) or "draw"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("record", type=Path)
    parser.add_argument("--ply", type=int)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--player", default="recruit")
    args = parser.parse_args()
    record = Record.from_text(args.record.read_text(encoding="utf-8"), args.ply)
    winners = [play_out(record.state.copy(), args.player, f"{n}") for n in range(args.games)]
    for side in (*record.game.title.sides, "draw"):
        won = winners.count(side)
        low, high = wilson(won, args.games)
        print(f"{side:8} {won:4} of {args.games}  {won / args.games:.0%} [{low:.0%}, {high:.0%}]")


if __name__ == "__main__":
    main()
