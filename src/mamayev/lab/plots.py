"""The plots of a study as SVG for a page. They use the page's CSS variables as colors, and their labels are SVG text,
not outlines.

Each plot has a wide and a narrow version. One unit is one CSS pixel.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

WIDE, NARROW = 720, 340
RAMP = tuple(f"w{step}" for step in range(1, 10))
"""Colors from the worst to the best. "on-w1" is the color of text on "w1"."""
COLOURS = {
    name: f"#0001{number:02x}"
    for number, name in enumerate(
        ("ink", "ink2", "line", "paper", "own", "own-ink", "foe", "mark", *RAMP, *(f"on-{step}" for step in RAMP))
    )
}
"""Placeholders for the page's CSS variables, because matplotlib needs numbers."""
STYLE: Any = {
    "axes.axisbelow": True,
    "axes.facecolor": "none",
    "axes.edgecolor": COLOURS["line"],
    "axes.labelcolor": COLOURS["ink2"],
    "axes.linewidth": 1.0,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.dpi": 72,
    "font.size": 12.5,
    "svg.fonttype": "none",
    "text.color": COLOURS["ink"],
    "xtick.color": COLOURS["line"],
    "xtick.labelcolor": COLOURS["ink2"],
    "ytick.color": COLOURS["line"],
    "ytick.labelcolor": COLOURS["ink2"],
    "ytick.left": False,
}
"""The matplotlib settings. One unit is 1/72 inch, so text has the given size on the page."""

UNDER_TEXT: Any = {"facecolor": COLOURS["paper"], "edgecolor": "none", "pad": 1.5}
"""The style of a background that keeps lines away from a label."""


class Bars(NamedTuple):
    """A row of `histograms`: the share of all games for each whole number, the text to the right of the row, and
    optionally the mean with its interval.
    """

    name: str
    shares: Mapping[int, float]
    note: str
    mean: tuple[float, float, float] | None = None


class Fan(NamedTuple):
    """A panel of `fans`: the turns, and the 5%, 25%, 50%, 75% and 95% quantiles for each."""

    name: str
    turns: Sequence[int]
    quantiles: Sequence[Sequence[float]]


class Effect(NamedTuple):
    """A line in `forest`. A heading has no interval."""

    name: str
    interval: tuple[float, float, float] | None = None


@mpl.rc_context(STYLE)
def histograms(
    rows: Sequence[Bars], unit: str, span: tuple[float, float], reference: tuple[float, str] | None, width: int
) -> str:
    """Draw histograms one below another on a shared scale. A line marks the reference."""
    narrow = width == NARROW
    low, high = span
    # Keep rare values small.
    top = max(0.1, *(share for row in rows for share in row.shares.values()))
    height, above, below = (78 if narrow else 66), (24 if reference else 6), 40
    figure = _figure(width, above + height * len(rows) + below)
    left, right = (6, 6) if narrow else (126, 92)
    whole = above + height * len(rows) + below
    for index, row in enumerate(rows):
        bottom = below + height * (len(rows) - 1 - index)
        axes = figure.add_axes((left / width, bottom / whole, 1 - (left + right) / width, height / whole))
        axes.set_xlim(low - 0.6, high + 0.6)
        axes.set_ylim(-0.22 * top, top * (1.8 if narrow else 1.4))
        axes.bar(list(row.shares), list(row.shares.values()), width=0.82, color=COLOURS["own"], linewidth=0)
        axes.axhline(0, color=COLOURS["line"], linewidth=1)
        if row.shares:
            at = max(row.shares, key=row.shares.__getitem__)
            text = f"{100 * row.shares[at]:.0f}%"
            axes.text(at, row.shares[at] + 0.04 * top, text, ha="center", fontsize=11, color=COLOURS["ink2"])
        if reference:
            axes.axvline(reference[0], color=COLOURS["foe"], linewidth=1.4, dashes=(4, 3))
        if row.mean:
            mean, least, most = row.mean
            axes.plot([least, most], [-0.11 * top] * 2, color=COLOURS["mark"], linewidth=2.4, solid_capstyle="butt")
            axes.plot([mean], [-0.11 * top], "o", color=COLOURS["mark"], markersize=5.5)
        if narrow:
            axes.text(0, 0.93, row.name, transform=axes.transAxes, weight="bold", va="top")
            axes.text(1, 0.93, row.note, transform=axes.transAxes, ha="right", va="top", color=COLOURS["ink2"])
        else:
            axes.text(-0.015, 0.2, row.name, transform=axes.transAxes, ha="right", weight="bold")
            axes.text(1.015, 0.2, row.note, transform=axes.transAxes, color=COLOURS["ink2"])
        last = index == len(rows) - 1
        axes.spines["bottom"].set_visible(False)
        axes.tick_params(bottom=last, labelbottom=last)
        axes.set_yticks([])
        if last:
            axes.xaxis.set_major_locator(MaxNLocator(8 if narrow else 16, integer=True))
            axes.set_xlabel(unit)
        if reference and not index:
            axes.annotate(
                f"{reference[1]}: {reference[0]:g}",
                (reference[0], 1),
                (0, 5),
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
                ha="center",
                color=COLOURS["foe"],
                weight="bold",
            )
    return _svg(figure)


def ramp(steps: int) -> list[str]:
    """Return the names of colors for this number of steps from the worst to the best."""
    return [RAMP[round(step * (len(RAMP) - 1) / max(1, steps - 1))] for step in range(steps)]


@mpl.rc_context(STYLE)
def stacks(rows: Sequence[tuple[str, Sequence[float]]], width: int) -> str:
    """Draw one bar per row, divided into the shares of its steps, the worst first. Small shares have no text."""
    colours = ramp(len(rows[0][1]))
    narrow = width == NARROW
    height = 46 if narrow else 34
    whole = height * len(rows) + 34
    figure = _figure(width, whole)
    left = 10 if narrow else 126
    axes = figure.add_axes((left / width, 30 / whole, 1 - (left + 14) / width, (whole - 30) / whole))
    for index, (name, shares) in enumerate(rows):
        at = 0.0
        for share, colour in zip(shares, colours, strict=True):
            axes.barh(index, share, left=at, height=0.5 if narrow else 0.72, color=COLOURS[colour], linewidth=0)
            if share >= (0.1 if narrow else 0.05):
                on = COLOURS[f"on-{colour}"]
                axes.text(at + share / 2, index, f"{100 * share:.0f}%", ha="center", va="center", color=on)
            at += share
        if narrow:
            axes.text(0, index - 0.34, name, weight="bold", va="bottom")
        else:
            axes.text(-0.015, index, name, ha="right", va="center", weight="bold")
    axes.set_xlim(0, 1)
    axes.set_ylim(len(rows) - 0.5, -0.75 if narrow else -0.5)
    axes.set_yticks([])
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    return _svg(figure)


@mpl.rc_context(STYLE)
def fans(panels: Sequence[Fan], marks: Sequence[tuple[float, str]], last_turn: int, width: int) -> str:
    """Draw a panel for each name by turn: the median as a line, the middle 50% and 90% as bands."""
    columns = 2 if width == NARROW or len(panels) in (2, 4) else 3
    lines = -(-len(panels) // columns)
    height, left, right, gap, below = 186, 30, 8, 18, 20
    whole = lines * height + below
    figure = _figure(width, whole)
    top = max((max(quantiles) for panel in panels for quantiles in panel.quantiles), default=0)
    marks = [(at, text) for at, text in marks if at < 1.3 * top]
    top = max([top, *(at for at, _ in marks)]) or 1
    each = (width - left - right - gap * (columns - 1)) / columns
    for index, panel in enumerate(panels):
        line, column = divmod(index, columns)
        bottom = below + 20 + height * (lines - 1 - line)
        axes = figure.add_axes(
            ((left + column * (each + gap)) / width, bottom / whole, each / width, (height - 54) / whole)
        )
        axes.set_xlim(1, max(2, last_turn))
        axes.set_ylim(0, top * 1.04)
        axes.grid(axis="y", color=COLOURS["line"], linewidth=0.6)
        q5, q25, q50, q75, q95 = ([five[i] for five in panel.quantiles] for i in range(5))
        axes.fill_between(panel.turns, q5, q95, color=COLOURS["own"], alpha=0.22, linewidth=0)
        axes.fill_between(panel.turns, q25, q75, color=COLOURS["own"], alpha=0.4, linewidth=0)
        axes.plot(panel.turns, q50, color=COLOURS["own-ink"], linewidth=2)
        axes.set_title(panel.name, loc="left", fontsize=12.5, weight="bold", pad=6)
        for at, text in marks:
            axes.axhline(at, color=COLOURS["foe"], linewidth=1.2, dashes=(4, 3))
            if not index:
                axes.text(1.3, at, text, va="center", color=COLOURS["foe"], fontsize=11, bbox=UNDER_TEXT)
        axes.tick_params(left=False, labelleft=column == 0, labelsize=11.5)
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        if index + columns >= len(panels):
            axes.set_xlabel("turn")
    return _svg(figure)


@mpl.rc_context(STYLE)
def forest(lines: Sequence[Effect], unit: str, width: int) -> str:
    """Draw estimates with intervals beside a line at zero. Intervals that exclude zero are bold."""
    narrow = width == NARROW
    names = [textwrap.wrap(line.name, 44 if line.interval else 100) for line in lines]
    heights = [
        16 * len(name) + (24 if narrow else 9) if line.interval else 34 for line, name in zip(lines, names, strict=True)
    ]
    whole = sum(heights) + 46
    figure = _figure(width, whole)
    left, right = (14, 48) if narrow else (292, 156)
    axes = figure.add_axes((left / width, 42 / whole, 1 - (left + right) / width, sum(heights) / whole))
    reach = max((abs(end) for line in lines if line.interval for end in line.interval), default=1.0) * 1.08 or 1.0
    axes.set_xlim(-reach, reach)
    axes.set_ylim(sum(heights), 0)
    axes.axvline(0, color=COLOURS["ink2"], linewidth=1)
    axes.grid(axis="x", color=COLOURS["line"], linewidth=0.6)
    axes.set_yticks([])
    axes.xaxis.set_major_locator(MaxNLocator(4 if narrow else 6))
    at = 0.0
    for line, name, height in zip(lines, names, heights, strict=True):
        y, at = at + height / 2, at + height
        if line.interval is None:
            start = -reach if narrow else -reach - _units(axes, left, width)
            axes.text(start, at - 8, line.name, va="baseline", weight="bold")
            continue
        mean, low, high = line.interval
        clear = low > 0 or high < 0
        colour = COLOURS["own" if mean > 0 else "foe"] if clear else COLOURS["ink2"]
        if narrow:
            label = "\n".join(name)
            axes.text(-reach, at - height + 3, label, va="top", linespacing=1.25, fontsize=12, bbox=UNDER_TEXT)
            y = at - 9
            axes.text(
                reach + _units(axes, 46, width),
                y,
                _signed(mean) if low < high else "none",
                ha="right",
                va="center",
                color=COLOURS["ink2"],
            )
        else:
            text = f"{_signed(mean)} ({_signed(low)} to {_signed(high)})" if low < high else "no difference"
            label = "\n".join(name)
            axes.text(
                -reach - _units(axes, 12, width), y, label, ha="right", va="center", linespacing=1.25, fontsize=12
            )
            axes.text(reach + _units(axes, 10, width), y, text, va="center", color=COLOURS["ink2"], fontsize=12)
        axes.plot([low, high], [y, y], color=colour, linewidth=2.2 if clear else 1.4, solid_capstyle="butt")
        axes.plot([mean], [y], "o", color=colour, markersize=6 if clear else 4.5)
    axes.set_xlabel(unit)
    return _svg(figure)


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def _units(axes: Axes, pixels: float, width: int) -> float:
    """Return this number of pixels in units of the x axis."""
    low, high = axes.get_xlim()
    return float((high - low) * pixels / (axes.get_position().width * width))


# ------------------------------------------------------------------ from matplotlib to the page


def _figure(width: float, height: float) -> Figure:
    figure = Figure(figsize=(width / 72, height / 72))
    figure.patch.set_visible(False)
    return figure


def _svg(figure: Figure) -> str:
    """Return the drawing as an element of an HTML page, without an XML header, with the page's font and colors."""
    file = StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    FigureCanvasSVG(figure).print_svg(file, metadata=nothing)  # type: ignore[no-untyped-call]
    svg = file.getvalue()
    svg = svg[svg.index("<svg") :]
    for useless in (
        r"(?s)<metadata>.*?</metadata>",
        r"(?s)<style.*?</style>",
        r' (?:xmlns(?::xlink)?|version)="[^"]*"',
        r"font-family: [^;]*; ",
        r' transform="rotate\(-0 [^"]*"',
        r'(?<=<svg)(?: (?:width|height)="[^"]*")+',
    ):
        svg = re.sub(useless, "", svg)
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(r' (?:d|x|y)="[^"]*"', lambda match: re.sub(r"(?<=\.\d\d)\d+", "", match[0]), svg)
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', svg))
    svg = re.sub(r' id="([^"]*)"', lambda match: match[0] if match[1] in used else "", svg)
    for name, colour in COLOURS.items():
        svg = svg.replace(colour, f"var(--{name})")
    return re.sub(r"\s+", " ", svg).strip()
