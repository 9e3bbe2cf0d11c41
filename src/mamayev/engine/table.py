"""A game and its tables: everything in a match that never changes during play."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeVar, final
from weakref import WeakValueDictionary

from .bot import LEVELS, OFFICER, STRATEGIST, Bot
from .checks import check_moved, check_open
from .components import Files
from .described import describe
from .entries import load
from .foresight import Foresight
from .look import Look
from .names import check_names
from .observation import Observation, Observer
from .orders import Command
from .pictured import pictured
from .refusal import Refusal
from .rulebook import Rulebook
from .rules import Rules
from .scene import Scene
from .situations import Situations
from .state import State
from .study import Study
from .telling import Telling
from .workshop import Workshop

P = TypeVar("P", bound=State)


class Table(Rules[P]):
    """The immutable part of a match, shared by all its positions: the rules, the look, the situations and the
    observation.

    A game's `__init__` first calls this `__init__`, sets its own attributes and then calls `bind`.
    """

    game: Game

    def __init__(self, game: Game, edition: str, options: dict[str, Any]) -> None:
        super().__init__(game, edition, options)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_moved(cls)
        check_names(cls, Table)

    @final
    def __copy__(self) -> Self:
        new = object.__new__(type(self))
        vars(new).update(vars(self))
        return new

    @final
    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # A table never changes, so copies share it.

    @final
    def __reduce__(self) -> tuple[Callable[..., Table[Any]], tuple[Any, ...]]:
        """Pickle as the game, the edition, the options and the player's own files.

        Unpickling finds a shared table or opens one.
        """
        return self.game.opened, (self.edition, self.options, self.files)

    @final
    @cached_property
    def look(self) -> Look[P]:
        """The look of the game at this table (`engine.look`)."""
        return self.game.look(self)

    @final
    @cached_property
    def telling(self) -> Telling:
        """The game's own terms for the report of a match (`engine.telling`)."""
        return self.game.telling(self.look.kept)

    @final
    @cached_property
    def situations(self) -> Situations[P]:
        """The starting points of scripts and tests (`engine.situations`)."""
        return self.game.situations(self)

    @final
    def describe(self, p: P, seat: int) -> str:
        """Return the table in words, as a seat sees it (`engine.described`)."""
        return describe(self.look.kept, self.look.picture(p, seat), self.departures)

    def features(self, p: P, seat: int) -> dict[str, float]:
        """Return named numbers that describe a seat's position (`Game.features`)."""
        return self.game.features(p, seat) if self.game.features is not None else {}

    def observation(self) -> Observation:
        """Return the observation for learners (`Game.observation`)."""
        return self.game.observation(self) if self.game.observation is not None else pictured(self.look)

    @cached_property
    @final
    def observer(self) -> Observer:
        """Return the object that builds the arrays of `observe` and describes their rows and columns.

        Raises Refusal without numpy.
        """
        return Observer(self, self.observation(), self.look.kept)

    @final
    def observe(self, p: P, seat: int) -> dict[str, Any]:
        """Return a seat's view as numpy arrays: "pieces" (int16, piece by feature), "spaces" (int8, space by feature),
        "cards" (int8, card by feature), "globals" (int32, feature). `observation` describes the features. The arrays
        are equal for positions that the seat cannot distinguish. Raises Refusal without numpy.
        """
        return self.observer(p, seat)


_tables: WeakValueDictionary[tuple[Any, ...], Table[Any]] = WeakValueDictionary()
"""The tables in use. A table is much larger than a match, and stays in memory as long as a position uses it."""
_recent: dict[str, deque[Table[Any]]] = {}
"""For each game, its most recent tables with our own components. A table stays until newer tables replace it."""
RECENT = 8


@dataclass(frozen=True, kw_only=True)
class Game(Rulebook):
    """A game: an entry in the registry.

    - `open`: builds the table, usually its class, from the game, the edition, the options and the player's own
      component files (None: ours).
    - `bots`: the game's own opponents by name. `probes`: baseline bots for mass play (`engine.bot`).
    - `lessons`: script files that teach the game. `examples`: script files that show single rules.
    - `export_components` writes the component files to a folder. `workshop`: the forms for drawing and editing them, or
      None if they can be edited only as text.
    - `look`: a function from the table to its look. `situations`: a function from the table to the starting points of
      scripts and tests.
    - `observation`: a function from the table to the view for learners; by default, the picture. `features`: named
      numbers that describe a seat's position, based on its knowledge: always the same names, with values of about 1,
      for value functions and learners.
    - `study`: the plan of its staff study, with the values to plot by turn.
    - `telling`: a function from the scene to the game's own terms for the report of a match.
    - `portrait`: for a board that starts empty, the number of decisions that its first bot plays before the library's
      picture is taken.
    - `league`: a file with the measured strength of the bots (`match.catalogue.strengths`).
    - `foresight`: how a search works for the first bot, or None if the game has no search.
    - `command`: how the first bot carries out orders, or None if it takes none.
    """

    open: Callable[[Game, str, dict[str, Any], Files | None], Table[Any]]
    bots: Mapping[str, Bot] = field(default_factory=dict)
    probes: Mapping[str, Bot] = field(default_factory=dict)
    export_components: Callable[[Path], list[Path]] | None = None
    workshop: Callable[[], Workshop] | None = None
    lessons: tuple[Path, ...] = ()
    examples: tuple[Path, ...] = ()
    look: Callable[[Table[Any]], Look[Any]] = Look
    situations: Callable[[Table[Any]], Situations[Any]] = Situations
    observation: Callable[[Table[Any]], Observation] | None = None
    features: Callable[[Any, int], dict[str, float]] | None = None
    study: Callable[[], Study] = Study
    telling: Callable[[Scene], Telling] = Telling
    portrait: int = 0
    league: Path | None = None
    foresight: Foresight | None = None
    command: Callable[[], Command] | None = None

    @property
    def levels(self) -> dict[str, str]:
        """Return the opponents built on the first bot, each with its description.

        A bot of the game with the same name takes precedence.
        """
        first = next(iter(self.bots.values()), None)
        if first is None:
            return {}
        there = self.bots.keys() | (set() if self.foresight else {STRATEGIST})
        there |= set() if first.hasty else {OFFICER}
        return {name: doc for name, doc in LEVELS.items() if name not in there}

    def table(
        self,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
        components: Path | Files | None = None,
    ) -> Table[Any]:
        """Return the table for an edition (default: the first), options and components, from a folder or as texts.

        Raises Refusal, including for components in a game that takes none.
        """
        chosen = edition or self.editions[0]
        if chosen not in self.editions:
            raise Refusal(
                f"{self.title} has no edition “{chosen}”; it has {', '.join(self.editions)}.",
                field="edition",
                malformed=True,
            )
        if components is not None and not self.component_files:
            raise Refusal(f"{self.title} has no component files.", field="components", malformed=True)
        if isinstance(components, Path):
            components = Files.of(components, self.component_files)
        return self.opened(chosen, self.check_options(options or {}), components)

    def opened(self, edition: str, options: dict[str, Any], own: Files | None) -> Table[Any]:
        """Return the shared table with the same edition, options and component files, or a new one."""
        texts = None if own is None else tuple((name, own[name]) for name in self.component_files if name in own)
        key = (self.open, edition, *options.items(), texts)
        table = _tables.get(key)
        if table is None:
            check_open(self.name, self.open)
            table = self.open(self, edition, options, own)
            if own is not None and texts is not None:
                table.files = Files(dict(texts), own.place)
            _tables[key] = table
        if own is None:
            recent = _recent.setdefault(self.name, deque(maxlen=RECENT))
            if table in recent:
                recent.remove(table)
            recent.append(table)
        return table

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        """Pickle as the name. Raises Refusal for a game that no installed package offers."""
        load(self.name)
        return load, (self.name,)
