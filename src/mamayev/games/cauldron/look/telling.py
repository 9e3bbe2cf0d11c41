"""The Cauldron's terms for reports: areas, supply, the relief force, and the strategic situation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from mamayev.engine.event import Card, Event, Flip, Held, Loss, MarkChange, Move, Roll, TrackChange
from mamayev.engine.scene import Verdict
from mamayev.engine.telling import SWAPPED, Fight, Telling, Told, mark
from mamayev.engine.words import spelled

GERMAN_ATTACK, SOVIET_ATTACK = "E", "G"
UPKEEP = re.compile(r"No supply is spent: all (\d+) units go without\.|(\d+) supply for (\d+) of (\d+) units; (\d+) go")


class PocketTelling(Telling):
    def fight(self, event: Event, standing: Callable[[str], Sequence[str]]) -> Fight | None:
        """CAU-ATK-11, CAU-SOVATK-01: return a roll as a battle. Each die in an attack is a separate battle."""
        if not isinstance(event, Roll) or event.chart not in (GERMAN_ATTACK, SOVIET_ATTACK) or not event.spaces:
            return None
        side = "axis" if event.chart == GERMAN_ATTACK else "soviet"
        target = event.spaces[0]
        there = [piece for piece in standing(target) if self.sides.get(piece) != side]
        if event.chart == GERMAN_ATTACK:
            there = [piece for piece in there if self.sides.get(piece) == "soviet"]
        return Fight(
            side=side, spaces=(target,), defenders=tuple(there),
            attackers=event.pieces if side == "axis" else (), die=event.dice[0],
            result=self.result(event), verdict=self.verdict(event.chart, event.result),
        )  # fmt: skip

    def again(self, fight: Fight, other: Fight) -> bool:
        """CAU-ATK-11: return whether a roll is a reroll. There are no rerolls; each die is another attack."""
        return False

    def verdict(self, chart: str, result: str) -> Verdict:
        found = super().verdict(chart, result)
        return SWAPPED[found] if chart == SOVIET_ATTACK else found

    def named(self, piece: str) -> bool:
        """Return whether a counter keeps one name. A Soviet unit is named after the army in its area at the time."""
        return self.sides.get(piece) != "soviet" and not piece.startswith("soviet-")

    def gone(self, event: Event) -> bool:
        """CAU-SOVADV-03: return whether a counter is lost. A Soviet unit that leaves the front is not."""
        return isinstance(event, Loss) and "CAU-SOVADV-03" not in event.clauses

    def hurt(self, event: Event) -> bool:
        return isinstance(event, Flip) and event.face == "depleted"

    def held(self, space: str) -> bool:
        return super().held(space) and bool(self.scene.every_space[space].name)

    def facts(self, number: int, event: Event) -> Iterable[Told]:
        """Return the facts to report: the random event, the airlift, hunger, the relief force and the strategic
        situation.
        """
        match event:
            case Card(line="event", card=card) if title := self._title(card):
                said = mark(number, f"“{title}”")
                yield Told(
                    kind="random event", weight=3.0, events=(number,),
                    variants=(
                        f"the random event was {said}.",
                        f"the turn began with {said}.",
                        f"{said} was the random event.",
                    ),
                )  # fmt: skip
            case Roll(chart="B", result=result):
                supply, die = int(result.split()[0]), event.dice[0]
                said = mark(number, f"{supply or 'no'} supply")
                yield Told(
                    kind="airlift", weight=3.0 + supply / 3, events=(number,),
                    variants=(
                        f"the airlift brought {said} with a die of {die}.",
                        f"a die of {die} for the airlift meant {said}.",
                    ),
                )  # fmt: skip
            case Roll(chart="C", result=result) if result[:1].isdigit() and int(result.split()[0]) > 0:
                losses, die = int(result.split()[0]), event.dice[0]
                steps, lost = spelled(losses, "# step", "# steps"), spelled(losses, "# loss", "# losses")
                yield Told(
                    kind="hunger", weight=3.0 * losses, events=(number,),
                    variants=(
                        f"unsupplied units lost {mark(number, steps)} to a die of {die}.",
                        f"for the unsupplied units a die of {die} meant {mark(number, lost)}.",
                    ),
                )  # fmt: skip
            case Move(piece="hoth" | "hollidt" as commander, to=to, from_=from_) if from_:
                place = self.scene.every_space[to]
                said = mark(number, place.name or place.label)
                back = "CAU-RELIEF-18" in event.clauses or _box(to) < _box(from_)
                way = "fell back" if back else "advanced"
                yield Told(
                    kind="relief", weight=8.0, events=(number,),
                    variants=(f"the relief force {way} to {said}.", f"{commander.title()} {way} to {said}."),
                )  # fmt: skip
            case TrackChange(track="ssi", to=int() as to, from_=int() as before) if event.step != "strategic.event":
                way, said = "rose" if to > before else "fell", mark(number, to)
                yield Told(
                    kind="situation", weight=2.0 + abs(to - before), events=(number,),
                    variants=(
                        f"the Strategic Situation {way} from {before} to {said}.",
                        f"the Strategic Situation {way} to {said}.",
                    ),
                )  # fmt: skip
            case Held(id="foa-surrender" | "no-foa-surrender", gained=True):
                yield _quoted(number, event)
            case Event() if type(event) is Event:
                yield from self._noted(number, event)

    def _noted(self, number: int, event: Event) -> Iterable[Told]:
        if event.who == "Upkeep" and (found := UPKEEP.match(event.text)):
            units = mark(number, spelled(int(found[1] or found[5]), "# unit", "# units"))
            yield Told(
                kind="upkeep", weight=4.0, events=(number,),
                variants=(f"{units} went without supply.", f"there was no supply for {units}."),
            )  # fmt: skip
        elif event.text == "The Soviet Final Offensive begins.":
            said = mark(number, "the Soviet Final Offensive")
            yield Told(kind="offensive", weight=20.0, events=(number,), variants=(f"{said} began.",))
        elif event.who in ("Link-up", "Collapse"):
            yield _quoted(number, event)

    def _title(self, card: int) -> str:
        return next((one.title for deck in self.scene.decks for one in deck.cards if one.id == card), "")

    def effect(self, event: Event) -> str:
        """CAU-PDM-08: describe the effect of a battle. An activated Prepared Defense can take a loss, and an attack can
        cause Wounded.
        """
        if isinstance(event, TrackChange) and event.track == "wounded":
            return f"brought the Wounded to {event.to}"
        if isinstance(event, MarkChange) and event.mark == "pdm-inactive" and event.change > 0:
            return "cost an activated Prepared Defense"
        return ""

    def headline(self, result: Mapping[str, object], turn: int) -> str:
        """Return the headline for the link-up, if there was one."""
        return f"Linked up on turn {turn}" if "linked up" in str(result.get("why", "")) else ""


def _box(space: str) -> int:
    """Return the number of a Relief box. The map counts as the box after the last."""
    return int(space.removeprefix("box-")) if space.startswith("box-") else 99


def _quoted(number: int, event: Event) -> Told:
    """Return the log's own sentence about one of the great events of the game."""
    return Told(kind="quoted", weight=30.0, events=(number,), variants=(event.text,))
