"""Store a terminal game after every action, in the same database as the browser's games."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from mamayev.engine import registry
from mamayev.engine.refusal import Refusal
from mamayev.match.holding import Holding, holding
from mamayev.match.match import Match, Record
from mamayev.server.saved import MATCH_ID, begun, changed_rules, held, match_of, refused, standing
from mamayev.server.store import Store
from mamayev.server.store.database import default_address
from mamayev.server.store.matches import New
from mamayev.server.store.rows import AWAY, HUMAN, Saved
from mamayev.server.store.studies import add_studies
from mamayev.server.studying import taken_from
from mamayev.server.writer import Busy

from .output import database_errors, file_errors

PAUSES = (0.1, 0.2, 0.4, 0.8)  # seconds between attempts while another program has locked the database
T = TypeVar("T")


class Elsewhere(Exception):
    """The game has been continued elsewhere: in the browser or in another terminal."""


def read(file: Path, *, branch: bool = False) -> Match:
    """Return the match of a saved game.

    `branch`: if the rules refuse an entry, return the match with the entries before it. If the file is invalid, raises
    a Refusal that names it.
    """
    with file_errors(file):
        record = Record.load(file)
    holds = holding(record)
    if holds.refusal is None or (branch and holds.match is not None):
        assert holds.match is not None
        return holds.match
    refusal = holds.refusal
    raise Refusal(f"{file}: {refusal.text}{_way_on(holds)}", refusal.clauses, field=refusal.field, malformed=True)


def _way_on(holds: Holding) -> str:
    """Say how to continue after the entry that the rules refuse."""
    return "" if holds.match is None else f" With --branch you play on from entry {holds.plies}."


class Kept:
    """A game played in this terminal. It is first stored when its first action is played."""

    def __init__(self, db: str | None = None) -> None:
        self._db = db
        self._store: Store | None = None
        self._saved: Saved | None = None

    def resume(self, wanted: str, *, branch: bool = False) -> Match:
        """Return the match with an id, or the most recent match of the game with this name.

        `branch`: if the rules refuse an entry, return the match with the entries before it. Raises Refusal if no match
        can be resumed here.
        """
        self._open(make=self._db is None)
        match_id = wanted if MATCH_ID.fullmatch(wanted) else self._latest(registry.find(wanted).name)
        self._saved = self._find(match_id)
        holds = held(self._saved)
        if holds.refusal is None:
            return match_of(self._saved, holds)
        if branch and holds.match is not None:
            return holds.match
        why = refused(self._saved, holds.refusal)
        raise Refusal(f"{why.text}{_way_on(holds)}", why.clauses, field=why.field)

    def _latest(self, game: str) -> str:
        cards = self._ask(lambda store: store.matches.cards())
        found = next((card for card in cards if card.game == game and not (card.held or card.damaged)), None)
        if found is None:
            raise Refusal(f"There is no game of {game} to resume.", field="--resume", malformed=True)
        return found.id

    @property
    def name(self) -> str:
        """The name of the game in the list, and its id; "" before its first action."""
        return f"“{self._saved.name}” ({self._saved.id})" if self._saved else ""

    def notice(self, match: Match) -> str:
        """Return the message to show when a match is resumed."""
        left = self._saved.left if self._saved else ""
        return " ".join(filter(None, (changed_rules(match, left), match.lesson_notice)))

    @property
    def bots(self) -> dict[str, str]:
        """The bots in the game, by seat. A seat that a player has only lent to a bot is theirs again."""
        if self._saved is None:
            return {}
        seats, lent = self._saved.seats, self._saved.lent
        return {seat: player for seat, player in seats.items() if player not in (HUMAN, AWAY) and seat not in lent}

    @property
    def away(self) -> list[str]:
        """The seats that are played elsewhere, by mail."""
        return [seat for seat, player in self._saved.seats.items() if player == AWAY] if self._saved else []

    def play_here(self, seat: str) -> None:
        """Stop playing a seat by mail."""
        if seat in self.away and self._saved is not None:
            self._saved.seats[seat] = HUMAN

    def save(self, match: Match, file: Path) -> None:
        """Write a match to a file, with the studies that are stored beside it. Raises OSError or Refusal."""
        record = match.record
        if (saved := self._saved) is not None:
            record = record.copy()
            record.forget_later_orders()
            studies = (kept.on(record.log) for kept in self._ask(lambda store: store.studies.of(saved.id)))
            record.studies = [study for study in studies if not study.empty]
        record.save(file)

    def read(self) -> Match:
        """Return the match as stored, including changes made elsewhere. Raises Refusal if the match was deleted."""
        assert self._saved is not None
        return self.resume(self._saved.id)

    def check(self) -> None:
        """Raise Elsewhere if another process has changed the game since this one last read or wrote it."""
        saved = self._saved
        if saved is not None and self._ask(lambda store: store.matches.version(saved.id)) not in (
            (saved.version, saved.unseen),
            None,
        ):
            raise Elsewhere

    def write(self, match: Match, bots: Mapping[str, str]) -> None:
        """Store a match and its players. If it raises Elsewhere or Refusal, nothing was stored."""
        if self._saved is None:
            name = self._ask(lambda store: store.matches.untaken(match.game.title))
            written, studies = match.record.studies, taken_from(match)
            new = begun(match, bots, name)
            row = New(new, standing(match))
            try:
                self._ask(
                    lambda store: store.matches.add_all(
                        [row], within=lambda connection: add_studies(connection, new.id, studies, match.record.log)
                    )
                )
            except Refusal:
                match.record.studies = written  # for the next attempt, or a file
                raise
            self._saved = new
            return
        before = self._saved
        after = begun(match, {**dict.fromkeys(self.away, AWAY), **bots}, before.name)
        after.id, after.created, after.version = before.id, before.created, before.version + 1
        after.unseen = before.unseen
        if not self._ask(
            lambda store: store.matches.store_change(after, standing(match), (before.version, before.unseen))
        ):
            raise Elsewhere
        self._saved = after

    def another(self) -> Kept:
        """Return the storage of another game."""
        return Kept(self._db)

    def close(self) -> None:
        """Release the database."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def _find(self, match_id: str) -> Saved:
        saved = self._ask(lambda store: store.matches.get(match_id))
        if saved is None:
            raise Refusal(f"There is no game {match_id}, or it has been deleted.", field="--resume", malformed=True)
        if saved.keys:
            raise Refusal(
                f"“{saved.name}” is a private game. Play it in the browser, with the link for your seat.",
                field="--resume",
            )
        return saved

    def _ask(self, do: Callable[[Store], T]) -> T:
        """Run a query, with a few attempts if the database is busy. Raises Refusal if every attempt fails."""
        store = self._open()
        with database_errors():
            for pause in PAUSES:
                try:
                    return do(store)
                except Busy:
                    time.sleep(pause)
            return do(store)

    def _open(self, *, make: bool = True) -> Store:
        """Return the store, which is opened once. `make`: see `Database`. Raises Refusal."""
        if self._store is None:
            self._store = Store(self._db or default_address(), make=make)
        return self._store
