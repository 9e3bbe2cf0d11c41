"""Barbarossa's terms for reports: months, corps and armies, odds, and the weather."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from mamayev.engine.event import Chose, Event, Roll
from mamayev.engine.scene import Scene
from mamayev.engine.telling import Fight, Telling, Told, mark

STRENGTHS = re.compile(r"(\d+) to (\d+), (?:.*?, )?(\d+-\d+)(?: or better)?[,:.]")
"""Matches the strengths and odds in the log entry for a battle, such as "18 to 6, 3-1, a 4: D Back 2."."""


class CampaignTelling(Telling):
    word = "month"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.declared: list[Event] = []
        self.next = ""

    def begin(self, event: Event) -> None:
        """Remember the declared battles. The log sentence for a battle without a die roll (BAR-ODDS-04) names no
        units.
        """
        if type(event) is Event and "BAR-COMBAT-09" in event.clauses and event.pieces:
            self.declared.append(event)
        elif isinstance(event, Chose) and event.action.startswith("fight "):
            self.next = event.action.split()[1]

    def fight(self, event: Event, standing: Callable[[str], Sequence[str]]) -> Fight | None:
        """BAR-COMBAT-09: return an event as a battle: a roll, or a sentence without one. The defenders are in the
        battle's hexes.
        """
        certain = type(event) is Event and event.clauses[:1] == ("BAR-ODDS-04",)
        if not certain and not (isinstance(event, Roll) and event.chart == "combat"):
            return None
        numbers = STRENGTHS.match(event.text)
        about = event if event.pieces else self._unrolled(event)
        if numbers is None or about is None:
            return None
        self.declared = [one for one in self.declared if one.pieces != about.pieces]
        self.next = ""
        there = {piece for space in about.spaces for piece in standing(space)}
        defender = next((self.sides[piece] for piece in about.pieces if piece in there), "")
        result = event.result if isinstance(event, Roll) else event.text.rpartition(": ")[2].rstrip(".")
        return Fight(
            side=self.other(defender), spaces=about.spaces,
            attackers=tuple(piece for piece in about.pieces if self.sides[piece] != defender),
            defenders=tuple(piece for piece in about.pieces if self.sides[piece] == defender),
            strength=(int(numbers[1]), int(numbers[2])), odds=numbers[3],
            die=event.dice[0] if isinstance(event, Roll) else None, certain=certain,
            result=result, verdict=self.verdict("combat", result),
        )  # fmt: skip

    def _unrolled(self, event: Event) -> Event | None:
        """Return the declaration of the battle that an event without units decides."""
        strengths = event.text.split(",")[0]
        alike = [one for one in self.declared if f": {strengths}," in one.text]
        named = [one for one in alike if self.next in one.pieces]
        return next(iter(named or alike), None)

    def facts(self, number: int, event: Event) -> Iterable[Told]:
        """BAR-WEATHER-02: return the facts to report: weather that a die roll decided."""
        if isinstance(event, Roll) and event.chart == "weather":
            die, weather = event.dice[0], event.result
            yield Told(
                kind="weather", weight=5.0, events=(number,),
                variants=(
                    f"the weather die showed a {die}: {mark(number, weather)}.",
                    f"a {die} brought {mark(number, weather)}.",
                    f"the month began with a {die}, {mark(number, weather)}.",
                ),
            )  # fmt: skip

    def noun(self, names: Sequence[str]) -> tuple[str, str]:
        if all(name.endswith("Corps") for name in names):
            return "# corps", "# corps"
        if all(name.endswith("Army") for name in names):
            return "# army", "# armies"
        return self.units

    def period(self, turn: int) -> str:
        return self.turn(turn).rpartition(" ")[2]
