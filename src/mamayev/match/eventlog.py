"""The event log of a match. Old events are packed into 10% of their size in memory, and the log notes where the parts
of the game begin."""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, overload

import msgspec

from mamayev.engine.event import ONLOOKERS, AnyEvent, Begun, Event, Journal, Step

BLOCK, AT_HAND = 128, 32
"""The number of events packed together, and the minimum number of recent events that stay unpacked."""


class EventLog(Sequence[Event]):
    """An ordered log of events. You can append to it or truncate it at the end, and read any event.

    `begun`: where the parts of the game begin. `reports`: for each part, the cached reports, by reader and by the log
    entry that a report covers (None for the whole part); they are dropped when the part changes. `steps`: the indexes
    of the events that begin a step.
    """

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._last: list[Event] = []
        self._secret: list[tuple[int, tuple[str, ...]]] = []
        self.steps: list[int] = []
        self.begun: list[Begun] = []
        self.reports: list[dict[tuple[str | None, int | None], Any]] = []

    def take(self, journal: Journal) -> None:
        """Append the events of a journal and the parts that begin in it."""
        so_far = len(self)
        self.begun += [one._replace(event=so_far + one.event) for one in journal.begun]
        self.reports += [{} for _ in journal.begun]
        self.extend(journal.events)

    def extend(self, events: Iterable[Event]) -> None:
        """Append events."""
        new, so_far = list(events), len(self)
        self._secret += [(so_far + place, event.audience) for place, event in enumerate(new) if event.audience]
        self.steps += [so_far + place for place, event in enumerate(new) if isinstance(event, Step)]
        self._last += new
        while len(self._last) >= BLOCK + AT_HAND:
            self._packed.append(zlib.compress(msgspec.msgpack.encode(self._last[:BLOCK]), 1))
            del self._last[:BLOCK]

    def cut(self, length: int, plies: int) -> None:
        """Truncate to the first `length` events, and the parts that begin within the first `plies` entries of the
        log."""
        while length < len(self._packed) * BLOCK:
            self._last[:0] = self._block(len(self._packed) - 1)
            self._packed.pop()
        del self._last[length - len(self._packed) * BLOCK :]
        while self._secret and self._secret[-1][0] >= length:
            self._secret.pop()
        while self.steps and self.steps[-1] >= length:
            self.steps.pop()
        while self.begun and self.begun[-1].ply > plies:
            self.begun.pop()
            self.reports.pop()
        for told in self.reports[-1:]:
            told.clear()

    def copy(self) -> EventLog:
        """Return an independent, equal log."""
        other = EventLog()
        other._packed, other._last = list(self._packed), list(self._last)
        other._secret, other.steps = list(self._secret), list(self.steps)
        other.begun, other.reports = list(self.begun), [dict(told) for told in self.reports]
        return other

    def of_part(self, number: int) -> list[Event]:
        """Return the events of a part."""
        start, end = (one.event for one in (*self.begun, Begun(len(self), 0, 0))[number : number + 2])
        return self[start:end]

    def seen(self, viewer: str | None, places: Sequence[int]) -> list[int]:
        """Return, for each of these indexes, how many of the events before it a viewer may see."""
        seat = ONLOOKERS if viewer is None else viewer
        unseen = [place for place, audience in self._secret if seat not in audience]
        return [place - bisect_left(unseen, place) for place in places]

    def _block(self, number: int) -> list[Event]:
        return list(msgspec.msgpack.decode(zlib.decompress(self._packed[number]), type=list[AnyEvent]))

    def _since(self, start: int) -> Iterator[Event]:
        packed = len(self._packed) * BLOCK
        for number in range(start // BLOCK, len(self._packed)):
            yield from self._block(number)[max(0, start - number * BLOCK) :]
        yield from self._last[max(0, start - packed) :]

    def __len__(self) -> int:
        return len(self._packed) * BLOCK + len(self._last)

    def __iter__(self) -> Iterator[Event]:
        return self._since(0)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step == 1:
                return list(islice(self._since(start), max(0, stop - start)))
            return list(self)[index]
        place = range(len(self))[index]
        packed = len(self._packed) * BLOCK
        return self._last[place - packed] if place >= packed else self._block(place // BLOCK)[place % BLOCK]

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, list | EventLog) else NotImplemented

    __hash__ = None  # type: ignore[assignment]
