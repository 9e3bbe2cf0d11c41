"""The cards (DON-ACARD, DON-CCARD): both kinds of both sides in one numbering, each copy a card of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

from .board import AXIS, SEATS, SOVIET, read

DATA = read("cards.toml")
ACTIVATION, COMBAT = range(2)
KIND_NAMES = ("activation", "combat")
GENERAL, TACTICAL, JOINT = range(3)
EVENT_NAMES = ("general", "tactical", "joint")
EVENTS = 3

DRAW, LATE, PICKED, HAND, BOX, ASIDE, DISCARD, REMOVED = range(8)
"""Where a card is: in the draw pile; not in the game before turn 4; taken for High Command from the late cards; in
hand; in the OKH or STAVKA box; set aside while it is exchanged; discarded; removed from the game."""
HIDDEN = (DRAW, HAND, BOX, ASIDE)
"""DON-FOG-01, DON-BOX-05: where the enemy does not see which card it is."""

BEFORE, AFTER, CARD, MOVE, MOVED, END, ROLL, REACT = range(8)
WINDOWS = ("before", "after", "card", "move", "moved", "end", "roll", "react")
"""DON-CARDWIN-06: when a card may be played. The first two lie in a combat, the next four in an activation: before the
activation card, before movement, after it, at its end; then after one's combat die, and against a card just played."""

EITHER, ATTACKER, DEFENDER = range(3)


class Effect(NamedTuple):
    """One thing that an event does; `effects.py` and `odds.py` say what each kind means."""

    kind: str
    n: int = 0
    what: str = ""


class Event(NamedTuple):
    """One of the events of a card. `roll`: it takes place on a die up to this, 0 without a die; `own`: in one's own
    activation alone; `role`: whom it helps."""

    roll: int
    removes: bool
    windows: frozenset[int]
    own: bool
    role: int
    text: str
    effects: tuple[Effect, ...]
    partner: str


class Card(NamedTuple):
    """A card. Activation cards have a `way` of activation and whom they name (DON-ACARD-01), combat cards their
    events."""

    id: str
    name: str
    title: str
    side: int
    kind: int
    late: bool
    air: bool
    code: str
    events: tuple[Event | None, ...]
    way: str
    whom: str
    stated: str


def _event(entry: dict[str, Any] | None) -> Event | None:
    if entry is None:
        return None
    return Event(
        entry.get("roll", 0),
        entry.get("remove", False),
        frozenset(WINDOWS.index(word) for word in entry["when"]),
        entry.get("own", False),
        ("", "attack", "defence").index(entry.get("as", "")),
        entry["text"],
        tuple(_effect(each) for each in entry["effects"]),
        entry.get("partner", ""),
    )


def _effect(entry: dict[str, Any]) -> Effect:
    words = [str(value) for name, value in entry.items() if isinstance(value, str) and name != "kind"]
    flip = ["flip"] if entry.get("flip") else []
    return Effect(entry["kind"], entry.get("n", entry.get("price", 0)), " ".join(words + flip))


def _cards() -> list[Card]:
    found = []
    for entry in DATA["combat"]:
        events = tuple(_event(entry.get(name)) for name in EVENT_NAMES)
        for n in range(1, entry["copies"] + 1):
            title = entry["title"]
            late = " (late)" if entry["late"] and entry["id"] in SAME_TITLE else ""
            name = f"{title}{late}" + (f" ({n})" if n > 1 else "")
            found.append(
                Card(
                    f"{entry['id'].lower()}-{n}", name, title, SEATS.index(entry["side"]), COMBAT, entry["late"],
                    entry.get("air", False), entry["id"], events, "", "", entry.get("stated", ""),
                )
            )  # fmt: skip
    for place, entry in enumerate(DATA["activation"], 1):
        for n in range(1, entry["copies"] + 1):
            title = entry["title"]
            late = " (late)" if entry["late"] and title == "One HQ or one formation" else ""
            late = " (activation)" if entry["kind"] == "schwerpunkt" else late  # a combat card has this title, too
            found.append(
                Card(
                    f"act{place}-{n}", f"{title}{late}" + (f" ({n})" if n > 1 else ""), title,
                    SEATS.index(entry["side"]), ACTIVATION, entry["late"], False, f"act{place}", (), entry["kind"],
                    entry.get("whom", ""), "",
                )
            )  # fmt: skip
    return found


SAME_TITLE = {
    entry["id"]
    for entry in DATA["combat"]
    if sum(other["title"] == entry["title"] and other["side"] == entry["side"] for other in DATA["combat"]) > 1
}
"""Cards whose title another card of the same side has, too."""

CARDS = tuple(_cards())
CARD_INDEX = {card.id: c for c, card in enumerate(CARDS)}
SIDE = tuple(card.side for card in CARDS)
KIND = tuple(card.kind for card in CARDS)
EVENT = tuple(card.events for card in CARDS)
OF = tuple(
    tuple(
        tuple(c for c, card in enumerate(CARDS) if (card.side, card.kind) == (s, kind)) for kind in (ACTIVATION, COMBAT)
    )
    for s in (AXIS, SOVIET)
)
"""The cards of each side and kind."""
DECKS = tuple(tuple(f"{seat}-{kind}" for kind in KIND_NAMES) for seat in SEATS)
START = bytearray(LATE if card.late else DRAW for card in CARDS)
BY_CODE = {
    code: tuple(c for c, card in enumerate(CARDS) if card.code == code) for code in {card.code for card in CARDS}
}
PAIRS = {
    c: BY_CODE[event.partner][0]
    for c, card in enumerate(CARDS)
    for event in card.events
    if event is not None and event.partner
}
"""DON-CCARD-10, DON-CCARD-11: the first card of each pair, with the second."""
PARTNER = PAIRS | {b: a for a, b in PAIRS.items()}


def described(event: Event, sure: bool = False) -> str:
    """What an event does, and on which die; none is needed where it is `sure`."""
    return f"On 1 to {event.roll}: {event.text}" if event.roll and not sure else event.text


def having(side: int, kind: str) -> tuple[int, ...]:
    """The cards of a side that have an effect of a kind."""
    return tuple(
        c
        for c in OF[side][COMBAT]
        if any(effect.kind == kind for event in EVENT[c] if event is not None for effect in event.effects)
    )


CANCELLING = tuple(having(s, "cancel") for s in (AXIS, SOVIET))
REROLLING = tuple(having(s, "reroll") for s in (AXIS, SOVIET))
