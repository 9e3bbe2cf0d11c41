"""How Donnerschlag tells a match: activations, odds, cards, supply, and the Donnerschlag marker."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from mamayev.engine.event import Event, Loss, Move, Roll, TrackChange
from mamayev.engine.telling import Fight, Telling, Told

STRENGTHS = re.compile(r"(\d+) to (\d+), column ([\d.]+-[\d.]+)")
"""The strengths and the column of a battle in the log: "8 to 2, column 5-1, 6: 2DR."."""


class OperationTelling(Telling):
    def fight(self, event: Event, standing: Callable[[str], Sequence[str]]) -> Fight | None:
        """DON-CRT-01: a combat is a roll on the combat table. The sentence names the attacking side."""
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
        """DON-OVERRUN-06: an overrun headquarters comes back."""
        return super().gone(event) and "DON-OVERRUN-06" not in event.clauses

    def facts(self, number: int, event: Event) -> Iterable[Told]:
        match event:
            case Event() if type(event) in (Event, Loss) and "is overrun" in event.text and event.pieces:
                name, place = self.names[event.pieces[0]], event.text.rpartition(" in ")[2].rstrip(".")
                yield Told(
                    kind="overrun", weight=6.0, events=(number,),
                    variants=(f"the {{{number}|{name}}} was overrun in {place}.", f"in {place} the {{{number}|{name}}} was overrun."),
                )  # fmt: skip
            case Event() if type(event) is Event and event.who == "Donnerschlag":
                yield Told(kind="called", weight=25.0, events=(number,), variants=(f"Donnerschlag was {{{number}|called}}.",))  # fmt: skip
            case TrackChange(track="advance", to=int() as to):
                yield Told(
                    kind="marker", weight=8.0, events=(number,),
                    variants=(f"the Donnerschlag marker reached box {{{number}|{to}}}.", f"at the end the Donnerschlag marker was in box {{{number}|{to}}}."),
                )  # fmt: skip
            case Event() if type(event) is Event and event.text.endswith("is out of supply.") and event.pieces:
                name = self.names[event.pieces[0]]
                yield Told(
                    kind="supply", weight=3.0, events=(number,),
                    variants=(f"{{{number}|{name}}} was out of supply.", f"no supply reached {{{number}|{name}}}."),
                )  # fmt: skip
            case Roll(chart="", result="succeeds" | "fails"):
                how = "succeeded" if event.result == "succeeds" else "failed"
                people = "Axis" if event.who == "Axis" else "Soviets"
                yield Told(
                    kind="card", weight=0.8, events=(number,),
                    variants=(f"the card {{{number}|{event.title}}} {how} for the {people} with a {event.dice[0]}.", f"with a {event.dice[0]}, the card {{{number}|{event.title}}} of the {people} {how}."),
                )  # fmt: skip
            case Move(piece=piece, how="redeploy", to=to):
                yield Told(kind="redeployed", weight=2.0, events=(number,), variants=(f"{{{number}|{self.names.get(piece, 'a unit')}}} was redeployed to {to}.",))  # fmt: skip

    def headline(self, result: Mapping[str, object], turn: int) -> str:
        """DON-VICT-01: return the arrival in the meeting zone, if there was one."""
        return f"In the meeting zone on turn {turn}" if "is in the meeting zone" in str(result.get("why", "")) else ""
