"""Output of the terminal game: rich text in a terminal, and simple lines elsewhere and for screen readers."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

PIPED_WIDTH = 120


class Screen:
    """Prints headings, sentences and tables, and prompts for input.

    `plain`: without colors, frames or columns, one item per line.
    """

    def __init__(self, *, plain: bool = False, console: Console | None = None) -> None:
        self.plain = plain
        width = None if sys.stdout.isatty() else PIPED_WIDTH
        self.console = console or Console(highlight=False, width=width, no_color=True if plain else None)

    def gap(self) -> None:
        """Print an empty line."""
        self.console.print()

    def heading(self, text: str) -> None:
        """Print a title."""
        self.say(f"{text}:" if self.plain else text, "bold")

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence."""
        self.console.print(Text(text, style="" if self.plain else style), soft_wrap=self.plain)

    def cite(self, text: str, clauses: Iterable[str] = (), style: str = "") -> None:
        """Print a sentence with its clauses."""
        cited = ", ".join(clauses)
        line = Text(text, style="" if self.plain else style)
        if cited:
            line.append(f"  [{cited}]", style="" if self.plain else "dim")
        self.console.print(line, soft_wrap=self.plain)

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]], styles: Sequence[str] = ()) -> None:
        """Print rows under column titles. If plain, print one line per row that includes the titles."""
        if self.plain:
            for row in rows:
                if any(columns):
                    self.say(", ".join(f"{t} {cell}".strip() for t, cell in zip(columns, row, strict=True) if cell))
                else:
                    self.say(f"{row[0]}: {', '.join(filter(None, row[1:]))}")
            return
        titled = any(columns)
        table = Table(
            box=box.SIMPLE_HEAD if titled else None,
            padding=(0, 1) if titled else (0, 2, 0, 2),
            pad_edge=not titled,
            show_header=titled,
            header_style="dim",
        )
        for index, title in enumerate(columns):
            table.add_column(title, style=styles[index] if index < len(styles) else "", overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        self.console.print(table)

    def ask(self, prompt: str) -> str | None:
        """Return a line that the player types, stripped, or None at the end of the input."""
        try:
            line = self.console.input(Text(prompt, style="" if self.plain else "bold")).strip()
        except EOFError:
            self.gap()
            return None
        if not sys.stdin.isatty():
            # No one saw it being typed, so a transcript should show it.
            self.say(line)
        return line
