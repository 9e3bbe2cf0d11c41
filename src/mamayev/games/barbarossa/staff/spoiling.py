"""Sallies: single stacks of the enemy are struck out of the front, by posts of the line as well.

Whoever strikes stands before the line when the enemy's turn comes, and his post is empty: fifty factors kill what
stands alone. So an attack is weighed together with the enemy's answer to it (`answer`), and made where it brings more
than both cost. The stack that is struck is taken to be gone by then: at 3-1 and better it is eliminated or retreats.
"""

from __future__ import annotations

from mamayev.terrain.contact import units_of

from ..printed.board import LOST
from ..rules.odds import COLUMNS
from ..rules.position import Campaign
from ..rules.threat import Blow
from .answer import Critic
from .attack import Battle, Council
from .style import JUDGMENT

LEAST_ODDS = COLUMNS.index("3-1")


def with_attacks(critic: Critic, council: Council, places: dict[int, int]) -> tuple[dict[int, int], list[Battle]]:
    """A plan bettered in the light of the enemy's answer, with the attacks that are worth more than the answer to
    them, the most promising first."""
    places, answer = critic.bettered(places, critic.answer(places))
    battles, seen = list[Battle](), set[int]()
    while True:
        for promised, blow in promising(critic, council, places, seen)[: JUDGMENT.sallies_weighed]:
            seen.add(blow.hex)
            then = once_made(critic, blow)
            there = places | dict(blow.places)
            after = then.answer(there, answer)
            if promised + answer.cost - after.cost >= JUDGMENT.sally_gain:
                critic, (places, answer) = then, then.bettered(there, after)
                battles += council.battles(blow)
                council.commit(blow)
                break
        else:
            return places, battles


def promising(critic: Critic, council: Council, places: dict[int, int], seen: set[int]) -> list[tuple[float, Blow]]:
    """The best attack on each whole stack that has not been looked at, with what it brings before the answer."""
    found = []
    for h, stack in council.enemy.stacks.items():
        blow = council.enemy.blow(h, LEAST_ODDS) if h not in seen else None
        if blow is None:
            continue
        _, blow = council.thrifty(blow)
        if len(blow.places) > JUDGMENT.sally_units or blow.column < LEAST_ODDS or blow.defenders != stack:
            continue
        if not critic.bares_a_city(places, dict(blow.places)):
            promised = brings(critic, blow)
            if promised > JUDGMENT.sally_promise:
                found.append((promised, blow))
    return sorted(found, key=lambda each: (-each[0], each[1].hex))


def brings(critic: Critic, blow: Blow) -> float:
    """What an attack brings with all that it owes, less what it costs, in factors."""
    q, total = come_up(critic, blow), 0.0
    for attackers, defenders in ((blow.attackers, blow.defenders), *blow.soaked):
        lost, paid, _ = critic.outcome(q, attackers, defenders)
        total += JUDGMENT.answer_care * lost - paid
    return total


def once_made(critic: Critic, blow: Blow) -> Critic:
    """The view of the enemy's answer when an attack has been made: those who made it stand where they are."""
    q, made = come_up(critic, blow), dict(blow.places)
    for u in units_of(blow.defenders):
        q.at[u] = LOST
    q.derive()
    reach = {u: hexes for u, hexes in critic.reach.items() if u not in made}
    return Critic(q, critic.styles, reach)


def come_up(critic: Critic, blow: Blow) -> Campaign:
    """The position when those who make an attack have come up to it."""
    q = critic.p.copy()
    for u, h in blow.places:
        q.at[u] = h
    q.derive()
    return q
