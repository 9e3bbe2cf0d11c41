"""Looking at a match: its scene, log, past tables, overlays and plots."""

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
from .answers import Answer
from .asked import MatchId, Ply
from .parts import Parts
from .route import Routes

routes = Routes()


@routes.get("/api/matches/{match_id}/scene", Scene)
def match_scene(
    server: Parts,
    match_id: MatchId,
    who: Caller,
    ply: Annotated[
        Ply | None, Meta(description="on the board that was played on after that ply; else on that of now")
    ] = None,
) -> Answer:
    """How this game looks; it never changes while it is played."""
    with server.rooms.look(match_id, who) as (room, _):
        return Answer(msgspec.Raw(room.scene_json(ply)))


@routes.get("/api/matches/{match_id}/setup", forms.Setup)
def match_setup(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """How this game was set up; the seed tells its dice."""
    with server.rooms.look(match_id, who) as (room, _):
        room.check_open("The set-up with its seed")
        return Answer(room.setup())


@routes.get("/api/matches/{match_id}/log", forms.Log)
def events(
    server: Parts,
    match_id: MatchId,
    who: Caller,
    from_: Annotated[Ply, Meta(description="the first ply to tell of")] = 0,
) -> Answer:
    """What has happened, from a ply on."""
    with server.rooms.look(match_id, who) as (room, eyes):
        told = visible(room.events(), room.viewer(eyes))
    return Answer({"events": [e for e in told if e.ply >= from_]})


@routes.get("/api/matches/{match_id}/at/{ply}", forms.PastTable)
def at(server: Parts, match_id: MatchId, ply: Ply, who: Caller) -> Answer:
    """The table after a ply."""
    with server.rooms.look(match_id, who) as (room, eyes):
        return Answer(room.at(ply, room.viewer(eyes)))


@routes.get("/api/matches/{match_id}/overlays/{overlay}", Overlay)
def overlay(server: Parts, match_id: MatchId, overlay: forms.Line, who: Caller) -> Answer:
    """An overlay of the present table that is made only when somebody asks for it."""
    with server.rooms.enter(match_id, who) as (room, eyes):
        return Answer(room.overlay(overlay, room.viewer(eyes)))


@routes.get("/api/matches/{match_id}/faces/{ply}", list[Throw])
def faces(server: Parts, match_id: MatchId, ply: Ply, who: Caller) -> Answer:
    """The die that fell at a ply, with what each of its faces would have given; empty where none tells it alone."""
    with server.rooms.look(match_id, who) as (room, eyes):
        return Answer(room.faces(ply, room.viewer(eyes)))


@routes.get("/api/matches/{match_id}/thumbnail", Thumbnail)
def match_thumbnail(
    server: Parts,
    match_id: MatchId,
    who: Caller,
    ply: Annotated[Ply | None, Meta(description="the board after that ply; else as it is now")] = None,
) -> Answer:
    """The board in small."""
    with server.rooms.look(match_id, who) as (room, eyes):
        return Answer(room.thumbnail(ply, room.viewer(eyes)))


@routes.get("/api/matches/{match_id}/series", forms.SeriesList)
def series(server: Parts, match_id: MatchId, who: Caller) -> Answer:
    """The values that are plotted over the turns."""
    with server.rooms.look(match_id, who) as (room, _):
        return Answer(room.series())
