"""Schedule bots' searches fairly.

Equal questions share one search, callers take turns, and a search is dropped when no caller is waiting for it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from itertools import count
from typing import NamedTuple, Protocol

from mamayev.engine.refusal import Refusal

from .asker import ASKER
from .callers import counted, in_turn
from .company import TooOften
from .thoughts import ACTION, INTENT, REVIEW, Found, Hear, Plans, Question, Tell, What

FEW = 4
"""The number of hints, intents and forecasts that a caller can wait for at the same time. Bot moves do not count."""
REMEMBERED = 1024
"""The number of cached answers, about 1 kB each."""
TOO_MANY = f"You are already waiting for {FEW} hints. Take or cancel one before you ask for another."
STOPPED = "The server is stopping."


class About(NamedTuple):
    """The subject of a search.

    Equal subjects share one search. `moment`: the position (see `Room.moment`), or the version for a bot that plays.
    `owner`: the only seat that can see and end the search. None means everyone at the table.
    """

    match_id: str
    what: What
    bot: str
    moment: tuple[int, ...]
    seat: str
    owner: str | None = None


def nothing() -> None:
    """Do nothing, because no process is working on the search yet."""


def nobody(_told: object) -> None:
    """Ignore the progress."""


class Thought:
    """A question, and the callers waiting for its answer.

    `callers`: the number of waiting requests by caller. `turns`: the names under which these callers take turns.
    """

    _numbers = count()

    def __init__(
        self, about: About, asked: Question, told: Callable[[float | None], None], hear: Hear = nobody
    ) -> None:
        self.about, self.asked, self.told, self.hear = about, asked, told, hear
        self.callers = Counter[str]()
        self.number = next(self._numbers)
        self.ended = False
        """Whether the search must answer with its best result so far."""
        self.yielding = False
        """Whether the search is giving up its place to another caller, to restart later."""
        self.awaited = False
        """Whether another caller is waiting for a process."""
        self.quit: Callable[[], None] = nothing
        """A function that tells the bot to end its search soon. It can be called from any thread."""

    @property
    def turns(self) -> set[str]:
        return {in_turn(caller) for caller in self.callers}

    @property
    def leaves(self) -> bool:
        """Whether the search will give up its place soon."""
        return self.ended or self.yielding or not self.callers

    def end(self) -> None:
        """End the search with its best result so far. Can be called from any thread."""
        self.ended = True
        self.quit()

    def make_room(self) -> None:
        """Make the search give up its place and wait again."""
        self.yielding = True
        self.quit()


class Mind(Protocol):
    """A back end that runs up to `places` searches at a time."""

    places: int

    async def find(self, thought: Thought) -> Found | None:
        """Run a search, set its `quit`, and report its progress. Returns None if the search ended without an answer.
        Canceling the call ends the search. Raises Refusal."""

    def stop(self) -> None:
        """Stop immediately."""


class Places:
    """The places for searches that a mind has.

    The next free place goes to the caller with the fewest places or, in a tie, to the caller who has waited longest.
    If a caller without a place is waiting, a caller with several places gives up the place of its newest search.
    """

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self._held: list[Thought] = []
        self._waiting: dict[Thought, asyncio.Future[None]] = {}
        self._served: dict[str, int] = {}
        self._turns = count(1)

    async def take(self, thought: Thought) -> None:
        """Wait for a place. Raises Refusal if the mind stops in the meantime."""
        turn = self._waiting[thought] = asyncio.get_running_loop().create_future()
        self._share_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._waiting.pop(thought, None)
            elif turn.exception() is None:
                self.give_back(thought)
            raise

    def give_back(self, thought: Thought) -> None:
        """Give back a place."""
        self._held.remove(thought)
        self._share_out()

    def stop(self) -> None:
        """End every search, including those that are waiting for a place."""
        self.mind.stop()
        for turn in self._waiting.values():
            if not turn.done():
                turn.set_exception(Refusal(STOPPED, field="players"))
        self._waiting.clear()

    def _share_out(self) -> None:
        while self._waiting and len(self._held) < self.mind.places:
            holds = self._holds()
            known = {*holds, *(name for thought in self._waiting for name in thought.turns)}
            self._served = {caller: turn for caller, turn in self._served.items() if caller in known}
            chosen = min(self._waiting, key=lambda thought: self._rank(thought, holds))
            self._held.append(chosen)
            self._served.update(dict.fromkeys(chosen.turns, next(self._turns)))
            turn = self._waiting.pop(chosen)
            if turn.done():  # canceled at the same moment
                self._held.remove(chosen)
            else:
                turn.set_result(None)
        self._make_room()

    def _holds(self) -> Counter[str]:
        """Return the number of places that each caller holds."""
        return Counter(name for thought in self._held for name in thought.turns)

    def _rank(self, thought: Thought, holds: Counter[str]) -> tuple[int, int, int]:
        names = thought.turns or ("",)
        return (*min((holds[name], self._served.get(name, 0)) for name in names), thought.number)

    def _make_room(self) -> None:
        for thought in self._held:
            thought.awaited = any(not thought.turns & other.turns for other in self._waiting)
        holds = self._holds()
        without = {min(thought.turns) for thought in self._waiting if _fewest(thought, holds) == 0}
        coming = sum(thought.leaves for thought in self._held)
        for thought in reversed(self._held):
            if coming >= len(without):
                return
            if not thought.leaves and _fewest(thought, holds) > 1:
                thought.make_room()
                holds.subtract(dict.fromkeys(thought.turns, 1))
                coming += 1


def _fewest(thought: Thought, holds: Counter[str]) -> int:
    """Return the number of places held by whichever of a search's callers holds the fewest; -1 if no caller is
    waiting."""
    return min((holds[name] for name in thought.turns), default=-1)


class Thinkers:
    """The searches that a server or a page runs.

    `long` runs searches that may take a minute, `quick` runs those that take at most a second, and `reviews` runs those
    that take minutes. `tell` receives the progress of a long search, and None at its end.
    """

    def __init__(self, tell: Tell, long: Mind, quick: Mind, reviews: Mind) -> None:
        self._tell, self._long, self._quick, self._reviews = tell, Places(long), Places(quick), Places(reviews)
        self._under_way: dict[About, Thought] = {}
        self._tasks: dict[Thought, asyncio.Task[Found]] = {}
        self._found = OrderedDict[About, Found]()
        self._plans = Plans()

    async def choose(self, match_id: str, version: int, seat: str, asked: Question) -> str | Refusal:
        """Return a bot's action at a version of a match, or the reason why it finds none.

        `changed` and `end` end the search.
        """
        asked = self._plans.told(match_id, asked)
        try:
            found = await self._ask(self._long, About(match_id, ACTION, asked.bot, (version,), seat), asked)
        except Refusal as refusal:
            return refusal
        self._plans.keep(match_id, asked, found.plan)
        return found.action

    async def tell(self, about: About, asked: Question, *, long: bool = False) -> Found:
        """Return a hint or an intent. `long`: whether the bot may search for up to a minute. Raises Refusal or
        TooOften."""
        known = self.known(about)
        return known or await self._ask(self._long if long else self._quick, about, asked)

    async def review(self, about: About, asked: Question, hear: Hear, shared: Callable[[float], None]) -> Found:
        """Return the review of a game. `hear` receives the results so far, and `shared` receives the progress. Raises
        Refusal."""

        thought = Thought(about, asked, lambda share: shared(share or 0.0), hear)
        thought.callers[ASKER.get()] += 1
        return await self._begin(self._reviews, thought)

    def known(self, about: About) -> Found | None:
        """Return the cached answer, or None. Raises TooOften if the caller is already waiting for too many answers. Can
        be called from any thread."""
        found, caller = self._found.get(about), ASKER.get()
        new = found is None and caller and about not in self._under_way
        if new and any(self._waits_for(name) >= FEW * times for name, times in counted(caller)):
            raise TooOften(TOO_MANY)
        return found

    async def _ask(self, places: Places, about: About, asked: Question) -> Found:
        caller, thought = ASKER.get(), self._under_way.get(about)
        if thought is None:
            thought = Thought(about, asked, self._teller(about) if places is self._long else nobody)
            self._begin(places, thought)
        task = self._tasks[thought]
        thought.callers[caller] += 1
        try:
            return await asyncio.shield(task)
        finally:
            thought.callers[caller] -= 1
            if not thought.callers[caller]:
                del thought.callers[caller]
            if not thought.callers and not task.done():
                self._leave(thought)
                task.cancel()

    def _waits_for(self, name: str) -> int:
        """Return the number of hints, intents and forecasts that a caller or a network is waiting for."""
        thoughts = [thought for thought in list(self._under_way.values()) if thought.about.what not in (ACTION, REVIEW)]
        return sum(
            any(name == one for caller in list(thought.callers) for one, _ in counted(caller)) for thought in thoughts
        )

    def _teller(self, about: About) -> Callable[[float | None], None]:
        last: float | None = None

        def told(share: float | None) -> None:
            nonlocal last
            if share != last:
                last = share
                self._tell(about.match_id, about.seat, share, about.owner)

        return told

    def _begin(self, places: Places, thought: Thought) -> asyncio.Task[Found]:
        def over(_task: asyncio.Task[Found]) -> None:
            del self._tasks[thought]
            self._leave(thought)

        self._under_way[thought.about] = thought
        task = self._tasks[thought] = asyncio.create_task(self._think(places, thought))
        task.add_done_callback(over)
        thought.told(0.0)
        return task

    async def _think(self, places: Places, thought: Thought) -> Found:
        found = None
        while found is None:
            await places.take(thought)
            try:
                found = await places.mind.find(thought)
            finally:
                places.give_back(thought)
            if thought.yielding and not thought.ended:
                found = None
            elif found is None:
                raise Refusal("The bot was stopped before it had an answer.", field="players")
            thought.yielding = False
        if thought.about.what not in (ACTION, REVIEW) and not thought.ended:
            self._remember(thought.about, found)
        return found

    def _leave(self, thought: Thought) -> None:
        """Forget a search that is over or that no caller is waiting for. The next request starts a new search."""
        if self._under_way.get(thought.about) is thought:
            del self._under_way[thought.about]
            thought.told(None)

    def _remember(self, about: About, found: Found) -> None:
        self._found[about] = found
        if len(self._found) > REMEMBERED:
            self._found.popitem(last=False)

    def changed(self, match_id: str, version: int, moment: int) -> None:
        """End the searches for an earlier state of a match. Can be called from any thread."""
        for about, thought in list(self._under_way.items()):
            if about.what == REVIEW:
                continue  # it is about the game as it was when it was asked for
            if about.match_id == match_id and about.moment[0] != (version if about.what == ACTION else moment):
                thought.end()

    def end(self, match_id: str, seat: str | None, held: Collection[str] = ()) -> bool:
        """End the searches for a match that a seat can see, with their best results so far. If the seats have keys
        (`held`), end only that seat's own searches. Return whether there was such a search. Can be called from any
        thread."""
        ended = [
            thought
            for about, thought in list(self._under_way.items())
            if about.match_id == match_id
            and about.what not in (INTENT, REVIEW)
            and about.owner in (None, seat)
            and (about.seat == seat or about.seat not in held)
        ]
        for thought in ended:
            thought.end()
        return bool(ended)

    def end_review(self, about: About) -> None:
        """End a review with its results so far, or cancel it if it has not started."""
        thought = self._under_way.get(about)
        if thought is not None and thought.quit is nothing:
            self._tasks[thought].cancel()
        elif thought is not None:
            thought.end()

    def forget(self, match_id: str) -> None:
        """End all searches for a deleted match. Can be called from any thread."""
        for about, thought in list(self._under_way.items()):
            if about.match_id == match_id:
                thought.end()

    def stop(self) -> None:
        """Stop all searches immediately."""
        for places in (self._long, self._quick, self._reviews):
            places.stop()
