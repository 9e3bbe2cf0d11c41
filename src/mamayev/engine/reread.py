"""What the readings in force change in the charts of a game.

The ledger's tables show our default readings. Under another reading, a game names the cells, lines and notes that
differ, so that a chart never contradicts the rules of the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from .rules import Rules
from .scene import Chart

SEPARATOR = " | "
MODIFIER = "modifier"
"""The column that stands for the lines of modifiers below a table."""


class Reread(NamedTuple):
    """A change in a chart.

    `row`: the beginning of the row, with cells separated by " | ", or of the line of modifiers. `column`: the heading
    of the cell, or `MODIFIER`. Without a row, `text` is added to the note.
    """

    chart: str
    row: str
    column: str
    text: str

    def applied(self, chart: Chart) -> Chart:
        """Return the chart with this change. A chart without such a row stays the same."""
        if not self.row:
            return replace(chart, note=f"{chart.note} {self.text}".strip())
        if self.column == MODIFIER:
            lines = [self.text if line.startswith(self.row) else line for line in chart.modifiers]
            return replace(chart, modifiers=lines)
        place = chart.columns.index(self.column)
        return replace(
            chart,
            rows=[
                [*row[:place], self.text, *row[place + 1 :]] if SEPARATOR.join(row).startswith(self.row) else row
                for row in chart.rows
            ],
        )


Changes = Mapping[str, tuple[Reread, ...]]
"""The changes by reading, named as in `Rules.readings`."""


def noted(chart: str, text: str) -> Reread:
    """Return an addition to the note of a chart."""
    return Reread(chart, "", "", text)


def reread(table: Rules[Any], charts: Iterable[Chart], changes: Changes, also: Iterable[Reread] = ()) -> list[Chart]:
    """Return the charts under the readings in force at a table. `also`: changes with another cause."""
    found = {chart.id: chart for chart in charts}
    for one in (*(one for reading, row in changes.items() if table.readings[reading] for one in row), *also):
        if one.chart in found:
            found[one.chart] = one.applied(found[one.chart])
    return list(found.values())
