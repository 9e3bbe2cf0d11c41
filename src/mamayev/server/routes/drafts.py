"""The workshop: its data about a game, and drafts of boards."""

from __future__ import annotations

import secrets
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import msgspec
from msgspec import Meta

from mamayev.engine import registry
from mamayev.engine.refusal import Refusal
from mamayev.match import components

from .. import forms
from ..asker import ASKER
from ..clock import now
from ..company import TooOften
from ..seated import Missing
from ..store.drafts import DRAFTS_KEPT
from .answers import DONE, Answer
from .asked import GameName
from .games import check_known
from .parts import Parts
from .route import Routes

DRAFT_BYTES = 12
"""The number of random bytes in an id, which are enough that no one can guess it."""

routes = Routes()

DraftId = Annotated[str, Meta(max_length=32)]
DraftIds = Annotated[tuple[DraftId, ...], Meta(max_length=100, description="the requested drafts")]


@lru_cache(maxsize=32)
def box_json(game: str) -> bytes:
    known = registry.find(game)
    if known.workshop is None or known.export_components is None:
        raise Missing(f"{known.title} has no board that you can draw here.")
    workshop = known.workshop()
    shapes = workshop.areas.shapes if workshop.areas else ""
    with TemporaryDirectory() as folder:
        ours = {file.name: file.read_text(encoding="utf-8") for file in known.export_components(Path(folder))}
    files = {name: text for name, text in ours.items() if name.endswith(".toml") or name == shapes}
    return msgspec.json.encode(forms.OwnBox(workshop, files))


@routes.get("/api/games/{game}/workshop", forms.OwnBox)
def own_box(game: GameName) -> Answer:
    """Return the forms for drawing and editing a game's map, counters and cards, and our files."""
    check_known(game)
    return Answer(msgspec.Raw(box_json(game)))


@routes.get("/api/drafts", list[forms.DraftCard])
def draft_cards(server: Parts, id_: DraftIds = ()) -> Answer:
    """Return those of the given drafts that are stored here, the latest change first."""
    return Answer(server.store.drafts.cards(id_))


@routes.post("/api/drafts", forms.DraftCard, 201)
def begin_draft(server: Parts, wanted: forms.NewDraft) -> Answer:
    """Store a new draft. Its id is its key: anyone with it can continue the draft."""
    draft = forms.Draft(
        id=secrets.token_hex(DRAFT_BYTES),
        name=_name(wanted.name),
        game=wanted.game,
        version=1,
        standing=wanted.standing,
        updated=now(),
        files=_files(wanted.game, wanted.files),
        empty=wanted.empty,
        done=wanted.done,
    )
    lack = server.store.drafts.begin(draft, ASKER.get())
    if lack == "room":
        raise Refusal(
            f"This server already keeps {DRAFTS_KEPT} drafts and has no room for another. Export yours.", field="name"
        )
    if lack == "share":
        raise TooOften("Your address has reached its limit of drafts. Delete one, or export this one.")
    return Answer(_card(draft), 201)


@routes.get("/api/drafts/{draft_id}", forms.Draft)
def draft(server: Parts, draft_id: DraftId) -> Answer:
    """Return a complete draft."""
    return Answer(_found(server, draft_id))


@routes.put("/api/drafts/{draft_id}", forms.DraftCard)
def change_draft(server: Parts, draft_id: DraftId, wanted: forms.DraftChange) -> Answer:
    """Store a changed draft. This is refused if the draft has been changed elsewhere since `version`."""
    before = _found(server, draft_id)
    after = msgspec.structs.replace(
        before,
        name=_name(wanted.name),
        version=wanted.version + 1,
        standing=wanted.standing,
        updated=now(),
        files=_files(before.game, wanted.files),
        done=wanted.done,
    )
    if wanted.version != before.version or not server.store.drafts.keep(after, wanted.version):
        raise Refusal(
            "This draft has been changed elsewhere. Take over that version, or export yours.", field="version"
        )
    return Answer(_card(after))


@routes.delete("/api/drafts/{draft_id}")
def remove_draft(server: Parts, draft_id: DraftId) -> Answer:
    """Delete a draft."""
    if not server.store.drafts.delete(draft_id):
        raise Missing("There is no such draft.")
    return DONE


def _found(server: Parts, draft_id: str) -> forms.Draft:
    found = server.store.drafts.get(draft_id)
    if found is None:
        raise Missing("There is no such draft.")
    return found


def _name(wanted: str) -> str:
    return forms.name_of(wanted) or ""


def _files(game: str, files: dict[str, str]) -> dict[str, str]:
    """Return a draft's files, whose content may be invalid. Raises Missing or Refusal."""
    check_known(game)
    return components.taken(registry.find(game), files)


def _card(draft: forms.Draft) -> forms.DraftCard:
    names = forms.DraftCard.__struct_fields__
    return forms.DraftCard(**{name: getattr(draft, name) for name in names})
