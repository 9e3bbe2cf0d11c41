"""The choices in the setup of a match: editions, options and presets, from a game's rules.toml."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from .names import meant
from .refusal import Refusal

Value = bool | int | str
"""The value of an option."""
TYPES: dict[type, str] = {bool: "bool", int: "int", str: "word"}
TOLD = {"editions": "edition", "edition_docs": "edition", "options": "option", "presets": "preset"}
"""The kind of entry that replaces each former argument of a game."""
NAME = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*")


MOVED_TO_LEDGER = "Write [[{}]] entries at the beginning of the game's rules.toml (docs/writing-a-game.md)."


def check_told(given: Iterable[str]) -> None:
    """Check that a game gets no arguments that belong in its rules.toml. Raises TypeError."""
    for name in given:
        if name in TOLD:
            raise TypeError(f"`Game` takes no `{name}`. {MOVED_TO_LEDGER.format(TOLD[name])}")


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edition of the rules. `doc`: a sentence about the edition."""

    name: str
    doc: str = ""


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rule that players can change in the setup.

    Its `default` determines whether it is a "bool", an "int" or a "word"; a word has `choices`.

    `title` names it on a screen, `doc` explains it, `group` is its heading, and `labels` describe the choices. `before`
    is the value for games saved before the option existed, None for the default. `offered` is False if only older games
    can have a different value. `clauses`: the rules that it changes.

    Raises ValueError for inconsistent fields.
    """

    name: str
    doc: str
    default: Value
    choices: tuple[int | str, ...] = ()
    title: str = ""
    group: str = "Options"
    labels: tuple[str, ...] = ()
    before: Value | None = None
    offered: bool = True
    clauses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError(f"“name” is {self.name!r}. Use lowercase letters, and “_” between words")
        if self.type == "bool" and self.choices:
            raise ValueError("“choices” are only for a word or a number, but “default” is true or false")
        if self.type == "word" and not self.choices:
            raise ValueError("“choices” are missing. List the words that it may be")
        if len({str(choice) for choice in self.choices}) < len(self.choices):
            raise ValueError("“choices” name a value twice")
        if any(type(choice) is not type(self.default) for choice in self.choices):
            raise ValueError("“choices” and “default” are of different kinds")
        if self.labels and len(self.labels) != len(self.choices):
            raise ValueError(
                f"“labels” has {len(self.labels)} entries, and “choices” {len(self.choices)}. Give each choice a label"
            )
        for field, value in (("default", self.default), ("before", self.before)):
            if value is not None and not self.allows(value):
                raise ValueError(f"“{field}” is {value!r}. Use {self.allowed}")

    @property
    def type(self) -> str:
        """Return "bool", "int" or "word"."""
        return TYPES[type(self.default)]

    @property
    def heading(self) -> str:
        """Return the title, or a title based on the name."""
        return self.title or self.name.replace("_", " ").capitalize()

    @property
    def meanings(self) -> list[str]:
        """Return the labels of the choices. By default, labels are based on the values."""
        return list(self.labels) or [str(choice).replace("_", " ") for choice in self.choices]

    def told(self, value: Value) -> str:
        """Return the option with a value, as players read it."""
        if self.type == "bool":
            return self.heading if value else f"Without: {self.heading}"
        meanings = dict(zip(self.choices, self.meanings, strict=True))
        return f"{self.heading}: {meanings.get(value, value)}"

    @property
    def allowed(self) -> str:
        """Describe the possible values."""
        return "true or false" if self.type == "bool" else ", ".join(map(str, self.choices)) or "a number"

    def allows(self, value: Value) -> bool:
        """Return whether the option can have this value, which must also have the right type."""
        return type(value) is type(self.default) and (not self.choices or value in self.choices)

    def check(self, value: Any) -> Any:
        """Return the value, converted to the option's type. Raises Refusal for a value that is not allowed."""
        meant = value
        if isinstance(value, str) and self.type == "bool":
            words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False}
            meant = (words | {"0": False}).get(value.lower(), value)
        elif isinstance(value, str) and self.type == "int" and re.fullmatch("-?[0-9]{1,18}", value):
            meant = int(value)
        if self.allows(meant):
            return meant
        raise Refusal(
            f"Option {self.name} cannot be {value!r}. It can be {self.allowed}.",
            field=f"options.{self.name}",
            malformed=True,
        )


class Readings(dict[str, bool]):
    """A mapping that tells whether an option has a value at this table, by "name=value", or by "name" for a bool.
    Raises TypeError for an unknown reading.
    """

    def __init__(self, options: Iterable[Option], values: Mapping[str, Any]) -> None:
        super().__init__()
        for option in options:
            value = values.get(option.name, option.default)
            self |= {f"{option.name}={choice}": value == choice for choice in option.choices} or {option.name: value}

    def __missing__(self, reading: str) -> bool:
        raise TypeError(f"There is no reading “{reading}”.{meant(reading, self)}")


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A setup for a single click.

    Options that it does not name keep their defaults. `hints`: whether the screen shows a bot's advice at every
    decision.
    """

    name: str
    title: str
    doc: str
    edition: str
    options: Mapping[str, Any] = {}
    hints: bool = False
