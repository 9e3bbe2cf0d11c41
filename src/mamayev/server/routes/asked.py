"""The inputs of routes: the parts of an address, and the caller."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .. import forms

Seat = Annotated[
    forms.Word | None,
    Meta(
        description="whose view of an open table; * for what everybody sees; without it that of the person who decides"
    ),
]
MatchId = Annotated[str, Meta(max_length=64)]
GameName = Annotated[str, Meta(max_length=64)]
Ply = Annotated[int, Meta(ge=0, le=2**31)]
Pieces = Annotated[
    list[forms.Word],
    Meta(min_length=1, max_length=40, description="a piece, or several that are to act alike"),
]
Bends = Annotated[
    tuple[forms.Word, ...],
    Meta(max_length=20, description="only ways of several steps past these spaces, in this order"),
]
End = Annotated[
    forms.Word | None, Meta(description="the ways to this space: the cheapest, then others, the shorter ones first")
]
Seen = Annotated[
    forms.Version | None, Meta(description="the version that is asked about: nothing is told of any other")
]
