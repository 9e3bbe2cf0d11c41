"""Reading a match: its scene, log, past positions, overlays and plots."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from mamayev.engine.foretell import Throw
from mamayev.engine.scene import Overlay, Scene

from .. import forms
from ..keys import Caller
from ..room import visible
from ..thumbnail import Thumbnail
from .answers import Answer, Lasting
from .asked import Apart, MatchId, Ply
from .parts import Parts
from .route import Routes

routes = Routes()


@routes.get("/api/matches/{match_id}/scene", Scene)
def match_scene(
    server: Parts,
    match_id: MatchId,
    who: Caller,
    ply: Annotated[
        Ply | None, Meta(description="on the board in use after that ply; by default, the current one")
    ] = None,
) -> Answer:
    """Return the scene of this game, which stays the same unless the board changes."""
    with server.rooms.look(match_id, who) as (room, _):
        return Lasting(msgspec.Raw(room.scene_json(ply)))


@routes.get("/api/matches/{match_id}/setup", forms.Setup)
def match_setup(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Return the setup of this game. It contains the seed, which reveals the dice."""
    with server.rooms.look(match_id, who) as (room, _):
        room.check_open("The setup with its seed")
        return Answer(room.setup())


@routes.get("/api/matches/{match_id}/log", forms.Log)
def events(
    server: Parts,
    match_id: MatchId,
    who: Caller,
    from_: Annotated[Ply, Meta(description="the first ply to include")] = 0,
) -> Answer:
    """Return the events from a ply on."""
    with server.rooms.look(match_id, who) as (room, viewer):
        told = visible(room.events(), room.seat_of(viewer))
    return Answer({"events": [e for e in told if e.ply >= from_]})


@routes.get("/api/matches/{match_id}/diary", forms.Diary)
def diary(
    server: Parts,
    match_id: MatchId,
    who: Caller,
    from_: Annotated[Ply, Meta(description="only parts that ended after this ply or are in progress")] = 0,
    to: Annotated[Ply | None, Meta(description="only parts that began before this ply")] = None,
    last: Annotated[
        Ply | None, Meta(description="the maximum number of dispatches; only the latest are returned")
    ] = None,
) -> Answer:
    """Return the parts of the game, and what happened in each completed part, in a sentence or two."""
    with server.rooms.look(match_id, who) as (room, viewer):
        return Answer(room.diary(room.seat_of(viewer), from_, to, last))


@routes.get("/api/matches/{match_id}/expected", forms.Expectations)
def expected(
    server: Parts,
    match_id: MatchId,
    who: Caller,
    from_: Annotated[Ply, Meta(description="the first entry of the log")] = 0,
    to: Annotated[Ply, Meta(description="the last entry of the log")] = 2**31,
) -> Answer:
    """Return the expected losses, before the dice, in the battles in the given log entries."""
    with server.rooms.look(match_id, who) as (room, viewer):
        return Answer(room.expected(room.seat_of(viewer), from_, to))


@routes.get("/api/matches/{match_id}/at/{ply}", forms.PastTable)
def at(server: Parts, match_id: MatchId, ply: Ply, who: Caller) -> Answer:
    """Return the position after a ply."""
    with server.rooms.look(match_id, who) as (room, viewer):
        return Answer(room.at(ply, room.seat_of(viewer)))


@routes.get("/api/matches/{match_id}/overlays/{overlay}", Overlay)
def overlay(server: Parts, match_id: MatchId, overlay: forms.Line, who: Caller, apart: Apart = ()) -> Answer:
    """Compute and return an overlay for the current position."""
    with server.rooms.enter(match_id, who) as (room, viewer):
        return Answer(room.overlay(overlay, room.seat_of(viewer), apart))


@routes.get("/api/matches/{match_id}/faces/{ply}", list[Throw])
def faces(server: Parts, match_id: MatchId, ply: Ply, who: Caller) -> Answer:
    """Return the die roll at a ply, with the effect of each face. The list is empty if the result depends on more than
    this die."""
    with server.rooms.look(match_id, who) as (room, viewer):
        return Answer(room.faces(ply, room.seat_of(viewer)))


@routes.get("/api/matches/{match_id}/thumbnail", Thumbnail)
def match_thumbnail(
    server: Parts,
    match_id: MatchId,
    who: Caller,
    ply: Annotated[Ply | None, Meta(description="the board after that ply; by default, the current one")] = None,
) -> Answer:
    """Return a small picture of the board."""
    with server.rooms.look(match_id, who) as (room, viewer):
        return Answer(room.thumbnail(ply, room.seat_of(viewer)))


@routes.get("/api/matches/{match_id}/series", forms.SeriesList)
def series(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """Return the plotted values."""
    with server.rooms.look(match_id, who) as (room, _):
        return Answer(room.series())
