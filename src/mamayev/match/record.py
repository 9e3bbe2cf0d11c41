"""The saved game: set-up and the log of all decisions with the dice and cards in it, under a checksum."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from mamayev.engine.refusal import Refusal
from mamayev.engine.text import NotText, file_data

from . import files
from .kinds import not_a
from .reading import Unreadable, read, text_in

if TYPE_CHECKING:
    from .match import Match

FORMAT = 1
FILE_BYTES = 20_000_000
"""A saved game as a file has at most as many: `BOARDS` boards of a player's own, of 1 MB each, and a long log."""
BOARDS = 10
"""The board of a match is changed this often at most."""
LESSON = -1
"""Stands for the dice and cards that a lesson brings, in place of a seed."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of the board: after `ply` entries of the log these files take the place of those of their names; one
    without text is ours again."""

    ply: int
    files: dict[str, str]


@dataclass
class Record:
    """Everything that is needed to play a match again without a generator.

    `rules` is the version of the game's rules; `log` holds canonical texts, dice and cards among them; `start` the
    set-up changes of a script; `practice` the undos beyond the barrier, as [ply, plies taken back];
    `components` the player's own map, cards and counters as files by name, "" for ours (records from before name a
    folder); `lesson` the name of the lesson
    that the match is, "" where it is none or was left; `together` the stretches of the log that were played in one go,
    as [first ply, ply after the last], which one undo takes back; `resigned` the seat that gave up, "" where none did;
    `earlier` where the dice of the log's beginning are from, as [ply, seed] for the entries up to that ply: the seed of
    the match that this one branched off, or `LESSON`. Behind them the dice are from `seed`;
    `differs` what the rulebook states and the player's own components contradict, by the ids of the statements;
    `boards` where the board was changed and the game went on;
    `mail` the mark of each seat of a match by mail, left where somebody took it, none in a match that is not mailed.

    `altered` says that the text the record was read from does not have the checksum that it was saved with; such a
    record replays no further than to what the rules forbid first, and else is refused.
    """

    game: str
    rules: str
    edition: str
    options: dict[str, Any]
    seed: int
    dice: str = "seeded"
    components: str | dict[str, str] = ""
    start: dict[str, Any] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    practice: list[list[int]] = field(default_factory=list)
    lesson: str = ""
    together: list[list[int]] = field(default_factory=list)
    resigned: str = ""
    earlier: list[list[int]] = field(default_factory=list)
    differs: list[str] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    mail: dict[str, str] = field(default_factory=dict)
    altered: bool = field(default=False, compare=False, repr=False)

    def to_json(self) -> str:
        """The record as text, with its checksum."""
        data = {"mamayev": FORMAT, **{name: getattr(self, name) for name in _SAVED}}
        return msgspec.json.encode({**data, "checksum": _checksum(data)}).decode()

    @property
    def board(self) -> str | dict[str, str]:
        """The files of the board that the game is played on now; as `components`."""
        return self.board_after(len(self.boards))

    def board_after(self, changes: int) -> str | dict[str, str]:
        """The files of the board after so many changes of it."""
        if changes == 0 or (self.components and isinstance(self.components, str)):
            return self.components
        files = dict(self.components or {})
        for change in self.boards[:changes]:
            files |= change.files
        return {name: text for name, text in files.items() if text}

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """The record of a text. Raises Refusal that says what is wrong and where."""
        known = ""
        try:
            known = text_in(text)
            data = read(known, RecordForm)
        except Unreadable as error:
            said = not_a("This is not a saved game", known, "record", str(error))
            raise Refusal(said, field="record", malformed=True) from None
        if data.mamayev != FORMAT:
            raise Refusal(
                f"This saved game has format {data.mamayev}; this version reads format {FORMAT}.",
                field="mamayev",
                malformed=True,
            )
        altered = bool(data.checksum) and data.checksum != _checksum(msgspec.json.decode(known))
        return cls(**{name: getattr(data, name) for name in _SAVED}, altered=altered)

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all. Raises OSError, and what was there stands."""
        files.write(path, self.to_json().encode())

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file. Raises Refusal for a file that is no record, OSError for one not readable."""
        try:
            return cls.from_json(file_data(Path(path), FILE_BYTES))
        except NotText as error:
            raise Refusal(f"{path}: This is not a saved game: {error}.", field="record", malformed=True) from None
        except Refusal as refusal:
            raise Refusal(f"{path}: {refusal.text}", field=refusal.field, malformed=True) from None

    def replay(self, plies: int | None = None) -> Match:
        """The match after the first `plies` entries of the log (all of them by default), without rolling on."""
        from .match import Match

        return Match.from_record(self, plies)

    def undo(self) -> None:
        """Take the last decision of a seat, and the dice and cards that followed it, out of the log."""
        match = self.replay()
        match.undo(practice=True)
        self.log = list(match.record.log)
        self.practice = [list(entry) for entry in match.record.practice]


Pair = Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]
Word = Annotated[str, msgspec.Meta(max_length=200)]


class RecordForm(msgspec.Struct, forbid_unknown_fields=True):
    """A saved game as JSON."""

    mamayev: int
    game: Word
    rules: Word
    edition: Word
    options: dict[Word, Any]
    seed: int
    log: list[str]
    dice: Literal["seeded", "hand"] = "seeded"
    components: str | dict[str, str] = ""
    start: dict[Word, Any] = {}
    practice: list[Pair] = []
    lesson: Word = ""
    together: list[Pair] = []
    resigned: Word = ""
    earlier: list[Pair] = []
    differs: list[Word] = []
    boards: Annotated[list[Board], msgspec.Meta(max_length=BOARDS)] = []
    mail: dict[Word, Word] = {}
    checksum: str = ""


_SAVED = tuple(name for name in Record.__dataclass_fields__ if name != "altered")


def _checksum(data: dict[str, Any]) -> str:
    """A checksum of all fields but itself, however they are ordered and spaced."""
    content = msgspec.to_builtins({name: value for name, value in data.items() if name != "checksum"})
    return blake2b(msgspec.json.encode(content, order="deterministic"), digest_size=16).hexdigest()
