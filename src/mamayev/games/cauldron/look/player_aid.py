"""The charts of The Cauldron as printed on the player aids: the ledger's tables as text."""

from __future__ import annotations

from typing import Any

from mamayev.engine.scene import Chart, Verdict

from ..rules.charts import IN_WORDS, limits, rows_of
from ..rules.setting import Setting

CHART_CLAUSES = {
    "A": ("CAU-COMMIT-01", "CAU-COMMIT-02", "CAU-COMMIT-06"),
    "B": ("CAU-AIR-01", "CAU-AIR-02", "CAU-AIR-03"),
    "C": ("CAU-UPK-06", "CAU-UPK-07", "CAU-UPK-08"),
    "D": ("CAU-APPEAL-03", "CAU-APPEAL-04", "CAU-APPEAL-05", "CAU-APPEAL-06"),
    "E": ("CAU-ATK-12", "CAU-ATK-13"),
    "F": ("CAU-RELIEF-05", "CAU-RELIEF-06", "CAU-RELIEF-07", "CAU-RELIEF-08"),
    "G": ("CAU-SOVATK-02", "CAU-SOVATK-03", "CAU-FOLLOW-01"),
    "H": ("CAU-EVAL-01", "CAU-EVAL-02", "CAU-EVAL-03"),
    "TAC": ("CAU-TAC-02", "CAU-TAC-03", "CAU-TAC-04"),
    "TARGET": ("CAU-TARGET-03", "CAU-TARGET-04", "CAU-TARGET-05"),
    "COST": ("CAU-ACT-02", "CAU-ISO-02", "CAU-HQ-01"),
    "VP": ("CAU-VP-01", "CAU-VP-10"),
    "LEVEL": ("CAU-LEVEL-01", "CAU-LEVEL-05"),
    "VARSET": ("CAU-VARSET-01", "CAU-VARSET-02"),
    "NEWUNIT": ("CAU-VARSET-05", "CAU-VARSET-06"),
    "VARPL": ("CAU-VARPL-01", "CAU-VARPL-02", "CAU-VARPL-03"),
    "WHATIF": ("CAU-WHATIF-01",),
    "COUNCIL": ("CAU-COUNCIL-04", "CAU-COUNCIL-05", "CAU-COUNCIL-08", "CAU-COUNCIL-10", "CAU-COUNCIL-11"),
    "RUMOR-NEW": ("CAU-RUMOR-03",),
    "RUMOR": ("CAU-RUMOR-04", "CAU-RUMOR-05", "CAU-RUMOR-06", "CAU-RUMOR-09", "CAU-RUMOR-17", "CAU-RUMOR-18"),
    "RIVER": ("CAU-RIVER-01", "CAU-RIVER-02", "CAU-RIVER-03"),
}
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
MEANINGS = {
    "RUMOR": "With Milch in charge of the airlift, Luftwaffe Shifts Forces is inconclusive on 3-6 and true on 7 or "
    "more. The book prints Tiger Tanks dispelled on 1-2 and Zhukov Dies on 1-3: one 3 too few and one too many.",
    "F": "Adv: advance. Rtrt: retreat. NE: no effect. NE*: Adv if a Retreat came up on Table E in this phase.",
    "G": "NE: no effect. W: Wounded +1. DX: a lone depleted unit or battlegroup is lost. X: a loss or a retreat. "
    "{ }: a follow-up attack once the Final Offensive has begun.",
}


MEANINGS_BY_EDITION = {
    "2020": {"D": "#: HQ Politics, the second time FoA Appeals end. *: FoA +1. @: FoA/Airlift +1."},
    "1996": {"D": "X: FoA +1. @: FoA/Airlift +1."},
}


VERDICTS: dict[str, dict[str, Verdict]] = {
    "A": {"Weak": "bad", "Average": "fair", "Strong": "good"},
    "B": {"+0 supply": "none", **dict.fromkeys((f"+{n} supply" for n in range(1, 10)), "good")},
    "C": {"0": "none", "no loss": "none", **dict.fromkeys(("4", "3", "2", "1"), "bad"),
          **dict.fromkeys(("4 losses", "3 losses", "2 losses", "1 loss"), "bad")},
    "D": {"no effect": "none", **dict.fromkeys(("not granted", "not granted, #"), "bad"),
          **dict.fromkeys(("not granted, *", "not granted, X"), "fair"),
          **dict.fromkeys(("@", "+1 commitment, @", "+2 commitment, @", "granted", "+1 supply", "+2 supply",
                           "+3 supply"), "good")},
    "E": {"No effect": "none", "no effect": "none", "a Hit": "fair", "Retreat": "good", "driven out": "good"},
    "F": {"Adv": "good", "NE": "none", "Rtrt": "bad"},
    "G": {"NE": "none", "W": "fair", "DX": "fair", "DX, no effect": "none",
          **dict.fromkeys(("X", "X, area lost", "X, loss", "X, loss or defense"), "bad")},
    "H": {"+0": "none", **dict.fromkeys((f"+{n}" for n in range(1, 4)), "good"),
          **dict.fromkeys((f"-{n}" for n in range(3, 0, -1)), "bad")},
}  # fmt: skip
"""The meaning of table results for the German player, each kind from bad to good.

On Table G, a W costs a Wounded, and a DX only a weak unit.
"""


def charts(table: Setting) -> list[Chart]:
    """Return tables A to H, the derived tables, and the tables of the optional rules in play."""

    def played(data: dict[str, Any]) -> bool:
        return "optional" not in data or bool(table.options.get(data["optional"]))

    def printed(data: dict[str, Any]) -> dict[str, Any]:
        rows = rows_of(data, table.edition)
        # A player's own map has its own rivers.
        if data["id"] == "CAU-T-RIVER":
            rows = [list(pair) for pair in table.components.river_pairs]
        return data | {"rows": rows, "modifiers": [one for one in data["modifiers"] if played(one)]}

    meanings = MEANINGS | MEANINGS_BY_EDITION[table.edition]
    return [chart(printed(data), meanings) for data in table.ledger.data["table"] if played(data)]


def chart(table: dict[str, Any], meanings: dict[str, str]) -> Chart:
    """Return one chart.

    A pair of columns "min" and "max" becomes a range, or is dropped if a text column says the same.
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
        note=meanings.get(name, ""),
        clauses=CHART_CLAUSES[name],
        verdicts=VERDICTS.get(name, {}),
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
