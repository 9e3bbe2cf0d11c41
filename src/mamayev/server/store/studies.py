"""The studies of matches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple, Self

import msgspec
import sqlalchemy as sa

from mamayev.match.line import lines_of
from mamayev.match.studies import CHAPTERS, Annotation, Chapter, Study

from ..clock import ago, now
from .database import Database
from .tables import LEADS, STUDIES


class Written(NamedTuple):
    """When a study was last changed, and whether the others in a private game may read it before the end."""

    changed: str
    shared: bool = False


class KeptStudy(NamedTuple):
    """A stored study. `shared`, `changed`: as in `Written`. `lines`: a checksum of the log up to each ply with a note
    or a chapter (`lines_of`); older studies have none.
    """

    study: Study
    shared: bool = False
    changed: str = ""
    lines: Mapping[int, str] = MappingProxyType({})

    @property
    def written(self) -> Written | None:
        """When it was last changed, and whether it is shared; None for an empty study, which is not stored."""
        return None if self.study.empty else Written(self.changed, self.shared)

    def on(self, log: Sequence[str]) -> Study:
        """Return the part of the study about positions of a log. The rest is about what was undone."""
        now = lines_of(log, self.study.plies)
        return self.study.within({ply for ply, line in now.items() if self.lines.get(ply, line) == line})

    def noted(self, note: Annotation, log: Sequence[str]) -> Self:
        """Return this study with a note at a position of a log. Raises Refusal."""
        return self._over({note.ply}, log)._with(lambda study: study.noted(note), log)

    def arranged(self, title: str, chapters: Sequence[Chapter], log: Sequence[str]) -> Self:
        """Return this study with a title, and with these chapters in place of those at the positions of a log. Chapters
        of what was undone stay, as far as there is room. Raises Refusal."""
        there = self._over({one.ply for one in chapters}, log)
        now = there.on(log).chapters
        rest = [one for one in there.study.chapters if one not in now]
        most = [*chapters, *rest][: max(CHAPTERS, len(chapters))]
        return there._with(lambda study: study.arranged(title, most), log)

    def _over(self, plies: Collection[int], log: Sequence[str]) -> Self:
        """Return this study without what other positions at these plies have."""
        now = lines_of(log, plies)
        other = {ply for ply, line in now.items() if self.lines.get(ply, line) != line}
        lines = {ply: line for ply, line in self.lines.items() if ply not in other}
        return self._replace(study=self.study.within(self.study.plies - other), lines=lines) if other else self

    def _with(self, change: Callable[[Study], Study], log: Sequence[str]) -> Self:
        """Return this study with a change at positions of a log."""
        study = change(self.study)
        known = {**lines_of(log, study.plies), **self.lines}  # what was undone keeps its line
        return self._replace(study=study, lines={ply: line for ply, line in known.items() if ply in study.plies})


class Studies:
    """The studies of all matches: one per seat, or one for everyone at an open table. Each method is one transaction,
    can be called from any thread, and may raise Busy."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, match_id: str) -> list[KeptStudy]:
        """Return the studies of a match, by seat."""
        query = sa.select(STUDIES).where(STUDIES.c.match == match_id).order_by(STUDIES.c.seat)
        with self._database.engine.connect() as connection:
            rows = connection.execute(query).all()
        return [kept for row in rows if (kept := _kept(row)) is not None]

    def change(self, match_id: str, seat: str, change: Callable[[KeptStudy], KeptStudy]) -> KeptStudy:
        """Replace a seat's study with the result of `change`, and return it. If `change` raises an error, nothing is
        stored."""
        there = sa.and_(STUDIES.c.match == match_id, STUDIES.c.seat == seat)

        def replace(connection: sa.Connection) -> KeptStudy:
            # A second tab that writes at the same time waits, so that neither loses a note.
            row = connection.execute(sa.select(STUDIES).where(there).with_for_update()).first()
            changed = change((None if row is None else _kept(row)) or KeptStudy(Study(seat)))._replace(changed=now())
            connection.execute(sa.delete(STUDIES).where(there))
            if not changed.study.empty:
                connection.execute(sa.insert(STUDIES), _row(match_id, changed))
            return changed

        return self._database.write(replace)

    def written(self, matches: Collection[str]) -> dict[str, dict[str, Written]]:
        """Return when the studies of these matches were last changed, by match and seat. An empty study is missing."""
        query = sa.select(STUDIES.c.match, STUDIES.c.seat, STUDIES.c.changed, STUDIES.c.shared)
        found: dict[str, dict[str, Written]] = {match_id: {} for match_id in matches}
        with self._database.engine.connect() as connection:
            for row in connection.execute(query.where(STUDIES.c.match.in_(matches))):
                found[row.match][row.seat] = Written(row.changed or "", row.shared)
        return found

    def whole(self) -> list[dict[str, Any]]:
        """Return the rows of all studies."""
        return self._database.rows(sa.select(STUDIES).order_by(STUDIES.c.match, STUDIES.c.seat))


class Lead(msgspec.Struct, frozen=True):
    """A position that one player shows to everyone who follows. `seat`: that player's seat; "" at an open table."""

    seat: str
    ply: int


class Leads:
    """The players who lead others through matches, on all servers. A match has at most one leader. Methods work as in
    `Studies`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, server: str, leads: Mapping[str, Lead], believed: float) -> None:
        """Store who leads on a server, by match.

        If a match has a leader on another server, it keeps that leader unless the other server has been silent for
        `believed` seconds.
        """
        late = sa.or_(LEADS.c.server == server, LEADS.c.seen < ago(believed))

        def lead(connection: sa.Connection) -> None:
            connection.execute(sa.delete(LEADS).where(late))
            taken = set(connection.execute(sa.select(LEADS.c.match).where(LEADS.c.match.in_(leads))).scalars())
            for match_id in leads.keys() - taken:
                row = {"match": match_id, "server": server, "seen": now(), **msgspec.structs.asdict(leads[match_id])}
                connection.execute(sa.insert(LEADS), row)

        with suppress(sa.exc.IntegrityError):  # somebody began to lead on another server at the same moment
            self._database.write(lead)

    def elsewhere(self, server: str, believed: float) -> dict[str, Lead]:
        """Return who leads on other servers, by match. Only servers that have reported within `believed` seconds
        count."""
        query = sa.select(LEADS).where(LEADS.c.server != server, LEADS.c.seen >= ago(believed))
        with self._database.engine.connect() as connection:
            return {row.match: Lead(row.seat, row.ply) for row in connection.execute(query)}


def add_studies(connection: sa.Connection, match_id: str, studies: Iterable[Study], log: Sequence[str]) -> None:
    """Store the studies of a new match with this log."""
    if rows := [_row(match_id, KeptStudy(study, lines=lines_of(log, study.plies))) for study in studies]:
        connection.execute(sa.insert(STUDIES), rows)


def _row(match_id: str, kept: KeptStudy) -> dict[str, Any]:
    text = msgspec.json.encode(kept.study).decode()
    changed = kept.changed or None
    lines = msgspec.json.encode(dict(kept.lines)).decode()
    return {
        "match": match_id, "seat": kept.study.seat, "study": text, "shared": kept.shared, "changed": changed,
        "lines": lines,
    }  # fmt: skip


def _kept(row: Any) -> KeptStudy | None:
    """Return the study in a row, or None if it is damaged or another version wrote it."""
    try:
        study = msgspec.json.decode(row.study, type=Study)
        lines = msgspec.json.decode(row.lines or "{}", type=dict[int, str])
        return KeptStudy(study, row.shared, row.changed or "", lines)
    except msgspec.MsgspecError:
        return None
