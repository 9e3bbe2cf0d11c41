"""The table in words, from any game's Scene and Picture (docs/protocol.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from mamayev.engine.event import Event, Roll, Step, Turn
from mamayev.engine.foretell import Forecast, Trade
from mamayev.engine.scene import Chart, Picture, PieceAt, Scene, Space
from mamayev.engine.words import counted

from .screen import Screen

TONES = {"a": "cyan", "b": "red", "c": "green"}


def show_board(screen: Screen, scene: Scene, picture: Picture, *, every_space: bool = False) -> None:
    """Show the headline, tracks, held markers, and the non-empty spaces, by controlling side."""
    screen.heading(picture.headline)
    if picture.standing:
        screen.say(picture.standing)
    show_tracks(screen, scene, picture)
    contents = _contents(scene, picture)
    sides = {side.id: side for side in scene.sides}
    held = scene.sides_of(picture)
    for side in (*sides, ""):
        spaces = [
            space
            for space in scene.every_space.values()
            if held.get(space.id, "") == side and (every_space or contents.get(space.id))
        ]
        if not spaces:
            continue
        screen.heading(f"{sides[side].name} spaces" if side else "Other spaces")
        style = TONES[sides[side].tone] if side else ""
        screen.table(
            ("", "", ""),
            [(space_name(space), ", ".join(space.features), "; ".join(contents.get(space.id, ()))) for space in spaces],
            (style, "dim"),
        )
    _show_rest(screen, scene, picture)


def show_tracks(screen: Screen, scene: Scene, picture: Picture) -> None:
    """Show the tracks that have a number or a state."""
    rows = []
    for track in scene.tracks:
        if track.id not in picture.tracks:
            continue
        value = picture.tracks[track.id]
        rows.append((track.title, "none yet" if value is None else str(value), picture.notes.get(track.id, "")))
    if rows:
        screen.table(("", "", ""), rows, ("", "bold", "dim"))


def show_space(screen: Screen, scene: Scene, picture: Picture, space: Space) -> None:
    """Show one space: its controller, contents and neighbors."""
    names = {s.id: space_name(s) for s in scene.every_space.values()}
    sides = {side.id: side.name for side in scene.sides}
    terrain = {t.id: t.name for t in scene.terrains}
    screen.heading(space_name(space))
    facts = [
        ("control", sides.get(scene.sides_of(picture).get(space.id, ""), "")),
        ("terrain", terrain.get(space.terrain, "")),
        ("features", ", ".join(space.features)),
        ("holds", "; ".join(_contents(scene, picture).get(space.id, ["nothing"]))),
        ("next to", ", ".join(names[n] for n in space.neighbours)),
        ("origin", space.origin),
    ]
    screen.table(("", ""), [fact for fact in facts if fact[1]], ("dim",))


def space_name(space: Space) -> str:
    """Return the label and name of a space, or only one if they are the same."""
    label, name = space.label.split(), space.name.split()
    if set(label) <= set(name):
        return space.name
    return space.label if set(name) <= set(label) else f"{space.label} {space.name}"


def _contents(scene: Scene, picture: Picture) -> dict[str, list[str]]:
    """Return the pieces and marks of each space that is not empty, in words."""
    found: dict[str, list[str]] = {}
    pieces = {piece.id: piece for piece in scene.pieces}
    sides = {side.id: side.name for side in scene.sides}
    marks = {mark.id: mark for mark in scene.marks}
    hidden: Counter[tuple[str, str]] = Counter()
    for piece in picture.pieces:
        known = pieces.get(piece.id)
        if name := piece.name or (known.name if known else ""):
            faces = known.faces if known else ()
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


def _show_rest(screen: Screen, scene: Scene, picture: Picture) -> None:
    names = {piece.id: piece.name for piece in scene.pieces}
    rows = [("Held", f"{held.title}: {held.text}" if held.text else held.title) for held in picture.held]
    for pool in picture.pools:
        listed = f": {', '.join(names.get(p, p) for p in pool.pieces)}" if pool.pieces else ""
        rows.append((pool.title, f"{pool.count}{listed}"))
    cards = {deck.id: {card.id: card.title for card in deck.cards} for deck in scene.decks}
    for hand in picture.hands:
        listed = f": {', '.join(cards[hand.deck][card] for card in hand.cards)}" if hand.cards else ""
        rows.append((hand.title, f"{hand.count}{listed}"))
    titles = {deck.id: deck.title for deck in scene.decks}
    for deck, state in picture.decks.items():
        rows.append((titles.get(deck, deck), f"{state.draw} to draw, {len(state.discard)} discarded"))
    if picture.lost:
        rows.append(("Out of play", ", ".join(names.get(p, p) for p in picture.lost)))
    if rows:
        screen.table(("", ""), rows, ("dim",))


def show_events(screen: Screen, events: Iterable[Event]) -> None:
    """Show a line for each event. Turns and steps are headings."""
    for event in events:
        if not event.text:
            continue
        if isinstance(event, Turn):
            screen.say(event.text, "bold reverse")
        elif isinstance(event, Step):
            screen.say(event.title, "bold")
        else:
            who = f"{event.who}: " if event.who and not event.text.startswith(event.who) else ""
            screen.cite(f"  {who}{event.text}{_arithmetic(event)}", event.clauses)


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
    return f" (table {event.chart}: {parts}{total}{column}: {event.result})"


def in_words(scene: Scene, chart: str, result: str) -> str:
    """Return the full words of a result, which charts abbreviate."""
    return next((one.words.get(result, result) for one in scene.charts if one.id == chart), result)


def odds_in_short(scene: Scene, rolls: Iterable[Forecast], *, named: bool = False) -> str:
    """Describe the possible effects of dice; "" if there is no roll.

    The text gives the chances of all results that change something, and of the desired result for each value that the
    player can set. `named`: include the title of each roll.
    """
    told = []
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
            told.append(title + ", ".join(chances))
        if roll.trade is not None:
            told.append(trade_in_words(roll.trade))
    return "; ".join(told)


def trade_in_words(trade: Trade) -> str:
    """Describe the expected losses of an attack."""
    fate = f"{trade.chance:.0%} {'taken' if trade.enters else 'cleared'}"
    return f"expected: kills {trade.kills:.3g}, costs {trade.costs:.3g}, hex {fate}"


def show_chart(screen: Screen, chart: Chart) -> None:
    """Show a chart of the rulebook."""
    screen.cite(chart.title, chart.clauses, "bold")
    screen.table(chart.columns, chart.rows)
    for modifier in chart.modifiers:
        screen.say(f"  {modifier}")
    if chart.note:
        screen.say(chart.note)


def show_result(screen: Screen, result: dict[str, Any]) -> None:
    """Show the end of a game: the points line by line, the level, and the winner."""
    screen.gap()
    screen.heading("The game is over")
    screen.say(str(result.get("why", "")))
    lines = result.get("sum") or []
    rows = [(line["text"], f"{line['points']:+d}", ", ".join(line.get("clauses", ()))) for line in lines]
    if lines:
        rows.append(("Points", str(result.get("points", "")), ""))
        screen.table(("", "", ""), rows, ("", "bold", "dim"))
    elif "points" in result:
        screen.say(f"Points: {result['points']}")
    if result.get("level"):
        screen.say(str(result["level"]), "bold")
    elif "winner" in result:
        screen.say(f"Winner: {result['winner'] or 'nobody'}", "bold")
    for note in result.get("notes", ()):
        screen.cite(note["text"], note.get("clauses", ()))
