"""How a match was left: the last picture that everybody sees, its plots and how the game looked, kept beside the record
so that a stored game can be looked at whatever becomes of its rules."""

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
"""Characters of a packed picture with its plots; the largest of our games takes 6,000. A larger one is not kept."""
SCENE_MOST = 2_000_000
"""Characters of a packed scene; the largest of our games takes 60,000. A larger one is not kept."""


class Look:
    """How a game looks, the same as it is sent, and as it is kept."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.json = msgspec.json.encode(scene)

    @cached_property
    def kept(self) -> Kept:
        """The scene as it is stored, once for all matches that look alike."""
        text = packed(self.json)
        return Kept("", "") if len(text) > SCENE_MOST else Kept(hash_of(self.json), text)


class Kept(NamedTuple):
    """A packed scene under its hash; "" for both where it is too large."""

    hash: str
    text: str


_looks: WeakKeyDictionary[Table[Any], Look] = WeakKeyDictionary()


def look_of(table: Table[Any]) -> Look:
    """How the matches of a table look: it is much larger than a match, and made once for all of them."""
    found = _looks.get(table)
    if found is None:
        found = _looks[table] = Look(table.look)
    return found


class Left(msgspec.Struct, frozen=True):
    """The last picture that everybody sees, and the plots."""

    picture: Picture
    series: SeriesList


class Last(NamedTuple):
    """How a match was left, as it is stored: `left` packed, "" where it is too large, and the scene."""

    left: str
    look: Kept


def last_of(match: Match, picture: Picture) -> Last:
    """How a match stands, to be kept; `picture` is what everybody sees."""
    text = packed(msgspec.json.encode(Left(picture, series_of(match))))
    return Last("" if len(text) > PICTURE_MOST else text, look_of(match.table).kept)


def series_of(match: Match) -> SeriesList:
    """The values that are plotted over the turns, with the marks of the tracks of the same name."""
    tracks = {track.id: track for track in look_of(match.table).scene.tracks}
    titles = match.table.series_titles()
    purse = {line["track"] for line in match.table.purse(match.position)}
    rows = []
    for name, points in match.series().items():
        track = tracks.get(name)
        rows.append(
            SeriesForm(
                id=name,
                title=titles.get(name) or (track.title if track else name),
                points=points,
                marks=list(track.marks) if track else [],
                spent=name in purse,
            )
        )
    return SeriesList(rows)


def hash_of(scene: bytes) -> str:
    """What a scene is kept under."""
    return blake2b(scene, digest_size=16).hexdigest()


def packed(data: bytes) -> str:
    """Bytes as a short text: every database, and a backup, keeps texts."""
    return b64encode(zlib.compress(data, 1)).decode()


def unpacked(text: str, most: int) -> bytes:
    """The bytes of a packed text. Raises ValueError where it is none, or of more than `most` bytes."""
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(b64decode(text, validate=True), most + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if len(data) > most or not unpacker.eof:
        raise ValueError("It is longer than what is kept.")
    return data


def left_of(text: str) -> Left | None:
    """How a match was left; None where that is not kept, or in a form of another version."""
    found: Left | None = _read(text, 40 * PICTURE_MOST, Left)
    return found


def scene_of(text: str) -> Look | None:
    """How a game looked, of a kept text; None as for `left_of`."""
    scene = _read(text, 40 * SCENE_MOST, Scene)
    return None if scene is None else Look(scene)


def _read(text: str, most: int, form: Any) -> Any:
    try:
        return read(unpacked(text, most), form) if text else None
    except (ValueError, Unreadable):
        return None
