"""The saved game: set-up and the log of all decisions with the dice and cards in it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from mamayev.engine.refusal import Refusal

if TYPE_CHECKING:
    from .match import Match

FORMAT = 1


@dataclass
class Record:
    """Everything that is needed to play a match again without a generator.

    `rules` is the version of the game's rules; `log` holds canonical texts, dice and cards among them; `start` the
    set-up changes of a script; `practice` the undos beyond the barrier, as [ply, plies taken back];
    `components` the folder of the player's own map, cards and counters, "" for ours; `lesson` the name of the lesson
    that the match is, "" where it is none or was left; `together` the stretches of the log that were played in one go,
    as [first ply, ply after the last], which one undo takes back; `resigned` the seat that gave up, "" where none did.
    """

    game: str
    rules: str
    edition: str
    options: dict[str, Any]
    seed: int
    dice: str = "seeded"
    components: str = ""
    start: dict[str, Any] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    practice: list[list[int]] = field(default_factory=list)
    lesson: str = ""
    together: list[list[int]] = field(default_factory=list)
    resigned: str = ""

    def to_json(self) -> str:
        """The record as text."""
        return msgspec.json.encode({"mamayev": FORMAT, **asdict(self)}).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """The record of a text. Raises Refusal that names the field that is wrong."""
        try:
            data = msgspec.json.decode(text, type=RecordForm)
        except msgspec.MsgspecError as error:
            raise Refusal(f"This is not a saved game: {error}.", field="record", malformed=True) from None
        except RecursionError:
            raise Refusal(
                "This is not a saved game: it is nested too deeply.", field="record", malformed=True
            ) from None
        if data.mamayev != FORMAT:
            raise Refusal(
                f"This saved game has format {data.mamayev}; this version reads format {FORMAT}.",
                field="mamayev",
                malformed=True,
            )
        return cls(**{name: getattr(data, name) for name in cls.__dataclass_fields__})

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file. Raises Refusal for a file that is no record, OSError for one not readable."""
        return cls.from_json(Path(path).read_bytes())

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


class RecordForm(msgspec.Struct, forbid_unknown_fields=True):
    """A saved game as JSON."""

    mamayev: int
    game: str
    rules: str
    edition: str
    options: dict[str, Any]
    seed: int
    log: list[str]
    dice: Literal["seeded", "hand"] = "seeded"
    components: str = ""
    start: dict[str, Any] = {}
    practice: list[list[int]] = []
    lesson: str = ""
    together: list[list[int]] = []
    resigned: str = ""
