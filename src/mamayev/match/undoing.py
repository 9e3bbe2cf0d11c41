"""A match's past: earlier positions, undo and redo, branches, and the values plotted by turn."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Self

from msgspec.structs import replace

from mamayev.engine.position import CHANCE, Position
from mamayev.engine.refusal import Refusal

from .history import CHANGED_SINCE, Past
from .playing import Playing
from .plotted import Ended, Entries, Points, TurnEnds
from .record import LESSON, SEED_BITS


class Undoing(Playing):
    """A game in progress that can return to its earlier positions."""

    @property
    def taught(self) -> int:
        """The number of entries at the start of the log whose dice and cards a lesson sets. These reveal nothing."""
        return 0

    @property
    def free_undos(self) -> int:
        """The number of decisions that can be undone without crossing a die roll, a card, a reveal or another seat's
        decision. Typed dice and cards, and those of a lesson, reveal nothing and can also be undone."""
        if self.record.resigned:
            return 0
        return self._past.free(self.position.seat, self.taught)

    def own_plies(self, seat: str) -> list[int]:
        """Return the plies before a seat's own latest decisions, the latest first. The list ends where another seat
        decided or something was revealed."""
        return [] if self.record.resigned else self._past.own_plies(self.game.seats.index(seat))

    def entries_of(self, seat: str) -> int:
        """Return the number of log entries that come from a seat's decisions, including their dice."""
        index, pasts = self.game.seats.index(seat), [*self._past]
        ends = [*(past.plies for past in pasts[1:]), len(self.record.log)]
        return sum(end - past.plies for past, end in zip(pasts, ends, strict=False) if past.seat == index)

    @property
    def undos(self) -> int:
        """The number of decisions that can be undone in practice mode."""
        return 0 if self.record.resigned else len(self._past) - self._past.fixed

    @property
    def redos(self) -> int:
        """The number of undone decisions that can be redone."""
        return len(self.undone)

    @property
    def last_entry(self) -> int | None:
        """The ply before the last typed die, card or lot, or None."""
        return self._past.last_ply(CHANCE)

    def last_ply(self, seat: str) -> int | None:
        """Return the ply before a seat's last decision, or None."""
        return self._past.last_ply(self.game.seats.index(seat))

    def decisions_after(self, ply: int) -> int:
        """Return the number of decisions or typed entries after a ply. Raises Refusal if there are none."""
        return self._past.decisions_after(ply)

    def undo(self, *, practice: bool = False, seat: str | None = None) -> None:
        """Undo the last decision. `practice`: allow undoing past a die roll, a reveal or another seat's decision, and
        note the undo in the record. `seat`: a seat that can undo its own decision even if another seat decides next.
        Raises Refusal."""
        self._undo(1, practice=practice, seat=seat)

    def undo_to(self, ply: int, *, practice: bool = False, seat: str | None = None) -> None:
        """Undo everything after the first `ply` entries of the log, so that the match asks for the next entry again.
        `practice`, `seat`: as for `undo`. If this is not possible, raises Refusal and changes nothing."""
        count = self.decisions_after(ply)
        own = 0 if seat is None else len(self.own_plies(seat))
        if count > max(self.free_undos, own) and not practice:
            raise Refusal(
                "A roll, a draw, a reveal or another seat's decision came after it. Use practice mode to go back.",
                field="to",
            )
        self._undo(count, practice=practice, seat=seat)

    def _undo(self, count: int, *, practice: bool, seat: str | None) -> None:
        """Undo the last `count` decisions, so that each can be redone separately. Raises Refusal and changes nothing if
        this is not possible."""
        if self.record.resigned:
            raise Refusal(f"{(self.result or {})['why']} Play on in a branch.", field="undo")
        if not self.undos:
            raise Refusal(CHANGED_SINCE if self._past else "There is nothing to undo.", field="undo")
        index = None if seat is None else self.game.seats.index(seat)
        asked, end, undone, barriers = self.position.seat, len(self.record.log), list[list[str]](), list[list[int]]()
        firsts = dict[int, int]()
        steps = self._past.last(count)
        for past in steps:
            if past.bars(asked, self.taught) and (past.seat != index or past.revealed):
                barriers.append([end, end - past.plies])
            undone.append(self.record.log[past.plies : end])
            firsts[past.seat] = past.plies
            asked, end = past.seat, past.plies
        if barriers and not practice:
            raise Refusal(
                "A roll, a draw or another seat's decision came after it. Use practice mode to undo it.", field="undo"
            )
        first = steps[-1]
        position = self._position(first)
        self.record.note_practice(barriers)
        self.undone.extend(undone)
        self._go_back(position, len(self._past) - count, first.plies, first.events, first.outcomes, firsts)

    def loose(self, seat: str | None = None) -> dict[str, int]:
        """Return the pieces whose last decision can be undone alone, with the ply before that decision.

        These are one seat's decisions since the last one that cannot be undone freely; `seat` works as for `undo`.
        Actions that were played together stay together. In a lesson there are none, because it is undone page by page.
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
        """Undo only the decision right after a ply, and replay the later ones. This works as long as no other seat has
        seen the decision and no die was rolled. `seat`: as for `undo`. If another decision depends on it, raises a
        Refusal that names that decision, and changes nothing."""
        count = self.decisions_after(ply)
        if ply not in self.loose(seat).values():
            raise Refusal(
                "You can only undo the last decision here, because of a roll, a draw, another seat's decision or a "
                "lesson.",
                field="to",
            )
        starts = [*self._past.starts(count - 1), len(self.record.log)]
        shorter = starts[0] - ply
        trial = self.copy()
        trial._undo(count, practice=False, seat=seat)
        for start, end in pairwise(starts):
            trial._again(self.record.log[start:end])
        if trial.position.seat != self.position.seat:
            raise Refusal("Without it, another seat would have to decide now.", field="to")
        trial.undone.clear()
        trial.record.orders = [
            replace(given, ply=max(ply, given.ply - shorter)) if given.ply > ply else given
            for given in self.record.orders
            if given.ply <= starts[-1]
        ]
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
                    f"“{last}” depends on it and must be undone first: {refusal.text}", refusal.clauses, field="to"
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

    # -------------------------------------------------------------- earlier positions

    def at(self, ply: int) -> Position:
        """Return the position after the first `ply` entries of the log."""
        if not 0 <= ply <= len(self.record.log):
            raise Refusal(f"The log has plies 0 to {len(self.record.log)}, not {ply}.", field="ply", malformed=True)
        if ply == len(self.record.log):
            return self.position.copy()
        last = self._past.at_hand(ply)
        p = type(self).from_record(self.record, 0).position if last is None else self._position(last)
        for done in range(0 if last is None else last.plies, ply):
            p = self._next(p, done)
        return p

    def onwards(self, ply: int) -> Iterator[Position]:
        """Yield the positions after the first `ply` entries of the log up to the current position, each on its board.
        Each position is modified into the next, so copy the positions that you keep."""
        p = self.at(ply)
        yield p
        for done in range(ply, len(self.record.log)):
            p = self._next(p, done)
            yield p

    def _next(self, p: Position, ply: int, ends: TurnEnds | None = None) -> Position:
        """Apply the log entry after the first `ply` entries to their position, and return the result on the board in
        use then. `ends` records the turns that end."""
        if ends is not None:
            ends.p, ends.ply = p, ply
        p.journal = ends
        p.apply(p.table.notation.parse(self.record.log[ply]))
        p.journal = None
        return self._past.carried(p, ply + 1)

    def since(self, begins: Callable[[Position], bool], first: int) -> list[Position]:
        """Return copies of the positions in which the deciding seat `begins` a plan: the latest in each turn, from turn
        `first` on. The last one may be the current position."""
        seat, found = self.position.seat, dict[int, Position]()
        start = next((past.plies for past in self._past if past.turn >= first), len(self.record.log))
        for p in self.onwards(start):
            if p.seat == seat and (turn := self.table.turn(p)) >= first and begins(p):
                found[turn] = p.copy()
        return list(found.values())

    def boards_since(self, ply: int) -> int:
        """Return the number of board changes after the first `ply` entries of the log."""
        return sum(change.ply > ply for change in self.record.boards)

    def _position(self, past: Past) -> Position:
        """Return the position before a decision, as a copy or rebuilt."""
        kept = self._past.position(past)
        return self.at(past.plies) if kept is None else kept

    def branch(self, ply: int, seed: int | None = None, onwards: Sequence[str] = ()) -> Self:
        """Start a new match that replays the first `ply` entries of this log and then the entries in `onwards`, and
        continues with different dice."""
        self.at(ply)
        record = self.record.copy()
        record.forget_later_orders(ply)
        record.cut_dice(ply, LESSON if record.lesson else record.seed)
        record.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        record.lesson, record.mail = "", {}
        record.log[ply:] = onwards
        return type(self).from_record(record, ply + len(onwards), run_on=True)

    def series(self) -> dict[str, list[tuple[int, float, int]]]:
        """Return the points (turn, value, ply) of each plotted value: one at the end of each turn, and one for the
        current position. The ply's position shows the value, unless the same entry of the log changes it again."""
        now, end = self.table.turn(self.position), len(self.record.log)
        pasts = [*self._past]
        after = [*((past.turn, past.plies) for past in pasts[1:]), (now, end)]
        lasts = [(past, plies) for past, (turn, plies) in zip(pasts, after, strict=False) if past.turn != turn]
        rows: dict[str, list[tuple[int, float, int]]] = {}
        for past, plies in lasts:
            for points in self._ends(past, plies):
                for name, point in points.items():
                    rows.setdefault(name, []).append(point)
        for name, value in self.table.game.study().series(self.position).items():
            rows.setdefault(name, []).append((now, value, end))
        plotted, kept = self._past.plotted, [self._entries(past, plies) for past, plies in lasts]
        self._past.plotted = {entries: plotted[entries] for entries in kept if entries in plotted}
        return rows

    def _entries(self, past: Past, plies: int) -> Entries:
        """Return a packed position with the entries from there to the first `plies` ones."""
        return past.packed, past.plies, *self.record.log[past.plies : plies]

    def changes(self) -> dict[str, list[tuple[int, int, float]]]:
        """Return the changes (turn, ply, by) of each plotted value, from a replay of the whole log. `ply`: the number
        of log entries with the one that changed it."""
        rows: dict[str, list[tuple[int, int, float]]] = {}
        p = self.at(0)
        ends, plot = TurnEnds(self.table.turn(p)), self.table.game.study().series
        last = plot(p)
        for done in range(len(self.record.log)):
            known = len(ends.found)
            p = self._next(p, done, ends)
            for turn, _, values in (*ends.found[known:], Ended(ends.turn, done, plot(p))):
                for name, value in values.items():
                    if value != last[name]:
                        rows.setdefault(name, []).append((turn, done + 1, value - last[name]))
                last = values
        return rows

    def _ends(self, past: Past, plies: int) -> list[Points]:
        """Return the points of the turns that end between a decision and the next one, which comes after the first
        `plies` entries of the log; cached for packed positions."""
        entries = self._entries(past, plies)
        if past.packed and entries in self._past.plotted:
            return self._past.plotted[entries]
        p, found = self._position(past), list[Points]()
        ends, plot = TurnEnds(past.turn), p.table.game.study().series
        for done in range(past.plies, plies):
            p = self._next(p, done, ends)
            found += [one.points(plot(p)) for one in ends.found[len(found) :]]
        if past.packed:
            self._past.plotted[entries] = found
        return found
