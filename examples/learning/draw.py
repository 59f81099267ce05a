"""Draw the learning curve of `train.py`: games won against `random`, by minutes of training.

python examples/learning/draw.py build/learning/curve.json docs/pictures/learning.png
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rasputitsa.arena import charts
from rasputitsa.arena.charts import SIDE_COLOURS, Line
from rasputitsa.board.drawing.png import to_png


def picture(curve: list[dict[str, float]]) -> str:
    """The curve of each side as SVG."""
    sides = [name for name in curve[0] if name not in ("minutes", "games")]
    lines = [
        Line(side, [(point["minutes"], 100 * point[side]) for point in curve], colour=SIDE_COLOURS[side])
        for side in sides
    ]
    note = f"{curve[-1]['games']:,.0f} games against random on one core; tested on seeds that are not trained on"
    return charts.lines("Learning to play", note, lines, "minutes of training", "games won, %")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("curve", type=Path)
    options.add_argument("picture", type=Path)
    asked = options.parse_args()
    asked.picture.write_bytes(to_png(picture(json.loads(asked.curve.read_text()))))


if __name__ == "__main__":
    main()
