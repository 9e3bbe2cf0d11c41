"""Plan spoiling attacks: attacks from the front on single enemy stacks, which units in the line can join.

In the enemy's turn, the attackers are in front of the line and their posts are empty, and fifty factors kill a lone
unit. An attack is therefore evaluated together with the enemy's reply (`answer`). The staff makes it if it gains more
than the attack and the reply cost. The reply is computed without the target, which is eliminated or retreats at 3-1 or
better.
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
    """Return a plan improved against the enemy's reply, with the attacks that gain more than the reply costs, the most
    promising first.
    """
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
    """Return the best attack on each whole stack that has not been examined yet, with its gain before the reply."""
    found, open_ = [], council.open_to_attack()
    for h, stack in council.enemy.stacks.items():
        if h in seen or not open_ & council.p.board.grid.bit[h]:
            continue
        blow = council.enemy.blow(h, max(LEAST_ODDS, council.least_odds(h)))
        if blow is None:
            continue
        _, blow = council.thrifty(blow)
        if len(blow.places) > JUDGMENT.sally_units or blow.column < LEAST_ODDS or blow.defenders != stack:
            continue
        if not critic.bares_a_city(places, dict(blow.places)) and council.accepts(blow):
            promised = brings(critic, blow)
            if promised > JUDGMENT.sally_promise:
                found.append((promised, blow))
    return sorted(found, key=lambda each: (-each[0], each[1].hex))


def brings(critic: Critic, blow: Blow) -> float:
    """Return the gain from an attack with its soak-offs minus its cost, in factors."""
    q, total = come_up(critic, blow), 0.0
    for attackers, defenders in ((blow.attackers, blow.defenders), *blow.soaked):
        lost, paid, _ = critic.outcome(q, attackers, defenders)
        total += JUDGMENT.answer_care * lost - paid
    return total


def once_made(critic: Critic, blow: Blow) -> Critic:
    """Return the evaluation of the enemy's reply after an attack. The attacking units stay where they are."""
    q, made = come_up(critic, blow), dict(blow.places)
    for u in units_of(blow.defenders):
        q.at[u] = LOST
    q.derive()
    reach = {u: hexes for u, hexes in critic.reach.items() if u not in made}
    return Critic(q, critic.styles, reach)


def come_up(critic: Critic, blow: Blow) -> Campaign:
    """Return the position after an attack's units have approached."""
    q = critic.p.copy()
    for u, h in blow.places:
        q.at[u] = h
    q.derive()
    return q
