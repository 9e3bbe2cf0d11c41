"""The saved game as data: the setup and the log of all decisions, dice and cards, with a checksum."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import msgspec

from mamayev.engine import json
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game
from mamayev.engine.text import NotText, file_data

from . import files
from .kinds import not_a
from .reading import TOO_DEEP, Unreadable, read, text_in
from .studies import STUDIES, Study

FORMAT = 1
SEED_BITS = 53
"""The number of bits in a new seed: as many as a JSON number holds exactly, so that no one can find a seed by trying
candidates against the dice."""
FILE_BYTES = 20_000_000
"""The maximum size of a saved game in bytes: `BOARDS` custom boards of 1 MB each, and a long log."""
VALUES = 100_000
"""The maximum number of values in a saved game. A normal game has a few thousand. Each file of a board counts as one
text."""
DEPTH = 50
"""The maximum nesting depth of lists and objects in a saved game. Normal games have up to 6 levels."""
BOARDS = 10
"""The maximum number of board changes in a match."""
PRACTICE = 10_000
"""The maximum number of undos in practice mode that a record notes. More undos are possible, but the record does not
note them. Otherwise, a player could make a stored game grow forever by playing and undoing."""
ORDERS = 1_000
"""The maximum number of orders in a saved game."""
ORDERS_OF_SEAT = 150
"""The number of latest orders that a match keeps for each seat. Orders have up to 130 values, so within `VALUES` the
orders of all seats leave room for the log. Without this limit, a player could give orders until no one can open the
game."""
SEATS = 16
"""The maximum number of seats that a saved game lists with a bot."""
LESSON = -1
"""The value in place of a seed if the dice and cards come from a lesson."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of the board: after `ply` entries of the log, these files replace the files with the same names. An
    empty text stands for our file."""

    ply: int
    files: dict[str, str]


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's orders after `ply` entries of the log: the fields that differ from the default."""

    ply: int
    seat: str
    orders: dict[str, Any]


@dataclass
class SavedGame:
    """Everything needed to replay a match without a random generator. `Record` adds the replay.

    - `rules`: the version of the game's rules.
    - `log`: the canonical texts of all entries, including dice and cards.
    - `start`: the setup changes that a script makes.
    - `practice`: the undos in practice mode, as [ply, undone plies]; at most `PRACTICE`.
    - `components`: the player's own map, cards and counters as files by name, "" for ours (a folder in old records).
    - `lesson`: the name of the lesson; "" if there is none or the player left it.
    - `together`: the ranges of the log that one undo removes, as [first ply, ply after the last].
    - `resigned`: the seat that resigned, or "". `on_time`: whether it lost on time instead; omitted from the JSON if
      false.
    - `earlier`: the sources of the dice at the start of the log, as [ply, seed] for the entries up to that ply. For a
    branch, this is the seed of the original match; for a lesson, it is `LESSON`. Later dice come from `seed`.
    - `differs`: the ids of the rulebook statements that the player's own components contradict.
    - `boards`: the board changes.
    - `mail`: the mark of each seat in a match by mail, set when a player takes the seat.
    - `orders`: the orders given to the staff (`match.ordering`). They are notes, and replay ignores them.
    - `bots`: the seats that the same bot has played from the beginning, with its name; omitted from the JSON if empty.
    - `chosen`: whether a player of a private game chose the seed, and so can know the dice; omitted from the JSON if
      false.
    - `studies`: people's notes on the match (`match.studies`). Replay ignores them; omitted from the JSON if empty.
    - `altered`: whether the text does not match its checksum. Replay reports the first illegal entry of such a record,
      and refuses the record even if every entry is legal.
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
    on_time: bool = False
    earlier: list[list[int]] = field(default_factory=list)
    differs: list[str] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    mail: dict[str, str] = field(default_factory=dict)
    orders: list[Given] = field(default_factory=list)
    bots: dict[str, str] = field(default_factory=dict)
    chosen: bool = False
    studies: list[Study] = field(default_factory=list)
    altered: bool = field(default=False, compare=False, repr=False)

    @classmethod
    def new(
        cls,
        game: Game,
        *,
        seed: int | None = None,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
        dice: str = "seeded",
        components: Mapping[str, str] | None = None,
        start: Mapping[str, Any] | None = None,
        lesson: str = "",
    ) -> Self:
        """Return the record of a new game with an empty log. Raises Refusal for an unknown option or kind of dice."""
        if dice not in ("seeded", "hand"):
            raise Refusal(f"Dice must be “seeded” or “hand”, not “{dice}”.", field="dice", malformed=True)
        return cls(
            game.name, game.version, edition or game.editions[0], game.check_options(options or {}),
            secrets.randbits(SEED_BITS) if seed is None else seed,
            dice, dict(components or {}) or "", dict(start or {}),
            lesson=lesson,
        )  # fmt: skip

    def copy(self) -> Self:
        """Return an independent, equal record."""
        return msgspec.convert(msgspec.to_builtins(self), type(self))

    def blank(self, plies: int | None) -> Self:
        """Return an independent record with an empty log, ready to replay the first `plies` entries of this one
        (default: all)."""
        found = replace(self.copy(), log=[], together=[], resigned="", on_time=False, differs=[], altered=False)
        found.cut_dice(len(self.log[:plies]))
        found.boards = [board for board in found.boards if plies is None or board.ply <= plies]
        found.orders = [given for given in found.orders if plies is None or given.ply <= plies]
        found.studies = [study if plies is None else study.within(range(plies + 1)) for study in found.studies]
        return found

    def cut_dice(self, plies: int, source: int | None = None) -> None:
        """Drop the sources of the dice after the first `plies` entries. `source`: where the dice up to there come from,
        as far as no earlier source is known."""
        given = self.earlier if source is None else [*self.earlier, [plies, source]]
        self.earlier = []
        for end, seed in given:
            if min(end, plies) > (self.earlier[-1][0] if self.earlier else 0):
                self.earlier.append([min(end, plies), seed])

    def to_json(self) -> str:
        """Return the record as text with its checksum."""
        data = {"mamayev": FORMAT, **{name: getattr(self, name) for name in _SAVED}}
        for name in _SPARED:
            if not data[name]:
                del data[name]
        return msgspec.json.encode({**data, "checksum": _checksum(data)}).decode()

    @property
    def entries(self) -> int:
        """The number of entries that take up memory: log entries, undos in practice mode, and orders."""
        return len(self.log) + len(self.practice) + len(self.orders)

    def forget_later_orders(self, plies: int | None = None) -> None:
        """Drop the orders given after a ply (default: the last), which an undo has taken back."""
        end = len(self.log) if plies is None else plies
        self.orders = [given for given in self.orders if given.ply <= end]

    def without_orders(self, seats: Collection[str]) -> Self:
        """Return a copy of this record that contains only these seats' orders."""
        found = self.copy()
        found.orders = [given for given in found.orders if given.seat in seats]
        return found

    def keep_bots(self, players: Mapping[str, str]) -> None:
        """Drop the bot of each seat that another player has taken over. `players`: for each seat, its bot or another
        kind of player."""
        self.bots = {seat: bot for seat, bot in self.bots.items() if players.get(seat) == bot}

    def note_practice(self, undone: Iterable[list[int]]) -> None:
        """Note undos in practice mode, as [ply, undone plies]."""
        self.practice.extend(islice(undone, max(0, PRACTICE - len(self.practice))))

    @property
    def board(self) -> str | dict[str, str]:
        """The files of the current board, like `components`."""
        return self.board_after(len(self.boards))

    def board_after(self, changes: int) -> str | dict[str, str]:
        """Return the files of the board after this number of changes."""
        if changes == 0 or (self.components and isinstance(self.components, str)):
            return self.components
        files = dict(self.components or {})
        for change in self.boards[:changes]:
            files |= change.files
        return {name: text for name, text in files.items() if text}

    @classmethod
    def from_json(cls, text: str | bytes, *, checked: bool = True) -> Self:
        """Return the record in a text. `checked`: whether to compare the checksum. If the text is invalid, raises a
        Refusal that names the problem and where it is."""
        known = ""
        try:
            known = text_in(text)
            raw = known.encode(errors="replace")
            if json.more_than(VALUES, raw):
                raise Unreadable(f"it has more than {VALUES:,} values, which is over the limit")
            if json.deeper_than(DEPTH, raw):
                raise Unreadable(TOO_DEEP)
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
        altered = checked and bool(data.checksum) and data.checksum != _checksum(msgspec.json.decode(known))
        return cls(**{name: getattr(data, name) for name in _SAVED}, altered=altered)

    def save(self, path: str | Path) -> None:
        """Write the record to a file, completely or not at all. Raises OSError and keeps the old file."""
        files.write(path, self.to_json().encode())

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a record from a file. Raises Refusal if the file is not a record, and OSError if it cannot be read."""
        try:
            return cls.from_json(file_data(Path(path), FILE_BYTES))
        except NotText as error:
            raise Refusal(f"{path}: This is not a saved game: {error}.", field="record", malformed=True) from None
        except Refusal as refusal:
            raise Refusal(f"{path}: {refusal.text}", field=refusal.field, malformed=True) from None


Pair = Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]
Word = Annotated[
    str,
    msgspec.Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$(?!\n)"),
]
"""One line of text without control characters, which could affect a terminal."""


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
    on_time: bool = False
    earlier: list[Pair] = []
    differs: list[Word] = []
    boards: Annotated[list[Board], msgspec.Meta(max_length=BOARDS)] = []
    mail: dict[Word, Word] = {}
    orders: Annotated[list[Given], msgspec.Meta(max_length=ORDERS)] = []
    bots: Annotated[dict[Word, Word], msgspec.Meta(max_length=SEATS)] = {}
    chosen: bool = False
    studies: Annotated[list[Study], msgspec.Meta(max_length=STUDIES)] = []
    checksum: str = ""


_SPARED = "on_time", "bots", "chosen", "studies"
"""The fields that the JSON omits if they are empty. Earlier versions can then read saved games that do not use them."""
_SAVED = tuple(name for name in SavedGame.__dataclass_fields__ if name != "altered")


def _checksum(data: dict[str, Any]) -> str:
    """Return a checksum of all other fields, independent of order and spacing."""
    content = msgspec.to_builtins({name: value for name, value in data.items() if name != "checksum"})
    return blake2b(msgspec.json.encode(content, order="deterministic"), digest_size=16).hexdigest()
