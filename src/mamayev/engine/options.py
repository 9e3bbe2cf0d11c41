"""What can be chosen where a match is set up: options and presets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .refusal import Refusal


@dataclass(frozen=True)
class Option:
    """A switch of a game. `choices` for words; `type` is "bool", "int" or "word".

    `title` names it on a screen, `doc` explains it, `group` is its heading, and `labels` describe the choices. `before`
    is the value of a game saved before the option existed, None for the default. `offered` is False if only such games
    have another value.
    """

    name: str
    type: str
    default: Any
    doc: str
    choices: tuple[Any, ...] = ()
    title: str = ""
    group: str = "Options"
    labels: tuple[str, ...] = ()
    before: Any = None
    offered: bool = True

    def check(self, value: Any) -> Any:
        """Return the value in its right type. Raises Refusal."""
        if self.type == "bool":
            if isinstance(value, bool):
                return value
            if isinstance(value, str) and value.lower() in ("true", "yes", "on", "1"):
                return True
            if isinstance(value, str) and value.lower() in ("false", "no", "off", "0"):
                return False
        elif self.type == "int":
            if isinstance(value, int) and not isinstance(value, bool):
                number: int | None = value
            else:
                number = int(value) if isinstance(value, str) and re.fullmatch("-?[0-9]{1,18}", value) else None
            if number is not None and (not self.choices or number in self.choices):
                return number
        elif value in self.choices:
            return value
        allowed = "true or false" if self.type == "bool" else ", ".join(map(str, self.choices)) or "a number"
        raise Refusal(
            f"Option {self.name} cannot be {value!r}; it may be {allowed}.",
            field=f"options.{self.name}",
            malformed=True,
        )


@dataclass(frozen=True)
class Preset:
    """A set-up for one click; options that it does not name keep their defaults. `hints`: the screen shows a bot's
    advice at every decision."""

    name: str
    title: str
    doc: str
    edition: str
    options: Mapping[str, Any] = field(default_factory=dict)
    hints: bool = False
