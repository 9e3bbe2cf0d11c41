"""Requests about a club's games: its lists, the seats that members hold, and who may see a game."""

from __future__ import annotations

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from ...acting import check_holds
from ...keys import PRIVATE, Account, Caller, Forbidden, hashed, resolve
from ...routes.answers import DONE, Answer
from ...routes.asked import MatchId
from ...routes.parts import Parts
from ...routes.route import Routes
from ...seated import Missing
from ...store.rows import Claim
from .. import forms, outbox, seats
from ..club import Club
from ..lists import lists_of
from ..visitor import Visitor

routes = Routes()

LET_GO = "Your account no longer holds a seat in this game."


@routes.get("/api/club/games", forms.ClubGames)
def club_games(server: Parts, club: Club, visitor: Visitor) -> Answer:
    """Return the caller's games (those with their turn first), the open challenges, the games to watch, and the
    finished public ones."""
    return Answer(lists_of(server, club, visitor.member_id))


@routes.put("/api/club/games/{match_id}/seat", forms.SeatKept)
def keep_seat(server: Parts, club: Club, visitor: Visitor, match_id: MatchId, who: Caller) -> Answer:
    """Add the seat that a key opens to your account, so that you have it on every device on which you sign in."""
    session, claim = visitor.signed_in(), claim_of(server, club, match_id)
    if who.key is None:
        raise Refusal("Provide the key of the seat that you want to keep.", field="key")
    viewer = resolve(match_id, claim.keys, who)
    if viewer.seat is None or not claim.keys:
        raise Refusal("An open table has no seats to keep. You only need its link.", field="key")
    key = claim.keys[viewer.seat]
    club.write(lambda connection: seats.keep(connection, session.member, match_id, key))
    return _kept(club, visitor, match_id, claim)


@routes.get("/api/club/games/{match_id}/seat", forms.SeatKept)
def my_seat(server: Parts, club: Club, visitor: Visitor, match_id: MatchId, who: Caller) -> Answer:
    """Return the seats of a game that your account holds, and who may see the game."""
    claim = claim_of(server, club, match_id)
    resolve(match_id, claim.keys, who)
    return _kept(club, visitor, match_id, claim)


@routes.delete("/api/club/games/{match_id}/seat")
def let_go(server: Parts, club: Club, visitor: Visitor, match_id: MatchId, who: Caller) -> Answer:
    """Remove a key's seat from your account. The key still opens it."""
    session, claim = visitor.signed_in(), claim_of(server, club, match_id)
    key = None if who.key is None else hashed(who.key)
    if key is None or key not in claim.keys.values():
        # The seats of a game that began in the club have keys that nobody has seen.
        raise Refusal("Provide the key of the seat. Without it, nobody could play the seat anymore.", field="key")
    if not club.write(lambda connection: seats.let_go(connection, session.member, key)):
        raise Missing("Your account does not hold this seat.")
    server.live.cut(lambda account: _is(account, session.member), LET_GO, match_id)
    return DONE


@routes.put("/api/club/games/{match_id}/sight", forms.SeatKept)
def set_sight(
    server: Parts, club: Club, visitor: Visitor, match_id: MatchId, wanted: forms.SightWanted, who: Caller
) -> Answer:
    """Set who may see a game. Its players can do this, and so can the member who started an open table."""
    visitor.signed_in()
    claim = claim_of(server, club, match_id)
    if claim.keys:
        check_holds(resolve(match_id, claim.keys, who))
    elif club.read(lambda connection: seats.owner_of(connection, match_id)) != visitor.member_id:
        raise Forbidden("Only the member who started this table can change that.")
    club.write(lambda connection: seats.set_sight(connection, match_id, wanted.sight))
    _cut(server, match_id, claim)
    return _kept(club, visitor, match_id, claim)


@routes.put("/api/club/games/{match_id}/notices", forms.SeatKept)
def mute(server: Parts, club: Club, visitor: Visitor, match_id: MatchId, wanted: forms.MuteWanted) -> Answer:
    """Turn off notices about a game, all or through some channels, or turn them on again."""
    session, claim = visitor.signed_in(), claim_of(server, club, match_id)
    if not visitor.rights(match_id, claim.keys.values()).held:
        raise Missing("Your account holds no seat in this game.")
    muting = outbox.Muting(wanted.muted, tuple(wanted.without))
    club.write(lambda connection: outbox.mute(connection, session.member, match_id, muting))
    return _kept(club, visitor, match_id, claim)


def _cut(server: Parts, match_id: str, claim: Claim) -> None:
    """Close the tabs of people who may no longer see a game."""

    def ended(account: Account) -> bool:
        rights = account.rights(match_id, claim.keys.values())
        return not rights.held and not rights.watches

    server.live.cut(ended, PRIVATE, match_id)


def _is(account: Account, member_id: str) -> bool:
    return isinstance(account, Visitor) and account.member_id == member_id


def claim_of(server: Parts, club: Club, match_id: str) -> Claim:
    """Return what determines the rights to a game (see `Claim`). Raises Missing."""
    claim = server.store.matches.claim(match_id) if club.exists(match_id) else None
    if claim is None:
        raise Missing("There is no such game.")
    return claim


def _kept(club: Club, visitor: Visitor, match_id: str, claim: Claim) -> Answer:
    found, member_id = visitor.rights(match_id, claim.keys.values()), visitor.member_id

    def look(connection: sa.Connection) -> tuple[seats.Sight, outbox.Muting]:
        muting = outbox.Muting() if member_id is None else outbox.muting(connection, member_id, match_id)
        return seats.sight_of(connection, match_id), muting

    sight, muting = club.read(look)
    held = [seat for seat, key in claim.keys.items() if key in found.held]
    return Answer(forms.SeatKept(held, sight, muting.muted, list(muting.without)))
