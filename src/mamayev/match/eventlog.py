"""The events of a match in a tenth of the memory: old ones packed, recent ones ready."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

import msgspec

from mamayev.engine.event import AnyEvent, Event

BLOCK, AT_HAND = 128, 32
"""The number of events packed together, and the minimum number of recent events that stay unpacked."""


class EventLog(Sequence[Event]):
    """Events in order. You can append and cut at the end, and read anywhere."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._last: list[Event] = []

    def extend(self, events: Iterable[Event]) -> None:
        """Append events."""
        self._last += events
        while len(self._last) >= BLOCK + AT_HAND:
            self._packed.append(zlib.compress(msgspec.msgpack.encode(self._last[:BLOCK]), 1))
            del self._last[:BLOCK]

    def cut(self, length: int) -> None:
        """Keep only the first `count` events."""
        while length < len(self._packed) * BLOCK:
            self._last[:0] = self._block(len(self._packed) - 1)
            self._packed.pop()
        del self._last[length - len(self._packed) * BLOCK :]

    def copy(self) -> EventLog:
        """An independent, equal log."""
        other = EventLog()
        other._packed, other._last = list(self._packed), list(self._last)
        return other

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
            if step == 1 and stop == len(self):
                return list(self._since(start))
            return list(self)[index]
        place = range(len(self))[index]
        packed = len(self._packed) * BLOCK
        return self._last[place - packed] if place >= packed else self._block(place // BLOCK)[place % BLOCK]

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, list | EventLog) else NotImplemented

    __hash__ = None  # type: ignore[assignment]
