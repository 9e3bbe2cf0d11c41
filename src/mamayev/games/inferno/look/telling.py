"""Inferno's terms for reports: rounds, attacks with pools of dice, Spawn hexes, and leaders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from mamayev.engine.event import Card, Event, Roll
from mamayev.engine.scene import Scene
from mamayev.engine.telling import Fight, Telling, Told, mark

ATTACK = re.compile(r"(Soviet )?(Hasty|Deliberate|Total Deliberate) Attack on (\w+) from ([\w, ]+)\.")
DECK = re.compile(r"The Soviets draw a card; (\d+) are left")
LEADER = re.compile(r"The Germans draw (\w+), who comes into play at once\.|(\w+) comes into play for the rest")


class CityTelling(Telling):
    word = "round"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.labels = {space.label or space.id: space.id for space in scene.every_space.values()}

    def fight(self, event: Event, standing: Callable[[str], Sequence[str]]) -> Fight | None:
        """INF-COMBAT-01: return the battle that a log event begins. The first sentence of a combat names the hexes; the
        units appear in its volleys.
        """
        found = ATTACK.match(event.text) if type(event) is Event and "INF-COMBAT-01" in event.clauses else None
        if found is None:
            return None
        side = "soviet" if found[1] else "german"
        target = self.labels.get(found[3], found[3])
        there = tuple(piece for piece in standing(target) if self.sides.get(piece) not in (side, None))
        origins = [self.labels.get(one, one) for one in found[4].split(", ")]
        here = tuple(p for origin in origins for p in standing(origin) if self.sides.get(p) == side)
        return Fight(side=side, spaces=(target,), attackers=here, defenders=there, odds=found[2])

    def held(self, space: str) -> bool:
        return "key" in self.scene.every_space[space].features

    def facts(self, number: int, event: Event) -> Iterable[Told]:
        """Return the facts to report: rubble, leaders, cards, reinforcements and the Soviet deck."""
        if (found := LEADER.match(event.text)) is not None:
            said = mark(number, found[1] or found[2])
            yield Told(kind="leader", weight=10.0, events=(number,), variants=(f"{said} came into play.",))
        elif isinstance(event, Roll) and event.chart == "rubble" and event.spaces and event.result != "no rubble":
            label = mark(number, self.scene.every_space[event.spaces[0]].label)
            yield Told(
                kind="rubble", weight=3.0, events=(number,),
                variants=(
                    f"the rubble roll of {event.total} left {label} in rubble.",
                    f"{label} was in rubble after a roll of {event.total}.",
                ),
            )  # fmt: skip
        elif isinstance(event, Card) and " card: " in event.text:
            title = mark(number, f"“{event.text.partition(': ')[2].rstrip('.')}”")
            people = "Germans" if event.deck == "german" else "Soviets"
            yield Told(
                kind=f"played {people}", weight=1.5, events=(number,),
                variants=(f"the {people} played {title}.", f"{title} was the card of the {people}."),
            )  # fmt: skip
        elif event.text.startswith("Reinforcements are called"):
            said = mark(number, "called for reinforcements")
            yield Told(kind="called", weight=2.0, events=(number,), variants=(f"the Germans {said}.",))
        elif event.who == "Card" and (left := DECK.match(event.text)):
            said = mark(number, left[1])
            yield Told(
                kind="deck", weight=1.2, events=(number,),
                variants=(
                    f"the Soviets drew a card, which left {said} in their deck.",
                    f"a draw of the Soviets left {said} cards in their deck.",
                ),
            )  # fmt: skip

    def headline(self, result: Mapping[str, object], turn: int) -> str:
        """Return the headline for a victory by Spawn hexes, if there was one."""
        if "control all six" in str(result.get("why", "")):
            return f"All six Soviet Spawn hexes in {turn} rounds"
        return ""
