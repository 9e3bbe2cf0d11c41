"""Describe the table of any game in words, based on its Scene and Picture, for the terminal and for agents that read
text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .event import Event, Roll, Step, Turn
from .foretell import Forecast, Trade
from .scene import Picture, PieceAt, Scene, Space
from .words import counted, sentence

NAMED = 4
"""The number of pieces above which a pool shows only their number."""


class Line(NamedTuple):
    """A value with its title and an optional note."""

    title: str
    value: str
    note: str = ""


def describe(scene: Scene, picture: Picture, departures: Sequence[str] = ()) -> str:
    """Return the table in words, one line for each value and each space that is not empty, in the scene's order.

    `departures`: the edition and options other than the defaults (`Rulebook.departures`).
    """
    lines = [picture.headline, *filter(None, [picture.standing])]
    if departures:
        lines.append(f"Rules: {'; '.join(departures)}")
    for line in values(scene, picture):
        note = f" ({line.note})" if line.note else ""
        lines.append(f"{line.title}: {line.value}{note}")
    held = contents(scene, picture, figures=True)
    for title, spaces in by_side(scene, picture):
        rows = [(space, held[space.id]) for space in spaces if space.id in held]
        if rows:
            lines.append(f"{title}:")
        for space, things in rows:
            name = f"{space_name(space)}{' (key)' if 'key' in space.features else ''}"
            lines.append(f"{name}{':' if ' ' in name else ''} {'; '.join(things)}")
    lines += [f"{line.title}: {line.value}" for line in stock(scene, picture, most=NAMED)]
    return "\n".join(lines)


def values(scene: Scene, picture: Picture) -> Iterator[Line]:
    """Yield the tracks that have a number or a state."""
    for track in scene.tracks:
        if track.id in picture.tracks:
            value = picture.tracks[track.id]
            yield Line(track.title, "none yet" if value is None else str(value), picture.notes.get(track.id, ""))


def by_side(scene: Scene, picture: Picture) -> Iterator[tuple[str, list[Space]]]:
    """Yield the spaces under headings: first by the side that controls them or has the only pieces there, then all
    others."""
    control = scene.sides_of(picture)
    sides = {piece.id: piece.side for piece in scene.pieces}
    there: dict[str, set[str]] = {}
    for piece in picture.pieces:
        there.setdefault(piece.at, set()).add(piece.side or sides.get(piece.id, ""))
    found: dict[tuple[str, bool], list[Space]] = {}
    for space in scene.every_space.values():
        side, owners = control.get(space.id, ""), there.get(space.id, set())
        whose = side or (next(iter(owners)) if len(owners) == 1 else "")
        found.setdefault((whose, bool(side)), []).append(space)
    for each in scene.sides:
        yield f"{each.name} spaces", found.get((each.id, True), [])
        yield f"{each.name} pieces", found.get((each.id, False), [])
    yield "Other spaces", found.get(("", False), [])


def space_name(space: Space) -> str:
    """Return the label and name of a space, or only one if they are the same."""
    label, name = space.label.split(), space.name.split()
    if set(label) <= set(name):
        return space.name
    return space.label if set(name) <= set(label) else f"{space.label} {space.name}"


def contents(scene: Scene, picture: Picture, *, figures: bool = False) -> dict[str, list[str]]:
    """Return the pieces and marks of each space that is not empty, in words. `figures`: whether to include the numbers
    on the counters.
    """
    found: dict[str, list[str]] = {}
    pieces = {piece.id: piece for piece in scene.pieces}
    sides = {side.id: side.name for side in scene.sides}
    marks = {mark.id: mark for mark in scene.marks}
    hidden: Counter[tuple[str, str]] = Counter()
    for piece in picture.pieces:
        known = pieces.get(piece.id)
        if name := piece.name or (known.name if known else ""):
            faces, printed = (known.faces, known.figures) if known else ((), ())
            if figures and printed:
                name = f"{name} {printed[faces.index(piece.face) if piece.face in faces else 0]}"
            found.setdefault(piece.at, []).append(_piece_text(piece, name, faces))
        else:
            hidden[piece.at, sides.get(piece.side, "")] += 1
    for (at, whose), count in hidden.items():
        what = f"hidden {whose} piece" if whose else "hidden piece"
        found.setdefault(at, []).append(counted(count, f"# {what}", f"# {what}s"))
    for mark in picture.marks:
        text = f"{marks[mark.mark].name}{f' {mark.text}' if mark.text else ''}"
        found.setdefault(mark.at, []).append(f"{mark.count} × {text}" if mark.count > 1 else text)
    return found


def _piece_text(piece: PieceAt, name: str, faces: tuple[str, ...]) -> str:
    states = list(piece.states)
    if piece.face and faces and piece.face != faces[0]:
        states.insert(0, piece.face)
    if piece.strength is not None:
        left = counted(piece.strength, "# step", "# steps")
        states.insert(0, left if piece.strength else "on a blank edge")
    return f"{name} ({', '.join(states)})" if states else name


def stock(scene: Scene, picture: Picture, *, most: int | None = None) -> Iterator[Line]:
    """Yield everything off the board: held markers, pools, hands, decks and lost pieces. `most`: the number of pieces
    above which a pool is counted instead of listed.
    """
    names = {piece.id: piece.name for piece in scene.pieces}
    for held in picture.held:
        yield Line("Held", f"{held.title}: {held.text}" if held.text else held.title)
    for pool in picture.pools:
        named = pool.pieces and (most is None or len(pool.pieces) <= most)
        yield Line(pool.title, f"{pool.count}: {_listed(names, pool.pieces)}" if named else str(pool.count))
    cards = {deck.id: {card.id: card.title for card in deck.cards} for deck in scene.decks}
    for hand in picture.hands:
        listed = f": {', '.join(cards[hand.deck][card] for card in hand.cards)}" if hand.cards else ""
        yield Line(hand.title, f"{hand.count}{listed}")
    titles = {deck.id: deck.title for deck in scene.decks}
    for deck, state in picture.decks.items():
        yield Line(titles.get(deck, deck), f"{state.draw} left, {len(state.discard)} discarded")
    if picture.lost and not set(picture.lost) <= {piece for pool in picture.pools for piece in pool.pieces}:
        few = most is None or len(picture.lost) <= most
        yield Line("Out of play", _listed(names, picture.lost) if few else str(len(picture.lost)))


def _listed(names: dict[str, str], pieces: tuple[str, ...] | list[str]) -> str:
    return ", ".join(names.get(piece, piece) for piece in pieces)


def asked(title: str, prompt: str) -> str:
    """Return the prompt with its title. If the title repeats the prompt or also asks a question, return only the
    prompt."""
    return prompt if title in prompt or title[-1] == prompt[-1] == "?" else f"{sentence(title)} {prompt}"


def told(event: Event) -> str:
    """Return an event as a line, with the arithmetic of a roll, or "" if it has no text."""
    if isinstance(event, Step) and event.text:
        return event.title
    who = f"{event.who}: " if event.who and not event.text.startswith(event.who) and not isinstance(event, Turn) else ""
    return f"{who}{event.text}{_arithmetic(event)}" if event.text else ""


def _arithmetic(event: Event) -> str:
    """Describe a roll: the dice, each modifier with its reason, the total and the result."""
    if not isinstance(event, Roll) or f"= {event.total}" in event.text:
        return ""
    parts = " + ".join(map(str, event.dice))
    for modifier in event.modifiers:
        if modifier.value:
            parts += f" {'+' if modifier.value > 0 else '−'} {abs(modifier.value)} {modifier.text}"
    total = f" = {event.total}" if parts != str(event.total) else ""
    column = "".join(f", column {shift.value:+} {shift.text}" for shift in event.shifts if shift.value)
    chart = f"table {event.chart}: " if event.chart else ""
    return f" ({chart}{parts}{total}{column}: {event.result})"


def in_words(scene: Scene, chart: str, result: str) -> str:
    """Return the full words for a result that a chart abbreviates."""
    return next((one.words.get(result, result) for one in scene.charts if one.id == chart), result)


def odds_in_short(scene: Scene, rolls: Iterable[Forecast], *, named: bool = False) -> str:
    """Describe the possible effects of dice, or "" if there is no roll.

    The text gives the chances of all results that change something, and of the desired result for each value that the
    player can set. `named`: whether to include the title of each roll.
    """
    parts = []
    for roll in rolls:
        chart = next((throw.chart for throw in roll.throws), "")
        verdicts = next((one.verdicts for one in scene.charts if one.id == chart), {})
        chances = [
            f"{one.chance:.0%} {in_words(scene, chart, one.text)}"
            for one in roll.outcomes
            if verdicts.get(one.text) != "none"
        ]
        brought = [(s, one) for s in roll.settings for one in s.outcomes]
        hoped = next((v for v in ("good", "fair") if any(verdicts.get(one.text) == v for _, one in brought)), "")
        for setting in roll.settings if hoped else ():
            best = sum(one.chance for one in setting.outcomes if verdicts.get(one.text) == hoped)
            if not setting.now:
                chances.append(f"{best:.0%} with {setting.text}" if best else f"never with {setting.text}")
        if chances:
            title = f"next, {roll.title}: " if roll.next else f"{roll.title}: " if named else ""
            parts.append(title + ", ".join(chances))
        if roll.trade is not None:
            parts.append(trade_in_words(roll.trade))
    return "; ".join(parts)


def trade_in_words(trade: Trade) -> str:
    """Describe the expected losses of an attack."""
    fate = f"{trade.chance:.0%} {'taken' if trade.enters else 'cleared'}"
    return f"expected: kills {trade.kills:.3g}, costs {trade.costs:.3g}, hex {fate}"
