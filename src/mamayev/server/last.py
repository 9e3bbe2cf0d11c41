"""The last public picture of a match, with its plots and its scene.

They are stored beside the record, so that a stored game can be viewed even after its rules change.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import Table
from mamayev.match.match import Match
from mamayev.match.reading import Unreadable, read

from .forms import SeriesForm, SeriesList

PICTURE_MOST = 200_000
"""The maximum length of a packed picture with its plots, in characters.

Our largest game needs 10,000. A longer one is not stored.
"""
SCENE_MOST = 2_000_000
"""The maximum length of a packed scene, in characters. Our largest game needs 60,000. A longer one is not stored."""


class Look:
    """A game's scene, in the forms of the API and of the store."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.json = msgspec.json.encode(scene)

    @cached_property
    def kept(self) -> Kept:
        """The scene in stored form, which is built once for all matches that share it."""
        text = packed(self.json)
        return Kept("", "") if len(text) > SCENE_MOST else Kept(hash_of(self.json), text)


class Kept(NamedTuple):
    """A packed scene with its hash. Both are "" if it is too large."""

    hash: str
    text: str


_looks: WeakKeyDictionary[Table[Any], Look] = WeakKeyDictionary()


def look_of(table: Table[Any]) -> Look:
    """Return the scene of a table. It is much larger than a match, so all matches on the same table share it."""
    found = _looks.get(table)
    if found is None:
        found = _looks[table] = Look(table.look.kept)
    return found


class Left(msgspec.Struct, frozen=True):
    """The last public picture and the plots."""

    picture: Picture
    series: SeriesList


class Last(NamedTuple):
    """The last state of a match in stored form. `left`: the packed picture and plots, or "" if they are too large."""

    left: str
    look: Kept


def last_of(match: Match, picture: Picture) -> Last:
    """Return the state of a match in stored form. `picture`: the public picture."""
    text = packed(msgspec.json.encode(Left(picture, series_of(match))))
    return Last("" if len(text) > PICTURE_MOST else text, look_of(match.table).kept)


def series_of(match: Match) -> SeriesList:
    """Return the plotted values, with every change once the game is over. A value with the same name as a track takes
    over the track's marks."""
    tracks = {track.id: track for track in look_of(match.table).scene.tracks}
    study = match.table.game.study()
    purse = {line["track"] for line in match.table.look.purse(match.position)}
    rows, changed = [], match.changes() if match.over else {}  # from a replay of the log
    for name, points in match.series().items():
        track = tracks.get(name)
        rows.append(
            SeriesForm(
                id=name,
                title=study.series_titles.get(name) or (track.title if track else name),
                points=points,
                marks=list(track.marks) if track else [],
                spent=name in purse,
                pieces=list(study.series_pieces.get(name, ())),
                battles=study.series_battles.get(name, "all"),
                changes=changed.get(name, []),
            )
        )
    return SeriesList(rows)


def hash_of(scene: bytes) -> str:
    """Return the key of a stored scene."""
    return blake2b(scene, digest_size=16).hexdigest()


def packed(data: bytes) -> str:
    """Return bytes as a short text, because every database and backup can store text."""
    return b64encode(zlib.compress(data, 1)).decode()


def unpacked(text: str, most: int) -> bytes:
    """Return the bytes in a packed text. Raises ValueError if the text is invalid, or unpacks to more than `most`
    bytes."""
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(b64decode(text, validate=True), most + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(data) > most or not unpacker.eof:
        raise ValueError("It is too long to be stored.")
    return data


def left_of(text: str) -> Left | None:
    """Return the last state of a match; None if it was not stored, or if another version stored it in a different
    form."""
    found: Left | None = _read(text, 40 * PICTURE_MOST, Left)
    return found


def scene_of(text: str) -> Look | None:
    """Return the scene in a stored text; None as for `left_of`."""
    scene = _read(text, 40 * SCENE_MOST, Scene)
    return None if scene is None else Look(scene)


def _read(text: str, most: int, form: Any) -> Any:
    try:
        return read(unpacked(text, most), form) if text else None
    except (ValueError, Unreadable):
        return None
