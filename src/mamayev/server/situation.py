"""A seat's situation report: what the others did, what it cost, which units are threatened, and how its orders went.

It uses only what the seat can see: its diary, its staff's view of the threats, and the report on its orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mamayev.engine.bot import Intent, Threatened
from mamayev.engine.words import counted, sentence
from mamayev.match.dispatch import Dispatch

from .forms import KeptForm, Report, Situation
from .room import Room

MOST, THREATS = 5, 2
"""The maximum number of entries in a report, and of entries about threats."""
PARTS = 8
"""The maximum number of finished parts that a report covers, such as the activations since the seat's own."""


def situation(room: Room, seat: str, intent: Intent | None) -> Situation:
    """Return the report for a seat. `intent`: its staff's plan, if any, which names the threatened units."""
    now = room.command_of(seat)
    orders = [] if now is None else now.report
    threats = [] if intent is None else [one for one in intent.threatened if one.text][:THREATS]
    ends = [Report(_danger(one), [one.space], threat=True) for one in threats]
    ends += [_kept(orders)] if orders else []
    happened = _happened(_since(room, seat))
    found = [*islice(happened, MOST - len(ends))]
    if found and next(happened, None) is not None:
        found[-1].text += " The replay shows what came before."
    return Situation(room.picture(room.match.position, seat).headline, [*found, *ends], orders)


def _since(room: Room, seat: str) -> list[Dispatch]:
    """Return the dispatches of the parts that have ended since the seat's orders began or, without orders, since its
    own last part, the latest first."""
    found, one = [], room.commanded.get(seat)
    for dispatch in reversed(room.diary(seat, last=PARTS).dispatches):
        if dispatch.to <= one.since if one is not None else dispatch.seat == seat:
            break
        found.append(dispatch)
        if not dispatch.seat:
            break  # a whole turn
    return found


def _happened(dispatches: list[Dispatch]) -> Iterator[Report]:
    """Yield an entry for each part, and the figures of a single part."""
    for one in dispatches:
        spaces = dict.fromkeys(space for arrow in one.arrows for space in (arrow.from_, arrow.to))
        yield Report(one.text, [*spaces])
        if len(dispatches) == 1 and len(one.counts) > 1:  # a single figure is in the text already
            yield Report(sentence(", ".join(one.counts)), [])


def _kept(orders: list[KeptForm]) -> Report:
    kept = sum(one.state in ("kept", "goes on") for one in orders)
    return Report(f"{kept} of {counted(len(orders), '# order', '# orders')} kept or under way.", [])


def _danger(one: Threatened) -> str:
    return f"In danger: {one.title} ({one.odds}). {sentence(one.text)}"
