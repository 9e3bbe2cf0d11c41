"""Die rolls on the tables, and their log entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mamayev.engine.chancebox import DieBox
from mamayev.engine.event import Modifier

from .position import Pocket


class TableDie(DieBox[Pocket]):
    """A die roll on one of the tables."""

    def tell(
        self, p: Pocket, n: int, who: str, text: str, result: str, modifiers: Sequence[Modifier] = (), **more: Any
    ) -> None:
        """Log the roll; `more` adds to the fields of the event or replaces them. Callers check for a journal."""
        assert p.journal is not None
        fields: dict[str, Any] = {
            "title": self.title,
            "chart": self.chart,
            "dice": (n,),
            "modifiers": modifiers,
            "total": n + sum(m.value for m in modifiers),
            "result": result,
            "clauses": self.clauses,
        }
        p.journal.roll(who, text, **fields | more)
