"""Rumors, an optional rule: after the turn marker advances, a rumor can start, be dispelled or come true.

`Pocket.rumor` is the rumor in play, or 0. In `Pocket.rumors`, bit r is set if rumor r was dispelled or came true, and
bit r + 8 if it came true. Bit 0 is set once Milch is in charge of the airlift.
"""

from __future__ import annotations

from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.event import Held
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Refusal

from ..printed.cards import CardData
from .cards import PocketDraw
from .charts import limits, row_of
from .control import change_offensive, in_command, obtained
from .position import LUFTWAFFE_SHIFTS, MANSTEINS_MAGIC, TIGER_TANKS, ZHUKOV_DIES, Pocket
from .verbs import DISPEL, LISTEN

DISPELLED, OBTAINS = 0, 2
DRAWS = ("CAU-RUMOR-09", "CAU-RUMOR-11", "CAU-RUMOR-13", "CAU-RUMOR-15", "CAU-RUMOR-17", "CAU-RUMOR-20")
"""The clauses that give each rumor's ranges."""
EFFECTS = ("CAU-RUMOR-10", "CAU-RUMOR-12", "CAU-RUMOR-14", "CAU-RUMOR-16", "CAU-RUMOR-19", "CAU-RUMOR-21")
"""The clauses that give each rumor's effect."""


AS_PRINTED = {TIGER_TANKS: ((1, 2), (3, 10), (11, 99)), ZHUKOV_DIES: ((1, 3), (4, 12), (13, 99))}
"""The alternative reading of CAU-RUMOR-09 and CAU-RUMOR-11: the first column as printed, and the second column extended
to meet it."""

IDS = ("tiger", "zhukov", "manstein", "prisoners", "luftwaffe", "schmidt")
"""The names of the rumors in facts and scripts."""
STATES = ("none", "in play", "dispelled", "obtained")


def due(p: Pocket, f: Frame) -> bool:
    """Return whether the rumor step takes place: before the Final Offensive, with the army in command (CAU-RUMOR-01).

    Under the alternative reading, it also takes place without an army in command.
    """
    return p.table.rumors and not p.launched and (p.table.readings["rumors_heard=always"] or in_command(p, f))


def begin(p: Pocket, _f: Frame) -> None:
    """Draw one card, for a new rumor or the rumor in play (CAU-RUMOR-03, CAU-RUMOR-04)."""
    p.call("evaluation.rumor.choose" if p.rumor else "evaluation.rumor.new")


def name(p: Pocket, rumor: int) -> str:
    """Return a rumor's printed name."""
    return p.table.charts.rumors[rumor - 1].name


def ranges(p: Pocket, rumor: int) -> tuple[tuple[int, int], ...]:
    """Return the Random Numbers that dispel a rumor, are inconclusive, or make it true.

    If Milch is in charge of the airlift, one rumor is more likely (CAU-RUMOR-18).
    """
    if rumor == LUFTWAFFE_SHIFTS and p.rumors & 1:
        return p.table.charts.milch
    if p.table.readings["rumor_ranges=printed"] and rumor in AS_PRINTED:
        return AS_PRINTED[rumor]
    return p.table.charts.rumors[rumor - 1].ranges


def tell(p: Pocket, text: str, clauses: tuple[str, ...], *, gained: bool) -> None:
    """Log that the counter of a rumor was gained or returned."""
    if p.journal is not None:
        p.journal.add(Held(id="rumor", gained=gained, who="Rumor", text=text, clauses=clauses))


def settle(p: Pocket, clauses: tuple[str, ...], text: str) -> None:
    """Return the rumor's counter for good. The rumor never starts again (CAU-RUMOR-05, CAU-RUMOR-06, CAU-RUMOR-07)."""
    p.rumors |= 1 << p.rumor
    p.rumor = 0
    tell(p, text, clauses, gained=False)


class NewRumor(PocketDraw):
    """The draw for a new rumor, if none is in play (CAU-RUMOR-02, CAU-RUMOR-03)."""

    name = "evaluation.rumor.new"
    title = "Rumor"
    clauses = ("CAU-RUMOR-01", "CAU-RUMOR-03")

    def carry_out(self, p: Pocket, card: CardData) -> None:
        rumor = p.table.charts.new_rumor(card.random)
        if rumor and not p.rumors >> rumor & 1:
            p.rumor = rumor
            text = f"Random number {card.random}: “{name(p, rumor)}” goes round."
            tell(p, text, ("CAU-RUMOR-03",), gained=True)
        elif p.journal is not None:
            why = f"“{name(p, rumor)}” is settled, no rumor comes up" if rumor else "no rumor comes up"
            clause = "CAU-RUMOR-07" if rumor else "CAU-RUMOR-03"
            p.journal.note("Rumor", f"Random number {card.random}: {why}.", (clause,))


class RumorInPlay(Box[Pocket]):
    """The choice to draw for the rumor in play or to dispel it (CAU-RUMOR-04, CAU-RUMOR-08)."""

    name = "evaluation.rumor.choose"
    title = "Rumor"
    clauses = ("CAU-RUMOR-04", "CAU-RUMOR-08")

    def prompt(self, p: Pocket, f: Frame) -> str:
        return f"“{name(p, p.rumor)}”: draw a {p.table.book.card} for the rumor, or dispel it?"

    def help(self, p: Pocket, f: Frame) -> str:
        return standing(p)

    def options(self, p: Pocket, f: Frame) -> list[int]:
        return [LISTEN, DISPEL]

    def listen(self, p: Pocket, f: Frame) -> None:
        p.end()
        p.call("evaluation.rumor.draw")

    def dispel(self, p: Pocket, f: Frame) -> None:
        p.end()
        settle(p, ("CAU-RUMOR-08",), f"“{name(p, p.rumor)}” is dispelled by order.")


def standing(p: Pocket) -> str:
    """Describe the possible outcomes of the rumor in play."""
    rumor = p.table.charts.rumors[p.rumor - 1]
    gone, open_, true = (limits(*bounds) for bounds in ranges(p, p.rumor))
    return f"Dispelled on {gone}, inconclusive on {open_}, true on {true}: {rumor.effect}."


class RumorDraw(PocketDraw):
    """The draw for the rumor in play (CAU-RUMOR-04, CAU-RUMOR-05, CAU-RUMOR-06)."""

    name = "evaluation.rumor.draw"
    title = "Rumor"
    clauses = ("CAU-RUMOR-04", "CAU-RUMOR-05", "CAU-RUMOR-06")

    def carry_out(self, p: Pocket, card: CardData) -> None:
        rumor = p.rumor
        outcome = row_of(ranges(p, rumor), card.random)
        start = f"Random number {card.random}: “{name(p, rumor)}” "
        milch = ("CAU-RUMOR-18",) if rumor == LUFTWAFFE_SHIFTS and p.rumors & 1 else ()
        clauses = (DRAWS[rumor - 1], *milch)
        if outcome == DISPELLED:
            settle(p, ("CAU-RUMOR-05", *clauses), f"{start}is dispelled.")
        elif outcome == OBTAINS:
            effect = p.table.charts.rumors[rumor - 1].effect
            settle(p, ("CAU-RUMOR-06", *clauses, EFFECTS[rumor - 1]), f"{start}is true: {effect}.")
            p.rumors |= 256 << rumor
            if rumor == MANSTEINS_MAGIC:
                change_offensive(p, -3)
        elif p.journal is not None:
            p.journal.note("Rumor", f"{start}is inconclusive.", ("CAU-RUMOR-05", *clauses))


def state(p: Pocket, rumor: int) -> str:
    """Return the state of a rumor, one of STATES."""
    if rumor == p.rumor:
        return "in play"
    return "obtained" if obtained(p, rumor) else "dispelled" if p.rumors >> rumor & 1 else "none"


def facts(p: Pocket) -> dict[str, Any]:
    """Return the state of each rumor."""
    found: dict[str, Any] = {f"rumor.{word}": state(p, rumor) for rumor, word in enumerate(IDS, 1)}
    return found | {"rumor": name(p, p.rumor) if p.rumor else None, "milch": bool(p.rumors & 1)}


def change(p: Pocket, key: str, value: Any) -> None:
    """Apply a setup change of a script: "rumor.tiger" is one of STATES, "milch" true or false. Raises Refusal."""
    word = key.removeprefix("rumor.")
    if key == "milch" and isinstance(value, bool):
        p.rumors = p.rumors & ~1 | value
    elif word in IDS and value in STATES:
        rumor = IDS.index(word) + 1
        p.rumors &= ~(257 << rumor)
        p.rumor = rumor if value == "in play" else 0 if p.rumor == rumor else p.rumor
        p.rumors |= {"dispelled": 1, "obtained": 257}.get(value, 0) << rumor
    else:
        raise Refusal(
            f"“{key}” can't be {value!r}. Set milch to true or false, "
            f"rumor.{{{', '.join(IDS)}}} to one of {', '.join(STATES)}.",
            field=key,
            malformed=True,
        )


def obtained_rumors(p: Pocket) -> list[int]:
    """Return the rumors that have come true."""
    return [rumor for rumor in range(1, len(EFFECTS) + 1) if obtained(p, rumor)]
