"""Pictures as columns for learners, in games without a custom observation."""

from __future__ import annotations

from typing import Any, NamedTuple

from .look import Look
from .observation import Column, Columns, Feature, Observation, asked, asking, flag
from .scene import Picture
from .state import State

CARD_PLACES = ("unseen", "in one's own hand", "discarded", "removed from the game", "seen this turn")
UNKNOWN = -1


def pictured(look: Look[Any]) -> Observation:
    """Return an observation based on the picture, with the same features for every game.

    Building a picture takes a millisecond, so a game that is used for learning should define its own columns.
    """
    table, scene = look.table, look.kept
    pieces, spaces = table.notation.nouns.get("piece", ()), table.notation.nouns.get("space", ())
    sides = [side.id for side in scene.sides]
    by_id = {piece.id: piece for piece in scene.pieces}
    side_of = tuple(
        sides.index(by_id[noun.id].side) if noun.id in by_id and by_id[noun.id].side in sides else UNKNOWN
        for noun in pieces
    )
    tracks = [track for track in scene.tracks if track.kind != "value"]
    reader = PictureReader(
        look,
        pieces={noun.id: n for n, noun in enumerate(pieces)},
        spaces={noun.id: n for n, noun in enumerate(spaces)},
        faces={piece.id: {face: n for n, face in enumerate(piece.faces)} for piece in scene.pieces},
        owners={piece.id: piece.side for piece in scene.pieces},
        sides={side: n for n, side in enumerate(sides)},
        control=scene.control,
        tracks={track.id: {state: n for n, state in enumerate(track.states)} for track in tracks},
        decks=[deck.id for deck in scene.decks],
        cards=1 + max((card.id for deck in scene.decks for card in deck.cards), default=-1),
    )
    return Observation(
        version=1,
        see=reader.see,
        pieces=(
            Feature("side", UNKNOWN, len(sides) - 1, "whose it is, in the scene's order of sides", fixed=side_of),
            Feature("at", UNKNOWN, len(spaces) - 1, "the space that it is seen in, -1 for none"),
            Feature("face", 0, 99, "which of its faces shows"),
            Feature("strength", UNKNOWN, 999, "the steps that show, -1 where they do not"),
            flag("lost", "it has been lost"),
        ),
        spaces=(
            Feature("control", UNKNOWN, len(sides) - 1, "the side that holds it, -1 for none"),
            *(Feature(f"pieces {side}", 0, 127, f"pieces of the side {side} in it", "pieces") for side in sides),
            Feature("hidden", 0, 127, "pieces in it that show their backs", "pieces"),
            Feature("marks", 0, 127, "markers in it", "markers"),
            flag("from", "an attack comes from here"),
            flag("to", "it is attacked"),
        ),
        cards=(Feature("place", 0, 4, "; ".join(f"{n} {place}" for n, place in enumerate(CARD_PLACES))),),
        globals=(
            *asking(table),
            Feature("turn", -1, 9999, "the turn", "turns"),
            *(Feature(f"track {t.id}", -9999, 9999, f"{t.title}: value, or number of its state") for t in tracks),
            *(Feature(f"draw {deck.id}", 0, 9999, f"cards to be drawn: {deck.title}", "cards") for deck in scene.decks),
        ),
    )  # fmt: skip


class PictureReader(NamedTuple):
    """A reader that turns a picture into columns, which count or describe the things in it."""

    look: Look[Any]
    pieces: dict[str, int]
    spaces: dict[str, int]
    faces: dict[str, dict[str, int]]
    owners: dict[str, str]
    sides: dict[str, int]
    control: dict[str, str]
    tracks: dict[str, dict[str, int]]
    decks: list[str]
    cards: int

    def see(self, p: State, seat: int) -> Columns:
        """Return the columns of the picture for a seat."""
        picture = self.look.picture(p, seat)
        return Columns(self._pieces(picture), self._spaces(picture), [self._cards(picture)], self._globals(p, picture))

    def _pieces(self, picture: Picture) -> list[Column]:
        at, strength = [[UNKNOWN] * len(self.pieces) for _ in range(2)]
        face, lost = bytearray(len(self.pieces)), 0
        for piece in picture.pieces:
            n = self.pieces.get(piece.id)
            if n is not None and not piece.hidden:
                at[n] = self.spaces.get(piece.at, UNKNOWN)
                strength[n] = UNKNOWN if piece.strength is None else piece.strength
                face[n] = self.faces.get(piece.id, {}).get(piece.face, 0)
        for name in picture.lost:
            if name in self.pieces:
                lost |= 1 << self.pieces[name]
        return [at, face, strength, lost]

    def _spaces(self, picture: Picture) -> list[Column]:
        control = [UNKNOWN] * len(self.spaces)
        for name, holder in {**self.control, **picture.control}.items():
            if name in self.spaces:
                control[self.spaces[name]] = self.sides.get(holder, UNKNOWN)
        counts = [bytearray(len(self.spaces)) for _ in self.sides]
        hidden, marks = bytearray(len(self.spaces)), bytearray(len(self.spaces))
        for piece, space in ((piece, self.spaces.get(piece.at)) for piece in picture.pieces):
            if space is not None:
                hidden[space] += piece.hidden
                side = self.sides.get(piece.side or self.owners.get(piece.id, ""))
                if side is not None:
                    counts[side][space] += 1
        for mark in picture.marks:
            if mark.at in self.spaces:
                marks[self.spaces[mark.at]] += min(mark.count, 9)
        return [control, *counts, hidden, marks, self._ends(picture, "from_"), self._ends(picture, "to")]

    def _ends(self, picture: Picture, which: str) -> bytearray:
        """Return where the attacks in the picture begin or end."""
        found = bytearray(len(self.spaces))
        for arrow in picture.arrows:
            space = self.spaces.get(getattr(arrow, which))
            if arrow.kind == "attack" and space is not None:
                found[space] = 1
        return found

    def _cards(self, picture: Picture) -> bytearray:
        places = bytearray(self.cards)
        decks = picture.decks.values()
        lying = (
            [card for hand in picture.hands for card in hand.cards],
            [card for deck in decks for card in deck.discard],
            [card for deck in decks for card in deck.removed],
            [seen.card for deck in decks for seen in deck.seen],
        )
        for place, cards in enumerate(lying, 1):
            for card in cards:
                places[card] = place
        return places

    def _globals(self, p: State, picture: Picture) -> list[int]:
        found = [*asked(p), picture.turn]
        for name, states in self.tracks.items():
            value = picture.tracks.get(name)
            found.append(UNKNOWN if value is None else states.get(value, 0) if isinstance(value, str) else value)
        return found + [picture.decks[deck].draw if deck in picture.decks else 0 for deck in self.decks]
