"""How Inferno on the Volga tells a match: rounds, attacks with pools of dice, Spawn hexes, and leaders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from mamayev.engine.event import Card, Event, Roll
from mamayev.engine.scene import Scene
from mamayev.engine.telling import Fight, Telling, Told

ATTACK = re.compile(r"(Soviet )?(Hasty|Deliberate|Total Deliberate) Attack on (\w+) from ([\w, ]+)\.")
LEADER = re.compile(r"The Germans draw (\w+), who comes into play at once\.|(\w+) comes into play for the rest")


class CityTelling(Telling):
    word = "round"

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.labels = {space.label or space.id: space.id for space in scene.every_space.values()}

    def fight(self, event: Event, standing: Callable[[str], Sequence[str]]) -> Fight | None:
        """INF-COMBAT-01: the first sentence of a combat names the hexes. The units show in its volleys."""
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
        match event:
            case Roll(chart="rubble") if event.result != "no rubble" and event.spaces:
                label = self.scene.every_space[event.spaces[0]].label
                yield Told(
                    kind="rubble", weight=3.0, events=(number,),
                    variants=(f"the rubble roll of {event.total} left {{{number}|{label}}} in rubble.", f"{{{number}|{label}}} was in rubble after a roll of {event.total}."),
                )  # fmt: skip
            case Card() | Event() if (found := LEADER.match(event.text)) is not None:
                name = found[1] or found[2]
                yield Told(kind="leader", weight=10.0, events=(number,), variants=(f"{{{number}|{name}}} came into play.",))  # fmt: skip
            case Card(deck=deck, text=text) if " card: " in text:
                title = text.partition(": ")[2].rstrip(".")
                people = "Germans" if deck == "german" else "Soviets"
                yield Told(
                    kind="played", weight=1.5, events=(number,),
                    variants=(f"the {people} played {{{number}|{title}}}.", f"{{{number}|{title}}} was the card of the {people}."),
                )  # fmt: skip
            case Event() if type(event) is Event and event.text.startswith("Reinforcements are called"):
                yield Told(kind="called", weight=2.0, events=(number,), variants=("the Germans called for reinforcements.",))  # fmt: skip
            case Event() if event.who == "Card" and (
                left := re.match(r"The Soviets draw a card; (\d+) are left", event.text)
            ):
                yield Told(
                    kind="deck", weight=1.2, events=(number,),
                    variants=(f"the Soviets drew a card, which left {{{number}|{left[1]}}} in their deck.", f"{{{number}|{left[1]}}} cards were left in the Soviet deck."),
                )  # fmt: skip

    def headline(self, result: Mapping[str, object], turn: int) -> str:
        """Return the decision by Spawn hexes, if there was one."""
        if "control all six" in str(result.get("why", "")):
            return f"All six Soviet Spawn hexes in {turn} rounds"
        return ""
