"""Who stands where, and whose zones of control reach where, kept up to date piece by piece.

The sets of hexes that movement asks for (`occupied`, `controlled`) are ready at any time. Which unit stands in a hex is
the position's own affair; here units are only counted.
"""

from __future__ import annotations

from collections.abc import Iterable

from .grid import Hexes
from .paths import Net


class Zones:
    """The units of all sides on a map, counted by hex.

    `net` says where zones reach: from a hex to those that one of its steps leads to. `limits`: how many units of each
    side may stand in a hex. Of each side there are the sets of hexes `occupied` by a unit, `full` of units, with `room`
    for one more, and `controlled` by its zones. How many hexes' zones reach each hex is counted, too, so that a unit
    that comes or goes changes its own neighbours only.
    """

    __slots__ = (
        "_exerting",
        "_hexes",
        "_reaching",
        "_standing",
        "controlled",
        "full",
        "limits",
        "net",
        "occupied",
        "room",
    )

    def __init__(self, net: Net, limits: tuple[int, ...]) -> None:
        self.net, self.limits = net, limits
        self._hexes = len(net.grid)
        # By side and hex: the units there, and those of them that have a zone.
        self._standing = bytearray(len(limits) * self._hexes)
        self._exerting = bytearray(len(limits) * self._hexes)
        # By side how many hexes' zones reach each hex, six at most, as the digits of that number: the hexes with the
        # one, with the two, with the four in it. So a zone is counted in all its hexes at once.
        self._reaching: list[tuple[Hexes, Hexes, Hexes]] = [(0, 0, 0)] * len(limits)
        self.occupied: list[Hexes] = [0] * len(limits)
        self.full: list[Hexes] = [0] * len(limits)
        self.room: list[Hexes] = [net.grid.everywhere] * len(limits)
        self.controlled: list[Hexes] = [0] * len(limits)

    @classmethod
    def of(cls, net: Net, limits: tuple[int, ...], units: Iterable[tuple[int, int, bool]]) -> Zones:
        """Those of some units: for each its side, its hex, and whether it has a zone."""
        zones = cls(net, limits)
        for side, h, zone in units:
            zones.add(side, h, zone)
        return zones

    def copy(self) -> Zones:
        """An independent copy."""
        other = Zones.__new__(Zones)
        other.net, other.limits, other._hexes = self.net, self.limits, self._hexes
        other._standing, other._exerting, other._reaching = self._standing[:], self._exerting[:], self._reaching[:]
        other.occupied, other.full, other.room = self.occupied[:], self.full[:], self.room[:]
        other.controlled = self.controlled[:]
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Zones) and all(
            getattr(self, name) == getattr(other, name) for name in self.__slots__ if name != "net"
        )

    __hash__ = None  # type: ignore[assignment]

    def count(self, side: int, h: int) -> int:
        """The units of a side in a hex."""
        return self._standing[side * self._hexes + h]

    def add(self, side: int, h: int, zone: bool = True) -> None:
        """A unit comes into a hex; `zone`: whether it has a zone of control."""
        at, bit = side * self._hexes + h, self.net.grid.bit[h]
        count = self._standing[at] = self._standing[at] + 1
        if count == 1:
            self.occupied[side] |= bit
        if count == self.limits[side]:
            self.full[side] |= bit
            self.room[side] ^= bit
        if zone:
            self._exerting[at] += 1
            if self._exerting[at] == 1:
                self._extend(side, h)

    def remove(self, side: int, h: int, zone: bool = True) -> None:
        """A unit leaves a hex. Raises ValueError where none such stands."""
        at, bit = side * self._hexes + h, self.net.grid.bit[h]
        count = self._standing[at] - 1
        if count < 0 or (zone and not self._exerting[at]):
            raise ValueError(f"No such unit of side {side} stands in {self.net.grid.ids[h]}.")
        self._standing[at] = count
        if count == 0:
            self.occupied[side] ^= bit
        if count == self.limits[side] - 1:
            self.full[side] ^= bit
            self.room[side] |= bit
        if zone:
            self._exerting[at] -= 1
            if not self._exerting[at]:
                self._withdraw(side, h)

    def move(self, side: int, a: int, b: int, zone: bool = True) -> None:
        """A unit goes from one hex to another. Raises ValueError where none such stands."""
        self.remove(side, a, zone)
        self.add(side, b, zone)

    def reach_by(self, net: Net) -> None:
        """Zones reach by another net from now on, as when lakes freeze."""
        if net is self.net:
            return
        self.net = net
        for side, occupied in enumerate(self.occupied):
            self._reaching[side], self.controlled[side] = (0, 0, 0), 0
            for h in net.grid.hexes(occupied):
                if self._exerting[side * self._hexes + h]:
                    self._extend(side, h)

    def _extend(self, side: int, h: int) -> None:
        """The zone of a hex begins."""
        ones, twos, fours = self._reaching[side]
        zone = self.net.led_to(h)
        carried = ones & zone
        ones, fours = ones ^ zone, fours ^ twos & carried
        twos ^= carried
        self._reaching[side] = ones, twos, fours
        self.controlled[side] = ones | twos | fours

    def _withdraw(self, side: int, h: int) -> None:
        """The zone of a hex ends."""
        ones, twos, fours = self._reaching[side]
        zone = self.net.led_to(h)
        ones ^= zone
        borrowed = ones & zone
        twos ^= borrowed
        fours ^= twos & borrowed
        self._reaching[side] = ones, twos, fours
        self.controlled[side] = ones | twos | fours
