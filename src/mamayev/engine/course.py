"""The sequence of play of a table: its boxes in order, and precomputed lookups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, final

from .box import Act, Box, Fall, method_name
from .names import ByName
from .notation import CHANCE_VERBS, VERB, Notation
from .state import Frame, State
from .steps import StepName


def boxes_of(*modules: ModuleType) -> list[Box[Any]]:
    """Return the boxes in a game's modules: one instance of each class that has a box name."""
    found = [(module, one) for module in modules for one in vars(module).values() if isinstance(one, type)]
    return [one() for module, one in found if issubclass(one, Box) and _named_in(module, one)]


def _named_in(module: ModuleType, made: type) -> bool:
    """Return whether a module defines a class, and the class sets its own box name."""
    return made.__module__ == module.__name__ and "name" in vars(made)


class Course:
    """The boxes of a table. Each list has one entry for each box, in the order of the boxes.

    `standing`: the box whose actions are available at every decision of a seat, such as a surrender.
    """

    notation: Notation
    steps: dict[str, StepName]
    boxes: list[Box[Any]]
    box_index: dict[str, int]
    standing: Box[Any] | None = None
    blanks: list[Frame]
    """The initial frames."""
    blank_of: dict[str, Frame]
    """The initial frames by the name of the box."""
    runs: list[Callable[..., None] | None]
    """The functions that continue a sequence, or None for a decision box."""
    acts: list[dict[int, Act]]
    seats: list[int | None]
    """The deciding seats, or None if `Box.seat` of the class decides."""
    forced: list[Callable[[Any, Frame], list[int]] | None]
    """The functions that list the answers, so that a single legal answer can be forced, or None for a box that always
    asks."""
    draws: list[Callable[[Any, Frame, Callable[[], float]], int]]
    samples: list[Callable[[Any, Frame, Callable[[], float]], int]]
    falls: list[Fall | None]
    """The functions that run a box automatically, for a sequence or chance, or None if a seat decides."""

    @final
    def lay(self, boxes: Sequence[Box[Any]], standing: Box[Any] | None) -> None:
        """Bind the boxes to the notation and the steps, and compute the lookups for play."""
        boxes = [box.own() for box in boxes]
        self.boxes, self.standing = boxes, standing
        self.box_index = ByName((box.name, n) for n, box in enumerate(boxes))
        self.blanks = [[n, 0, *(0 for _ in box.locals.names)] for n, box in enumerate(boxes)]
        self.blank_of = ByName(zip(self.box_index, self.blanks, strict=True))
        for box in boxes:
            box.bind(self)
        self.runs = [box.run if box.runs else None for box in boxes]
        self.acts = [box.acts for box in boxes]
        self.seats = [box.decider if type(box).seat is Box.seat else None for box in boxes]
        self.forced = [box.options if box.forced else None for box in boxes]
        self.draws = [_no_choice if box.chance else box.draw for box in boxes]
        self.samples = [box.sample for box in boxes]
        self.falls = [box.falling() if box.chance or box.runs else None for box in boxes]
        if standing is not None:
            standing.bind(self)

    @cached_property
    @final
    def windows(self) -> bool:
        """Whether the game has reaction windows (`Box.waivers`)."""
        return any(type(box).waivers is not Box.waivers for box in self.boxes)

    @property
    @final
    def waived_whole(self) -> set[str]:
        """The sequences in which a seat can pass on every reaction window at once."""
        return {box.within for box in self.boxes if box.within}

    @final
    def step(self, p: State, left: int = 0) -> StepName | None:
        """Return the innermost numbered step of the position. `left`: the number of innermost frames to ignore."""
        for frame in reversed(p.frames[:-left] if left else p.frames):
            box = self.boxes[frame[0]]
            own = box.own_step(frame) if box.own_steps else ""
            step = self.steps.get(own or box.name)
            if step is not None:
                return step
        return None

    @final
    def unplayed(self, box: Box[Any], action: int) -> TypeError:
        """Return the error for a box that offers an action but has no method for its verb."""
        verb = self.notation.verbs[action >> VERB].name
        method = method_name(verb)
        if action >> VERB < len(CHANCE_VERBS):
            return TypeError(
                f"The box “{box.name}” offers “{verb}”, which only chance can produce. Make its actions with "
                "`act(MOVE, x, y)`, where `MOVE` is from `codes(VERBS)`."
            )
        return TypeError(f"The box “{box.name}” offers “{verb}”, but has no method `{method}` that plays it.")


def _no_choice(p: Any, f: Frame, _uniform: Callable[[], float]) -> int:
    raise ValueError(f"Chance decides here ({p.box.prompt(p, f)}): get the outcome from `roll`, not from `draw`.")
