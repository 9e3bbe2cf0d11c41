"""The rulebook: everything about a game that does not need its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from .background import Background
from .ledger import Clause, Ledger
from .options import Option, Preset, check_told
from .refusal import Refusal
from .statement import Statements
from .words import alternatives


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """The printed part of a game: its seats, rules and choices.

    - `version`: version of the rules, stored in records.
    - `ledger`: the rules as data, with the editions, options and presets.
    - `component_files`: names of the files that a player can replace. `statements`: the rulebook's facts about them
      (`engine.statement`).
    - `scale`: a few words about the board. `hours`: the playing time in hours ("2-3"). `complexity`: 1 to 5 (0: not
      given). `players`: the number of human players if the rules play a seat (0: one for each seat).
    - `daily`: the default clock for a game that takes days or weeks: days at the start, and hours added for each player
      turn.
    - `ruled`: the seats that the rules play under some options, each with the values of those options.
    - `hides`: whether a seat has hidden information. If so, the table has a `sample`.
    - `background`: a file with the history, the reasons for options and the reconstructed parts (`engine.background`).
    """

    name: str
    title: str
    blurb: str
    version: str
    seats: tuple[str, ...]
    ledger: Callable[[], Ledger]
    component_files: tuple[str, ...] = ()
    statements: Callable[[], Statements] | None = None
    scale: str = ""
    hours: str = ""
    complexity: int = 0
    players: int = 0
    daily: tuple[int, int] = (5, 12)
    ruled: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    hides: bool = False
    background: Path | None = None

    def __new__(cls, *_args: Any, **given: Any) -> Self:
        check_told(given)
        return super().__new__(cls)

    @property
    def editions(self) -> tuple[str, ...]:
        """Return the names of the editions, with the default first."""
        return tuple(edition.name for edition in self.ledger().editions)

    @property
    def edition_docs(self) -> dict[str, str]:
        """Return a sentence for each edition."""
        return {edition.name: edition.doc for edition in self.ledger().editions}

    @property
    def options(self) -> tuple[Option, ...]:
        """Return the options in the order of the setup."""
        return self.ledger().options

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Return the presets in the order of the setup."""
        return self.ledger().presets

    def read_background(self) -> Background:
        """Return the background of the game, which is empty if the game has none. Raises Refusal for a damaged file."""
        return Background.load(self.background) if self.background else Background()

    def departures(self, edition: str, options: Mapping[str, Any]) -> list[str]:
        """Return the edition and the options that differ from the defaults, as players read them."""
        other = [f"Edition {edition}"] if edition != self.editions[0] else []
        now = [(option, options.get(option.name, option.default)) for option in self.options]
        return [*other, *(option.told(value) for option, value in now if value != option.default)]

    def check_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options with their values. Raises a Refusal for an unknown option."""
        known = {o.name: o for o in self.options}
        for name in given:
            if name not in known:
                hint = alternatives(name, known, 3) or f"Its options: {', '.join(known) or 'none'}."
                raise Refusal(
                    f"{self.title} has no option “{name}”. {hint}",
                    field=f"options.{name}",
                    malformed=True,
                )
        return {n: o.check(given[n]) if n in given else o.default for n, o in known.items()}

    def saved_options(self, saved: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a saved game.

        Options that were added after the game was saved get the value for older games, so that it continues under its
        old rules. Raises Refusal.
        """
        since = {o.name: o.before for o in self.options if o.before is not None and o.name not in saved}
        return self.check_options({**saved, **since})

    def preset(self, name: str) -> Preset:
        """Return the preset with this name. Raises a Refusal that lists the names."""
        for preset in self.presets:
            if preset.name == name:
                return preset
        names = ", ".join(preset.name for preset in self.presets) or "none"
        raise Refusal(f"{self.title} has no preset “{name}”; it has {names}.", field="preset", malformed=True)

    def with_preset(
        self, name: str | None, edition: str | None, options: Mapping[str, Any]
    ) -> tuple[str | None, dict[str, Any]]:
        """Return the edition and options of a preset, if one is named, changed by the given edition and options. Raises
        Refusal."""
        if not name:
            return edition, dict(options)
        preset = self.preset(name)
        return edition or preset.edition, {**preset.options, **options}

    def offers(self, clause: Clause) -> bool:
        """Return whether the game offers the edition and the option of a clause."""
        options = {option.name for option in self.options}
        return clause.edition in ("both", *self.editions) and (not clause.optional or clause.optional in options)
