"""Turn challenges into games: who may accept which, what “Play now” joins, and how the games start."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from functools import cached_property, lru_cache

import msgspec
import sqlalchemy as sa

from mamayev.engine.refusal import Refusal
from mamayev.match.record import SEED_BITS

from ..keys import Forbidden, new_keys
from ..room import Room
from ..rooms import Begun as NewGame
from ..routes.parts import Parts
from ..seated import Missing
from ..seats import check_seats, held_seats
from . import blocks, challenges, reports, seats, ways
from .anchors import anchor_of
from .challenges import Challenge
from .classes import RulesClass, class_of
from .club import Club
from .forms import ChallengeForm, Opponent
from .opponents import Bot, SetUp, bots, usual
from .pace import LivePace, Terms, agree
from .ratings import Rating, ratings_of

LIVE = LivePace(minutes=60, seconds=30)
"""The pace of a live challenge that “Play now” posts."""

Holder = str | Bot
"""The player of a seat: the id of a member, or a bot."""


class Sides:
    """A setup with its two seats, and its rules class, which is None if such games are not rated. Because lists
    contain many of them, the table of a setup is built only when its seats are needed.
    """

    def __init__(self, set_up: SetUp) -> None:
        """Return the sides of a setup, without the cache. Raises Refusal for unknown options."""
        self.set_up = set_up.named()

    @classmethod
    def of(cls, set_up: SetUp) -> Sides:
        """Return the sides of a setup. Raises Refusal."""
        return _sides(set_up.game, set_up.edition, msgspec.json.encode(set_up.options, order="sorted"))

    @cached_property
    def rules(self) -> RulesClass | None:
        """The rules class."""
        return class_of(self.set_up.box, self.set_up.edition, self.set_up.options)

    @cached_property
    def seats(self) -> list[str]:
        """The two seats. Raises Refusal if the setup is impossible or not for two players."""
        return self.set_up.seats()

    def other(self, seat: str) -> str:
        """Return the seat opposite a seat."""
        all_ = self.set_up.box.seats
        return next(one for one in (all_ if len(all_) == 2 else self.seats) if one != seat)


@lru_cache(maxsize=512)
def _sides(game: str, edition: str, options: bytes) -> Sides:
    """Return the sides of a setup, cached because a list of challenges needs the same ones repeatedly."""
    return Sides(SetUp(game, edition, msgspec.json.decode(options)))


def begin(
    server: Parts,
    sides: Sides,
    games: Sequence[dict[str, Holder]],
    terms: Terms,
    *,
    public: bool,
    within: Callable[[sa.Connection, list[str]], None] | None = None,
) -> str:
    """Start the games with these members and bots in their seats, and return the id of the first. `within` runs in
    their transaction with their ids; if it raises an error, no game starts."""
    name = server.store.matches.untaken(sides.set_up.box.title)
    new = []
    for number, holders in enumerate(games):
        match = sides.set_up.begun(secrets.randbits(SEED_BITS))
        players = {seat: holder.name for seat, holder in holders.items() if isinstance(holder, Bot)}
        check_seats(match, players)
        title = server.store.matches.untaken(f"{name}, return match") if number else name
        new.append(NewGame(match, players, title, new_keys(held_seats(match, players))))

    def store(connection: sa.Connection, rooms: list[Room]) -> None:
        if within is not None:
            within(connection, [room.id for room in rooms])
        for room, holders in zip(rooms, games, strict=True):
            for seat, holder in holders.items():
                if isinstance(holder, str):
                    seats.keep(connection, holder, room.id, room.keys[seat])
            agree(connection, room.id, terms)
            seats.set_sight(connection, room.id, "public" if public else "private")
        if len(rooms) > 1:
            seats.set_pair(connection, [room.id for room in rooms])

    rooms = server.rooms.add_together(new, store)
    for room in rooms:
        server.wake(room)
    return rooms[0].id


def rates(sides: Sides, bot: Bot) -> bool:
    """Return whether games of these rules against a bot are rated."""
    return sides.rules is not None and anchor_of(bot.game, bot.name) is not None


def seated(sides: Sides, seat: str | None, one: Holder, other: Holder, *, pair: bool) -> list[dict[str, Holder]]:
    """Return who plays which seat in a game for two, or in both games of a pair. `seat`: the seat of `one`; None for
    either."""
    taken = seat or secrets.choice(sides.seats)
    first = {taken: one, sides.other(taken): other}
    return [first, {taken: other, sides.other(taken): one}] if pair else [first]


def _playable(challenge: Challenge) -> bool:
    """Return whether a challenge's game can still start. It cannot if the game or an option has been removed since."""
    try:
        Sides.of(challenge.set_up)
    except Refusal:
        return False
    return True


# ---------------------------------------------------------------- what a reader sees


class Reader:
    """The reader of challenges: a member, or a visitor without an account."""

    def __init__(self, club: Club, connection: sa.Connection, member_id: str | None) -> None:
        self._club, self._connection, self.member_id = club, connection, member_id
        self._apart: set[str] = set() if member_id is None else blocks.apart(connection, member_id)
        self._suspended = None if member_id is None else reports.sanction(connection, member_id, "suspend")
        self._names: dict[str, str] = {}
        self._ratings: dict[RulesClass, dict[str, Rating]] = {}

    def open(self) -> list[Challenge]:
        """Return the open challenges that the reader sees."""
        found = [*filter(_playable, challenges.open_for(self._connection, self.member_id, self._apart))]
        self._learn(found)
        return found

    def _learn(self, found: Sequence[Challenge]) -> None:
        """Read the names and ratings that challenges show, with one query for all names and one per class."""
        ids = {one for challenge in found for one in (challenge.member, challenge.target) if one}
        self._names |= ways.names_of(self._connection, ids)
        by_class: dict[RulesClass, set[str]] = {}
        for challenge in found:
            if (rules := Sides.of(challenge.set_up).rules) is not None:
                by_class.setdefault(rules, {self.member_id or challenge.member}).add(challenge.member)
        for rules, members in by_class.items():
            self._ratings[rules] = ratings_of(self._connection, members, rules)

    def all(self) -> list[ChallengeForm]:
        """Return the open challenges, those for the reader alone first, followed by the bots' challenges. A visitor can
        play bots from the library."""
        found = sorted(self.open(), key=lambda one: self.member_id is None or one.target != self.member_id)
        standing = () if self.member_id is None else bots()
        return [*map(self.form, found), *map(self.standing, standing)]

    def form(self, challenge: Challenge) -> ChallengeForm:
        """Return a challenge as the reader sees it."""
        sides, mine = Sides.of(challenge.set_up), challenge.member == self.member_id
        if challenge.member not in self._names:
            self._learn([challenge])
        why, reason = self._obstacle(challenge, sides)
        seat = challenge.seat if challenge.seat is None or mine else sides.other(challenge.seat)
        return ChallengeForm(
            id=challenge.id,
            game=challenge.game,
            title=sides.set_up.box.title,
            edition=challenge.edition,
            options=challenge.options,
            seat=seat,
            pair=challenge.pair,
            pace=challenge.pace,
            rated=challenge.rated,
            lowest=challenge.lowest,
            highest=challenge.highest,
            audience=challenge.audience,
            to="" if challenge.target is None else self._names.get(challenge.target, seats.FORMER_NAME),
            by=self._opponent(self._names.get(challenge.member, seats.FORMER_NAME), challenge.member, sides.rules),
            mine=mine,
            rematch=challenge.repeats is not None,
            created=challenge.created,
            expires=challenge.expires,
            why=why,
            reason=reason,
        )

    def standing(self, bot: Bot) -> ChallengeForm:
        """Return a bot's permanent challenge: the default setup of its game, without clocks."""
        set_up = usual(bot.game)
        assert set_up is not None
        rules = class_of(set_up.box, set_up.edition, set_up.options)
        anchor = anchor_of(bot.game, bot.name)
        rated = rules is not None and anchor is not None
        rating, deviation = (None, None) if anchor is None else (round(anchor.rating), round(anchor.deviation))
        why, reason = self._barred()
        return ChallengeForm(
            id=bot.id,
            game=bot.game,
            title=set_up.box.title,
            edition=set_up.edition,
            options=dict(set_up.options),
            seat=None,
            pair=False,
            pace=None,
            rated=rated,
            lowest=None,
            highest=None,
            audience="all",
            to="",
            by=Opponent(bot.title, bot.name, rating, deviation),
            mine=False,
            rematch=False,
            created="",
            expires="",
            why=why,
            reason=reason,
        )

    def _opponent(self, name: str, member_id: str, rules: RulesClass | None) -> Opponent:
        if rules is None:
            return Opponent(name)
        found = self._rating(member_id, rules)
        return Opponent(name, "", round(found.rating), round(found.deviation), found.games)

    def _rating(self, member_id: str, rules: RulesClass) -> Rating:
        known = self._ratings.setdefault(rules, {})
        if member_id not in known:
            known |= ratings_of(self._connection, [member_id], rules)
        return known[member_id]

    def check(self, challenge: Challenge, link: str) -> None:
        """Raise Forbidden or Missing unless the reader may accept a challenge."""
        self.check_sees(challenge, link)
        _, reason = self._obstacle(challenge, Sides.of(challenge.set_up))
        if reason:
            raise Forbidden(reason)

    def check_sees(self, challenge: Challenge, link: str) -> None:
        """Raise Missing unless a challenge is for everyone, for the reader, or opened by their link."""
        mine = self.member_id is not None and self.member_id in (challenge.member, challenge.target)
        shown = challenge.audience == "all" or (challenge.audience == "link" and challenge.opens(link))
        if challenge.member in self._apart or not (mine or shown):
            raise Missing(challenges.GONE)
        if why := challenges.why_gone(self._connection, challenge, self.member_id):
            raise Missing(why)

    def _obstacle(self, challenge: Challenge, sides: Sides) -> tuple[str, str]:
        """Return why the reader cannot accept a challenge, briefly and as a sentence. Both texts are "" if they can."""
        if challenge.member == self.member_id:
            return "Yours", "This is your own challenge."
        if (barred := self._barred()) != ("", ""):
            return barred
        if sides.rules is None or (challenge.lowest is None and challenge.highest is None):
            return "", ""
        assert self.member_id is not None  # a visitor is barred
        mine = round(self._rating(self.member_id, sides.rules).rating)
        lowest, highest = challenge.lowest, challenge.highest
        if (lowest is None or mine >= lowest) and (highest is None or mine <= highest):
            return "", ""
        wanted = (
            f"{lowest} to {highest}"
            if lowest is not None and highest is not None
            else f"{lowest} or more"
            if lowest is not None
            else f"{highest} or less"
        )
        return (
            f"You have {mine}",
            f"This challenge is only for ratings of {wanted}. Your rating under these rules is {mine}.",
        )

    def _barred(self) -> tuple[str, str]:
        """Return why the reader cannot accept any challenge, briefly and as a sentence, or two empty texts."""
        if self.member_id is None:
            return "Sign in first", "Join or sign in to accept this challenge."
        if self._suspended is not None:
            return "Suspended", reports.sentence(self._club.settings, self._suspended)
        return "", ""

    # ------------------------------------------------------------ “Play now”

    def fitting(self, game: str, pace: str, *, rated: bool) -> Challenge | None:
        """Return the oldest challenge that the reader can accept and that matches the request."""
        for challenge in self.open():
            kind = "" if challenge.pace is None else "live" if isinstance(challenge.pace, LivePace) else "daily"
            fits = kind == pace or (pace == "either" and kind != "")
            same = challenge.game == game and challenge.rated == rated and fits and not challenge.pair
            if same and self._obstacle(challenge, Sides.of(challenge.set_up)) == ("", ""):
                return challenge
        return None


def others_at(connection: sa.Connection, match_id: str, member_id: str) -> Collection[tuple[str, str]]:
    """Return the ids and names of the other members who hold seats in a game."""
    held = seats.players(connection, [match_id]).get(match_id, {})
    return {one: name for holders in held.values() for one, name in holders if one and one != member_id}.items()
