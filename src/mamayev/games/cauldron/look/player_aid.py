"""The charts of The Cauldron as printed on the player aids. They show the ledger's tables as text."""

from __future__ import annotations

from typing import Any

from mamayev.engine.reread import reread
from mamayev.engine.scene import Chart

from ..rules.charts import IN_WORDS, limits, rows_of
from ..rules.setting import Setting
from .readings import CHANGES, ONE_AIRLIFT_ROW

HEADINGS = {
    "pdms_active": "PDMs active",
    "pdms_inactive": "PDMs inactive",
    "die": "Die roll",
    "ip": "IP",
    "ssi": "SSI",
    "hq_loss_doubles": "HQ loss doubles",
    "<=4": "4 or less",
}
RANGES = {"NEWUNIT": "Die roll", "LEVEL": "Points"}
"""The headings of tables whose range is not the Random Number."""
SIGNED = ("H", "VP", "TAC")


def charts(table: Setting) -> list[Chart]:
    """Return tables A to H, the derived tables, and the tables of the optional rules in play, under the readings in
    force.
    """

    def played(data: dict[str, Any]) -> bool:
        return "optional" not in data or bool(table.options.get(data["optional"]))

    def printed(data: dict[str, Any]) -> dict[str, Any]:
        rivers = [list(pair) for pair in table.components.river_pairs]  # a player's own map has its own
        rows = rivers if data["id"] == "CAU-T-RIVER" else rows_of(data, table.edition)
        note = data.get(f"note_{table.edition}", data.get("note", ""))
        return data | {"rows": rows, "note": note, "modifiers": [one for one in data["modifiers"] if played(one)]}

    found = (chart(printed(data)) for data in table.ledger.data["table"] if played(data))
    return reread(table, found, CHANGES, ONE_AIRLIFT_ROW if table.one_airlift_row else ())


def chart(table: dict[str, Any]) -> Chart:
    """Return one chart. A pair of `min` and `max` columns becomes a range, or is dropped if a text column gives the
    same range.
    """
    name = table["id"].removeprefix("CAU-T-")
    columns = table["columns"]
    bounds = [columns.index("min"), columns.index("max")] if "min" in columns else []
    kept = [place for place, column in enumerate(columns) if place not in bounds and not column.startswith("printed")]
    bracketed = [str(die) for die in table.get("bracketed", ())]
    headings = [f"{{{columns[place]}}}" if columns[place] in bracketed else heading(columns[place]) for place in kept]
    rows = [[cell(row[place], signed=name in SIGNED) for place in kept] for row in table["rows"]]
    if bounds and "die" not in columns:
        headings.insert(0, RANGES.get(name, "Random Number"))
        for cells, row in zip(rows, table["rows"], strict=True):
            cells.insert(0, limits(row[bounds[0]], row[bounds[1]]))
    return Chart(
        id=name,
        title=table["title"].removesuffix(" (optional)"),
        columns=headings,
        rows=rows,
        modifiers=[modifier(one) for one in table["modifiers"]],
        note=table["note"],
        clauses=tuple(table["clauses"]),
        verdicts=table.get("verdicts", {}),
        words=IN_WORDS.get(name, {}),
    )


def heading(column: str) -> str:
    """Return a column's heading."""
    text = column.replace("_", " ")
    return HEADINGS.get(column, text[:1].upper() + text[1:])


def cell(value: object, *, signed: bool) -> str:
    """Return one cell as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return limits(*value)
    if isinstance(value, int):
        return f"{value:+d}" if signed and value else str(value)
    return HEADINGS.get(str(value), str(value))


def modifier(one: dict[str, Any]) -> str:
    """Return a modifier as a line below its table."""
    value = one["value"]
    change = f"{value:+d}" if isinstance(value, int) and value else str(value)
    return f"{one['when']}: {change}" + (f" ({one['applies']})" if "applies" in one else "")
