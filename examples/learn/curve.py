"""Draw how a pupil of imitate.py came on, from the JSON file that it leaves beside its policy.

python examples/learn/curve.py cauldron.json cauldron.svg --teacher 7.6 --random 2.5
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

GREY, DARK = "#8a8a8a", "#2b5c8a"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curve", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--teacher", type=float, help="what the teacher scores")
    parser.add_argument("--random", type=float, help="what random play scores")
    asked = parser.parse_args()
    rows = [row for row in json.loads(asked.curve.read_text(encoding="utf-8")) if row[4] is not None]
    figure = Figure(figsize=(7.2, 3.2), layout="constrained")
    axes = figure.add_subplot()
    axes.plot([row[0] for row in rows], [row[4] for row in rows], color=DARK)
    for name, level in (("teacher", asked.teacher), ("random", asked.random)):
        if level is not None:
            axes.axhline(level, color=GREY, linewidth=1, linestyle="--")
            axes.text(0, level, f" {name}", color=GREY, va="bottom")
    axes.set_xlabel("minutes of processor time")
    axes.set_ylabel("mean of its last 100 games")
    axes.spines[["top", "right"]].set_visible(False)
    FigureCanvasSVG(figure).print_svg(asked.picture, metadata={"Date": None})


if __name__ == "__main__":
    main()
