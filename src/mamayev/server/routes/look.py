"""Looking at a match: its scene, log, past tables, overlays and plots."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from mamayev.engine.foretell import Throw
from mamayev.engine.scene import Overlay, Scene

from .. import forms
from ..room import visible
from ..thumbnail import Thumbnail
from .answers import Answer, gives
from .asked import MatchId, Server, Who
from .patient import Patient

router = APIRouter(route_class=Patient)


@router.get("/api/matches/{match_id}/scene", responses=gives(Scene))
def match_scene(server: Server, match_id: MatchId, who: Who) -> Response:
    """How this game looks; it never changes while it is played."""
    with server.rooms.enter(match_id, who) as (room, _):
        return Response(room.scene_json, media_type="application/json")


@router.get("/api/matches/{match_id}/setup", responses=gives(forms.Setup))
def match_setup(server: Server, match_id: MatchId, who: Who) -> Response:
    """How this game was set up; the seed tells its dice."""
    with server.rooms.enter(match_id, who) as (room, _):
        room.check_open("The set-up with its seed")
        return Answer(room.setup())


@router.get("/api/matches/{match_id}/log", responses=gives(forms.Log))
def events(
    server: Server,
    match_id: MatchId,
    who: Who,
    start: Annotated[int, Query(alias="from", ge=0, le=2**31, description="the first ply to tell of")] = 0,
) -> Response:
    """What has happened, from a ply on."""
    with server.rooms.enter(match_id, who) as (room, eyes):
        told = visible(room.match.events, room.viewer(eyes))
    return Answer({"events": [e for e in told if e.ply >= start]})


@router.get("/api/matches/{match_id}/at/{ply}", responses=gives(forms.PastTable))
def at(server: Server, match_id: MatchId, ply: Annotated[int, Path(ge=0, le=2**31)], who: Who) -> Response:
    """The table after a ply."""
    with server.rooms.enter(match_id, who) as (room, eyes):
        return Answer(room.at(ply, room.viewer(eyes)))


@router.get("/api/matches/{match_id}/overlays/{overlay}", responses=gives(Overlay))
def overlay(server: Server, match_id: MatchId, overlay: forms.Line, who: Who) -> Response:
    """An overlay of the present table that is made only when somebody asks for it."""
    with server.rooms.enter(match_id, who) as (room, eyes):
        return Answer(room.overlay(overlay, room.viewer(eyes)))


@router.get("/api/matches/{match_id}/faces/{ply}", responses=gives(list[Throw]))
def faces(server: Server, match_id: MatchId, ply: Annotated[int, Path(ge=0, le=2**31)], who: Who) -> Response:
    """The die that fell at a ply, with what each of its faces would have given; empty where none tells it alone."""
    with server.rooms.enter(match_id, who) as (room, eyes):
        return Answer(room.faces(ply, room.viewer(eyes)))


@router.get("/api/matches/{match_id}/thumbnail", responses=gives(Thumbnail))
def match_thumbnail(
    server: Server,
    match_id: MatchId,
    who: Who,
    ply: Annotated[int | None, Query(ge=0, le=2**31, description="the board after that ply; else as it is now")] = None,
) -> Response:
    """The board in small."""
    with server.rooms.enter(match_id, who) as (room, eyes):
        return Answer(room.thumbnail(ply, room.viewer(eyes)))


@router.get("/api/matches/{match_id}/series", responses=gives(forms.SeriesList))
def series(server: Server, match_id: MatchId, who: Who) -> Response:
    """The values that are plotted over the turns."""
    with server.rooms.enter(match_id, who) as (room, _):
        return Answer(room.series())
