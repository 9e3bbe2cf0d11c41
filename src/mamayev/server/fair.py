"""Thoughts in fair turns. Each question is thought about once, however many ask it; callers take turns; what nobody
waits for any more is dropped."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from itertools import count
from typing import NamedTuple, Protocol

from mamayev.engine.refusal import Refusal

from .asker import ASKER
from .company import TooOften
from .thoughts import ACTION, INTENT, Found, Plans, Question, Tell, What

FEW = 4
"""Hints and intents that one caller may wait for at a time. The moves of bots do not count."""
REMEMBERED = 1024
"""Answers that are remembered, about 1 kB each."""
TOO_MANY = f"You already wait for {FEW} hints. Take one of them, or cancel it, before you ask for another."
STOPPED = "The server stops."


class About(NamedTuple):
    """What a thought is about; equal ones are one thought. `moment`: the position, see `Room.moment`, or the version
    for a bot that plays. `owner`: the only seat that hears of it and may end it; None: everybody at the table."""

    match_id: str
    what: What
    bot: str
    moment: tuple[int, ...]
    seat: str
    owner: str | None = None


def nothing() -> None:
    """No mind thinks it yet, so there is nothing to tell."""


class Thought:
    """A question, and who waits for the answer. `callers`: how many requests of each caller wait."""

    _numbers = count()

    def __init__(self, about: About, asked: Question, told: Callable[[float | None], None]) -> None:
        self.about, self.asked, self.told = about, asked, told
        self.callers = Counter[str]()
        self.number = next(self._numbers)
        self.ended = False
        """It answers with what it is sure of by now."""
        self.yielding = False
        """It leaves its place to another caller, and starts again later."""
        self.quit: Callable[[], None] = nothing
        """Tells the mind that the thought is to end soon. From any thread."""

    @property
    def leaves(self) -> bool:
        """Whether it gives its place back soon."""
        return self.ended or self.yielding or not self.callers

    def end(self) -> None:
        """Have it answer with what it is sure of by now. From any thread."""
        self.ended = True
        self.quit()

    def make_room(self) -> None:
        """Have it leave its place and wait again."""
        self.yielding = True
        self.quit()


class Mind(Protocol):
    """Where thoughts are thought, `places` at a time."""

    places: int

    async def find(self, thought: Thought) -> Found | None:
        """Think a thought, set its `quit` meanwhile and tell it how much is done. None where it was ended without an
        answer. A canceled call ends the thought. Raises Refusal."""

    def stop(self) -> None:
        """End at once."""


class Places:
    """The places of a mind. The next one goes to the caller who holds the fewest, and among equals to the caller who
    has not had one for the longest time. If a caller waits who holds none, a caller who holds several gives back the
    place of the youngest thought."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self._held: list[Thought] = []
        self._waiting: dict[Thought, asyncio.Future[None]] = {}
        self._served: dict[str, int] = {}
        self._turns = count(1)

    async def take(self, thought: Thought) -> None:
        """Wait for a place. Raises Refusal where the mind stops."""
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
        """Leave a place."""
        self._held.remove(thought)
        self._share_out()

    def stop(self) -> None:
        """End every thought, also those that wait for a place."""
        self.mind.stop()
        for turn in self._waiting.values():
            if not turn.done():
                turn.set_exception(Refusal(STOPPED, field="players"))
        self._waiting.clear()

    def _share_out(self) -> None:
        while self._waiting and len(self._held) < self.mind.places:
            holds = self._holds()
            known = {*holds, *(caller for thought in self._waiting for caller in thought.callers)}
            self._served = {caller: turn for caller, turn in self._served.items() if caller in known}
            chosen = min(self._waiting, key=lambda thought: self._rank(thought, holds))
            self._held.append(chosen)
            self._served.update(dict.fromkeys(chosen.callers, next(self._turns)))
            turn = self._waiting.pop(chosen)
            if turn.done():  # canceled in the same moment
                self._held.remove(chosen)
            else:
                turn.set_result(None)
        self._make_room()

    def _holds(self) -> Counter[str]:
        """The places that each caller holds."""
        return Counter(caller for thought in self._held for caller in thought.callers)

    def _rank(self, thought: Thought, holds: Counter[str]) -> tuple[int, int, int]:
        callers = thought.callers or ("",)
        return (*min((holds[caller], self._served.get(caller, 0)) for caller in callers), thought.number)

    def _make_room(self) -> None:
        holds = self._holds()
        without = {min(thought.callers) for thought in self._waiting if _fewest(thought, holds) == 0}
        coming = sum(thought.leaves for thought in self._held)
        for thought in reversed(self._held):
            if coming >= len(without):
                return
            if not thought.leaves and _fewest(thought, holds) > 1:
                thought.make_room()
                holds.subtract(dict.fromkeys(thought.callers, 1))
                coming += 1


def _fewest(thought: Thought, holds: Counter[str]) -> int:
    """The fewest places that one of the callers of a thought holds; -1 where nobody waits for it any more."""
    return min((holds[caller] for caller in thought.callers), default=-1)


class Thinkers:
    """The thoughts of a server or a page. `long` thinks what may take a minute, `quick` what takes a second at most.
    `tell` hears how much of a long thought is done, None when it is over."""

    def __init__(self, tell: Tell, long: Mind, quick: Mind) -> None:
        self._tell, self._long, self._quick = tell, Places(long), Places(quick)
        self._under_way: dict[About, Thought] = {}
        self._tasks: dict[Thought, asyncio.Task[Found]] = {}
        self._found = OrderedDict[About, Found]()
        self._plans = Plans()

    async def play(self, match_id: str, version: int, seat: str, asked: Question) -> str | Refusal:
        """The action that a bot takes at a version of a match, or why it finds none. `changed` and `end` end it."""
        asked = self._plans.told(match_id, asked)
        try:
            found = await self._ask(self._long, About(match_id, ACTION, asked.bot, (version,), seat), asked)
        except Refusal as refusal:
            return refusal
        self._plans.keep(match_id, asked, found.plan)
        return found.action

    async def tell(self, about: About, asked: Question, *, long: bool = False) -> Found:
        """A hint, or an intent. `long`: of a bot that thinks long. Raises Refusal, TooOften."""
        known = self.known(about)
        return known or await self._ask(self._long if long else self._quick, about, asked)

    def known(self, about: About) -> Found | None:
        """The remembered answer. Raises TooOften where the caller would wait for too many. From any thread."""
        found, caller = self._found.get(about), ASKER.get()
        if found is None and caller and about not in self._under_way and self._waits_for(caller) >= FEW:
            raise TooOften(TOO_MANY)
        return found

    async def _ask(self, places: Places, about: About, asked: Question) -> Found:
        caller, thought = ASKER.get(), self._under_way.get(about)
        if thought is None:
            thought = self._begin(places, about, asked)
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

    def _waits_for(self, caller: str) -> int:
        thoughts = list(self._under_way.values())
        return sum(thought.about.what != ACTION and caller in thought.callers for thought in thoughts)

    def _begin(self, places: Places, about: About, asked: Question) -> Thought:
        last: float | None = None

        def told(share: float | None) -> None:
            nonlocal last
            if places is self._long and share != last:
                last = share
                self._tell(about.match_id, about.seat, share, about.owner)

        def over(_task: asyncio.Task[Found]) -> None:
            del self._tasks[thought]
            self._leave(thought)

        thought = self._under_way[about] = Thought(about, asked, told)
        task = self._tasks[thought] = asyncio.create_task(self._think(places, thought))
        task.add_done_callback(over)
        told(0.0)
        return thought

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
        if thought.about.what != ACTION and not thought.ended:
            self._remember(thought.about, found)
        return found

    def _leave(self, thought: Thought) -> None:
        """Forget a thought that is over, or that nobody waits for: the next request begins another."""
        if self._under_way.get(thought.about) is thought:
            del self._under_way[thought.about]
            thought.told(None)

    def _remember(self, about: About, found: Found) -> None:
        self._found[about] = found
        if len(self._found) > REMEMBERED:
            self._found.popitem(last=False)

    def changed(self, match_id: str, version: int, moment: int) -> None:
        """End the thoughts about an earlier state of a match. From any thread."""
        for about, thought in list(self._under_way.items()):
            if about.match_id == match_id and about.moment[0] != (version if about.what == ACTION else moment):
                thought.end()

    def end(self, match_id: str, seat: str | None, held: Collection[str] = ()) -> bool:
        """Have the thoughts about a match that a seat hears of end early, with what they are sure of by now; of the
        seats that are `held` by keys those of that seat alone. Returns whether there is one. From any thread."""
        ended = [
            thought
            for about, thought in list(self._under_way.items())
            if about.match_id == match_id
            and about.what != INTENT
            and about.owner in (None, seat)
            and (about.seat == seat or about.seat not in held)
        ]
        for thought in ended:
            thought.end()
        return bool(ended)

    def forget(self, match_id: str) -> None:
        """End all thoughts about a match that is deleted. From any thread."""
        for about, thought in list(self._under_way.items()):
            if about.match_id == match_id:
                thought.end()

    def stop(self) -> None:
        """End all thoughts at once."""
        self._long.stop()
        self._quick.stop()
