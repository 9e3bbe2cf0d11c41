"""Questions about the current decision: the choices for a piece, the consequences of an action, and the reasons why an
action is unavailable."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mamayev.engine.notation import VERB
from mamayev.engine.refusal import Refusal
from mamayev.match.data import ChoiceData
from mamayev.match.decision import Decision
from mamayev.match.foretold import Foretold

from .forms import Question, ReasonForm, Reasons
from .room import Room

CHOICES_KEPT = 32
"""The number of cached answers about choices per match. They are dropped when its version changes."""


def choices(room: Room, pieces: Sequence[str], by: Sequence[str], space: str | None, viewer: str | None) -> bytes:
    """Return the choices that these pieces share, as JSON. `by`: only paths through these spaces. `space`: only paths
    that lead there.

    The list is empty if another seat decides. It is cached until the version changes. Raises a malformed Refusal for a
    piece or a space that is not on the table.
    """
    if room.choices_version != room.version:
        room.choices_made, room.choices_version = {}, room.version
    asked = (tuple(pieces), tuple(by), space, viewer)
    found = room.choices_made.get(asked)
    if found is None:
        found = msgspec.json.encode(_work_out(room, *asked))
        if len(room.choices_made) == CHOICES_KEPT:
            del room.choices_made[next(iter(room.choices_made))]
        room.choices_made[asked] = found
    return found


def _work_out(
    room: Room, pieces: Sequence[str], by: Sequence[str], space: str | None, viewer: str | None
) -> list[ChoiceData]:
    decision, nouns = room.match.decision, room.match.table.notation.nouns
    asked = [("piece", "piece", pieces), ("space", "by", by), ("space", "space", () if space is None else (space,))]
    for kind, field, names in asked:
        known = {noun.id for noun in nouns.get(kind, ())}
        for name in names:
            if name not in known:
                raise Refusal(f"There is no {kind} “{name}”.", field=field, malformed=True)
    return [] if decision is None or decision.seat != viewer else decision.choices_data(*pieces, by=by, space=space)


def foretell(room: Room, text: str, viewer: str | None) -> Foretold:
    """Return the consequences of an action; empty if another seat decides. Raises Refusal for an illegal action."""
    decision = room.match.decision
    return Foretold() if decision is None or decision.seat != viewer else decision.foretell(text)


def reasons(room: Room, question: Question, viewer: str | None) -> Reasons:
    """Return why an action, or what the player clicked, is not available. Raises a malformed Refusal for unknown
    words."""
    match, decision = room.match, room.match.decision
    if decision is not None and not room.asks(viewer):
        return Reasons([ReasonForm(f"{room.asked_name(decision)} decides now.", [])])
    if question.text is None:
        if question.card is not None:
            return _why_card(room, question.card, question.verb or "")
        if not (question.piece or question.space or question.verb):
            text = "Ask with “text”, or with “piece”, “space”, “verb” or “card”."
            raise Refusal(text, field="text", malformed=True)
        piece, space = _named(room, question.piece or "", question.space or "", viewer)
        if not (piece or space or question.verb):
            return Reasons([ReasonForm("No decision uses that.", [])])
        found = match.why(piece=piece, space=space, verb=question.verb or "")
        if not found and (piece or space) and decision is not None:
            text = _on_offer(room, decision, piece, space, question.verb or "")
            return Reasons([ReasonForm(text, list(decision.clauses))])
        return Reasons([ReasonForm(reason.text, list(reason.clauses), text) for text, reason in found])
    if decision is None:
        return Reasons([ReasonForm("The game is over.", [])])
    try:
        action = decision.parse(question.text)
    except Refusal as refusal:
        if refusal.malformed:
            raise
        return Reasons([ReasonForm(refusal.text, list(refusal.clauses), question.text)])
    objection = match.objection(action)
    return Reasons([] if objection is None else [ReasonForm(objection.text, [], action.text)])


def _why_card(room: Room, card: int, verb: str) -> Reasons:
    """Return why a card offers no action. Raises a malformed Refusal for an unknown card."""
    found = room.match.why(card=card, verb=verb)
    if not found and (decision := room.match.decision) is not None:
        return Reasons([ReasonForm(f"You can choose this card. {decision.prompt}", list(decision.clauses))])
    return Reasons([ReasonForm(reason.text, list(reason.clauses), text) for text, reason in found])


def _on_offer(room: Room, decision: Decision, piece: str, space: str, verb: str) -> str:
    """Say that what the player clicked is available, and what else they must choose."""
    p, verbs = room.match.position, room.match.table.notation.verbs
    nouns = [*filter(None, (piece, space))]
    offers = decision.offers(*nouns, verb=verb) or [code for noun in nouns for code in decision.offers(noun, verb=verb)]
    if len(offers) == 1:
        return f"You can do this: {room.match.table.label(p, offers[0])}."
    titles = dict.fromkeys(verbs[code >> VERB].title or verbs[code >> VERB].name for code in offers)
    if verb:
        missing = "the place" if piece else "the unit"
    else:
        missing = " or ".join(f"“{title}”" for title in titles) or "the unit or the action"
    return f"There is an action here once you choose {missing}. {decision.prompt}"


def _named(room: Room, piece: str, space: str, viewer: str | None) -> tuple[str, str]:
    """Return the clicked piece and space as actions name them.

    A counter that no action names, such as an enemy's or a face-down one, stands for its space. A space that no action
    names, such as a box on a track, is dropped. Raises a malformed Refusal for a piece or space that is not on the
    table.
    """
    match = room.match
    nouns = {kind: {noun.id for noun in row} for kind, row in match.table.notation.nouns.items()}
    if piece and piece not in nouns.get("piece", ()):
        picture = room.picture(match.position, viewer)
        at = {shown.id: shown.at for shown in picture.pieces}
        if piece not in at and all(piece != known.id for known in room.scene.pieces):
            raise Refusal(f"There is no piece “{piece}”.", field="piece", malformed=True)
        piece, space = "", space or at.get(piece, "")
    if space and space not in nouns.get("space", ()):
        if space not in room.scene.space_ids():
            raise Refusal(f"There is no space “{space}”.", field="space", malformed=True)
        space = ""
    return piece, space
