"""The files of a game's board, and their export for players."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from mamayev.engine import toml
from mamayev.engine.components import Files
from mamayev.engine.refusal import Refusal

from .files import write
from .sheet import Sheet


class Printed(NamedTuple):
    """The files of a game's board. `package`: its folder `data` contains our files. `names`: their names."""

    package: str
    names: tuple[str, ...]

    def text(self, name: str) -> str:
        """Return the text of one of our files."""
        return (files(self.package) / "data" / name).read_text(encoding="utf-8")

    def sheet(self, name: str, own: Files | None) -> Sheet:
        """Return the player's file with this name, or ours if the player has none. Raises Refusal."""
        return Sheet.of(name, own, _ours(self))

    def export(self, folder: Path) -> list[Path]:
        """Write our files into a folder as a starting point for your own. Never overwrites a file: raises Refusal if
        one already exists."""
        targets = [folder / name for name in self.names]
        for path in targets:
            if path.exists():
                raise Refusal(f"{path} already exists. Choose an empty folder.", field="folder", malformed=True)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for path in targets:
                write(path, self.text(path.name).encode())
        except OSError as error:
            raise Refusal(f"{folder} cannot be written: {error.strerror}.", field="folder", malformed=True) from error
        return targets


@cache
def _ours(printed: Printed) -> Files:
    folder = files(printed.package) / "data"
    tables = {name: toml.ours(folder / name) for name in printed.names if name.endswith(".toml")}
    return Files({name: printed.text(name) for name in printed.names}, tables=tables)
