"""The facts that the text of a lesson relies on. A lesson fits a player's own board if these facts are the same as on
ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from mamayev.engine.notation import Notation
from mamayev.engine.position import Position
from mamayev.engine.scene import Scene, Space

from .decision import Decision
from .script import Do, Said

UNSAID = ("shape", "counters", "markers", "text", "slots", "name", "level", "origin")
"""The properties that no lesson relies on: how a space is drawn and lettered, and whether it comes from the rulebook.
The journal names spaces in its sentences, which are compared separately."""


class Seen(NamedTuple):
    """An item that a lesson shows or names: its description, and its state on a board."""

    what: str
    how: Any


def seen(p: Position, decision: Decision, do: Do, line: str, pages: list[Said]) -> Iterator[Seen]:
    """Yield the facts behind a task: the question, the effects of the action, whether the mentioned actions are legal,
    and each piece, space, card and track that the task names."""
    notation, table = p.table.notation, p.table
    yield Seen("the question", (decision.title, decision.prompt))
    yield Seen("what it costs and leads to", _offered(p, decision, line))
    yield Seen("what follows from it", msgspec.to_builtins(decision.foretell(line)))
    texts = [str(action) for action in decision.actions] if do.why_not else []
    for key in do.why_not:
        legal = any(text == key or text.startswith(f"{key} ") for text in texts)
        yield Seen(f"whether “{key}” is legal", legal)
    scene, picture = table.look.kept, table.look.picture(p, decision.index)
    held = scene.sides_of(picture)
    for kind, name in _named(notation, scene, [line, *do.why_not], [*pages, *do.pages]):
        if kind == "piece":
            printed = next((one for one in scene.pieces if one.id == name), None)
            stands = [one for one in picture.pieces if one.id == name]
            yield Seen(f"the piece {name}", msgspec.to_builtins([printed, stands]))
        elif kind == "space":
            yield Seen(f"the space {name}", [_place(scene, scene.every_space.get(name)), held.get(name)])
        elif kind == "track":
            yield Seen(f"the track {name}", picture.tracks.get(name))
        elif kind == "card":
            number = notation.index("card", name)
            faces = [card for deck in scene.decks for card in deck.cards if card.id == number]
            yield Seen(f"the card {name}", [_told(card) for card in faces])


def _offered(p: Position, decision: Decision, line: str) -> list[Any]:
    """Return how an action is offered: its label, and the cost, path and note of each choice that ends with it."""
    code = decision.code(line)
    kinds = p.table.notation.verbs[p.table.notation.verb_index[line.split()[0]]].args
    rows = decision.choices(line.split()[1]) if kinds[:1] == ("piece",) else []
    ways = [(row.cost, row.path, row.note) for row in rows if row.actions[-1].text == line]
    return [p.table.label(p, code), ways]


def _named(notation: Notation, scene: Scene, actions: list[str], pages: list[Said]) -> list[tuple[str, str]]:
    """Return the kinds and ids of the items that actions and pages name, each once. An action may be given by its first
    words."""
    found = {}
    for text in actions:
        verb, *words = text.split()
        index = notation.verb_index.get(verb)
        kinds = () if index is None else notation.verbs[index].args
        found.update(dict.fromkeys(zip(kinds, words, strict=False)))
    tracks = {track.id for track in scene.tracks}
    for name in (name for page in pages for name in page.show):
        kinds = tuple(kind for kind in ("piece", "space") if notation.index(kind, name) is not None)
        found.update(dict.fromkeys((kind, name) for kind in (*kinds, *(["track"] if name in tracks else []))))
    return list(found)


def _place(scene: Scene, space: Space | None) -> Any:
    """Return a space and its neighbors."""
    if space is None:
        return None
    borders = sorted((border.kind, *sorted(border.spaces)) for border in scene.borders if space.id in border.spaces)
    return [_told(space), borders]


def _told(shown: msgspec.Struct) -> dict[str, Any]:
    return {name: value for name, value in msgspec.to_builtins(shown).items() if name not in UNSAID}
