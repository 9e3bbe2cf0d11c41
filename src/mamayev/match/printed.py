"""What is printed: the files of a game's board, ours as they come with it, and how a player gets them to begin with."""

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
    """The files of a game's board: the package whose folder `data` holds ours, and their names."""

    package: str
    names: tuple[str, ...]

    def text(self, name: str) -> str:
        """One of ours as it stands."""
        return (files(self.package) / "data" / name).read_text(encoding="utf-8")

    def sheet(self, name: str, own: Files | None) -> Sheet:
        """A player's file, or ours where he has none of this name. Raises Refusal."""
        return Sheet.of(name, own, _ours(self))

    def export(self, folder: Path) -> list[Path]:
        """Write ours into a folder as a start for one's own. Never overwrites: Refusal if one is already there."""
        targets = [folder / name for name in self.names]
        for path in targets:
            if path.exists():
                raise Refusal(f"{path} is already there; choose an empty folder.", field="folder", malformed=True)
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
