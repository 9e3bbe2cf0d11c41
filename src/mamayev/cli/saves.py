"""Where the terminal game keeps its games: a file each in the user's data folder, written after every action."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from mamayev.engine.refusal import Refusal
from mamayev.match import files
from mamayev.match.match import Match
from mamayev.match.record import Record

from .output import file_errors


def folder() -> Path:
    """The folder of the games played in the terminal."""
    return user_data_path("mamayev") / "terminal"


def new_file(game: str) -> Path:
    """A file for a game that begins now."""
    begun = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return folder() / f"{game}-{begun}-{secrets.token_hex(4)}.json"


def latest(game: str) -> Path:
    """The game of this name that was played last. Raises Refusal when there is none."""
    # Behind the game's name stand year, month, day, time and what tells games of one second apart.
    files = [file for file in folder().glob("*.json") if file.stem.rsplit("-", 5)[0] == game]
    if not files:
        raise Refusal(f"There is no game of {game} to resume in {folder()}.", field="--resume", malformed=True)
    return max(files, key=lambda file: file.stat().st_mtime_ns)


def read(file: Path) -> Match:
    """The match of a saved game. Raises Refusal that names the file."""
    with file_errors(file):
        record = Record.load(file)
    try:
        return Match.from_record(record)
    except Refusal as refusal:
        raise Refusal(f"{file}: {refusal.text}", refusal.clauses, field=refusal.field, malformed=True) from None


def damaged() -> list[tuple[Path, str]]:
    """The games that cannot be gone on with, and why."""
    found = []
    for file in sorted(folder().glob("*.json")):
        try:
            read(file)
        except Refusal as refusal:
            found.append((file, refusal.text))
    return found


class Kept:
    """The file of a game that is played here. From the first reading or writing until `close` no other terminal plays
    on in it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._held = ExitStack()
        self._is_held = False

    def read(self) -> Match:
        """The match. Raises Refusal, also where another terminal plays it."""
        self._hold()
        return read(self.file)

    def write(self, match: Match) -> None:
        """Save a match so that a crash in the middle leaves the file as it was. Raises Refusal."""
        self._hold()
        with file_errors(self.file, "write"):
            match.record.save(self.file)

    def close(self) -> None:
        """Let go of the file."""
        self._held.close()
        self._is_held = False

    def _hold(self) -> None:
        if self._is_held:
            return
        with file_errors(self.file, "write"):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._held.enter_context(files.held(self.file))
            except files.Held:
                raise Refusal(
                    f"The game in {self.file} is open in another terminal. Go on there; or watch it with mamayev "
                    "replay FILE; or go on from here in a copy with dice of its own: --resume --branch.",
                    field="--resume",
                ) from None
        self._is_held = True
