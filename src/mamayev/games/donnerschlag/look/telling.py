"""Donnerschlag's terms for reports: activations, odds, cards, supply, and the Donnerschlag marker."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from mamayev.engine.event import Event, Loss, Move, Roll, TrackChange
from mamayev.engine.telling import Fight, Telling, Told, mark

STRENGTHS = re.compile(r"(\d+) to (\d+), column ([\d.]+-[\d.]+)")
"""Matches the strengths and the column in the log entry for a battle, such as "8 to 2, column 5-1, 6: 2DR."."""


class OperationTelling(Telling):
    def fight(self, event: Event, standing: Callable[[str], Sequence[str]]) -> Fight | None:
        """DON-CRT-01: return a roll on the combat table as a battle. The log sentence names the attacking side."""
        if not isinstance(event, Roll) or event.chart != "combat":
            return None
        numbers = STRENGTHS.match(event.text)
        side = self.side_named(event.who)
        return Fight(
            side=side, spaces=event.spaces, die=event.dice[0], odds=numbers[3] if numbers else "",
            strength=(int(numbers[1]), int(numbers[2])) if numbers else None,
            attackers=tuple(piece for piece in event.pieces if self.sides.get(piece) == side),
            defenders=tuple(piece for piece in event.pieces if self.sides.get(piece) != side),
            result=event.result, verdict=self.verdict("combat", event.result),
        )  # fmt: skip

    def gone(self, event: Event) -> bool:
        """DON-OVERRUN-06: return whether a counter has really left the map. An overrun headquarters returns."""
        return super().gone(event) and "DON-OVERRUN-06" not in event.clauses

    def facts(self, number: int, event: Event) -> Iterable[Told]:
        """Return the facts to report: overrun headquarters, cards with a die roll, supply, and the Donnerschlag
        marker.
        """
        match event:
            case TrackChange(track="advance", to=int() as to):
                box = mark(number, to)
                yield Told(
                    kind="marker", weight=8.0, events=(number,),
                    variants=(
                        f"the Donnerschlag marker reached box {box}.",
                        f"at the end the Donnerschlag marker was in box {box}.",
                    ),
                )  # fmt: skip
            case Roll(chart="", result="succeeds" | "fails"):
                how = "succeeded" if event.result == "succeeds" else "failed"
                people, die = "Axis" if event.who == "Axis" else "Soviets", event.dice[0]
                card = mark(number, f"“{event.title}”")
                yield Told(
                    kind="card", weight=0.8, events=(number,),
                    variants=(
                        f"the card {card} {how} for the {people} with a {die}.",
                        f"with a {die}, the card {card} of the {people} {how}.",
                    ),
                )  # fmt: skip
            case Move(piece=piece, how="redeploy", to=to):
                unit = mark(number, self.names.get(piece, "a unit"))
                yield Told(
                    kind="redeployed", weight=2.0, events=(number,), variants=(f"{unit} was redeployed to {to}.",)
                )  # fmt: skip
            case Event() if type(event) in (Event, Loss):
                yield from self._noted(number, event)

    def _noted(self, number: int, event: Event) -> Iterable[Told]:
        unit = mark(number, self.names[event.pieces[0]]) if event.pieces else ""
        if unit and " is overrun in " in event.text:
            place = event.text.rpartition(" in ")[2].rstrip(".")
            yield Told(
                kind="overrun", weight=6.0, events=(number,),
                variants=(f"the {unit} was overrun in {place}.", f"in {place} the {unit} was overrun."),
            )  # fmt: skip
        elif unit and event.text.endswith("is out of supply."):
            yield Told(
                kind="supply", weight=3.0, events=(number,),
                variants=(f"{unit} was out of supply.", f"no supply reached {unit}."),
            )  # fmt: skip
        elif event.who == "Donnerschlag":
            said = mark(number, "called")
            yield Told(kind="called", weight=25.0, events=(number,), variants=(f"Donnerschlag was {said}.",))

    def headline(self, result: Mapping[str, object], turn: int) -> str:
        """DON-VICT-01: return the headline for the arrival in the meeting zone, if there was one."""
        return f"In the meeting zone on turn {turn}" if "is in the meeting zone" in str(result.get("why", "")) else ""
