"""The reviews of matches, both running and stored."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from functools import partial
from importlib.metadata import version

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match
from mamayev.match.reviewed import VERSION, Review
from mamayev.players.reviewing import Done

from .asker import ASKER
from .callers import counted
from .company import TooOften
from .fair import About, Thinkers
from .forms import ReviewNow
from .store import BELIEVED, Store
from .store.reviews import Made
from .thoughts import REVIEW, Found, Question
from .turns import Turns
from .writer import Busy

log = logging.getLogger(__name__)

FEW = 2
"""The maximum number of simultaneous reviews per caller."""
TOO_MANY = f"{FEW} of your reviews are running. Wait for one, or stop it, before you start another."
STOP_SECONDS = 10.0
"""The maximum number of seconds to wait until another server has ended a review."""
POLL_SECONDS = 0.2
FAILED = "The review failed. The game is intact."
UNSTORED = "The review is finished, but could not be stored. The game is intact. Try again later."


class UnderWay:
    """A running review."""

    def __init__(self, about: About, caller: str, done: Done) -> None:
        self.about, self.caller, self.done = about, caller, done
        self.share, self.title = 0.0, ""
        self.so_far: Review | None = None
        self.task: asyncio.Task[None] | None = None

    def hear(self, found: Found) -> None:
        """Receive the results so far."""
        self.so_far, self.title = found.review, found.title
        if found.done is not None:
            self.done.take(found.done)


class Reviewing:
    """A server's reviews. A review continues even if the tab that started it is closed, and is stored when it ends.

    `server`: the name under which other servers on the same database know this one. `Others` reports this server's
    reviews to them.
    """

    def __init__(self, server: str, thinkers: Thinkers, turns: Turns, store: Store) -> None:
        self._server, self._thinkers, self._turns, self._store = server, thinkers, turns, store
        self._under_way: dict[tuple[str, str], UnderWay] = {}
        self._failed: dict[tuple[str, str], str] = {}

    def begin(self, match_id: str, seat: str, asked: Question) -> None:
        """Start a review, unless it is already running here. Raises TooOften. Call this only on the event loop."""
        key, caller = (match_id, seat), ASKER.get()
        if key in self._under_way:
            return
        mine = Counter(name for one in self._under_way.values() for name, _ in counted(one.caller) if one.caller)
        if caller and any(mine[name] >= FEW * times for name, times in counted(caller)):
            raise TooOften(TOO_MANY)
        known = (asked.played and asked.played.done) or Done()
        one = self._under_way[key] = UnderWay(About(match_id, REVIEW, "", (), seat), caller, known)
        self._failed.pop(key, None)
        one.task = asyncio.create_task(self._make(key, one, asked))

    async def _make(self, key: tuple[str, str], one: UnderWay, asked: Question) -> None:
        try:
            await self._find(key, one, asked)
            if one.so_far is not None:
                await self._turns.run(self._store.reviews.keep, *key, one.so_far, one.done)
        except (Busy, sa.exc.SQLAlchemyError) as error:
            self._failed[key] = UNSTORED
            log.error("match %s: the review of %s cannot be stored: %s", *key, error)
        finally:
            del self._under_way[key]

    async def _find(self, key: tuple[str, str], one: UnderWay, asked: Question) -> None:
        try:
            found = await self._thinkers.review(one.about, asked, one.hear, partial(setattr, one, "share"))
            one.hear(found)
        except Refusal as refusal:
            if one.so_far is None:
                self._failed[key] = refusal.text
        except Exception:  # otherwise, it would look as if it were still being made
            self._failed[key] = FAILED
            log.exception("match %s: no review of %s", *key)

    async def stop(self, match_id: str, seat: str) -> None:
        """End a review, keeping its results so far, and wait until it has ended, but on another server no longer than
        `STOP_SECONDS`. Do nothing if no review is running."""
        one = self._under_way.get((match_id, seat))
        if one is not None and one.task is not None:
            self.end(match_id, seat)
            await asyncio.wait([one.task])
            return
        until = time.monotonic() + STOP_SECONDS
        await self._turns.run(self._store.making.stop, match_id, seat)
        while time.monotonic() < until and await self._turns.run(self.elsewhere, match_id, seat) is not None:
            await asyncio.sleep(POLL_SECONDS)

    def end(self, match_id: str, seat: str) -> None:
        """End a review of this server soon, keeping its results so far. Call this only on the event loop."""
        if (one := self._under_way.get((match_id, seat))) is not None:
            self._thinkers.end_review(one.about)

    def made(self) -> dict[tuple[str, str], Made]:
        """Return the progress of this server's reviews, by match and seat."""
        return {key: Made(one.share, one.title, one.so_far) for key, one in self._under_way.items()}

    def elsewhere(self, match_id: str, seat: str) -> Made | None:
        """Return the progress of a review on another server, or None. Can be called from any thread."""
        return self._store.making.elsewhere(match_id, seat, self._server, BELIEVED)

    def now(self, match_id: str, match: Match, seat: str, seats: list[str]) -> ReviewNow:
        """Return the review of a match for a seat, if there is one. Can be called from any thread."""
        key = match_id, seat
        if (one := self._under_way.get(key)) is not None:
            return ReviewNow(seat, seats, one.so_far, one.share, one.title)
        if (made := self.elsewhere(match_id, seat)) is not None:
            return ReviewNow(seat, seats, made.review, made.share, made.title)
        kept = self._store.reviews.kept(match_id, seat)
        problem = self._failed.get(key, "")
        if kept is None:
            return ReviewNow(seat, seats, problem=problem)
        return ReviewNow(seat, seats, kept.review, made=kept.made, old=_is_old(kept.review, match), problem=problem)

    def cancel(self) -> None:
        """Cancel all reviews immediately."""
        for one in self._under_way.values():
            if one.task is not None:
                one.task.cancel()


def _is_old(review: Review, match: Match) -> bool:
    """Return whether the match or the staff has changed since a review."""
    as_known = any(one.as_known for one in review.seats)
    made_by = review.version, review.mamayev
    about = review.about(match.record.log)
    return not about or (as_known and match.over) or made_by != (VERSION, version("mamayev"))


def line_at(review: Review | None, ply: int) -> tuple[str, ...]:
    """Return the log entries of the better line at a ply. Raises Refusal if the review has none."""
    for seat in () if review is None else review.seats:
        for one in seat.mistakes:
            if one.line is not None and one.line.ply == ply:
                return one.line.entries
    raise Refusal(f"The review has no better line after ply {ply}.", field="ply")
