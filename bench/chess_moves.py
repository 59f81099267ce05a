"""Random games of python-chess, the yardstick: `python -m bench.chess_moves SECONDS SEED` prints one JSON object.

The same work as random self-play here: list the legal moves, take one, play it, until the game is over.
"""

from __future__ import annotations

import json
import random
import sys
import time


def play_random_games(seconds: float, seed: str) -> dict[str, float]:
    """Play games for this many CPU-seconds; the last one is played to its end."""
    import chess

    rng = random.Random(seed)
    games, moves, started = 0, 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        games += 1
    return {"decisions_per_cpu_second": moves / spent, "games_per_cpu_second": games / spent}


if __name__ == "__main__":
    print(json.dumps(play_random_games(float(sys.argv[1]), sys.argv[2])))
