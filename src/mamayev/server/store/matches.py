"""List, read, change, check and delete the stored matches."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from ..apart import take_apart
from ..clock import now
from ..forms import MatchCard, Replying, Stopped
from .begun import Begun
from .database import DAMAGED, Database
from .happened import Happened, Within
from .rows import (
    Claim,
    Saved,
    SetUp,
    Standing,
    card_of,
    keys_of,
    legible,
    replies_of,
    saved_of,
    set_up_of,
    values_of,
    whole_row,
)
from .shared import keep_files, keep_look, short
from .tables import COMPONENTS, LOOKS, MATCHES

LISTED = 5_000
"""The maximum number of matches in the list. Each takes about 1.4 kB."""
GAMES_BEGUN = 1_000
"""The maximum number of stored matches that one caller has started, including deleted ones until they are erased."""
BYTES_BEGUN = 200_000_000
"""The maximum total size in bytes of the matches that one caller has started, measured at their start."""

BATCH = 100
"""The number of records that the list requests in one query. It reads them one after another."""

UNLISTED = ("record", "undone", "deleted_at", "asked", "components", "replies", "lent", "commanded", "unseen",
            "last", "look", "checked")  # fmt: skip

# The statements of every action are built once, because building them takes as long as the database does.
_THERE = sa.and_(MATCHES.c.id == sa.bindparam("match"), MATCHES.c.deleted_at.is_(None))
_VERSION = sa.select(MATCHES.c.version, MATCHES.c.unseen).where(_THERE)
_CHANGE = sa.update(MATCHES).where(
    _THERE, MATCHES.c.version == sa.bindparam("before"), MATCHES.c.unseen == sa.bindparam("unseen_before")
)
_WHOLE = sa.select(MATCHES, COMPONENTS.c.files).select_from(
    MATCHES.outerjoin(COMPONENTS, MATCHES.c.components == COMPONENTS.c.hash)
)


class New(NamedTuple):
    """A new match, with its public state and the description for listeners."""

    saved: Saved
    standing: Standing
    happened: Happened | None = None


class Matches:
    """The matches in a database.

    Every method runs in its own transaction, or in one that several threads share. It can be called from any thread,
    and may raise Busy.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._begun = Begun()
        self._set_ups: dict[str, tuple[int, SetUp | str]] = {}
        self.listeners: list[Within] = []

    def cards(self, where: sa.ColumnElement[bool] | None = None, most: int | None = None) -> list[MatchCard]:
        """Return up to `most` (default: 5,000) matches that are not deleted, the most recently played first. `where`: a
        condition that they must meet."""
        query = (
            sa.select(*[c for c in MATCHES.c if c.name not in UNLISTED])
            .where(MATCHES.c.deleted_at.is_(None), sa.true() if where is None else where)
            .order_by(MATCHES.c.updated.desc())
            .limit(LISTED if most is None else most)
        )
        with self._database.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        known = self._set_ups
        stale = [row["id"] for row in rows if row["id"] not in known or known[row["id"]][0] != row["version"]]
        read = known | dict(self._read_set_ups(stale))
        # A match that was deleted between the two is not read.
        rows = [row for row in rows if row["id"] in read]
        # A list of some matches leaves those of the others in memory.
        there = {row["id"]: read[row["id"]] for row in rows}
        self._set_ups = there if where is None or len(read) > 2 * LISTED else read
        return [card_of(row, there[row["id"]][1]) for row in rows]

    def _read_set_ups(self, match_ids: Sequence[str]) -> Iterator[tuple[str, tuple[int, SetUp | str]]]:
        """Yield, for each match, its version and the setup in its record. A caller may have stored 200 MB of records,
        and everyone requests the list. So the records are read only once, and one after another."""
        query = sa.select(MATCHES.c.id, MATCHES.c.version, MATCHES.c.record)
        with self._database.engine.connect().execution_options(yield_per=1) as connection:
            for first in range(0, len(match_ids), BATCH):
                for row in connection.execute(query.where(MATCHES.c.id.in_(match_ids[first : first + BATCH]))):
                    yield row.id, (row.version, set_up_of(row.record))

    def versions(self, match_ids: Sequence[str]) -> dict[str, int]:
        """Return the versions of those of the given matches that exist and are not deleted."""
        query = sa.select(MATCHES.c.id, MATCHES.c.version).where(
            MATCHES.c.id.in_(match_ids), MATCHES.c.deleted_at.is_(None)
        )
        with self._database.engine.connect() as connection:
            return {row.id: row.version for row in connection.execute(query)}

    def version(self, match_id: str) -> tuple[int, int] | None:
        """Return the version of a match, and the number of changes that do not affect it; None if the match does not
        exist or is deleted."""
        with self._database.looking.connect() as connection:
            row = connection.execute(_VERSION, {"match": match_id}).first()
        return None if row is None else (row.version, row.unseen)

    def get(self, match_id: str) -> Saved | None:
        """Return a match, or None if it does not exist or is deleted."""
        query = _WHOLE.where(MATCHES.c.id == match_id, MATCHES.c.deleted_at.is_(None))
        with self._database.engine.connect() as connection:
            row = connection.execute(query).mappings().first()
        return None if row is None else saved_of(whole_row(row))

    def raw(self, match_id: str) -> tuple[str, str, bytes] | None:
        """Return the name of a match that is not deleted, its game's name, and the raw bytes of its record; None if
        there is none.
        """
        query = _WHOLE.where(MATCHES.c.id == match_id, MATCHES.c.deleted_at.is_(None))
        with self._database.engine.connect() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            return None
        return legible(row["name"]), legible(row["game"]), whole_row(row)["record"].encode(errors=DAMAGED)

    def seeded(self, game: str, seed: int, where: sa.ColumnElement[bool] | None = None) -> Iterator[tuple[str, str]]:
        """Yield the ids and whole records of a game's open tables with a seed, without deleted ones, the most recently
        played first. `where`: a condition that they must meet.
        """
        query = _WHOLE.where(
            MATCHES.c.game == game,
            MATCHES.c.record.contains(f'"seed":{seed},'),
            MATCHES.c["keys"].is_(None),
            MATCHES.c.deleted_at.is_(None),
            sa.true() if where is None else where,
        ).order_by(MATCHES.c.updated.desc())
        # Read one after another, because a caller may have stored 200 MB of them.
        with self._database.engine.connect().execution_options(yield_per=1) as connection:
            for row in connection.execute(query).mappings():
                yield row["id"], whole_row(row)["record"]

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of all matches by id, including deleted and damaged ones, with whole records.

        `components` is set only in rows whose component files are lost.
        """
        with self._database.engine.connect() as connection:
            return [whole_row(row) for row in connection.execute(_WHOLE.order_by(MATCHES.c.id)).mappings()]

    def claim(self, match_id: str) -> Claim | None:
        """Return the rights to a match, deleted or not, or None if it does not exist."""
        query = sa.select(MATCHES.c["keys"], MATCHES.c.over).where(MATCHES.c.id == match_id)
        with self._database.engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else Claim(keys_of(row[0]), row[1])

    def untaken(self, name: str) -> str:
        """Return a name that no other game in the list has: this one, or this one with the next free number."""
        query = sa.select(MATCHES.c.name).where(
            MATCHES.c.name.startswith(name, autoescape=True), MATCHES.c.deleted_at.is_(None)
        )
        with self._database.engine.connect() as connection:
            taken = set(connection.execute(query).scalars())
        numbers = itertools.chain([name], (f"{name} {number}" for number in itertools.count(2)))
        return next(one for one in numbers if one not in taken)

    def add(self, saved: Saved, standing: Standing) -> bool:
        """Store a new match. Return False and store nothing if its caller has reached the limit."""
        return self.add_all([New(saved, standing)])

    def add_all(
        self,
        new: Sequence[New],
        caller: str = "",
        more: Sequence[sa.Insert] = (),
        within: Callable[[sa.Connection], None] | None = None,
    ) -> bool:
        """Store new matches and `more` in one transaction, run `within` in it, and notify the listeners. Return False
        and store nothing if their caller has reached the limit."""
        parts = [take_apart(one.saved.record) for one in new]
        queries = [
            sa.insert(MATCHES).values(
                id=saved.id,
                game=saved.game,
                created=saved.created,
                keys=msgspec.json.encode(saved.keys).decode() if saved.keys else None,
                **values_of(saved, standing),
                **short(own),
            )
            for (saved, standing, _), own in zip(new, parts, strict=True)
        ]

        def add(connection: sa.Connection) -> bool:
            if not self._has_room(connection, caller):
                return False
            for one, own, query in zip(new, parts, queries, strict=True):
                connection.execute(query)
                keep_files(connection, own)
                keep_look(connection, one.saved.last)
            for row in more:
                connection.execute(row)
            if within is not None:
                within(connection)
            for one in new:
                self.tell(connection, one.happened)
            return True

        stored = self._database.write(add)
        if stored:
            for (saved, _, _), own in zip(new, parts, strict=True):
                last = "" if saved.last is None else saved.last.look.text
                self._begun.add(caller, saved.id, len(own.record) + len(own.files) + len(last))
        return stored

    def _has_room(self, connection: sa.Connection, caller: str) -> bool:
        """Return whether a caller may start another match."""
        if not caller or not self._begun.is_full(caller, GAMES_BEGUN, BYTES_BEGUN):
            return True
        there = connection.execute(sa.select(MATCHES.c.id).where(MATCHES.c.id.in_(self._begun.ids(caller)))).scalars()
        self._begun.keep(caller, set(there))
        return not self._begun.is_full(caller, GAMES_BEGUN, BYTES_BEGUN)

    def store_change(
        self, saved: Saved, standing: Standing, before: tuple[int, int], happened: Happened | None = None
    ) -> bool:
        """Store a change to a match, and notify the listeners. Return False and store nothing if its `version` is no
        longer `before`."""
        own = take_apart(saved.record)
        known = dict(zip(("before", "unseen_before"), before, strict=True))
        values = {**values_of(saved, standing), **short(own), "match": saved.id, **known}

        def replace(connection: sa.Connection) -> bool:
            stored = connection.execute(_CHANGE, values).rowcount == 1
            if stored:
                keep_files(connection, own)
                if saved.last is not None and saved.last.look.hash != saved.look:
                    keep_look(connection, saved.last)
                self.tell(connection, happened)
            return stored

        return self._database.write(replace)

    def tell(self, connection: sa.Connection, happened: Happened | None) -> None:
        """Notify the listeners of a change, in its transaction."""
        if happened is not None:
            for listener in self.listeners:
                listener(connection, happened)

    def store_unseen(self, saved: Saved, before: tuple[int, int]) -> bool:
        """Store the orders in a match and their outcome. Its version and date stay the same, and no listener is
        notified. Return False and store nothing if its `version` is no longer `before`."""
        own, version = take_apart(saved.record), MATCHES.c.version == before[0]
        commanded = msgspec.json.encode(saved.commanded).decode() if saved.commanded else None
        query = (
            sa.update(MATCHES)
            .where(MATCHES.c.id == saved.id, MATCHES.c.deleted_at.is_(None), version, MATCHES.c.unseen == before[1])
            .values(commanded=commanded, unseen=saved.unseen, **short(own))
        )
        return self._database.write(lambda connection: connection.execute(query).rowcount == 1)

    def mend(self, match_id: str, version: int, values: dict[str, Any]) -> bool:
        """Replace columns of a match's row. Return False and store nothing if its version has changed."""
        query = sa.update(MATCHES).where(MATCHES.c.id == match_id, MATCHES.c.version == version).values(**values)
        return self._database.write(lambda connection: connection.execute(query).rowcount == 1)

    def rename(self, match_id: str, name: str, before: int) -> bool:
        """Rename a match in its next version. Return False and store nothing if its version is not `before`."""
        return self.mend(match_id, before, {"name": name, "version": before + 1})

    def delete(self, match_id: str) -> bool:
        """Mark a match as deleted. It can be restored for 30 days. Return False if there is no such match."""
        return self._mark(match_id, now(), MATCHES.c.deleted_at.is_(None))

    def restore(self, match_id: str) -> bool:
        """Restore a deleted match. Return False if no match with this id was deleted."""
        return self._mark(match_id, None, MATCHES.c.deleted_at.is_not(None))

    def _mark(self, match_id: str, deleted_at: str | None, where: sa.ColumnElement[bool]) -> bool:
        query = sa.update(MATCHES).where(MATCHES.c.id == match_id, where).values(deleted_at=deleted_at)
        return self._database.write(lambda connection: connection.execute(query).rowcount == 1)

    def last(self, match_id: str) -> tuple[str, str]:
        """Return the last state and the scene of a match, both packed. Each is "" if it is not stored."""
        query = sa.select(MATCHES.c.last, LOOKS.c.scene).where(MATCHES.c.id == match_id)
        with self._database.engine.connect() as connection:
            row = connection.execute(query.outerjoin_from(MATCHES, LOOKS, MATCHES.c.look == LOOKS.c.hash)).first()
        return ("", "") if row is None else (row[0] or "", row[1] or "")

    def looks(self) -> dict[str, str]:
        """Return the stored scenes of all matches, packed, by hash."""
        named = sa.select(MATCHES.c.look).where(MATCHES.c.look.is_not(None))
        with self._database.engine.connect() as connection:
            rows = connection.execute(sa.select(LOOKS).where(LOOKS.c.hash.in_(named)).order_by(LOOKS.c.hash)).all()
        return {row.hash: row.scene for row in rows}

    def unchecked(self, rules: Mapping[str, str]) -> list[str]:
        """Return the ids of the matches that have not been replayed under these versions of the rules, the most
        recently played first. A game that is not in `rules` counts as version "".
        """
        query = sa.select(MATCHES.c.id, MATCHES.c.game, MATCHES.c.checked).where(MATCHES.c.deleted_at.is_(None))
        with self._database.engine.connect() as connection:
            rows = connection.execute(query.order_by(MATCHES.c.updated.desc())).all()
        return [row.id for row in rows if row.checked != rules.get(row.game, "")]

    def note_checked(self, match_id: str, version: int, rules: str, stopped: Stopped | None) -> None:
        """Store that a match was replayed under a version of the rules, and the point where these rules cannot continue
        it.

        Does nothing if the match has changed since.
        """
        values = {"checked": rules, "stopped": None if stopped is None else msgspec.json.encode(stopped).decode()}
        self.mend(match_id, version, values)

    def replies(self, match_id: str) -> dict[str, Replying]:
        """Return each seat's setting for reaction windows in a match; empty if the match does not exist."""
        query = sa.select(MATCHES.c.replies).where(MATCHES.c.id == match_id, MATCHES.c.deleted_at.is_(None))
        with self._database.engine.connect() as connection:
            return replies_of(connection.execute(query).scalar())

    def set_replies(self, match_id: str, replies: Mapping[str, Replying]) -> None:
        """Store each seat's setting for reaction windows. The match itself, its version and its date stay unchanged."""
        text = msgspec.json.encode(replies).decode()
        query = sa.update(MATCHES).where(MATCHES.c.id == match_id).values(replies=text)
        self._database.write(lambda connection: connection.execute(query))
