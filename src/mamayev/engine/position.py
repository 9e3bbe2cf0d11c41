"""The bare position: plain data and a stack of frames, without log, undo, clock or generator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, final

from .box import Box
from .event import Journal
from .fields import PLAIN, Described, stored, taken
from .notation import ARG, MASK, VERB
from .refusal import Refusal
from .state import CHANCE, OVER, Frame
from .table import Table

__all__ = ["CHANCE", "OVER", "Frame", "Position"]


class Position(metaclass=Described):
    """The state of one game. A game's position adds its fields: annotations with their first values (see
    `engine/fields.py`).

    `table`: the shared, immutable part (map, cards, boxes, options). `frames`: the stack of the sequence of play.
    `journal`: the journal that collects events while a match plays an action, or None in search and simulation.
    """

    __slots__ = ("frames", "journal", "table")
    table: Table[Any]
    frames: list[Frame]
    journal: Journal | None

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self.frames = []
        self.journal = None
        for name in type(self).shared:
            if not hasattr(table, name):
                raise TypeError(
                    f"{type(self).__name__}.{name} is shared, but {type(table).__name__} has no attribute {name}."
                )
            setattr(self, name, getattr(table, name))
        for name, (kind, start, made) in type(self).fields.items():
            if made:
                start = getattr(self, f"make_{name}")()
            setattr(self, name, start if kind in PLAIN else taken(kind, start))
        self.derive()

    def copy(self) -> Self:
        """Return an independent, equal position without a journal. A copy takes 1 to 2 microseconds.

        This version is for a position without fields; a class with fields gets its own.
        """
        new = object.__new__(type(self))
        new.table = self.table
        new.journal = None
        new.frames = [frame[:] for frame in self.frames]
        return new

    @final
    def to_data(self) -> dict[str, Any]:
        """Return all fields, JSON-ready, without the frames, which the table converts."""
        return {name: stored(getattr(self, name)) for name in type(self).fields}

    @final
    def load_data(self, data: dict[str, Any]) -> None:
        """Load the data from `to_data`. Raises a Refusal that names the field if one is missing or wrong."""
        fields = type(self).fields
        for name in data:
            if name not in fields:
                raise Refusal(f"A position has no field “{name}”.", field=name, malformed=True)
        values = {}
        for name, field in fields.items():
            if name not in data:
                raise Refusal(f"The position lacks its field “{name}”.", field=name, malformed=True)
            try:
                values[name] = taken(field.kind, data[name])
            except TypeError as error:
                raise Refusal(f"The field “{name}” of the position: {error}.", field=name, malformed=True) from None
        for name, value in values.items():
            setattr(self, name, value)
        self.derive()

    @final
    def derive(self) -> None:
        """Compute the derived values (see `engine.fields.Derived`), for example after a change from outside the
        rules."""
        for name in type(self).derived:
            setattr(self, name, getattr(self, f"make_{name}")())

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Position], tuple[dict[str, Any]]]:
        """Pickle as the table and the data, without the journal."""
        return self.table.from_data, (self.table.to_data(self),)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.frames == other.frames and all(
            getattr(self, name) == getattr(other, name) for name in type(self).fields
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    @final
    def box(self) -> Box[Any]:
        """The current box. After the end, there is no box."""
        return self.table.boxes[self.frames[-1][0]]

    @property
    @final
    def seat(self) -> int:
        """The index of the deciding seat, CHANCE (-2) for dice and cards, or OVER (-1) after the end of the game."""
        if not self.frames:
            return OVER
        frame = self.frames[-1]
        seat = self.table.seats[frame[0]]
        return self.table.boxes[frame[0]].seat(self, frame) if seat is None else seat

    @final
    def actions(self) -> list[Any]:
        """Return the legal actions as ints, or [(outcome, weight), ...] for a chance box.

        The list is empty after the end of the game. A seat that the rules play has one action, from its procedure.
        """
        if not self.frames:
            return []
        frame = self.frames[-1]
        box = self.table.boxes[frame[0]]
        if box.chance:
            return box.outcomes(self, frame)
        ruled = self._ruled(box, frame)
        if ruled is not None:
            return [ruled]
        options = [*box.options(self, frame), *box.shortcuts(self, frame)]
        standing = self.table.standing
        if standing is not None:
            options += standing.options(self, frame)
        return options

    @final
    def pieces(self) -> list[int]:
        """Return the pieces that have a choice, each once. The result is empty if no legal action names a piece, or for
        a chance box.
        """
        if not self.frames:
            return []
        frame = self.frames[-1]
        box = self.table.boxes[frame[0]]
        if box.chance:
            return []
        ruled = self._ruled(box, frame)
        if ruled is None:
            return box.pieces(self, frame)
        piece = self.table.notation.piece_of(ruled)
        return [] if piece is None else [piece]

    @final
    def choices(self, piece: int | None) -> list[int]:
        """Return the legal actions that name this piece first.

        For None, return the actions without a piece, standing actions last. The list is empty for an int that is not a
        piece.
        """
        if not self.frames or (piece is not None and not self.table.notation.is_piece(piece)):
            return []
        frame = self.frames[-1]
        box = self.table.boxes[frame[0]]
        if box.chance:
            return []
        ruled = self._ruled(box, frame)
        if ruled is not None:
            return [ruled] if self.table.notation.piece_of(ruled) == piece else []
        row = box.choices(self, frame, piece)
        if piece is None:
            row = [*row, *box.shortcuts(self, frame)]
        standing = self.table.standing
        if standing is not None:
            row = [*row, *standing.choices(self, frame, piece)]
        return row

    @final
    def allows(self, action: int) -> bool:
        """Return whether an action is legal, or an outcome possible.

        If the box can check an action directly, this method does not build the full list. It accepts any int, and
        returns False if the int is not an action.
        """
        if not self.frames or not self.table.notation.makes_sense(action):
            return False
        frame = self.frames[-1]
        box = self.table.boxes[frame[0]]
        if box.chance:
            return any(outcome == action for outcome, _ in box.outcomes(self, frame))
        ruled = self._ruled(box, frame)
        if ruled is not None:
            return action == ruled
        if action >> VERB in box.acts:
            return box.allows(self, frame, action) or action in box.shortcuts(self, frame)
        standing = self.table.standing
        return standing is not None and action >> VERB in standing.acts and standing.allows(self, frame, action)

    @final
    def draw(self, uniform: Callable[[], float]) -> int:
        """Draw a random legal action of the deciding seat, but never a standing action. `uniform` gives floats in [0,
        1)."""
        frame, table = self.frames[-1], self.table
        if table.procedures and (ruled := self._ruled(table.boxes[frame[0]], frame)) is not None:
            return ruled
        return table.draws[frame[0]](self, frame, uniform)

    @final
    def roll(self, uniform: Callable[[], float]) -> int:
        """Draw one outcome of chance, weighted by its probability. `uniform` gives floats in [0, 1)."""
        frame = self.frames[-1]
        return self.table.samples[frame[0]](self, frame, uniform)

    @final
    def _ruled(self, box: Box[Any], frame: Frame) -> int | None:
        """Return the action of a seat that the rules play, or None if a player decides."""
        if not self.table.procedures:
            return None
        procedure = self.table.procedures.get(box.seat(self, frame))
        return None if procedure is None else procedure(self).action

    @final
    def apply(self, action: int, until: Box[Any] | None = None) -> None:
        """Play a legal action or an outcome of chance, and continue to the next decision. This method does not check
        legality. `until`: as in `settle`.
        """
        frame = self.frames[-1]
        act = self.table.acts[frame[0]].get(action >> VERB)
        if act is None:
            standing = self.table.standing
            act = standing.acts.get(action >> VERB) if standing is not None else None
            if act is None:
                raise self.table.unplayed(self.box, action)
        act(self, frame, action >> ARG & MASK, action & MASK)
        self.settle(until)

    def settle(self, until: Box[Any] | None = None) -> None:
        """Run the sequences of play until a seat must decide or chance must roll. Forced answers are played
        automatically, except at the box `until`."""
        frames = self.frames
        boxes, runs = self.table.boxes, self.table.runs
        while frames:
            frame = frames[-1]
            run = runs[frame[0]]
            if run is not None:
                run(self, frame)
                continue
            box = boxes[frame[0]]
            if box.forced and box is not until and len(options := box.options(self, frame)) == 1:
                action = options[0]
                box.acts[action >> VERB](self, frame, action >> ARG & MASK, action & MASK)
            else:
                return

    @final
    def call(self, name: str, *local: int) -> None:
        """Push the box or sequence of this name onto the stack. `local`: the values of its `locals` in order (default
        0).

        Raises TypeError if there are too many.
        """
        blank = self.table.blank_of[name]
        if not local:
            self.frames.append(blank.copy())
            return
        frame = [blank[0], 0, *local]
        if len(frame) != len(blank):
            if len(frame) > len(blank):
                kept = ", ".join(self.table.boxes[frame[0]].locals.names) or "nothing"
                raise TypeError(f"“{name}” got {list(local)}, but its frame stores {kept}.")
            frame += blank[len(frame) :]
        self.frames.append(frame)

    @final
    def end(self) -> None:
        """Pop the top frame: this box or sequence is done."""
        self.frames.pop()

    @final
    def back_to(self, name: str) -> None:
        """Drop all frames above the innermost box or sequence of this name, which then continues.

        Raises TypeError if it has no frame.
        """
        frame = self.frame(name)
        while self.frames[-1] is not frame:
            self.frames.pop()

    @final
    def go_on_after(self, entry: Any) -> None:
        """Continue the top sequence after one of its entries, the name of a box or a function.

        Use this for a setup that begins in the middle of play. Raises ValueError if the list has no such entry.
        """
        frame = self.frames[-1]
        frame[1] = self.table.boxes[frame[0]].after(entry)

    @final
    def become(self, other: Self) -> None:
        """Copy everything from another position of the same table, including its frames."""
        self.load_data(other.to_data())
        self.frames[:] = [frame[:] for frame in other.frames]

    @final
    def frame(self, name: str) -> Frame:
        """Return the innermost frame of the box or sequence of this name.

        The frame contains its own ints and the results of the boxes that it called. Raises TypeError if there is no
        such frame (see `inside`).
        """
        box = self.table.box_index[name]
        for frame in reversed(self.frames):
            if frame[0] == box:
                return frame
        stack = " > ".join(self.table.boxes[f[0]].name for f in self.frames) or "nothing"
        raise TypeError(f"“{name}” has no frame. The frames are: {stack}.")

    @property
    @final
    def top(self) -> Frame:
        """Return the top frame, which belongs to the current box, for code outside the rules."""
        return self.frames[-1]

    @final
    def caller(self, f: Frame) -> Frame:
        """Return the caller's frame, for a box or sequence with several possible callers. If there is only one, use
        `frame` with its name.
        """
        frames = self.frames
        return frames[next(n for n in reversed(range(len(frames))) if frames[n] is f) - 1]

    @final
    def inside(self, name: str) -> bool:
        """Return whether the box or sequence of this name has a frame."""
        box = self.table.box_index[name]
        return any(frame[0] == box for frame in self.frames)

    @final
    def name(self, action: int) -> str:
        """Return the canonical text of an action or outcome."""
        return self.table.notation.text(action)

    @final
    def returns(self) -> list[float]:
        """Return one float per seat when the game is over."""
        return self.table.returns(self)
