"""A game and its tables: everything in a match that never changes during play."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, final
from weakref import WeakValueDictionary

from .bot import LEVELS, STRATEGIST, Bot
from .box import Act, Box, method_name
from .checks import ByName, check_moved, check_names, check_open, check_table, meant
from .components import Files
from .foresight import Foresight
from .invariant import Invariant
from .late import late
from .look import Look
from .notation import NOBODY, VERB, Notation, Noun, Verb
from .position import Frame, Position
from .procedure import Procedure
from .refusal import Refusal
from .rulebook import Rulebook
from .situations import Situations
from .steps import StepName
from .study import Study
from .workshop import Workshop

if TYPE_CHECKING:
    from .observation import Observation, Observer

P = TypeVar("P", bound=Position)


class Table(ABC, Generic[P]):
    """The immutable part of a match: edition, options, map, cards, boxes, notation. Shared by all its positions.

    A game's `__init__` first calls this one, sets its own attributes and then calls `bind`. `standing`: a box whose
    actions are open at every decision of a seat (a surrender). `invariants`: checked after every action in tests.
    `procedures`: play the seats of the rules, by index.
    """

    game: Game
    edition: str
    options: dict[str, Any]
    notation: Notation
    steps: dict[str, StepName]
    boxes: list[Box[Any]]
    box_index: dict[str, int]
    blanks: list[Frame]
    """The initial frame of each box."""
    blank_of: dict[str, Frame]
    """The same by the name of the box."""
    runs: list[Callable[..., None] | None]
    """For each box, the function that continues a sequence, None if it asks. Like the following lists, it is looked up
    once."""
    acts: list[dict[int, Act]]
    seats: list[int | None]
    """For each box, the deciding seat; None if `Box.seat` of its class decides."""
    forced: list[Callable[[Any, Frame], list[int]] | None]
    """For each box, the function that lists its answers, of which a single one is forced; None if it always asks."""
    draws: list[Callable[[Any, Frame, Callable[[], float]], int]]
    samples: list[Callable[[Any, Frame, Callable[[], float]], int]]
    happens: list[Callable[[Any, Frame, Callable[[], float]], None]]
    falls: list[Callable[[Any, Frame, Callable[[], float]], None] | None]
    """For each box, the function that runs it automatically, for a sequence or chance; None if a seat decides."""
    standing: Box[Any] | None = None
    invariants: Sequence[Invariant[P]] = ()
    procedures: Mapping[int, Procedure] = MappingProxyType({})
    in_order: tuple[str, ...] = ()
    """The clauses of the sequence of play, cited for actions out of turn."""
    files: Files | None = None
    """The player's own component files, None if all are ours."""
    replaced: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The clauses that the edition and the options replace, each with its replacements."""

    def __init__(self, game: Game, edition: str, options: dict[str, Any]) -> None:
        self.game, self.edition, self.options = game, edition, options

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        check_names(cls, Table)

    @final
    def __copy__(self) -> Self:
        new = object.__new__(type(self))
        vars(new).update(vars(self))
        return new

    @final
    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # A table never changes, so that copies share it.

    @final
    def __reduce__(self) -> tuple[Callable[..., Table[Any]], tuple[Any, ...]]:
        """Pickle as the game, the edition, the options and the player's own files. Loading finds a shared table or
        opens it."""
        return self.game.opened, (self.edition, self.options, self.files)

    @property
    @final
    def own(self) -> tuple[str, ...]:
        """Return the names of the player's own component files."""
        return () if self.files is None else tuple(self.files)

    @final
    def bind(
        self,
        boxes: Sequence[Box[Any]],
        verbs: Sequence[Verb],
        nouns: Mapping[str, Sequence[Noun]],
        steps: Sequence[StepName],
        standing: Box[Any] | None = None,
    ) -> None:
        """Join boxes, verbs, nouns and steps; call it once, at the end of the game's `__init__`.

        Raises TypeError for inconsistencies: a misspelled name, a verb without nouns, a step without a box.
        """
        self.replaced = self.game.ledger().replaced(self.holds)
        self.notation = Notation([replace(verb, clauses=self.cited(*verb.clauses)) for verb in verbs], nouns)
        self.steps = {s.id: s._replace(clauses=self.cited(*s.clauses)) for s in steps}
        self.boxes = list(boxes)
        self.box_index = ByName((b.name, i) for i, b in enumerate(self.boxes))
        self.standing = standing
        check_moved(self, Table)
        check_table(self, samples=type(self).sample is not Table.sample)
        for box in (*self.boxes, *([standing] if standing is not None else [])):
            if (cited := self.cited(*box.clauses)) != box.clauses:
                box.clauses = cited
        self.blanks = [[i, 0, *(0 for _ in box.locals.names)] for i, box in enumerate(self.boxes)]
        self.blank_of = ByName(zip(self.box_index, self.blanks, strict=True))
        for box in self.boxes:
            box.bind(self)
        self.runs = [box.run if box.runs else None for box in self.boxes]
        self.acts = [box.acts for box in self.boxes]
        self.seats = [box.decider if type(box).seat is Box.seat else None for box in self.boxes]
        self.forced = [box.options if box.forced else None for box in self.boxes]
        self.draws = [_no_choice if box.chance else box.draw for box in self.boxes]
        self.samples = [box.sample for box in self.boxes]
        self.happens = [box.happen for box in self.boxes]
        self.falls = [box.falling() if box.chance or box.runs else None for box in self.boxes]
        if standing is not None:
            standing.bind(self)

    @final
    def holds(self, under: str) -> bool:
        """Return whether the condition of a clause is true at this table: "name", an option that is not at its default;
        "name=value"; "edition=name"."""
        name, _, value = under.partition("=")
        if name == "edition":
            return value == self.edition
        option = next((o for o in self.game.options if o.name == name), None)
        now = self.options.get(name, option.default if option else None)
        return str(now) == value if value else option is not None and now != option.default

    @final
    def chosen(self, option: str, value: str | bool = True) -> bool:
        """Return whether an option has this value here. A game's table asks once, when it is made, and the rules read
        the stored result. Raises TypeError for an unknown option or value."""
        known = {each.name: each for each in self.game.options}
        if option not in known:
            raise TypeError(f"{self.game.title} has no option “{option}”.{meant(option, known)}")
        values = known[option].choices or (False, True)
        if value not in values:
            raise TypeError(f"The option “{option}” is never {value!r}; it is one of {', '.join(map(repr, values))}.")
        return bool(self.options[option] == value)

    @final
    def cited(self, *clauses: str) -> tuple[str, ...]:
        """Return the clauses to cite at this table: instead of one that an option replaces, its replacements
        (`Clause.replaces`). Boxes, verbs and steps already use it."""
        rows = (self.replaced.get(clause, (clause,)) for clause in clauses)
        return tuple(dict.fromkeys(name for row in rows for name in row))

    @final
    def unplayed(self, box: Box[Any], action: int) -> TypeError:
        """Describe the problem of a box that offers an action without a method for its verb."""
        verb = self.notation.verbs[action >> VERB].name
        method = method_name(verb)
        return TypeError(f"The box “{box.name}” offers “{verb}”, but has no method `{method}` that plays it.")

    @abstractmethod
    def start(self) -> P:
        """Return the position after set-up, settled at its first decision."""

    @abstractmethod
    def blank(self) -> P:
        """Return a position of the right class and sizes, to be filled by `Position.load_data`."""

    @abstractmethod
    def facts(self, p: P) -> dict[str, Any]:
        """Return what a player reads off the table, flat and JSON-ready."""

    @abstractmethod
    def result(self, p: P) -> dict[str, Any]:
        """Return the result of a finished game: winner or level, points, why, and the sum line by line."""

    @abstractmethod
    def returns(self, p: P) -> list[float]:
        """Return one float per seat for a finished game."""

    def sample(self, p: P, seat: int, rng: random.Random) -> P:
        """Return a full position that the seat cannot distinguish from this one. Games with secrets override it; by
        default, `playout` shows policies the position itself."""
        return p.copy()

    @property
    @final
    def secrets(self) -> bool:
        """Whether a seat has hidden information."""
        return self.game.hides

    @cached_property
    @final
    def windows(self) -> bool:
        """Whether the game has reaction windows (`Box.waivers`)."""
        return any(type(box).waivers is not Box.waivers for box in self.boxes)

    @property
    @final
    def waived_whole(self) -> set[str]:
        """The sequences that a seat can pass as a whole, with all windows in them."""
        return {box.within for box in self.boxes if box.within}

    def disguise(self, p: P, action: int) -> str:
        """Return the text for other sides in place of a choice that names hidden things; "" if nothing is hidden."""
        return ""

    def called(self, p: P) -> Mapping[int, str]:
        """Return the pieces whose current name differs from the listed one, by number."""
        return NOBODY

    def label(self, p: P, action: int, stack: Sequence[int] = ()) -> str:
        """Return the sentence on the button of an action, with the current names of pieces; see `Notation.label`."""
        return self.notation.label(action, stack, self.called(p))

    def told(self, p: P, action: int) -> str:
        """Return the log's sentence for an action at a position, without its full stop."""
        return self.notation.told(action, self.called(p))

    def turn(self, p: P) -> int:
        """Return the number of the turn, for the log."""
        return 0

    @final
    @cached_property
    def look(self) -> Look[P]:
        """The look of the game at this table (`engine.look`)."""
        return self.game.look(self)

    @final
    @cached_property
    def situations(self) -> Situations[P]:
        """The situations that scripts and tests begin with (`engine.situations`)."""
        return self.game.situations(self)

    def features(self, p: P, seat: int) -> dict[str, float]:
        """Return named numbers that describe a seat's position (`Game.features`)."""
        return self.game.features(p, seat) if self.game.features is not None else {}

    def observation(self) -> Observation:
        """Return the observation for learners (`Game.observation`)."""
        return self.game.observation(self)

    @cached_property
    @final
    def observer(self) -> Observer:
        """Return the maker of the arrays of `observe`, which describes their rows and columns. Raises Refusal without
        numpy."""
        from .observation import Observer

        return Observer(self)

    @final
    def observe(self, p: P, seat: int) -> dict[str, Any]:
        """Return what a seat sees, as numpy arrays: "pieces" (int16, piece by feature), "spaces" (int8, space by
        feature), "cards" (int8, card by feature), "globals" (int32, feature). `observation` describes the features.
        Equal for positions that the seat cannot distinguish. Raises Refusal without numpy."""
        return self.observer(p, seat)

    @final
    def step(self, p: P, left: int = 0) -> StepName | None:
        """Return the innermost numbered step of the position, or after this number of innermost frames is `left`."""
        for frame in reversed(p.frames[:-left] if left else p.frames):
            box = self.boxes[frame[0]]
            own = box.own_step(frame) if box.own_steps else ""
            step = self.steps.get(own or box.name)
            if step is not None:
                return step
        return None

    @final
    def out_of_order(self, p: P) -> tuple[str, ...]:
        """Return the clauses against an action out of order: the sequence of play, with the current step."""
        step = self.step(p)
        return self.cited(*self.in_order, *(step.clauses[:1] if step is not None else ()))

    @final
    def to_data(self, p: P) -> dict[str, Any]:
        """Return a position as JSON-ready data; frames contain the names of their boxes."""
        frames = [[self.boxes[f[0]].name, *f[1:]] for f in p.frames]
        return {**p.to_data(), "frames": frames}

    @final
    def from_data(self, data: dict[str, Any]) -> P:
        """Return the position of `to_data`."""
        p = self.blank()
        p.load_data({k: v for k, v in data.items() if k != "frames"})
        p.frames = [[self.box_index[f[0]], *f[1:]] for f in data["frames"]]
        return p

    @final
    def broken_invariants(self, p: P) -> list[Invariant[P]]:
        """Return the invariants that a position breaks."""
        return [i for i in self.invariants if not i.holds(p)]


_tables: WeakValueDictionary[tuple[Any, ...], Table[Any]] = WeakValueDictionary()
"""The tables in use: a table, much larger than a match, lasts as long as a position on it."""
_recent: dict[str, deque[Table[Any]]] = {}
"""By game, its latest tables with our own components; these last until others take their places."""
RECENT = 8


PICTURED = late("mamayev.engine.pictured:pictured")


@dataclass(frozen=True, kw_only=True)
class Game(Rulebook):
    """A game: the entry of the registry.

    - `open`: builds the table, usually its class, from the game, the edition, the options and the player's own
      component files (None: ours).
    - `bots`: the game's own opponents by name. `probes`: baseline bots for mass play (`engine.bot`).
    - `lessons`: script files that teach the game. `examples`: those that show single rules.
    - `export_components` writes the component files to a folder. `workshop`: how they are drawn and filled in, None if
      only manually.
    - `look`: the look of a table, `situations`: what scripts and tests begin with, each made from the table.
    - `observation`: what learners see, from the table; by default, the picture. `features`: named numbers that describe
      a seat's position, from what it may know: always the same names, about 1 in size, for values and learners.
    - `study`: the plan of its staff study, with what is plotted over the turns.
    - `portrait`: number of decisions of its first bot before the library's picture, if the board starts empty.
    - `league`: a file with the measured strength of the bots (`match.catalogue.strengths`).
    - `foresight`: how a search works for the first bot, None without search.
    """

    open: Callable[[Game, str, dict[str, Any], Files | None], Table[Any]]
    bots: Mapping[str, Bot] = field(default_factory=dict)
    probes: Mapping[str, Bot] = field(default_factory=dict)
    export_components: Callable[[Path], list[Path]] | None = None
    workshop: Callable[[], Workshop] | None = None
    lessons: tuple[Path, ...] = ()
    examples: tuple[Path, ...] = ()
    look: Callable[[Any], Look[Any]] = Look
    situations: Callable[[Any], Situations[Any]] = Situations
    observation: Callable[[Any], Observation] = PICTURED
    features: Callable[[Any, int], dict[str, float]] | None = None
    study: Callable[[], Study] = Study
    portrait: int = 0
    league: Path | None = None
    foresight: Foresight | None = None

    @property
    def levels(self) -> dict[str, str]:
        """Return the opponents made from the first bot, each with its sentence; a bot of the game with the same name
        takes precedence."""
        there = self.bots.keys() | (set() if self.foresight else {STRATEGIST})
        return {name: doc for name, doc in LEVELS.items() if self.bots and name not in there}

    def table(
        self,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
        components: Path | Files | None = None,
    ) -> Table[Any]:
        """Return the table for an edition (default: the first), options and components, from a folder or as texts.
        Raises Refusal, also for components in a game without any."""
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
            check_open(self)
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

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Pickle as the name. Raises Refusal for a game that no installed package offers."""
        from .registry import find

        find(self.name)
        return find, (self.name,)


def _no_choice(p: Any, f: Frame, _uniform: Callable[[], float]) -> int:
    raise ValueError(f"Nobody chooses here ({p.box.prompt(p, f)}), chance decides: `roll` has an outcome, not `draw`.")
