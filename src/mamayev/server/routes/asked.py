"""The types of the routes' inputs: parts of the URL, and the caller."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .. import forms

Seat = Annotated[
    forms.Word | None,
    Meta(
        description="the seat whose view to give at an open table; * for the public view; by default, the seat that "
        "decides"
    ),
]
MatchId = Annotated[str, Meta(max_length=64)]
GameName = Annotated[str, Meta(max_length=64)]
Ply = Annotated[int, Meta(ge=0, le=2**31)]
Pieces = Annotated[
    list[forms.Word],
    Meta(min_length=1, max_length=40, description="a piece, or several that act together"),
]
Bends = Annotated[
    tuple[forms.Word, ...],
    Meta(max_length=20, description="only paths of several steps through these spaces, in this order"),
]
Apart = Annotated[
    tuple[forms.Word, ...],
    Meta(max_length=200, description="pieces that other attacks need, which the offers do not use"),
]
End = Annotated[
    forms.Word | None, Meta(description="only paths to this space: the cheapest, then others, shorter ones first")
]
Seen = Annotated[
    forms.Version | None, Meta(description="the version of the question; for any other version, the answer is empty")
]
