"""A game and its tables: everything about a match that never changes while it is played."""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypedDict, TypeVar, final
from weakref import WeakValueDictionary

from msgspec import structs

from .background import Background
from .bot import LEVELS, STRATEGIST, Bot
from .box import Act, Box, method_name
from .checks import ByName, check_names, check_open, check_table, meant
from .components import Files
from .event import Step
from .foresight import Foresight
from .ledger import Clause, Ledger
from .notation import NOBODY, VERB, Notation, Noun, Verb
from .position import Frame, Position
from .refusal import Reason, Refusal
from .scene import Overlay, Picture, Scene
from .statement import Stated, Statements
from .study import Study
from .words import alternatives, counted
from .workshop import Workshop

if TYPE_CHECKING:
    from .observation import Observation, Observer

P = TypeVar("P", bound=Position)

TOLD = 5  # statements that the notice of an own board names; a list of all is in `differs`


class StepName(NamedTuple):
    """A numbered line of the sequence of play. `id` is the name of the box or sequence that plays it, or of a `step`
    within a sequence."""

    id: str
    title: str
    phase: str
    clauses: tuple[str, ...] = ()

    def event(self, skipped: str = "") -> Step:
        """What the log says where the step begins; `skipped`: why nothing is done in it."""
        return Step(
            step=self.id, title=self.title, phase=self.phase, clauses=self.clauses, text=self.title, skipped=skipped
        )


@dataclass(frozen=True)
class Invariant(Generic[P]):
    """Something that holds after every action, with the clause that says so.

    `spoil` breaks it on purpose, so that a test can show that `holds` notices.
    """

    clause: str
    text: str
    holds: Callable[[P], bool]
    spoil: Callable[[P], None]


@dataclass(frozen=True)
class Option:
    """A switch of a game. `choices` for words; `type` is "bool", "int" or "word".

    `title` names it on a screen, `doc` explains it, `group` is the heading that it stands under, `labels` say what
    each of the choices means. `before` is the value of a game saved when there was no such option, None for the
    default; `offered` is False where nobody is asked and only such a game has another value.
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
        """The value in its right type. Raises Refusal."""
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
    """A set-up to choose by one click; options that it does not name keep their defaults. `hints`: the screen shows a
    bot's advice at every decision."""

    name: str
    title: str
    doc: str
    edition: str
    options: Mapping[str, Any] = field(default_factory=dict)
    hints: bool = False


class Order(NamedTuple):
    """What the rules make their own seat do: the action, and the reason with the clauses that give it."""

    action: int
    why: str
    clauses: tuple[str, ...] = ()


Procedure = Callable[[Any], Order]
"""The rulebook's procedure for a seat that no player holds: a function of the position. Dice, lots and ties that the
book leaves to a player are boxes of their own."""


class PurseLine(TypedDict):
    """Something that the deciding seat can spend."""

    track: str
    title: str
    value: int | str | None


class Table(ABC, Generic[P]):
    """The unchanging side of a match: edition, options, map, cards, boxes, notation. Shared by all its positions.

    A game's own `__init__` begins with this one, fills in what is its own and then calls `bind`. `standing` is a box
    whose actions are open at every decision of a seat (a surrender); `invariants` are checked after every action in the
    tests; `procedures` play the seats that the rules play, by the index of the seat.
    """

    game: Game
    edition: str
    options: dict[str, Any]
    notation: Notation
    steps: dict[str, StepName]
    boxes: list[Box[Any]]
    box_index: dict[str, int]
    blanks: list[Frame]
    """By box the frame that it begins with."""
    blank_of: dict[str, Frame]
    """The same by the name of the box."""
    runs: list[Callable[..., None] | None]
    """By box what has a sequence go on, None where it asks; like the next ones looked up once and for
    all, since every class of box has its own."""
    acts: list[dict[int, Act]]
    seats: list[int | None]
    """By box whose decision it is; None where `Box.seat` of its class says so."""
    forced: list[Callable[[Any, Frame], list[int]] | None]
    """By box what lists its answers, of which a single one is given without asking; None where it always asks."""
    draws: list[Callable[[Any, Frame, Callable[[], float]], int]]
    samples: list[Callable[[Any, Frame, Callable[[], float]], int]]
    happens: list[Callable[[Any, Frame, Callable[[], float]], None]]
    falls: list[Callable[[Any, Frame, Callable[[], float]], None] | None]
    """By box what goes on by itself, a sequence or chance; None where a seat decides."""
    standing: Box[Any] | None = None
    invariants: Sequence[Invariant[P]] = ()
    procedures: Mapping[int, Procedure] = MappingProxyType({})
    in_order: tuple[str, ...] = ()
    """The clauses that give the sequence of play: cited of what is asked for out of its turn."""
    files: Files | None = None
    """The player's own component files, None where all of them are ours."""
    replaced: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The clauses that the edition and the options in force replace, each with those in its place."""

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
        """Pickle as the game, the edition, the options and the player's own files. Loading finds the table that others
        with the same ones use, or opens it."""
        return self.game.opened, (self.edition, self.options, self.files)

    @property
    @final
    def own(self) -> tuple[str, ...]:
        """The names of the component files that are a player's own."""
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
        """Join boxes, verbs, nouns and steps; to be called once, at the end of the game's own `__init__`.

        Raises TypeError for what does not fit together: a name misspelt, a verb without nouns, a step of no box.
        """
        self.replaced = self.game.ledger().replaced(self.holds)
        self.notation = Notation([replace(verb, clauses=self.cited(*verb.clauses)) for verb in verbs], nouns)
        self.steps = {s.id: s._replace(clauses=self.cited(*s.clauses)) for s in steps}
        self.boxes = list(boxes)
        self.box_index = ByName((b.name, i) for i, b in enumerate(self.boxes))
        self.standing = standing
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
        """Whether what a clause says of itself holds at this table: "name", an option that is off its default;
        "name=value"; "edition=name"."""
        name, _, value = under.partition("=")
        if name == "edition":
            return value == self.edition
        option = next((o for o in self.game.options if o.name == name), None)
        now = self.options.get(name, option.default if option else None)
        return str(now) == value if value else option is not None and now != option.default

    @final
    def chosen(self, option: str, value: str | bool = True) -> bool:
        """Whether an option has this value here. A game's table asks once for each reading, when it is made, and the
        rules read what it keeps. Raises TypeError for an option that the game does not have, or no value of it."""
        known = {each.name: each for each in self.game.options}
        if option not in known:
            raise TypeError(f"{self.game.title} has no option “{option}”.{meant(option, known)}")
        values = known[option].choices or (False, True)
        if value not in values:
            raise TypeError(f"The option “{option}” is never {value!r}; it is one of {', '.join(map(repr, values))}.")
        return bool(self.options[option] == value)

    @final
    def cited(self, *clauses: str) -> tuple[str, ...]:
        """Clauses as they are cited at this table: in place of one that an option in force replaces, those that the
        ledger names instead (`Clause.replaces`). What boxes, verbs and steps cite has been through it."""
        rows = (self.replaced.get(clause, (clause,)) for clause in clauses)
        return tuple(dict.fromkeys(name for row in rows for name in row))

    @final
    def unplayed(self, box: Box[Any], action: int) -> TypeError:
        """What is wrong where a box offers an action and has no method that plays its verb."""
        verb = self.notation.verbs[action >> VERB].name
        method = method_name(verb)
        return TypeError(f"The box “{box.name}” offers “{verb}”, but has no method `{method}` that plays it.")

    @abstractmethod
    def start(self) -> P:
        """The position after set-up, settled at its first decision."""

    @abstractmethod
    def blank(self) -> P:
        """A position of the right class and sizes, to be filled by `Position.load_data`."""

    @abstractmethod
    def facts(self, p: P) -> dict[str, Any]:
        """What a player reads off the table, flat and JSON-ready."""

    @abstractmethod
    def result(self, p: P) -> dict[str, Any]:
        """The result of a finished game: winner or level, points, why, and the sum line by line."""

    @abstractmethod
    def returns(self, p: P) -> list[float]:
        """One float a seat for a finished game."""

    @abstractmethod
    def scene(self) -> Scene:
        """How the game looks, once."""

    @final
    @cached_property
    def look(self) -> Scene:
        """The scene, kept for whoever asks it again and again: to make it takes longer than most answers."""
        return self.scene()

    @final
    @cached_property
    def differs(self) -> list[Stated]:
        """What the rulebook states of map, counters and cards and a player's own contradict; nothing on ours."""
        if not self.own or self.game.statements is None:
            return []
        return [one for one in self.game.statements().beside(self) if one.state == "differs"]

    @final
    def signed(self, scene: Scene) -> Scene:
        """A scene as it is shown: on a player's own components it says so, and not how ours were made."""
        if not self.own:
            return scene
        decks = [
            structs.replace(deck, cards=[structs.replace(c, origin="") for c in deck.cards]) for deck in scene.decks
        ]
        spaces = [structs.replace(space, origin="") for space in scene.spaces]
        return structs.replace(scene, notice=self._whose(), spaces=spaces, decks=decks)

    def _whose(self) -> str:
        """Whose the components are, and where they differ from the rulebook."""
        text = f"A board of a player's own: {', '.join(self.own)}."
        if rest := [name for name in self.game.component_files if name not in self.own]:
            text += f" Ours, a reconstruction: {', '.join(rest)}."
        if self.differs:
            points = counted(len(self.differs), "# point", "# points")
            text += f" It differs from the rulebook in {points}: {' '.join(one.says for one in self.differs[:TOLD])}"
            text += " …" if len(self.differs) > TOLD else ""
        return text

    @abstractmethod
    def picture(self, p: P, seat: int | None) -> Picture:
        """How the table stands for a seat; None sees what everybody sees. Where the game has no `secrets` it is the
        same for all, and made once for them."""

    def overlay(self, p: P, seat: int | None, name: str) -> Overlay:
        """An overlay that is made only when somebody asks for it (`Overlay.asked`), for the eyes of a seat.

        Raises Refusal where the game has none of that name."""
        raise Refusal(f"There is no overlay “{name}” to be asked for.", field="overlay", malformed=True)

    @abstractmethod
    def change(self, p: P, key: str, value: Any) -> None:
        """A set-up change of a script: "supply" = 4, "unit.red-1" = 39. Raises Refusal."""

    def misplaced(self, p: P) -> Reason | None:
        """What the changes of a set-up break when all of them are made, None where they break nothing. A game that can
        name the space and the pieces says so first."""
        broken = self.broken_invariants(p)
        return Reason(f"The rules forbid this start: {broken[0].text}", (broken[0].clause,)) if broken else None

    def take_over(self, p: P, before: Table[Any]) -> None:
        """Add to a position that was carried over from another board (`before`) what it cannot know of this one."""

    def sample(self, p: P, seat: int, rng: random.Random) -> P:
        """A full position that the seat cannot tell from this one. Games with secrets override it; where it is left as
        it is, `playout` shows policies the position itself."""
        return p.copy()

    @cached_property
    @final
    def sides(self) -> dict[str, str]:
        """The side of each seat."""
        return {seat.id: seat.side for seat in self.scene().seats}

    @property
    @final
    def secrets(self) -> bool:
        """Whether the game hides something from a seat."""
        return self.game.hides

    @cached_property
    @final
    def windows(self) -> bool:
        """Whether the game has windows in which a seat may react (`Box.waivers`)."""
        return any(type(box).waivers is not Box.waivers for box in self.boxes)

    @property
    @final
    def waived_whole(self) -> set[str]:
        """The sequences that a seat may let pass as a whole, with all windows in them."""
        return {box.within for box in self.boxes if box.within}

    def openings(self) -> Sequence[P]:
        """Settled positions that random play seldom reaches: tests that must see the whole game begin there, too."""
        return ()

    def crowds(self) -> Sequence[Mapping[str, Any]]:
        """Changes of the set-up (see `change`) that begin in the midst of play, with units wherever further changes
        "unit.ID" put them: tests crowd units onto narrow fronts there. None where a script places no units."""
        return ()

    def clashes(self) -> Sequence[str]:
        """Keys of the set-up (see `change`) that begin a combat, a retreat or the like at once, in the space that is
        their value: tests begin them in the midst of a crowd and play them to their end."""
        return ()

    def disguise(self, p: P, action: int) -> str:
        """What the other sides read in place of a choice that names what they may not see; empty where they may."""
        return ""

    def called(self, p: P) -> Mapping[int, str]:
        """The pieces whose name now differs from the one they are listed with, by number."""
        return NOBODY

    def label(self, p: P, action: int, stack: Sequence[int] = ()) -> str:
        """The sentence on the button of an action, with the names that pieces have now; see `Notation.label`."""
        return self.notation.label(action, stack, self.called(p))

    def told(self, p: P, action: int) -> str:
        """The sentence of the log for an action that is taken at a position, without its full stop."""
        return self.notation.told(action, self.called(p))

    def turn(self, p: P) -> int:
        """The number of the turn, for the log."""
        return 0

    def card_use(self, card: int) -> Reason | None:
        """When a card is used, for whoever clicks it while none of its kind is asked for; it goes by its id in the
        scene's decks. None where there is no more to say than what is asked now."""
        return None

    def purse(self, p: P) -> list[PurseLine]:
        """What the deciding seat can spend."""
        return []

    def series(self, p: P) -> dict[str, float]:
        """The values that are plotted over the turns; the keys are track ids or names of `series_titles`."""
        return {}

    def series_titles(self) -> dict[str, str]:
        """Titles of the plotted values."""
        return {}

    def features(self, p: P, seat: int) -> dict[str, float]:
        """Numbers with names that say how a seat stands, from nothing but what it may know: always the same names, so
        that a value or a learner can weigh them. Of the order of 1 each; empty where the game offers none."""
        return {}

    def observation(self) -> Observation:
        """What a seat sees, as arrays for learners; where the game says nothing of its own, what the picture shows."""
        from .pictured import pictured

        return pictured(self)

    @cached_property
    @final
    def observer(self) -> Observer:
        """Makes the arrays of `observe`, and says what their rows and columns are. Raises Refusal without numpy."""
        from .observation import Observer

        return Observer(self)

    @final
    def observe(self, p: P, seat: int) -> dict[str, Any]:
        """What a seat sees, as numpy arrays: "pieces" (int16, piece by feature), "spaces" (int8, space by feature),
        "cards" (int8, card by feature), "globals" (int32, feature). `observation` says what the features are. Equal
        for positions that the seat cannot tell apart. Raises Refusal without numpy."""
        return self.observer(p, seat)

    @final
    def step(self, p: P, left: int = 0) -> StepName | None:
        """The innermost numbered step that the position is in; that it comes back to where so many innermost frames
        are `left`."""
        for frame in reversed(p.frames[:-left] if left else p.frames):
            box = self.boxes[frame[0]]
            own = box.own_step(frame) if box.own_steps else ""
            step = self.steps.get(own or box.name)
            if step is not None:
                return step
        return None

    @final
    def out_of_order(self, p: P) -> tuple[str, ...]:
        """The clauses by which something is not done now: the sequence of play, with the step that it has come to."""
        step = self.step(p)
        return self.cited(*self.in_order, *(step.clauses[:1] if step is not None else ()))

    @final
    def to_data(self, p: P) -> dict[str, Any]:
        """A position as JSON-ready data; frames carry the names of their boxes."""
        frames = [[self.boxes[f[0]].name, *f[1:]] for f in p.frames]
        return {**p.to_data(), "frames": frames}

    @final
    def from_data(self, data: dict[str, Any]) -> P:
        """The position of `to_data`."""
        p = self.blank()
        p.load_data({k: v for k, v in data.items() if k != "frames"})
        p.frames = [[self.box_index[f[0]], *f[1:]] for f in data["frames"]]
        return p

    @final
    def broken_invariants(self, p: P) -> list[Invariant[P]]:
        """The invariants that do not hold in a position."""
        return [i for i in self.invariants if not i.holds(p)]


_tables: WeakValueDictionary[tuple[Any, ...], Table[Any]] = WeakValueDictionary()
"""Those in use: a table lasts as long as a position on it. It is much larger than a match."""


@dataclass(frozen=True)
class Game:
    """A rulebook: what the registry offers. `open` builds the table, mostly the class of it: it is given the game, the
    edition, the options and the player's own component files, None where they are ours.

    `version` is the version of the rules: records carry it. `bots` are the game's own opponents by name; `probes` are
    players made to be beaten, whom mass play alone knows (`engine.bot`);
    `presets` are offered in their order where a game is set up, and
    `edition_docs` says in a sentence what sets an edition apart. `lessons` are script files that
    teach the game, `examples` those that show single rules at work,
    `component_files` are the names of the files that `export_components` writes and a player may replace, `statements`
    what the rulebook says of these (`engine.statement`),
    `study` is the plan of its staff study. For the shelf that it stands on: `scale` says in a few words
    what its board shows, `hours` how long a game takes ("2-3"), `complexity` how hard it is from 1 to 5 (0: not said),
    `players` how many people play where the rules play a seat themselves (0: all seats are people's). `ruled`: the
    seats that no player holds under some options, each with the values of those options. `hides`: whether something is
    hidden from a seat; its table then has a `sample`. `portrait`: how many decisions
    its first bot takes for all seats before the shelf's picture is taken, where the board is empty at first. `league`
    is a file that says how strong the bots have been found (`match.catalogue.strengths`). `background` is a file
    with the history, the reasons for each option and what is reconstructed (`engine.background`). `foresight` says how
    a search thinks ahead for the first of the bots, None where the game is not searched. `workshop` says how its
    component files are drawn and filled in, None where they are written by hand alone.
    """

    name: str
    title: str
    blurb: str
    version: str
    seats: tuple[str, ...]
    editions: tuple[str, ...]
    options: tuple[Option, ...]
    ledger: Callable[[], Ledger]
    open: Callable[[Game, str, dict[str, Any], Files | None], Table[Any]]
    bots: Mapping[str, Bot] = field(default_factory=dict)
    probes: Mapping[str, Bot] = field(default_factory=dict)
    export_components: Callable[[Path], list[Path]] | None = None
    component_files: tuple[str, ...] = ()
    workshop: Callable[[], Workshop] | None = None
    statements: Callable[[], Statements] | None = None
    presets: tuple[Preset, ...] = ()
    edition_docs: Mapping[str, str] = field(default_factory=dict)
    lessons: tuple[Path, ...] = ()
    examples: tuple[Path, ...] = ()
    study: Callable[[], Study] = Study
    scale: str = ""
    hours: str = ""
    complexity: int = 0
    players: int = 0
    ruled: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    hides: bool = False
    portrait: int = 0
    league: Path | None = None
    background: Path | None = None
    foresight: Foresight | None = None

    def read_background(self) -> Background:
        """The background of the game, empty where it has none. Raises Refusal for a damaged file."""
        return Background.load(self.background) if self.background else Background()

    @property
    def levels(self) -> dict[str, str]:
        """The opponents that are made of the first bot, each with its sentence; a bot of the game's own goes before one
        of the same name."""
        there = self.bots.keys() | (set() if self.foresight else {STRATEGIST})
        return {name: doc for name, doc in LEVELS.items() if self.bots and name not in there}

    def check_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values; unknown ones are refused by name."""
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
        """The options of a saved game. Those that the game has got since are as they were before, so that it goes on
        under what it began with. Raises Refusal."""
        since = {o.name: o.before for o in self.options if o.before is not None and o.name not in saved}
        return self.check_options({**saved, **since})

    def table(
        self,
        edition: str | None = None,
        options: Mapping[str, Any] | None = None,
        components: Path | Files | None = None,
    ) -> Table[Any]:
        """The table for an edition (default: the first), options and components, of a folder or as texts. Raises
        Refusal, also where components are given to a game that has none."""
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
        """The table that others with the same edition, options and component files use, or a new one."""
        texts = None if own is None else tuple((name, own[name]) for name in self.component_files if name in own)
        key = (self.open, edition, *options.items(), texts)
        table = _tables.get(key)
        if table is None:
            check_open(self)
            table = self.open(self, edition, options, own)
            if own is not None and texts is not None:
                table.files = Files(dict(texts), own.place)
            _tables[key] = table
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

    def preset(self, name: str) -> Preset:
        """The preset with this name. Raises Refusal that lists the names there are."""
        for preset in self.presets:
            if preset.name == name:
                return preset
        names = ", ".join(preset.name for preset in self.presets) or "none"
        raise Refusal(f"{self.title} has no preset “{name}”; it has {names}.", field="preset", malformed=True)

    def offers(self, clause: Clause) -> bool:
        """Whether the game has the edition and the optional rule that a clause belongs to."""
        options = {option.name.replace("_", "-") for option in self.options}
        return clause.edition in ("both", *self.editions) and (not clause.optional or clause.optional in options)


def _no_choice(p: Any, f: Frame, _uniform: Callable[[], float]) -> int:
    raise ValueError(f"Nobody chooses here ({p.box.prompt(p, f)}), chance decides: `roll` has an outcome, not `draw`.")
