"""Finding opponents: challenges, “Play now”, and rematches."""

from __future__ import annotations

from typing import Annotated

import sqlalchemy as sa
from msgspec import Meta

from mamayev.engine.refusal import Refusal
from mamayev.match.match import Record

from ...acting import check_holds
from ...keys import Caller
from ...room import Room
from ...routes.answers import DONE, Answer
from ...routes.asked import MatchId
from ...routes.parts import Parts
from ...routes.route import Routes
from ...seated import Missing
from .. import blocks, challenges, forms, matching, outbox, reports, seats, ways
from ..challenges import GONE, Challenge
from ..club import Club
from ..matching import LIVE, Reader, Sides
from ..opponents import Bot, SetUp, bot_of, usual
from ..pace import DailyPace, Terms, terms_of
from ..tokens import hashed, new_token
from ..visitor import Visitor

routes = Routes()

ChallengeId = Annotated[str, Meta(max_length=140)]
SHOWN = Annotated[str, Meta(max_length=64, description="the token in the link of a challenge")]


@routes.get("/api/club/challenges/{challenge_id}", forms.ChallengeForm)
def challenge(club: Club, visitor: Visitor, challenge_id: ChallengeId, link: SHOWN = "") -> Answer:
    """Return an open challenge. Visitors who are not signed in can see it if they have its link."""

    def look(connection: sa.Connection) -> forms.ChallengeForm:
        reader, found = Reader(club, connection, visitor.member_id), challenges.find(connection, challenge_id)
        if found is None:
            raise Missing(GONE)
        reader.check_sees(found, link)
        return reader.form(found)

    return Answer(club.read(look))


@routes.post("/api/club/challenges", forms.Begun, 201)
def put_up(server: Parts, club: Club, visitor: Visitor, wanted: forms.NewChallenge) -> Answer:
    """Post a challenge. A bot accepts immediately."""
    member_id = visitor.signed_in().member
    club.read(lambda connection: reports.check_free(connection, club.settings, member_id, "suspend"))
    sides = Sides.of(SetUp(wanted.game, wanted.edition or "", wanted.options))
    both = sides.seats
    if wanted.seat is not None and wanted.seat not in both:
        raise Refusal(f"“{wanted.seat}” is not a seat here. Use {', '.join(both)}.", field="seat", malformed=True)
    if wanted.rated and sides.rules is None:
        raise Refusal(
            "Games with these options are not rated. Choose an unchanged preset, or a friendly game.", field="rated"
        )
    if wanted.lowest is not None and wanted.highest is not None and wanted.lowest > wanted.highest:
        raise Refusal("The minimum rating is above the maximum. Swap them.", field="lowest", malformed=True)
    if sides.rules is None and (wanted.lowest is not None or wanted.highest is not None):
        raise Refusal("There are no ratings for games with these options. Leave out the range.", field="lowest")
    if wanted.pair and wanted.seat is not None:
        raise Refusal("In a pair, each player plays each seat once. Leave out the seat.", field="seat", malformed=True)
    if wanted.bot is not None:
        bot = _bot(sides, wanted.bot)
        match_id = _against(server, sides, bot, member_id, wanted.seat, Terms(wanted.pace, wanted.rated), wanted.pair)
        return Answer(forms.Begun(match_id), 201)
    if (wanted.member is not None) != (wanted.audience == "member"):
        raise Refusal("Name the member that may accept this challenge.", field="member", malformed=True)
    token = new_token() if wanted.audience == "link" else ""

    def store(connection: sa.Connection) -> forms.ChallengeForm:
        target = None if wanted.member is None else _target(connection, member_id, wanted.member)
        new = challenges.new(
            member_id,
            sides.set_up,
            seat=wanted.seat,
            pair=wanted.pair,
            pace=wanted.pace,
            rated=wanted.rated,
            lowest=wanted.lowest,
            highest=wanted.highest,
            audience=wanted.audience,
            target=target,
            link=hashed(token) if token else None,
        )
        challenges.add(connection, new)
        return Reader(club, connection, member_id).form(new)

    return Answer(forms.Begun("", club.write(store), token), 201)


def _bot(sides: Sides, name: str) -> Bot:
    """Return a bot of a game. Raises Refusal if there is no such bot."""
    found = bot_of(Bot(sides.set_up.game, name).id)
    if found is None:
        raise Refusal(f"{sides.set_up.box.title} has no bot “{name}”.", field="bot", malformed=True)
    return found


def _target(connection: sa.Connection, member_id: str, name: str) -> str:
    """Return the id of the only member that may accept a challenge. Raises Refusal."""
    found = ways.by_name(connection, name)
    if found is None:
        raise Refusal(f"There is no member “{name}”.", field="member")
    if found.id == member_id:
        raise Refusal("You cannot challenge yourself.", field="member")
    if blocks.has_blocked(connection, member_id, found.id):
        raise Refusal(f"You have blocked {found.name}. Unblock them first.", field="member")
    if blocks.has_blocked(connection, found.id, member_id):
        raise Refusal(f"{found.name} does not accept challenges from you.", field="member")
    return found.id


def _against(server: Parts, sides: Sides, bot: Bot, member_id: str, seat: str | None, terms: Terms, pair: bool) -> str:
    """Start a game against a bot, and return its id."""
    if terms.rated and not matching.rates(sides, bot):
        raise Refusal("Games against this bot are not rated. Play a friendly game.", field="rated")
    return matching.begin(server, sides, matching.seated(sides, seat, member_id, bot, pair=pair), terms, public=False)


@routes.post("/api/club/challenges/{challenge_id}/accept", forms.Begun, 201)
def accept(
    server: Parts, club: Club, visitor: Visitor, challenge_id: ChallengeId, shown: forms.LinkShown | None = None
) -> Answer:
    """Accept a challenge, which starts its game. If two people accept at the same time, only one gets it."""
    member_id = visitor.signed_in().member
    bot = bot_of(challenge_id)
    if bot is not None:
        set_up = usual(bot.game)
        assert set_up is not None
        sides = Sides.of(set_up)
        terms = Terms(rated=matching.rates(sides, bot))
        return Answer(forms.Begun(_against(server, sides, bot, member_id, None, terms, False)), 201)

    def look(connection: sa.Connection) -> Challenge:
        found = challenges.find(connection, challenge_id)
        if found is None:
            raise Missing(GONE)
        Reader(club, connection, member_id).check(found, "" if shown is None else shown.link)
        return found

    return Answer(forms.Begun(_taken(server, club.read(look), member_id)), 201)


def _taken(server: Parts, found: Challenge, member_id: str) -> str:
    """Accept a challenge for a member, and return the id of its game. Raises Missing."""
    sides = Sides.of(found.set_up)
    games = matching.seated(sides, found.seat, found.member, member_id, pair=found.pair)

    def take(connection: sa.Connection, match_ids: list[str]) -> None:
        challenges.take(connection, found.id, member_id, match_ids[0])
        for match_id, holders in zip(match_ids, games, strict=True):
            (seat,) = [seat for seat, holder in holders.items() if holder == found.member]
            outbox.write(connection, found.member, "accepted", match_id, seat=seat, who=member_id)

    terms = Terms(found.pace, found.rated)
    return matching.begin(server, sides, games, terms, public=found.audience == "all", within=take)


@routes.delete("/api/club/challenges/{challenge_id}")
def withdraw(club: Club, visitor: Visitor, challenge_id: ChallengeId) -> Answer:
    """Withdraw your challenge, or decline one addressed to you."""
    member_id = visitor.signed_in().member
    club.write(lambda connection: challenges.withdraw(connection, challenge_id, member_id))
    return DONE


# ---------------------------------------------------------------- “Play now”


@routes.get("/api/club/play", forms.PlayOffer)
def offer(
    club: Club,
    visitor: Visitor,
    game: Annotated[str, Meta(max_length=64)],
    pace: forms.PaceWanted = "daily",
    rated: bool = False,
) -> Answer:
    """Return what “Play now” would do."""
    member_id = visitor.signed_in().member

    def look(connection: sa.Connection) -> forms.PlayOffer:
        reader = Reader(club, connection, member_id)
        found = reader.fitting(game, pace, rated=rated)
        return forms.PlayOffer(None if found is None else reader.form(found))

    return Answer(club.read(look))


@routes.post("/api/club/play", forms.Begun, 201)
def play_now(server: Parts, club: Club, visitor: Visitor, wanted: forms.PlayWanted) -> Answer:
    """Accept the challenge that the button names or any suitable one, or else post one. `bot`: play against the game's
    first bot instead."""
    member_id = visitor.signed_in().member
    set_up = usual(wanted.game)
    if set_up is None:
        raise Refusal(f"“{wanted.game}” is not a game for two here.", field="game", malformed=True)
    if wanted.bot:
        sides = Sides.of(set_up)
        bot = Bot(wanted.game, next(iter(set_up.box.bots), "random"))
        terms = Terms(rated=wanted.rated)
        return Answer(forms.Begun(_against(server, sides, bot, member_id, None, terms, False)), 201)
    if wanted.joins:
        return accept(server, club, visitor, wanted.joins)
    found = club.read(
        lambda connection: Reader(club, connection, member_id).fitting(wanted.game, wanted.pace, rated=wanted.rated)
    )
    if found is not None:
        return Answer(forms.Begun(_taken(server, found, member_id)), 201)
    new = forms.NewChallenge(
        set_up.game,
        set_up.edition,
        dict(set_up.options),
        pace=LIVE if wanted.pace == "live" else DailyPace(*set_up.box.daily),
        rated=wanted.rated,
    )
    return put_up(server, club, visitor, new)


# ---------------------------------------------------------------- rematch


@routes.post("/api/club/games/{match_id}/rematch", forms.Begun, 201)
def rematch(server: Parts, club: Club, visitor: Visitor, match_id: MatchId, who: Caller) -> Answer:
    """Offer a rematch, or accept such an offer. The seats are swapped; a pair of games is repeated as it was. A bot
    accepts immediately."""
    member_id = visitor.signed_in().member
    with server.rooms.enter(match_id, who) as (room, viewer):
        check_holds(viewer)
        sides, mine, players = _of(room), viewer.seat or "", dict(room.seats)
    seat = sides.other(mine)
    terms = club.read(lambda connection: terms_of(connection, match_id))
    pair = club.read(lambda connection: seats.pair_of(connection, match_id))
    for one in pair:
        claim = server.store.matches.claim(one)
        if claim is not None and not claim.over:
            raise Refusal("The other game of this pair is not over yet.", field="over")
    first = pair[0] if pair else match_id
    offered = club.read(lambda connection: challenges.rematch_of(connection, first, member_id))
    if offered is not None:
        return accept(server, club, visitor, offered.id)
    others = club.read(lambda connection: matching.others_at(connection, match_id, member_id))
    bot = bot_of(Bot(sides.set_up.game, players[seat]).id)
    if bot is not None and not others:
        return Answer(forms.Begun(_against(server, sides, bot, member_id, seat, terms, bool(pair))), 201)
    if len(others) != 1:
        raise Refusal("A rematch needs one other member who holds the other seat.", field="seat")
    ((_, name),) = others
    club.read(lambda connection: reports.check_free(connection, club.settings, member_id, "suspend"))

    def store(connection: sa.Connection) -> forms.ChallengeForm:
        target = _target(connection, member_id, name)
        new = challenges.new(
            member_id,
            sides.set_up,
            seat=None if pair else seat,
            pair=bool(pair),
            pace=terms.pace,
            rated=terms.rated and sides.rules is not None,
            audience="member",
            target=target,
            repeats=first,
        )
        challenges.add_once(connection, new)
        return Reader(club, connection, member_id).form(new)

    return Answer(forms.Begun("", club.write(store)), 201)


def _of(room: Room) -> Sides:
    """Return the sides of a game that is over. Raises Refusal if it cannot be repeated."""
    record: Record = room.match.record
    if not room.match.over:
        raise Refusal("You can offer a rematch only when the game is over.", field="over")
    if record.board:
        raise Refusal(
            "This game uses a custom map or cards. To use them again, set up another game.", field="components"
        )
    return Sides.of(SetUp(record.game, record.edition, record.options))
