"""The report of a study: a self-contained HTML page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from mamayev.engine.scene import Scene, Track
from mamayev.engine.study import Measure
from mamayev.engine.table import Table as GameTable
from mamayev.engine.words import counted
from mamayev.players import contender

from . import plots
from .conduct import allowed
from .findings import findings
from .heatmap import Heat, heat_map, shapes, turn_map
from .study import StaffStudy
from .variants import variants

LEAST = 0.05
"""The minimum share of games in progress at which a turn is plotted."""

Found = Mapping[str, Any]


class Table(NamedTuple):
    """The numbers behind a plot. The first column names the row."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Plot(NamedTuple):
    """A section of the report: an explanation, its drawings (each with a CSS class for a page width), the numbers, and
    the steps of a color ramp.
    """

    id: str
    title: str
    reading: str
    table: Table
    drawings: Sequence[tuple[str, Markup]] = ()
    legend: Sequence[tuple[str, str]] = ()


ENOUGH = 100
"""The minimum number of games per commander for an answer in the summary.

Percentages from fewer games would suggest too much certainty.
"""


def report(study: StaffStudy) -> str:
    """Return the page of a study with all its games."""
    found = findings(study)
    commanders: Found = found["commanders"]
    template = page("report.html")
    table = study.game.table(study.settings.edition, study.settings.options)
    scene = table.look.kept
    return template.render(
        title=study.game.title,
        settings=study.settings,
        changed=_changed(study),
        total=study.done,
        counted=counted,
        commanders=list(commanders),
        orders={name: contender(study.game, name).doc for name in commanders},
        notice=scene.notice,
        reference=study.plan.reference,
        brief=study.plan.brief({name: study.rows("games", (name, "")).to_pylist() for name in commanders}),
        enough=ENOUGH,
        summary=_summary(study, commanders),
        plots=_plots(study, table, scene, found),
        shapes=shapes(scene),
        command=_command(study),
    )


def page(name: str) -> Template:
    """Return a page from its template next to this module."""
    loader = FunctionLoader(lambda file: files(__package__).joinpath(file).read_text(encoding="utf-8"))
    return Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, loader=loader
    ).get_template(name)


def _changed(study: StaffStudy) -> dict[str, Any]:
    chosen = study.settings.options
    return {option.name: chosen[option.name] for option in study.game.options if chosen[option.name] != option.default}


def _command(study: StaffStudy) -> str:
    """Return the command that replays these games."""
    game, settings = study.game, study.settings
    parts = [f"mamayev study {game.name} --games {settings.games} --seed {settings.seed}"]
    if settings.edition != game.editions[0]:
        parts.append(f"--edition {settings.edition}")
    for name, value in _changed(study).items():
        parts.append(f"--option {name}={str(value).lower() if isinstance(value, bool) else value}")
    parts.append(f"--commanders {','.join(settings.commanders)}")
    if settings.variants != tuple(one.id for one in variants(game, settings.edition, settings.options)):
        parts.append(f"--variants {','.join(settings.variants) or 'none'}")
    return " ".join(parts)


# ------------------------------------------------------------------ numbers as people write them


def percent(share: float) -> str:
    """Format a share in whole percent, without ever showing a rare event as zero."""
    return "under 1%" if 0 < share < 0.005 else f"{100 * share:.0f}%"


def number(value: float) -> str:
    """Format a number with two decimals and a real minus sign."""
    return f"{value:.2f}".replace("-", "−")


def signed(value: float) -> str:
    """Format a number like `number`, but also with a plus sign."""
    return f"{value:+.2f}".replace("-", "−")


def interval(ends: Sequence[float], form: Callable[[float], str] = number) -> str:
    """Format an interval as a range from one end to the other."""
    return f"{form(ends[0])} to {form(ends[1])}"


def share(entry: Found) -> str:
    """Format a share with its interval."""
    low, high = entry["ci95"]
    return f"{100 * entry['share']:.1f}% ({100 * low:.1f} to {100 * high:.1f})"


# ------------------------------------------------------------------ the sections


def _summary(study: StaffStudy, commanders: Found) -> Table:
    first = next(iter(commanders))
    head = ["Commander", "Mean points (95% interval)", "5\u00a0%", "25\u00a0%", "Median", "75\u00a0%", "95\u00a0%"]
    if len(commanders) > 1:
        head.append(f"More than {first}, game by game")
    reference = study.plan.reference
    rows = []
    for name, one in commanders.items():
        points, marks = one["points"], one["points"]["quantiles"]
        row = [name, f"{number(points['mean'])} ({interval(points['ci95'])})"]
        row += [f"{marks[q]:g}" for q in ("0.05", "0.25", "0.5", "0.75", "0.95")]
        if len(commanders) > 1:
            against = one.get("against")
            row.append(f"{signed(against['mean'])} ({interval(against['ci95'], signed)})" if against else "–")
        rows.append([*row, share(one["better"])] if reference else row)
    return Table([*head, f"Better than {reference[1]}"] if reference else head, rows)


def _plots(study: StaffStudy, table: GameTable[Any], scene: Scene, found: Found) -> list[Plot]:
    commanders, plan, titles = found["commanders"], study.plan, table.game.study().series_titles
    made = [_points(plan.reference, commanders)]
    made.append(_steps("levels", "Results", "", {n: one["levels"] for n, one in commanders.items()}))
    for measure in plan.measures:
        values = {name: one["measures"][measure.name] for name, one in commanders.items()}
        if measure.kind == "word":
            made.append(_steps(measure.name, measure.title, measure.doc, values))
        elif measure.kind == "turn" and any(one["counts"] for one in values.values()):
            made.append(_turns(measure, values, found["last_turn"]))
    made += [
        _bands(name, titles[name], scene, {n: one["turns"][name] for n, one in commanders.items()}, found["last_turn"])
        for name in plan.bands
    ]
    if any(one["lost"] for one in commanders.values()):
        made.append(_lost(scene, set(plan.held(table.start())), commanders))
    if found["variants"]:
        made.append(_variants(found["variants"]))
    if any(measure.kind == "number" for measure in plan.measures):
        made.append(_numbers(plan.measures, commanders))
    if any(one["departures"] for one in commanders.values()):
        made.append(_departures(commanders, {box.name: box.title for box in table.boxes if box.title}))
    made.append(
        Plot("conduct", "How they play", CONDUCT, conduct_table({n: one["conduct"] for n, one in commanders.items()}))
    )
    return made


def drawn(draw: Callable[[int], str], name: str) -> list[tuple[str, Markup]]:
    """Return versions of a drawing for wide and narrow pages, with unique ids."""
    found = []
    for kind, width in (("wide", plots.WIDE), ("narrow", plots.NARROW)):
        svg = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{name}-{kind}-", draw(width))
        found.append((kind, Markup(svg)))
    return found


def _points(reference: tuple[float, str] | None, commanders: Found) -> Plot:
    rows = []
    for name, one in commanders.items():
        points = one["points"]
        shares = {round(float(value)): entry["share"] for value, entry in points["counts"].items()}
        rows.append(plots.Bars(name, shares, f"mean {number(points['mean'])}", (points["mean"], *points["ci95"])))
    reading = (
        "Each row is a commander. The height of a bar is the share of games that end with that number of points. The "
        "dot is the mean, and the line through it its 95% confidence interval"
    )
    reading += f"; the dashed line is {reference[1]}, {reference[0]:g} points." if reference else "."
    values = sorted({value for row in rows for value in row.shares})
    table = Table(
        ["Points", *commanders],
        [[str(value), *(percent(row.shares.get(value, 0.0)) for row in rows)] for value in values],
    )
    ends = [*values, *([reference[0]] if reference else [])]
    span = (min(ends), max(ends))
    drawings = drawn(lambda width: plots.histograms(rows, "points", span, reference, width), "points")
    return Plot("points", "How many points", reading, table, drawings)


def _steps(name: str, title: str, doc: str, values: Found) -> Plot:
    words = list(dict.fromkeys(word for one in values.values() for word in one))
    rows = [(commander, [one.get(w, {"share": 0.0})["share"] for w in words]) for commander, one in values.items()]
    reading = f"{doc} Each bar shows all games of a commander by ending, worst on the left.".strip()
    table = Table(
        ["Commander", *words],
        [
            [commander, *(share(one[word]) if word in one else "0%" for word in words)]
            for commander, one in values.items()
        ],
    )
    drawings = drawn(lambda width: plots.stacks(rows, width), name)
    return Plot(name, title, reading, table, drawings, list(zip(words, plots.ramp(len(words)), strict=True)))


def _turns(measure: Measure, values: Found, last: int) -> Plot:
    rows = [
        plots.Bars(
            name,
            {int(turn): entry["share"] for turn, entry in one["counts"].items()},
            f"never: {percent(one['never']['share'])}",
        )
        for name, one in values.items()
    ]
    reading = (
        f"{measure.doc} The height of a bar is the share of a commander's games; on the right is the share in which "
        "it never happens."
    )
    turns = [str(turn) for turn in range(1, last + 1)]
    nothing = {"share": 0.0}
    table = Table(
        ["Turn", *values],
        [
            *(
                [turn, *(percent(one["counts"].get(turn, nothing)["share"]) for one in values.values())]
                for turn in turns
            ),
            ["Never", *(share(one["never"]) for one in values.values())],
            ["Median", *("–" if one["median"] is None else str(one["median"]) for one in values.values())],
        ],
    )
    drawings = drawn(lambda width: plots.histograms(rows, "turn", (1, last), None, width), measure.name)
    return Plot(measure.name, measure.title, reading, table, drawings)


def _bands(name: str, title: str, scene: Scene, values: Found, last: int) -> Plot:
    track = next((track for track in scene.tracks if track.id == name), None)
    marks = [(float(mark.at), mark.text) for mark in track.marks] if track else []
    panels = []
    for commander, turns in values.items():
        shown = [one for one in turns if one["games"] >= LEAST * turns[0]["games"]]
        panels.append(plots.Fan(commander, [t["turn"] for t in shown], [t["quantiles"] for t in shown]))
    reading = (
        f"{title} at the end of each turn, over the games still in progress. Turns are drawn as long as one game in "
        "twenty gets that far."
    )
    table = Table(
        ["Commander", "Turn", "Games", "5\u00a0%", "25\u00a0%", "Median", "75\u00a0%", "95\u00a0%"],
        [
            [commander, str(one["turn"]), str(one["games"]), *(f"{value:g}" for value in one["quantiles"])]
            for commander, turns in values.items()
            for one in turns
        ],
    )
    drawings = drawn(lambda width: plots.fans(panels, marks, last, width), name)
    legend = [("median", "own-ink"), ("half of the games", "band-half"), ("nine games in ten", "band-most")]
    return Plot(f"by-turn-{name}", f"{title}, turn by turn", reading, table, drawings, legend)


def _lost(scene: Scene, held: set[str], commanders: Found) -> Plot:
    board = scene.every_space
    names = {space.id: space.name or space.label for space in board.values()}
    spaces = {space: None for one in commanders.values() for space in one["lost"]}
    drawings = []
    heats = {
        commander: {space: Heat(entry["share"], entry["median_turn"]) for space, entry in one["lost"].items()}
        for commander, one in commanders.items()
    }
    if heats_on_board := any(space.shape and space.id in spaces for space in board.values()):
        first = next(iter(heats))
        drawings.append(("map", heat_map(scene, first, heats[first], held | set(spaces), lettered=True)))
        drawings += [
            ("small-map", heat_map(scene, commander, heat, held | set(spaces), lettered=False))
            for commander, heat in heats.items()
            if commander != first
        ]
        if scene.grid is not None:
            drawings += _by_turn(scene, commanders[first]["lost"], held | set(spaces))
    reading = "For each space, the share of games in which it is lost at the end of a turn, having been held before"
    reading += (
        ", and the median turn in which that happens first. Redder means more often. Spaces without a number are "
        "lost in fewer than one game in twenty."
        if heats_on_board
        else "."
    )
    listed = [space for space in spaces if scene.grid is None or board[space].name]
    if len(listed) < len(spaces):
        reading += " The table has the named places. Point at a hex for its figures."
    if any(kind == "turn-map" for kind, _ in drawings):
        reading += " The small maps show how the front moves: in how many games each hex has been lost by then."
    table = Table(
        ["Space", *(f"{commander}: share, median turn" for commander in commanders)],
        [
            [f"{names.get(space, space)} ({space})"]
            + [
                f"{percent(one['lost'][space]['share'])}, turn {one['lost'][space]['median_turn']}"
                if space in one["lost"]
                else "–"
                for one in commanders.values()
            ]
            for space in listed
        ],
    )
    return Plot("lost", "Losses on the front", reading, table, drawings)


TURN_MAPS = 9
"""The number of small maps that show how the front moved."""


def _by_turn(scene: Scene, lost: Found, held: set[str]) -> list[tuple[str, Markup]]:
    """Return small maps for turns that are evenly spaced from the first loss to the last. Each shows everything lost by
    then.
    """
    turns = sorted({int(turn) for entry in lost.values() for turn in entry["falls"]})
    span = range(turns[0], turns[-1] + 1)
    chosen = sorted({span[n * (len(span) - 1) // (TURN_MAPS - 1)] for n in range(TURN_MAPS)})
    track = next((track for track in scene.tracks if track.id == "turn"), None)
    found = []
    for turn in chosen:
        shares = {
            space: entry["share"]
            * sum(count for then, count in entry["falls"].items() if int(then) <= turn)
            / sum(entry["falls"].values())
            for space, entry in lost.items()
        }
        found.append(("turn-map", turn_map(scene, _called(track, turn), shares, held)))
    return found


def _called(track: Track | None, turn: int) -> str:
    """Return a turn's name from the turn record, "Aug 1941", or its number."""
    if track is None or not track.labels:
        return f"turn {turn}"
    heads = [head.text for head in track.heads if head.at <= turn]
    return " ".join([track.labels[turn - (track.min or 0)], *heads[-1:]])


DEPARTURES = (
    "At each decision worth searching, what the staff would have done there, and what was done; "
    "the most frequent first."
)


def _departures(commanders: Found, titles: Mapping[str, str]) -> Plot:
    """Return a row for each kind of departure, for each commander who searches."""
    rows = [
        [name, titles.get(one["box"], one["box"]), one["usual"], one["verb"], number(one["a_game"]),
         f"{one['median_turn']:g}"]
        for name, found in commanders.items()
        for one in found["departures"]
    ]  # fmt: skip
    head = ["Commander", "Decision", "The staff", "Instead", "A game", "Median turn"]
    return Plot("departures", "Departures of the search", DEPARTURES, Table(head, rows))


CONDUCT = (
    "Means over all games. A figure outside its plausible range is marked, because something is wrong with that player."
)


def conduct_table(conduct: Mapping[str, Found]) -> Table:
    """Return a table with a row for each figure and a column for each player."""
    figures = {name: one for found in conduct.values() for name, one in found.items()}
    rows = [
        [one["title"], *(_marked(found.get(name)) for found in conduct.values()), allowed(one["low"], one["high"])]
        for name, one in figures.items()
    ]
    return Table(["Figure", *conduct, "Range"], rows)


def _marked(one: Found | None) -> str:
    if one is None:
        return "–"
    return f"{number(one['mean'])}{' (!)' if one['warning'] else ''}"


def _variants(found: Sequence[Found]) -> Plot:
    lines: list[plots.Effect] = []
    for group in dict.fromkeys(one["group"] for one in found):
        lines.append(plots.Effect(group))
        lines += [
            plots.Effect(one["title"], (one["difference"], *one["ci95"])) for one in found if one["group"] == group
        ]
    commander = found[0]["commander"]
    reading = (
        f"Each line is one change of the rules, played by {commander}. The dot is the difference of "
        "the mean points from the games without the change, the bar its 95% confidence interval: gray if it "
        "includes zero, so that chance could explain the difference, else colored. “No difference”: every game ended "
        "the same way, because the change never mattered for this commander. Of twenty changes without an effect, "
        "about one is colored by chance."
    )
    table = Table(
        ["Group", "Change", "Mean points (95% interval)", "Difference (95% interval)"],
        [
            [
                one["group"],
                one["title"],
                f"{number(one['points']['mean'])} ({interval(one['points']['ci95'])})",
                f"{signed(one['difference'])} ({interval(one['ci95'], signed)})",
            ]
            for one in found
        ],
    )
    drawings = drawn(lambda width: plots.forest(lines, "points more or fewer", width), "variants")
    return Plot("variants", "Effects of rule changes", reading, table, drawings)


def _numbers(measures: Sequence[Measure], commanders: Found) -> Plot:
    shown = [measure for measure in measures if measure.kind == "number"]
    table = Table(
        ["Commander", *(measure.title for measure in shown)],
        [
            [name, *(f"{number(v['mean'])} ({interval(v['ci95'])})" for v in (one["measures"][m.name] for m in shown))]
            for name, one in commanders.items()
        ],
    )
    reading = "Means over all games with their 95% confidence intervals. "
    return Plot("numbers", "More figures", reading + " ".join(f"{m.title}: {m.doc}" for m in shown), table)
