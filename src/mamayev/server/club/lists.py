"""The lists of the lobby, as a member sees them."""

from __future__ import annotations

import sqlalchemy as sa

from ..clock import now
from ..forms import MatchCard
from ..routes.parts import Parts
from ..store.tables import MATCHES
from . import clocks, forms, outbox, reports, seats
from .club import Club
from .matching import Reader
from .times import moment_of, text_of

LISTED = 200
"""The maximum number of other people's games in a list."""
OF_ONE = 10
"""The maximum number of games in such a list that one member has started or plays."""


def lists_of(server: Parts, club: Club, member_id: str | None) -> forms.ClubGames:
    """Return the lists of a member, or of someone without an account."""
    own = sa.false() if member_id is None else seats.own(member_id)
    cards = server.store.matches.cards
    mine = cards(own)
    watch = cards(seats.public_of_many(sa.and_(sa.not_(own), sa.not_(MATCHES.c.over)), OF_ONE), LISTED)
    finished = cards(seats.public_of_many(MATCHES.c.over, OF_ONE), LISTED)
    rows = club.read(lambda connection: _rows(connection, [*mine, *watch, *finished], member_id))
    open_, suspended = club.read(lambda connection: _challenges(club, connection, member_id))
    listed = [rows[card.id] for card in mine]
    return forms.ClubGames(
        mine=sorted(listed, key=lambda row: (row.game.over, not row.turn)),
        challenges=open_,
        watch=[rows[card.id] for card in watch],
        finished=[rows[card.id] for card in finished],
        suspended=suspended,
        notices=0 if member_id is None else club.read(lambda connection: outbox.waiting(connection, member_id)),
    )


def _challenges(club: Club, connection: sa.Connection, member_id: str | None) -> tuple[list[forms.ChallengeForm], str]:
    """Return the challenges that a member sees, and why the member cannot start games ("" if they can)."""
    found = None if member_id is None else reports.sanction(connection, member_id, "suspend")
    return Reader(club, connection, member_id).all(), "" if found is None else reports.sentence(club.settings, found)


def _rows(connection: sa.Connection, cards: list[MatchCard], member_id: str | None) -> dict[str, forms.ClubGame]:
    """Return the rows of games by id."""
    ids = [card.id for card in cards]
    players, sights = seats.players(connection, ids), seats.sights(connection, ids)
    timed, moment = clocks.of_matches(connection, ids), moment_of(now())
    found: dict[str, forms.ClubGame] = {}
    for card in cards:
        by_seat = players.get(card.id, {})
        mine = [seat for seat, held in by_seat.items() if member_id and member_id in (one for one, _ in held)]
        game = sights.get(card.id)
        own = game is not None and member_id is not None and game.owner == member_id
        turn = not card.over and (card.to_move in mine or (own and not card.thinks and not card.bots))
        found[card.id] = forms.ClubGame(
            game=card,
            sight="unlisted" if game is None else game.sight,
            rated=game is not None and game.rated,
            mine=mine,
            turn=turn,
            players={
                seat: [forms.Player(name, bool(member_id) and one == member_id, not one) for one, name in held]
                for seat, held in by_seat.items()
            },
        )
        if (timing := timed.get(card.id)) is not None:
            found[card.id].pace, found[card.id].clock = timing.pace, running_form(timing, moment)
    return found


def running_form(game: clocks.Clocks, moment: int) -> forms.ClockForm | None:
    """Return the clock that is running in a game, or that is waiting for the end of a vacation; None if there is
    none."""
    clock = game.get(game.running)
    if clock is None or clock.since is None:
        return None
    until = text_of(clock.since) if clock.since > moment else ""
    return forms.ClockForm(clock.seat, clock.left_at(moment), True, clock.pause, until)
