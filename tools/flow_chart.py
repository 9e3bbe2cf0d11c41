"""Write the page with the flow chart of the Soviet procedure, docs/inferno-procedure.md and its pictures.

    python tools/flow_chart.py [--check]

All of it comes from the game: the tests, the clauses, the compass and what comes to the Spawn hexes. With --check
nothing is written; files that differ are named.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from html import escape
from pathlib import Path

from mamayev.games.inferno import GAME, LEDGER
from mamayev.games.inferno.printed.board import ours
from mamayev.games.inferno.printed.map import POOL_NAMES
from mamayev.games.inferno.rules.flow import LADDERS, Ladder

BOARD = ours()

DOCS = Path(__file__).parents[1] / "docs"
INTRO = """\
# Inferno on the Volga: the Soviet procedure

<!-- Written by tools/flow_chart.py (make format) from the game's own tests and clauses. Change it there. -->

These questions decide what the Soviets do.
Work through them from top to bottom.
The first answer with an arrow to the right decides.
The log of a match shows each question with its numbers.
The track **Next Soviet round** predicts the result of the first chart for the current stacks.
[The player's guide](inferno-guide.md) gives advice on how to play against the procedure.
"""
OTHERWISE = """\
## With other readings

The questions and answers above follow our readings.
These options of the setup change one or more answers.
"""
OF_HEXES = ("INF-MAP-05", "INF-COMPASS-01")
"""The clauses that name the hexes and directions of the page."""
LEFT, RIGHT, GAP, STEP, LINE = 300, 250, 76, 84, 17
TOP, BOX = 12, 58
STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#1f2328}.id{font-size:11px;fill:#57606a}"
    ".test{fill:#f3efe4;stroke:#8a7f63}.done{fill:#f6dcd6;stroke:#a8442f}.way{stroke:#57606a;stroke-width:1.5;fill:none;marker-end:url(#tip)}"
)


def box(kind: str, x: int, y: int, width: int, words: str, clause: str) -> list[str]:
    """A box with its words in the middle and the clause below them."""
    lines = textwrap.wrap(words, width // 8)
    first = y + BOX / 2 - len(lines) * LINE / 2 + 13
    middle = x + width / 2
    found = [f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{BOX}" rx="6"/>']
    found += [
        f'<text x="{middle:g}" y="{first + n * LINE:g}" text-anchor="middle">{escape(line)}</text>'
        for n, line in enumerate(lines)
    ]
    return [*found, f'<text class="id" x="{middle:g}" y="{y + BOX + 13}" text-anchor="middle">{clause}</text>']


def way(x: int, y: int, path: str, words: str) -> list[str]:
    """An arrow with the answer beside it."""
    return [f'<path class="way" d="{path}"/>', f'<text x="{x}" y="{y}">{words}</text>']


def drawing(ladder: Ladder) -> str:
    """The chart as SVG."""
    x, out = TOP, TOP + LEFT + GAP
    found = []
    for n, rung in enumerate(ladder.rungs):
        y = TOP + n * STEP
        other = "yes" if rung.leads_off == "no" else "no"
        found += box("test", x, y, LEFT, rung.question, "")
        found += box("done", out, y, RIGHT, rung.done, rung.clauses[0])
        found += way(x + LEFT + 22, y + BOX // 2 - 6, f"M{x + LEFT} {y + BOX // 2}H{out - 3}", rung.leads_off)
        found += way(x + LEFT // 2 + 8, y + BOX + 17, f"M{x + LEFT // 2} {y + BOX}V{y + STEP - 3}", other)
    y = TOP + len(ladder.rungs) * STEP
    found += box("done", x, y, LEFT, ladder.rest, ladder.clauses[0])
    width, height = out + RIGHT + TOP, y + BOX + 24
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(ladder.title)}</title><style>{STYLE}</style>",
        f'<defs>{tip}<path d="M0 0 8 4 0 8z" fill="#57606a"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    return "\n".join([*head, *(line for line in found if not line.endswith("></text>")), "</svg>"]) + "\n"


def table(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table of the page."""
    lines: list[tuple[str, ...]] = [columns, tuple("---" for _ in columns), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |\n" for line in lines)


def words(ladder: Ladder) -> str:
    """The chart in words, with the clauses."""
    rows = [
        (str(n), rung.question, f"{rung.leads_off}: {rung.done}", ", ".join(rung.clauses))
        for n, rung in enumerate(ladder.rungs, 1)
    ]
    rows.append(("", "else", ladder.rest, ", ".join(ladder.clauses)))
    return table(("", "question", "leads to", "clauses"), rows)


def comes(choice: str, h: int) -> str:
    """What comes to a Spawn hex, under a value of the option `spawn_marine`."""
    kinds = [POOL_NAMES[pool] for pool in BOARD.spawned[choice][h]]
    return ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))


def page() -> str:
    parts = [INTRO]
    for ladder in LADDERS:
        parts.append(f"## {ladder.title}\n\n{ladder.start}\n")
        parts.append(f"![Flow chart: {ladder.title}](img/inferno-{ladder.id}.svg)\n")
        parts.append(words(ladder))
        if ladder.id == "spawn":
            rows = [(BOARD.grid.ids[h], comes("hex-7", h), comes("hex-13", h)) for h in BOARD.spawn_order]
            parts.append(table(("hex", "units", "with the option “Where the Marines arrive: in 13”"), rows))
        if ladder.id == "dice":
            ways: list[tuple[str, ...]] = [
                (
                    str(n),
                    *(
                        "no move" if n == 1 else BOARD.grid.directions[BOARD.compass[turn][n - 1]]
                        for turn in BOARD.compass
                    ),
                )
                for n in range(1, 7)
            ]
            parts.append(
                table(("die", "direction", "with the option “Soviet compass: 1 west, then counterclockwise”"), ways)
            )
    rules = LEDGER
    used = dict.fromkeys(
        clause
        for ladder in LADDERS
        for clause in (*(c for rung in ladder.rungs for c in rung.clauses), *ladder.clauses)
    )
    parts.append(OTHERWISE)
    parts.append(
        table(
            ("option", "readings, ours first", "clauses"),
            [
                (option.title, option.doc, ", ".join(option.clauses))
                for option in GAME.options
                if option.group == "Readings" and {*used, *OF_HEXES} & {*option.clauses}
            ],
        )
    )
    clauses = [rules.clauses[name] for name in used]
    parts.append("## The clauses\n")
    parts.append(table(("clause", "rule"), [(c.id, c.text + (" (house rule)" if c.grade else "")) for c in clauses]))
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    files = {DOCS / "img" / f"inferno-{ladder.id}.svg": drawing(ladder) for ladder in LADDERS}
    files[DOCS / "inferno-procedure.md"] = page()
    if "--check" in arguments:
        differ = [f for f, text in files.items() if not f.exists() or f.read_text(encoding="utf-8") != text]
        for file in differ:
            sys.stderr.write(f"{file.name} is older than the game; run `make format`.\n")
        return 1 if differ else 0
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
