"""The expected trade of an attack: the losses of both sides in steps, and the chance that the attackers take the hex.
The values are exact over all die rolls (INF-COMBAT), with the current terrain, rubble and leaders.

Concealed blocks count as what a side can know about them: any unseen block on any edge (INF-SOLO-03, INF-SOLO-04,
INF-HUMAN-02), with fewer steps where they have probably been attacked (`City.edges`). The trade ignores cards that are
not yet chosen or drawn, except that it can average over the Soviet card. If blocks have equal strength, a player keeps
the better shot, and spares the worse shot of the enemy.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from mamayev.engine.foretell import Trade
from mamayev.terrain.grid import Hexes

from ..printed.cards import CARD_HITS_ON
from ..printed.map import GERMAN, INFANTRY_POOL, POOL, SOVIET, TANK_POOL, URBAN
from ..printed.units import INFANTRY, PANZER
from .fire import (
    AT_ONCE,
    ATTACKER_FIRST,
    DEFENDER_FIRST,
    RUBBLE_ABOVE,
    Combat,
    combined,
    needed,
    rubble_due,
    rubble_modifiers,
    shooters,
)
from .position import ANY_EDGE, DECK, EDGES, HAND, LAID, City

USUAL = 2
"""The approximate number of steps of a unit that a card brings: the mean of its edges."""


class Block(NamedTuple):
    """A unit in a battle: its steps, the die that it needs, its arms, and its hex."""

    steps: int
    needs: int
    arms: int = 0
    hex: int = 0


MANY = 60
"""The number of possible contents of a concealed stack above which those with equal steps are merged."""

Force = tuple[Block, ...]
Chances = dict[tuple[Force, Force], float]
"""The chance of each combination of remaining attackers and defenders."""


class Terms(NamedTuple):
    """The terms that are the same for all defenders.

    - `card_dice`, `card_arm`: the number of dice that the card rolls, or the arm that it hits. `answer_dice`,
      `answer_arm`: the same for the answering card.
    - `opportunity`: the dice of Opportunity Fire. `khrushchev`: whether the Leader is in play. `player`: whether the
      Soviets have a player.
    - `order`: the order of Close Combat if the attackers have both arms, and otherwise.
    - `rubble`: whether the hex is in rubble. `rolls`: the modifiers of the rubble roll. `declared`: whether the roll
      counts all attackers from the start.
    """

    card_dice: int
    card_arm: int
    opportunity: int
    khrushchev: bool
    player: bool
    order: tuple[int, int]
    rubble: bool
    rolls: int | None
    declared: bool
    answer_dice: int = 0
    answer_arm: int = 0


class Answer(NamedTuple):
    """The effect of a Soviet card: its dice, the arm that it hits, the pool of the unit that it brings (-1 for none),
    and whether it cancels an airstrike."""

    dice: int = 0
    arm: int = 0
    pool: int = -1
    cancels: bool = False


NO_ANSWER = Answer()


def answers(p: City) -> dict[Answer, float]:
    """Return the chance of each possible effect of the Soviet card, as far as the Germans know: any unseen card, if the
    Soviets hold one (INF-COMBAT-02). Leaders and units without room count as no effect."""
    board = p.board
    unseen = [board.cards[c] for c in board.soviet_cards if p.cards[c] in (DECK, HAND, LAID)]
    if not p.count(SOVIET, HAND) or not unseen:
        return {NO_ANSWER: 1.0}
    effects = {
        "aa": Answer(cancels=True),
        "sniper": Answer(arm=INFANTRY),
        "pak": Answer(arm=PANZER),
        "infiltration": Answer(pool=INFANTRY_POOL),
        "t34": Answer(pool=TANK_POOL),
    }
    found = Counter(Answer(card.dice) if card.kind == "fire" else effects.get(card.kind, NO_ANSWER) for card in unseen)
    return {answer: count / len(unseen) for answer, count in found.items()}


def of_attack(
    p: City, kind: int, target: int, origins: Hexes, card: int = -1, *, answered: bool = False
) -> Trade | None:
    """Return the trade of an attack by the stacks in the given hexes, with a card or without, or None if the hexes are
    empty. `answered`: whether to average over the Soviet card (`answers`).
    """
    board = p.board
    ours = tuple(sorted(Block(p.strength[u], needed(p, u), board.arms[u], p.at[u]) for u in p.units_in(origins)))
    if not ours:
        return None
    f = p.table.blanks[p.table.box_index["combat"]].copy()
    f[Combat.kind], f[Combat.target], f[Combat.origins], f[Combat.german_card] = kind, target, origins, card + 1
    printed = None if card < 0 else board.cards[card]
    terms = Terms(
        card_dice=printed.dice if printed and printed.kind == "fire" else 0,
        card_arm={"sniper": INFANTRY, "pak": PANZER}.get(printed.kind if printed else "", 0),
        opportunity=shooters(p, target, origins) if p.in_play(board.chuikov) else 0,
        khrushchev=p.in_play(board.khrushchev),
        player=p.table.soviet_player,
        order=_orders(p, target),
        rubble=bool(p.rubble & board.grid.bit[target]),
        rolls=sum(one.value for one in rubble_modifiers(p, f)) if rubble_due(p, f) else None,
        declared=p.table.readings["rubble_count=declared"],
    )
    rows = answers(p) if answered else {NO_ANSWER: 1.0}
    there = defenders(p, target, bool(terms.card_arm))
    there = _usual(there) if answered else there
    whole, left = 0.0, defaultdict[tuple[Force, Force], float](float)
    for answer, likely in rows.items():
        given = terms._replace(answer_dice=answer.dice, answer_arm=answer.arm)
        if answer.cancels and printed is not None and printed.airstrike:
            given = given._replace(card_dice=0)
        more = _comer(p, target, answer.pool)
        for theirs, chance in there.items():
            all_theirs = tuple(sorted((*theirs, *more)))
            whole += likely * chance * steps(all_theirs)
            for pair, odds in _before_close_combat(ours, all_theirs, given).items():
                left[pair] += likely * chance * odds
    return _trade(*_battle(ours, whole, left, terms))


def of_soviet_attack(p: City, target: int, origins: Hexes, side: int) -> Trade:
    """Return the trade of a Soviet attack on a German stack, as far as a side knows. The steps that the Germans lose
    are the gain. The trade ignores the Soviet card.
    """
    board, grid = p.board, p.board.grid
    attacking: dict[Force, float] = {(): 1.0}
    for h in grid.hexes(origins):
        stack = _known(p, h) if side == SOVIET else _few(defenders(p, h, arms=False))
        attacking = {
            tuple(sorted((*force, *more))): chance * likely
            for (force, chance), (more, likely) in product(attacking.items(), stack.items())
        }
    there = _known(p, target) if side == GERMAN else _few(_germans(p, target))
    rubble = bool(p.rubble & grid.bit[target])
    first, bonus = board.terrain[target] == URBAN, p.table.readings["combined_force=both"]
    total = [0.0, 0.0, 0.0]
    for (ours, one), (theirs, other) in product(attacking.items(), there.items()):
        ahead = first or (bonus and combined(p, target, _arms(theirs)))
        found = _struck(ours, theirs, DEFENDER_FIRST if ahead else AT_ONCE, rubble, p)
        total = [so_far + one * other * more for so_far, more in zip(total, found, strict=True)]
    return _trade(*total)


def _trade(kills: float, costs: float, taken: float) -> Trade:
    return Trade(round(kills, 2), round(costs, 2), round(taken, 3), enters=True)


def _orders(p: City, target: int) -> tuple[int, int]:
    """Return two orders of Close Combat: if the attackers have both arms, and if they do not (INF-CLOSE-05,
    INF-CLOSE-09)."""
    if p.board.terrain[target] == URBAN:
        return DEFENDER_FIRST, DEFENDER_FIRST
    return (ATTACKER_FIRST if combined(p, target, INFANTRY | PANZER) else AT_ONCE), AT_ONCE


def _usual(there: dict[Force, float]) -> dict[Force, float]:
    """Return the chances for the units in a stack merged by their steps, each with its likeliest needs and arms.
    Otherwise, averaging over cards would take too long.
    """
    by_steps: defaultdict[tuple[int, ...], list[tuple[float, Force]]] = defaultdict(list)
    for force, chance in there.items():
        by_steps[tuple(one.steps for one in force)].append((chance, force))
    return {max(row)[1]: sum(chance for chance, _ in row) for row in by_steps.values()}


def _few(there: dict[Force, float]) -> dict[Force, float]:
    """Return the chances for a stack, merged by `_usual` if it has too many possible contents."""
    return there if len(there) <= MANY else _usual(there)


def _comer(p: City, target: int, pool: int) -> Force:
    """Return a typical unit from a pool that enters a hex, or None if there is no room or no unit."""
    units = [u for u in p.board.pools[pool] if p.at[u] == POOL] if pool >= 0 and p.room(target) else []
    return (Block(USUAL, needed(p, units[0])),) if units else ()


# ------------------------------------------------------------------ who is there


def defenders(p: City, h: int, arms: bool) -> dict[Force, float]:
    """Return the chances for the units that a Soviet stack can contain, as far as the Germans know. `arms`: whether the
    arms matter."""
    board = p.board
    hidden = [u for u in p.stacks[h] if p.hidden(u, GERMAN)]
    seen = [Block(p.strength[u], needed(p, u), board.arms[u] * arms) for u in p.stacks[h] if u not in hidden]
    concealed = [u for other in board.grid.hexes(p.soviet & ~p.battle) for u in p.stacks[other]]
    unseen = {*concealed, *p.beside(POOL, board.soviets)}
    kinds = Counter((board.pool_of[u], board.most[u], needed(p, u), board.arms[u] * arms) for u in unseen)
    of_pools = tuple(Counter(board.pool_of[u] for u in concealed).items())
    found = _stacks(len(hidden), tuple(kinds.items()), of_pools, p.edges(h))
    return {tuple(sorted((*seen, *blocks))): chance for blocks, chance in found}


def _known(p: City, h: int) -> dict[Force, float]:
    """Return the units of a stack as their own side sees them; a blank edge is strength 1 (INF-COMBAT-05)."""
    board = p.board
    row = (
        Block(p.strength[u] if p.strength[u] <= board.most[u] else 1, needed(p, u), board.arms[u]) for u in p.stacks[h]
    )
    return {tuple(sorted(row)): 1.0}


def _germans(p: City, h: int) -> dict[Force, float]:
    """INF-HUMAN-02, INF-HUMAN-04: return the chances for the units in a German stack, as far as the Soviets know.

    A hidden unit can be any unit that they do not see, on the map or still to arrive, at any strength.
    """
    board = p.board
    hidden = [u for u in p.stacks[h] if p.hidden(u, SOVIET)]
    seen = [Block(p.strength[u], needed(p, u), board.arms[u]) for u in p.stacks[h] if u not in hidden]
    unseen = p.unseen_germans()
    kinds = Counter((GERMAN, board.most[u], needed(p, u), board.arms[u]) for u in unseen)
    found = _stacks(len(hidden), tuple(kinds.items()), ((GERMAN, len(unseen)),), ANY_EDGE, blank=False)
    return {tuple(sorted((*seen, *blocks))): chance for blocks, chance in found}


@lru_cache(64)
def _stacks(
    number: int,
    kinds: tuple[tuple[tuple[int, int, int, int], int], ...],
    pools: tuple[tuple[int, int], ...],
    likely: tuple[int, ...],
    *,
    blank: bool = True,
) -> list[tuple[Force, float]]:
    """Return the chances for a number of concealed blocks. Each block draws its pool, then its unit from that pool,
    then its edge. A blank edge is strength 1 (INF-COMBAT-05). `kinds`: how many units are unseen, by pool, highest
    strength, need and arms. `pools`: how many blocks on the map are of each pool. `likely`: the weight of each edge.
    `blank`: whether blocks have blank edges."""
    on_map, in_pool = Counter(dict(pools)), Counter[int]()
    for (pool, *_), count in kinds:
        in_pool[pool] += count
    drawn: dict[tuple[int, ...], float] = {(): 1.0}
    for _ in range(number):
        longer: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for row, chance in drawn.items():
            gone, gone_of = Counter(row), Counter(kinds[k][0][0] for k in row)
            for k, ((pool, *_), count) in enumerate(kinds):
                of_pool = (on_map[pool] - gone_of[pool]) / (sum(on_map.values()) - len(row))
                if of_pool > 0 and count > gone[k]:
                    unit = (count - gone[k]) / (in_pool[pool] - gone_of[pool])
                    longer[tuple(sorted((*row, k)))] += chance * of_pool * unit
        drawn = longer
    found: defaultdict[Force, float] = defaultdict(float)
    for row, chance in drawn.items():
        blocks: dict[Force, float] = {(): chance}
        for k in row:
            (_, most, needs, arms), _ = kinds[k]
            shown = [(edge, n) for edge, n in zip(EDGES, likely, strict=True) if blank or edge <= most]
            whole = sum(n for _, n in shown)
            sides = [(Block(edge if edge <= most else 1, needs, arms), n) for edge, n in shown]
            edges: defaultdict[Force, float] = defaultdict(float)
            for (force, so_far), (block, n) in product(blocks.items(), sides):
                edges[tuple(sorted((*force, block)))] += so_far * n / whole
            blocks = edges
        for force, so_far in blocks.items():
            found[force] += so_far
    return list(found.items())


# ------------------------------------------------------------------ the battle


def _battle(ours: Force, whole: float, left: Chances, t: Terms) -> tuple[float, float, float]:
    """Return the expected number of steps that the defenders and the attackers lose, and the chance that the hex is
    taken. `whole`: the mean number of the defenders' steps. `left`: what is left after the cards and Opportunity
    Fire.
    """
    kills = costs = taken = 0.0
    for (attackers, defending), chance in left.items():
        for rubble, likely in _rubble(ours, attackers, t):
            killed, lost, falls = _close(attackers, defending, rubble, t)
            kills += chance * likely * (killed - steps(defending))
            costs += chance * likely * (steps(ours) - steps(attackers) + lost)
            taken += chance * likely * falls
    return whole + kills, costs, taken


def _before_close_combat(ours: Force, theirs: Force, t: Terms) -> Chances:
    """Return the chances for the forces that are left after the card (step 6) and Opportunity Fire (step 8)."""
    found: defaultdict[tuple[Force, Force], float] = defaultdict(float)
    if t.answer_dice or t.answer_arm:
        rest = t._replace(answer_dice=0, answer_arm=0)
        shot = take(ours, 1, best=False, arm=t.answer_arm) if t.answer_arm else ours
        for (hits, _), chance in volley(((CARD_HITS_ON[SOVIET], t.answer_dice),), own=False).items():
            for pair, likely in _before_close_combat(take(shot, hits, best=False), theirs, rest).items():
                found[pair] += chance * likely
        return found
    struck = take(theirs, 1, best=not t.player, arm=t.card_arm) if t.card_arm else theirs
    for (hits, _), chance in volley(((CARD_HITS_ON[GERMAN], t.card_dice),), own=False).items():
        left = take(struck, hits // 2 if t.rubble else hits, best=not t.player)
        for (on_us, own), likely in volley(((6 - t.khrushchev, t.opportunity),), own=t.khrushchev).items():
            after = take(left, own // 2 if t.rubble else own, best=not t.player)
            found[take(ours, on_us, best=False), after] += chance * likely
    return found


def _rubble(ours: Force, left: Force, t: Terms) -> Iterator[tuple[bool, float]]:
    """Yield each case, with rubble in Close Combat or without, and its chance (step 9)."""
    if t.rolls is None or not left:
        yield t.rubble, 1.0
        return
    gone = 0
    if not t.declared:
        gone = len({one.hex for one in ours}) - len({one.hex for one in left})
        gone += sum(bool(one.arms & PANZER) for one in ours) - sum(bool(one.arms & PANZER) for one in left)
    chance = sum(sum(dice) + t.rolls - gone > RUBBLE_ABOVE for dice in product(range(1, 7), repeat=3)) / 216
    yield True, chance
    yield False, 1 - chance


def _close(ours: Force, theirs: Force, rubble: bool, t: Terms) -> tuple[float, float, float]:
    """Return the same values for Close Combat alone (step 10) and the advance after it."""
    if not ours or not theirs:
        return 0.0, 0.0, float(bool(ours))
    all_ours, all_theirs = steps(ours), steps(theirs)
    kills = costs = taken = 0.0
    order = t.order[_arms(ours) != INFANTRY | PANZER]
    if order == ATTACKER_FIRST:
        for (hits, _), chance in volley(dice(ours), own=False).items():
            left = take(theirs, hits // 2 if rubble else hits, best=not t.player)
            for (on_us, own), likely in (volley(dice(left), own=t.khrushchev) if left else {(0, 0): 1.0}).items():
                gone = min(steps(left), own // 2 if rubble else own)
                kills += chance * likely * (all_theirs - steps(left) + gone)
                costs += chance * likely * min(all_ours, on_us)
                taken += chance * likely * (gone == steps(left) and on_us < all_ours)
        return kills, costs, taken
    for (on_us, own), chance in volley(dice(theirs), own=t.khrushchev).items():
        own = min(all_theirs, own // 2 if rubble else own)
        firing = take(ours, on_us, best=False) if order == DEFENDER_FIRST else ours
        killed, falls = answer(dice(firing), all_theirs - own, rubble)
        kills += chance * (own + killed)
        costs += chance * min(all_ours, on_us)
        taken += chance * falls * (on_us < all_ours)
    return kills, costs, taken


def _struck(ours: Force, theirs: Force, order: int, rubble: bool, p: City) -> tuple[float, float, float]:
    """Return the same values for a Soviet attack (INF-SATK): rubble protects the Germans, and with Khrushchev each 1
    hits the attackers themselves (INF-SCARD-14)."""
    khrushchev, all_ours, all_theirs = p.in_play(p.board.khrushchev), steps(ours), steps(theirs)
    kills = costs = taken = 0.0
    for (on_us, _), chance in volley(dice(theirs), own=False).items():
        left = take(ours, on_us, best=not p.table.soviet_player)
        firing = left if order == DEFENDER_FIRST else ours
        for (hits, own), likely in (volley(dice(firing), own=khrushchev) if firing else {(0, 0): 1.0}).items():
            counted, lost = hits // 2 if rubble else hits, min(all_ours, on_us + own)
            kills += chance * likely * min(all_theirs, counted)
            costs += chance * likely * lost
            taken += chance * likely * (counted >= all_theirs and lost < all_ours)
    return kills, costs, taken


def _arms(force: Force) -> int:
    found = 0
    for one in force:
        found |= one.arms
    return found


def steps(force: Force) -> int:
    """Return the number of steps of a force."""
    return sum(one.steps for one in force)


def dice(force: Force) -> tuple[tuple[int, int], ...]:
    """Return the rolls that a force needs to hit, and how many dice need each."""
    found: Counter[int] = Counter()
    for one in force:
        found[one.needs] += one.steps
    return tuple(sorted(found.items()))


@lru_cache(4096)
def take(force: Force, hits: int, *, best: bool, arm: int = 0) -> Force:
    """Return a force after hits, each on one of its strongest units (INF-CLOSE-02). If only one arm can be hit, only
    units of that arm count. Of equally strong units, the best or the worst shot takes the hit (INF-CLOSE-04).
    """
    left = list(force)
    for _ in range(hits):
        row = [one for one in left if not arm or one.arms & arm]
        if not row:
            break
        hit = max(row, key=lambda one: (one.steps, -one.needs if best else one.needs))
        left.remove(hit)
        if hit.steps > 1:
            left.append(hit._replace(steps=hit.steps - 1))
    return tuple(sorted(left))


@lru_cache(4096)
def volley(dice: tuple[tuple[int, int], ...], *, own: bool) -> dict[tuple[int, int], float]:
    """Return the chance of each number of hits from a volley and, with Khrushchev, of hits on the Soviets themselves
    (INF-SCARD-14). `dice`: the rolls needed, and how many dice need each."""
    found = {(0, 0): 1.0}
    for needs, count in dice:
        for _ in range(count):
            longer: defaultdict[tuple[int, int], float] = defaultdict(float)
            for (hits, back), chance in found.items():
                for face in range(1, 7):
                    longer[hits + (face >= needs), back + (own and face == 1)] += chance / 6
            found = dict(longer)
    return found


@lru_cache(4096)
def answer(dice: tuple[tuple[int, int], ...], whole: int, rubble: bool) -> tuple[float, float]:
    """Return the expected number of steps that a volley takes from a force of the given steps, and the chance that it
    takes all of the steps."""
    killed = falls = 0.0
    for (hits, _), chance in volley(dice, own=False).items():
        counted = hits // 2 if rubble else hits
        killed += chance * min(whole, counted)
        falls += chance * (counted >= whole)
    return killed, falls
