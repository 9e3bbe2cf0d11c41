"""Undo, redo, and taking back a single decision."""

from __future__ import annotations

from itertools import pairwise

from mamayev.engine.position import CHANCE
from mamayev.engine.refusal import Refusal

from .history import CHANGED_SINCE
from .journal import resigned
from .reviewing import Reviewing


class Undoing(Reviewing):
    """A game being played whose decisions can be undone."""

    @property
    def taught(self) -> int:
        """Number of first entries of the log whose dice and cards a lesson sets; they reveal nothing."""
        return 0

    @property
    def free_undos(self) -> int:
        """Number of decisions that can be undone before a die, a card, a reveal or another seat's decision. Dice and
        cards that are typed in or set by a lesson reveal nothing, so they can be undone, too."""
        if self.record.resigned:
            return 0
        return self._past.free(self.position.seat, self.taught)

    def own_plies(self, seat: str) -> list[int]:
        """Return the plies before a seat's own last decisions, the last one first, as long as no other seat decided and
        nothing was revealed afterwards."""
        return [] if self.record.resigned else self._past.own_plies(self.game.seats.index(seat))

    @property
    def undos(self) -> int:
        """Number of decisions that can be undone in practice mode."""
        return 0 if self.record.resigned else len(self._past) - self._past.fixed

    @property
    def redos(self) -> int:
        """Number of undone decisions that can be redone."""
        return len(self.undone)

    @property
    def last_entry(self) -> int | None:
        """The ply before the last typed die, card or lot; None if there is none."""
        return self._past.last_ply(CHANCE)

    def last_ply(self, seat: str) -> int | None:
        """Return the ply before a seat's last decision, None if it has none."""
        return self._past.last_ply(self.game.seats.index(seat))

    def decisions_after(self, ply: int) -> int:
        """Return the number of decisions or typed entries since the one right after a ply. Raises Refusal if there is
        none."""
        return self._past.decisions_after(ply)

    def undo(self, *, practice: bool = False, seat: str | None = None) -> None:
        """Undo the last decision. Undoing past a die, a reveal or another seat needs `practice`, which the record
        notes. `seat` can undo its own decision even if another seat is to decide. Raises Refusal."""
        if self.record.resigned:
            raise Refusal(f"{resigned(self.table, self.record.resigned)['why']} Play on in a branch.", field="undo")
        if not self.undos:
            raise Refusal(CHANGED_SINCE if self._past else "There is nothing to undo.", field="undo")
        barrier = self.free_undos == 0 and (seat is None or not self.own_plies(seat))
        if barrier and not practice:
            raise Refusal(
                "A roll, a draw or another seat's decision came after it. Use practice mode to undo it.",
                field="undo",
            )
        past = self._past[-1]
        position, log = self._position(past), self.record.log
        if barrier:
            self.record.note_practice([[len(log), len(log) - past.plies]])
        self.undone.append(log[past.plies :])
        self._go_back(position, len(self._past) - 1, past.plies, past.events, past.outcomes)

    def undo_to(self, ply: int, *, practice: bool = False, seat: str | None = None) -> None:
        """Undo everything after the first `ply` entries of the log, so that the next entry is asked again; `practice`
        and `seat` as for `undo`. Raises Refusal and changes nothing."""
        count = self.decisions_after(ply)
        own = 0 if seat is None else len(self.own_plies(seat))
        if count > max(self.free_undos, own) and not practice:
            raise Refusal(
                "A roll, a draw, a reveal or another seat's decision came after it. Use practice mode to go back.",
                field="to",
            )
        for _ in range(count):
            self.undo(practice=practice, seat=seat)

    def loose(self, seat: str | None = None) -> dict[str, int]:
        """Return the pieces whose last decision can be undone alone, with the ply before it.

        These are decisions of one seat since the last barrier, which `seat` moves as for `undo`. Actions that were
        played together stay together. Lessons are undone page by page.
        """
        count = 0 if self.taught else self.free_undos if seat is None else len(self.own_plies(seat))
        found, verbs = dict[str, int](), self.table.notation.verbs
        starts = [*self._past.starts(count), len(self.record.log)]
        for start, end in pairwise(starts):
            for line in self.record.log[start:end]:
                word, *nouns = line.split()
                if verbs[self.table.notation.verb_index[word]].args[:1] == ("piece",):
                    found[nouns[0]] = start
        return found

    def take_back(self, ply: int, *, seat: str | None = None) -> None:
        """Undo only the decision right after a ply and replay the rest. The order is free as long as nobody else has
        seen it and no die was rolled; `seat` as for `undo`. Raises Refusal that names dependent decisions, and changes
        nothing."""
        count = self.decisions_after(ply)
        if ply not in self.loose(seat).values():
            raise Refusal(
                "You can only undo the last decision here, because of a roll, a draw, another seat's decision or a "
                "lesson.",
                field="to",
            )
        starts = [*self._past.starts(count - 1), len(self.record.log)]
        trial = self.copy()
        for _ in range(count):
            trial.undo(seat=seat)
        for start, end in pairwise(starts):
            trial._again(self.record.log[start:end])
        if trial.position.seat != self.position.seat:
            raise Refusal("Without it, another seat would have to decide now.", field="to")
        trial.undone.clear()
        vars(self).update(vars(trial) | {"chance": self.chance})

    def _again(self, lines: list[str]) -> None:
        """Replay one decision, which may depend on an undone one. Raises Refusal."""
        notation, start, before = self.table.notation, len(self.record.log), len(self._past)
        while (done := len(self.record.log) - start) < len(lines):
            try:
                self._take(lines[done], 0)
            except Refusal as refusal:
                last = self.table.label(self.position, notation.parse(lines[-1]))
                raise Refusal(
                    f"“{last}” rests on it and has to be taken back first: {refusal.text}", refusal.clauses, field="to"
                ) from None
            if self._past[-1].revealed:
                raise Refusal("Without it, there would be a roll or a reveal now.", field="to")
        self._join(before, len(self._past))

    def redo(self) -> None:
        """Redo the last undone decision, with the same dice. Raises Refusal."""
        if not self.undone:
            raise Refusal("There is nothing to redo.", field="redo")
        log, rest, before = self.undone.pop(), self.undone, len(self._past)
        self._replay(log)
        # One step of undo is one step of redo.
        self._join(before, len(self._past))
        self.undone = rest
