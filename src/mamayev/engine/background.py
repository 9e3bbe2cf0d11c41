"""The background of a game, from its background.toml: the history, the purpose of each option, and the parts that our
edition reconstructs."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from . import toml
from .refusal import Refusal


class Section(msgspec.Struct, forbid_unknown_fields=True):
    """A section of the history: a title and its paragraphs."""

    title: str
    text: list[str]


class TurnDates(msgspec.Struct, forbid_unknown_fields=True):
    """A turn of the turn track and its dates. `origin`: “stated” or “reconstructed”."""

    turn: str
    dates: str
    origin: str = "reconstructed"


class Reconstruction(msgspec.Struct, forbid_unknown_fields=True):
    """A part of the game that the sources do not cover. `known`: the facts in the sources. `lacks`: the missing facts.
    `ours`: our replacement. `clauses`: the rules in question.
    """

    id: str
    part: str
    lacks: str
    ours: str
    known: list[str] = []
    clauses: list[str] = []


class Background(msgspec.Struct, forbid_unknown_fields=True):
    """`history`: the campaign, and how the game models it. `turns`: the dates of the turn track, with their source in
    `turns_note`. `options`: the reasons to change each option. `reconstructed`: the parts of our edition without a
    source.
    """

    history: list[Section] = []
    turns_note: str = ""
    turns: list[TurnDates] = []
    options: dict[str, str] = {}
    reconstructed: list[Reconstruction] = []

    @classmethod
    def load(cls, file: Traversable) -> Background:
        """Read a background.toml. If the file is invalid, raises a Refusal that names the file and the problem."""
        try:
            data: dict[str, Any] = toml.ours(file)
            return msgspec.convert(data, cls)
        except (ValueError, msgspec.ValidationError) as error:
            raise Refusal(f"{file}: {error}.", field="background", malformed=True) from None
