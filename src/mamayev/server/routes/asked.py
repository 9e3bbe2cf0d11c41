"""What routes are asked: the parts of an address, and who asks."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query
from starlette.requests import HTTPConnection

from .. import forms
from ..keys import Caller
from .parts import Parts

Seat = Annotated[
    str | None,
    Query(
        max_length=64,
        description="whose view of an open table; * for what everybody sees; without it that of the person who decides",
    ),
]
MatchId = Annotated[str, Path(max_length=64)]
Pieces = Annotated[
    list[forms.Word],
    Query(min_length=1, max_length=40, description="a piece, or several that are to act alike"),
]
Bends = Annotated[
    tuple[forms.Word, ...],
    Query(max_length=20, description="only ways of several steps past these spaces, in this order"),
]
End = Annotated[
    forms.Word | None, Query(description="the ways to this space: the cheapest, then others, the shorter ones first")
]
Seen = Annotated[
    forms.Version | None, Query(description="the version that is asked about: nothing is told of any other")
]
GameName = Annotated[str, Path(max_length=64)]


async def caller(connection: HTTPConnection, seat: Seat = None) -> Caller:
    """Who asks: `Authorization: Bearer KEY` shows the key of a held seat; another scheme is a proxy's business."""
    # A plain function would take a thread of its own.
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    return Caller(seat, key.strip() if scheme.lower() == "bearer" else None)


Who = Annotated[Caller, Depends(caller)]


async def _parts(connection: HTTPConnection) -> Parts:
    """What this application works with."""
    parts: Parts = connection.app.state.parts
    return parts


Server = Annotated[Parts, Depends(_parts)]
