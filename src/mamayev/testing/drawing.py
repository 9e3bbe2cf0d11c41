"""A check that pictures and events mention only things in the scene, so that a client can draw them."""

from __future__ import annotations

from typing import Any

from mamayev.engine.event import ONLOOKERS, Event
from mamayev.engine.scene import HexGrid, Picture, Scene

from .play import Case, assert_known


def assert_combat(picture: Picture, spaces: set[str], pieces: set[str]) -> None:
    """Check that battles are between pieces on the table, and that their columns match the strengths."""
    if picture.combat is None:
        return
    for battle in picture.combat.battles:
        assert set(battle.spaces) <= spaces, battle.id
        assert {*battle.attackers, *battle.defenders} <= pieces, battle.id
        assert not battle.columns or battle.column in [column.name for column in battle.columns], battle.id
        for column in battle.columns:
            assert abs(sum(one.chance for one in column.outcomes) - 1) < 1e-9, column.name
    for debt in picture.combat.debts:
        assert debt.space in spaces
        assert set(debt.pieces) <= pieces


def assert_grid(grid: HexGrid) -> None:
    assert grid.pitch > 0
    rows = [line.split() for line in grid.ids]
    ids = [name for row in rows for name in row if name != "-"]
    assert len(set(ids)) == len(ids) > 0, "two hexes of the grid share an id"
    if grid.terrain:
        assert [len(line) for line in grid.terrain] == [len(row) for row in rows], "the grid's terrain has other rows"
        for line, row in zip(grid.terrain, rows, strict=True):
            for letter, name in zip(line, row, strict=True):
                assert letter in grid.codes if name != "-" else letter == "-", f"the terrain of {name} is {letter!r}"


def assert_drawable(scene: Scene, picture: Picture, case: Case) -> None:
    spaces = scene.space_ids()
    pieces = {piece.id: piece for piece in scene.pieces}
    sides = {side.id for side in scene.sides}
    tracks = {track.id: track for track in scene.tracks}
    assert picture.headline
    assert picture.step == "" or picture.step in case.table.steps
    assert picture.phase == "" or picture.phase in {phase.id for phase in scene.phases}
    control = scene.sides_of(picture)
    assert set(control) <= spaces
    assert set(control.values()) <= sides
    for piece in picture.pieces:
        assert piece.at in spaces
        assert piece.hidden == (piece.id not in pieces), piece.id
        assert piece.side in sides or (not piece.side and not piece.hidden)
        assert not piece.face or piece.face in pieces[piece.id].faces
        assert piece.strength is None or 0 <= piece.strength <= pieces[piece.id].steps, piece.id
    shown = [piece.id for piece in picture.pieces]
    assert len(set(shown)) == len(shown), "a piece is in two places"
    assert set(picture.lost) <= set(pieces) - set(shown)
    for mark in picture.marks:
        assert mark.mark in {m.id for m in scene.marks}
        assert mark.at in spaces
        assert mark.count > 0
    for name, value in picture.tracks.items():
        track = tracks[name]
        if isinstance(value, int):
            # On a scale, a marker without an upper bound stays at the end.
            assert track.min <= value, f"{name} is {value}"
            assert value <= track.max or track.kind in ("scale", "value"), f"{name} is {value}"
        else:
            assert value is None or track.kind == "value" or value in track.states
    assert set(picture.notes) <= set(tracks)
    assert all(len(signs) == len(tracks[name].labels) for name, signs in picture.signs.items())
    assert_combat(picture, spaces, set(shown))
    decks = {deck.id: {card.id: [line.id for line in card.lines] for card in deck.cards} for deck in scene.decks}
    for name, state in picture.decks.items():
        assert {*state.discard, *state.removed, *(s.card for s in state.seen)} <= set(decks[name])
        assert all(seen.line in decks[name][seen.card] for seen in state.seen)
        assert 0 <= state.draw <= len(decks[name])
    for arrow in picture.arrows:
        assert {arrow.from_, arrow.to} <= spaces
        assert not arrow.piece or arrow.piece in pieces
    for overlay in picture.overlays:
        assert overlay.title, overlay.id
        assert {*overlay.spaces, *overlay.values, *(space for line in overlay.lines for space in line)} <= spaces
        assert not overlay.side or overlay.side in sides
    for hand in picture.hands:
        assert hand.seat in case.game.seats, hand.id
        assert set(hand.cards) <= set(decks[hand.deck]), hand.id
        assert len(hand.cards) in (0, hand.count), hand.id
    for pool in picture.pools:
        assert set(pool.pieces) <= set(pieces)
    for held in picture.held:
        assert_known(held.clauses, case)


def assert_telling(scene: Scene, event: Event, case: Case) -> None:
    data = event.to_data()
    assert event.text, data
    assert event.step == "" or event.step in case.table.steps, data
    assert set(event.audience) <= {*case.game.seats, ONLOOKERS}, data
    assert_known(event.clauses, case)
    spaces = scene.space_ids()
    pieces = {piece.id for piece in scene.pieces}
    assert set(event.spaces) <= spaces, data
    assert all(piece in pieces or piece.startswith("?") for piece in event.pieces), data
    if event.kind in ("move", "flip", "loss"):
        assert data["piece"] in pieces or data["piece"].startswith("?"), data
        assert {data.get("from", ""), data.get("to", "")} <= {*spaces, ""}, data
    elif event.kind == "roll":
        assert data["total"] == sum(data["dice"]) + sum(m["value"] for m in data.get("modifiers", ())), data
        charts = {chart.id: (len(chart.rows), len(chart.columns)) for chart in scene.charts}
        rows, columns = charts[data["chart"]] if data["chart"] else (0, 0)  # a roll without a chart has no cell
        assert data.get("row") is None or 0 <= data["row"] < rows, data
        assert data.get("column") is None or 0 <= data["column"] < columns, data
        for line in (*data.get("modifiers", ()), *data.get("shifts", ())):
            assert line["text"], data
            assert_known(line["clauses"], case)
        assert_shifted(data, columns)
    elif event.kind == "card":
        cards = [(deck.id, card) for deck in scene.decks for card in deck.cards]
        lines = {(deck, card.id, line) for deck, card in cards for line in ("", *(line.id for line in card.lines))}
        assert (data["deck"], data["card"], data["line"]) in lines, data
    elif event.kind == "mark":
        assert data["mark"] in {mark.id for mark in scene.marks}, data
        assert data["at"] in spaces, data
    elif event.kind == "track":
        assert data["track"] in {track.id for track in scene.tracks}, data
    elif event.kind == "control":
        assert data["space"] in spaces, data
        assert data["to"] in {side.id for side in scene.sides}, data


def assert_shifted(roll: dict[str, Any], columns: int) -> None:
    """Check that the final column is the starting column plus the shifts, within the table."""
    start, column = roll.get("start"), roll.get("column")
    if "shifts" in roll:
        assert start is not None, f"shifts from no column: {roll}"
        assert column is not None, f"shifts to no column: {roll}"
    if start is not None and column is not None:
        assert 0 <= start < columns, roll
        wanted = start + sum(shift["value"] for shift in roll.get("shifts", ()))
        at_the_edge = column <= 1 if wanted < column else column == columns - 1  # the first column may be the die
        assert column == wanted or at_the_edge, f"the shifts lead to column {wanted}: {roll}"
