"""The background of a game, read from its background.toml: the history, what each option is for, and what our edition
reconstructs because its sources lack it."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from . import toml
from .refusal import Refusal


class Section(msgspec.Struct, forbid_unknown_fields=True):
    """A part of the history: a title and its paragraphs."""

    title: str
    text: list[str]


class TurnDates(msgspec.Struct, forbid_unknown_fields=True):
    """A turn of the turn track and the dates that it stands for. `origin`: “stated” or “reconstructed”."""

    turn: str
    dates: str
    origin: str = "reconstructed"


class Reconstruction(msgspec.Struct, forbid_unknown_fields=True):
    """A part of the box that the sources lack. `known`: what they say about it; `lacks`: what they leave out; `ours`:
    what we put there; `clauses`: the rules that it touches."""

    id: str
    part: str
    lacks: str
    ours: str
    known: list[str] = []
    clauses: list[str] = []


class Background(msgspec.Struct, forbid_unknown_fields=True):
    """`history`: the campaign and what the game makes of it. `turns`: the dates of the turn track, with `turns_note`
    about where they come from. `options`: for each option by its name, why one would change it. `reconstructed`: what
    our edition puts where the sources say nothing."""

    history: list[Section] = []
    turns_note: str = ""
    turns: list[TurnDates] = []
    options: dict[str, str] = {}
    reconstructed: list[Reconstruction] = []

    @classmethod
    def load(cls, file: Traversable) -> Background:
        """Read a background.toml. Raises Refusal that names the file and what is wrong in it."""
        try:
            data: dict[str, Any] = toml.ours(file)
            return msgspec.convert(data, cls)
        except (ValueError, msgspec.ValidationError) as error:
            raise Refusal(f"{file}: {error}.", field="background", malformed=True) from None
