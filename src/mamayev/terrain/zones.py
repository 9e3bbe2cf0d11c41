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
    side may stand in a hex. Of each side there are the sets of hexes `occupied` by a unit, `full` of units, and
    `controlled` by its zones.
    """

    __slots__ = ("_exerting", "_hexes", "_standing", "_with_zone", "controlled", "full", "limits", "net", "occupied")

    def __init__(self, net: Net, limits: tuple[int, ...]) -> None:
        self.net, self.limits = net, limits
        self._hexes = len(net.grid)
        # By side and hex: the units there, and those of them that have a zone.
        self._standing = bytearray(len(limits) * self._hexes)
        self._exerting = bytearray(len(limits) * self._hexes)
        self._with_zone: list[Hexes] = [0] * len(limits)
        self.occupied: list[Hexes] = [0] * len(limits)
        self.full: list[Hexes] = [0] * len(limits)
        self.controlled: list[Hexes] = [0] * len(limits)

    @classmethod
    def of(cls, net: Net, limits: tuple[int, ...], units: Iterable[tuple[int, int, bool]]) -> Zones:
        """Those of some units: for each its side, its hex, and whether it has a zone."""
        zones = cls(net, limits)
        for side, h, zone in units:
            zones._count(side, h, 1, zone)
        zones.reach_by(net)
        return zones

    def copy(self) -> Zones:
        """An independent copy."""
        other = Zones.__new__(Zones)
        other.net, other.limits, other._hexes = self.net, self.limits, self._hexes
        other._standing, other._exerting, other._with_zone = self._standing[:], self._exerting[:], self._with_zone[:]
        other.occupied, other.full, other.controlled = self.occupied[:], self.full[:], self.controlled[:]
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
        if self._count(side, h, 1, zone):
            self.controlled[side] = self.net.spread(self._with_zone[side])

    def remove(self, side: int, h: int, zone: bool = True) -> None:
        """A unit leaves a hex. Raises ValueError where none such stands."""
        if self._count(side, h, -1, zone):
            self.controlled[side] = self.net.spread(self._with_zone[side])

    def move(self, side: int, a: int, b: int, zone: bool = True) -> None:
        """A unit goes from one hex to another. Raises ValueError where none such stands."""
        left = self._count(side, a, -1, zone)
        if self._count(side, b, 1, zone) or left:
            self.controlled[side] = self.net.spread(self._with_zone[side])

    def reach_by(self, net: Net) -> None:
        """Zones reach by another net from now on, as when lakes freeze."""
        self.net = net
        self.controlled = [net.spread(hexes) for hexes in self._with_zone]

    def _count(self, side: int, h: int, change: int, zone: bool) -> bool:
        """Count a unit in or out of a hex; whether the hexes from which zones reach have changed."""
        at, bit = side * self._hexes + h, self.net.grid.bit[h]
        count, exerting = self._standing[at] + change, self._exerting[at] + (change if zone else 0)
        if count < 0 or exerting < 0:
            raise ValueError(f"No such unit of side {side} stands in {self.net.grid.ids[h]}.")
        self._standing[at], self._exerting[at] = count, exerting
        self.occupied[side] = self.occupied[side] | bit if count else self.occupied[side] & ~bit
        full = self.full[side]
        self.full[side] = full | bit if count >= self.limits[side] else full & ~bit
        before = self._with_zone[side]
        self._with_zone[side] = before | bit if exerting else before & ~bit
        return before != self._with_zone[side]
