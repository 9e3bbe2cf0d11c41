"""What the staffs of Stalingrad: Inferno on the Volga claim, computed again from the position.

The chances of attacks come from the rules' own sums (`rules.trade`), which `bench/reasons.py --chances` compares with
games. Distances, steps, blocks, cards and hits are counted again here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import comb
from typing import Any

from tests.players.reasons import Checks, Claim, Said

from mamayev.engine.notation import ARG, MASK, verb_of
from mamayev.games.inferno.printed.map import LOST, REMOVED
from mamayev.games.inferno.printed.units import INFANTRY, PANZER
from mamayev.games.inferno.rules.arrivals import shown
from mamayev.games.inferno.rules.fire import DELIBERATE, Combat
from mamayev.games.inferno.rules.position import DECK, HAND, LAID
from mamayev.games.inferno.rules.trade import of_attack
from mamayev.games.inferno.rules.verbs import HASTY, USE

CHECKS = Checks()
ID = r"([W-Z]|\d+)"
HEXES = r"(\d+) hex(?:es)?"
GERMAN, SOVIET = 0, 1
NEAR = (1.0, 0.8, 0.5, 0.2)
"""The share of German hits that counts, from one to four hexes away."""
A_BLOCK = 1.1
"""The hits that the Soviets expect of a German block."""


def hex_of(p: Any, text: str) -> int:
    """Return the hex with an id, or with an id and a name."""
    return int(p.board.hex[text.split()[0]])


def distance(p: Any, a: int, b: int) -> int:
    """Return the distance of two hexes."""
    return int(p.board.grid.distance(a, b))


def unit(said: Said) -> int:
    """Return the unit that an action names first."""
    return said.action >> ARG & MASK


def hits(p: Any, units: list[int]) -> float:
    """Return the mean hits of a volley of German units."""
    return float(sum(p.strength[u] * (7 - p.board.fire[u]) / 6 for u in units))


def blocks(p: Any, h: int) -> int:
    """Return the number of blocks in a hex."""
    return len(p.stacks[h])


# ------------------------------------------------------------------ attacks


def in_combat(p: Any) -> tuple[int, int, int]:
    """Return the kind, the hex and the origins of the current combat."""
    f = p.frame("combat")
    return f[Combat.kind], f[Combat.target], f[Combat.origins]


@CHECKS.of(
    rf"{ID} \((\d+) blocks?\) is taken in about (\d+)% of attacks(?: with (.+?))?; "
    r"on average, the Soviets lose (\d+\.\d) steps"
)
def taken(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, hex_of(said.p, m[1])
    yield Claim("blocks", int(m[2]), blocks(p, h))
    if p.box.name == "german-round" and verb_of(said.action) not in (HASTY, USE):
        cards = [c for c in p.pile(GERMAN, HAND) if m[4] and p.board.cards[c].title == m[4]]
        card = cards[0] if cards else -1
        found = of_attack(p, DELIBERATE, h, p.board.grid.near[h] & p.german, card, answered=True)
        assert found is not None
        yield Claim("chance", m[3], round(100 * found.chance, 1))
        yield Claim("kills", m[5], found.kills)


@CHECKS.of(
    rf"{ID} \((\d+) blocks?\) loses all blocks in about (\d+)% of attacks; on average, the Germans lose (\d+\.\d) steps"
)
def by_soviets(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("blocks", int(m[2]), blocks(said.p, hex_of(said.p, m[1])))


@CHECKS.of(r"On average, we lose (\d+\.\d) steps")
def lost(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("some", True, float(m[1]) >= 0)


@CHECKS.of(rf"(With|Without) (?:the|a) card, {ID} is taken in about (\d+)% of attacks(?: instead of (\d+)%)?")
def card(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    kind, h, origins = in_combat(p)
    yield Claim("hex", hex_of(p, m[2]), h)
    without = of_attack(p, kind, h, origins, answered=True)
    assert without is not None
    yield Claim("without", m[4] or m[3], round(100 * without.chance, 1))
    if m[1] == "With":
        found = of_attack(p, kind, h, origins, unit(said), answered=True)
        assert found is not None
        yield Claim("with", m[3], round(100 * found.chance, 1))


@CHECKS.of(r"It adds (\d+) steps? to the attack")
def joined(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("steps", int(m[1]), sum(said.p.strength[u] for u in said.p.stacks[unit(said)]))


@CHECKS.of(r"It has (\d+) steps?, and the strongest units advance first")
def advanced(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("steps", int(m[1]), said.p.strength[unit(said)])


@CHECKS.of(r"It hits on (\d)(?: or more)? and counts (once|twice) if lost, so it is the smallest loss")
def smallest(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("fire", int(m[1]), p.board.fire[unit(said)])
    yield Claim("counts", m[2], "twice" if p.board.units[unit(said)].r else "once")


@CHECKS.of(
    r"It takes the hit, because it hits only on (\d)",
    r"It makes no difference, because all hit on (\d)(?: or more)?",
    r"It hits on (\d)(?: or more)?, and no other choice is a better shot",
    r".+ hits? (?:only )?on (\d)(?: or more)?",
)
def shots(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("fire", int(m[1]), said.p.board.fire[unit(said)])


# ------------------------------------------------------------------ moves of the Germans


@CHECKS.of(
    rf"It brings (\d+\.\d) hits per volley to {ID}, {HEXES} from (.+?) instead of (\d+)",
    r"It brings (\d+\.\d) hits per volley to ()(\d+) hex(?:es)? from (.+?)()",
)
def brought(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, goal = said.p, hex_of(said.p, m[4])
    if m[2]:
        yield Claim("distance", int(m[3]), distance(p, hex_of(p, m[2]), goal))
    most = hits(p, [u for h in p.board.grid.hexes(p.german) for u in p.stacks[h]])
    yield Claim("possible", True, float(m[1]) <= most + 0.05)


@CHECKS.of(rf"It brings (\d+\.\d) hits per volley into {ID}")
def brought_in(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("empty", 0, blocks(said.p, hex_of(said.p, m[2])))


@CHECKS.of(rf"About (\d+) of (\d+) regiments? come(, and a card)?; {ID} is {HEXES} from {ID}")
def called(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    rows = [[u for u in p.chart[row * 5 : row * 5 + 5] if u != 255] for row in range(6)]
    yield Claim("regiments", int(m[2]), sum(map(len, rows)))
    yield Claim("distance", int(m[5]), distance(p, hex_of(p, m[4]), hex_of(p, m[6])))
    yield Claim("card", bool(m[3]), p.count(GERMAN, DECK) > 0)
    mean = sum(min(n, len(row)) * comb(6, n) * 5 ** (6 - n) / 6**6 for row in rows for n in range(7))
    yield Claim("about as many", True, int(m[1]) <= mean + 0.51)


@CHECKS.of(rf"The strongest units enter first, and this unit has (\d+) steps?; {ID} is {HEXES} from {ID}")
def deployed(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("steps", int(m[1]), p.strength[unit(said)])
    yield Claim("there", hex_of(p, m[2]), said.action & MASK)
    yield Claim("distance", int(m[3]), distance(p, hex_of(p, m[2]), hex_of(p, m[4])))


# ------------------------------------------------------------------ the clock and Spawn hexes


def drawn(dice: int) -> float:
    """Return the mean cards of a Movement Action: one for each 1, and one for each of equal dice (INF-SMOVE-07,
    INF-SMOVE-09)."""
    rolls = list(product(range(1, 7), repeat=dice))
    return sum(roll.count(1) + sum(roll.count(die) > 1 for die in roll) for roll in rolls) / len(rolls)


def highest(p: Any) -> int:
    """Return the number of highest Soviet stacks, each of which gets a die."""
    row = [blocks(p, h) for h in p.board.grid.hexes(p.soviet)]
    return row.count(max(row, default=0))


@CHECKS.of(
    r".+: (\d+) Spawn hex(?:es)? (?:is|are) left to take before (\d+) Soviet cards? (?:is|are) drawn; with the current "
    r"stacks, the next Soviet action (?:draws about (\d+\.\d) cards|is a Spawn Action and draws (no|\d+) cards?)"
)
def race(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    held = p.board.spawn_hexes[SOVIET] & ~p.control
    yield Claim("Spawn hexes", int(m[1]), held.bit_count())
    yield Claim("cards left", int(m[2]), p.count(SOVIET, DECK))
    if m[3] and held:
        yield Claim("cards", m[3], drawn(highest(p)))


@CHECKS.of(r".+; (\d) stacks? of (\d) runs? the clock")
def runs(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("stacks", int(m[1]), highest(p))
    yield Claim("height", int(m[2]), max(blocks(p, h) for h in p.board.grid.hexes(p.soviet)))


@CHECKS.of(
    r"If nothing changes, the next action draws about (\d+\.\d) cards instead of (\d+\.\d)"
    r"(?: and brings in (?:no|\d+) blocks? instead of (?:none|\d+))?",
    r"If nothing changes, the next action brings in (no|\d+) blocks? instead of (none|\d+)",
    r"With the current stacks, the next action draws (\d+\.\d) cards",
    r"The heights of the stacks become more equal, which promises about (\d+\.\d\d) cards per round, not (\d+\.\d\d)",
)
def cards(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    if m.lastindex == 2:
        yield Claim("a change", True, m[1] != m[2])


# ------------------------------------------------------------------ danger


def threat(p: Any, h: int) -> float:
    """Return the hits that the Germans nearby can bring."""
    total = sum(
        blocks(p, g) * NEAR[distance(p, g, h) - 1] for g in p.board.grid.hexes(p.german) if 0 < distance(p, g, h) < 5
    )
    return total * A_BLOCK / (1 + bool(p.rubble & p.board.grid.bit[h]))


def steps(p: Any, h: int) -> int:
    """Return the steps that the Soviets see in a hex of theirs."""
    return sum(shown(p, u) or 1 for u in p.stacks[h])


@CHECKS.of(
    rf"{ID}, a Spawn hex, has about (\d+) steps instead of (\d+), against about (\d+\.\d) hits of the Germans nearby"
)
def safer_hex(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, hex_of(said.p, m[1])
    yield Claim("hits", m[4], threat(p, h))
    yield Claim("steps", int(m[3]), steps(p, h))


@CHECKS.of(
    rf"The block is safer: {ID} has about (\d+) steps against about (\d+\.\d) hits of the Germans nearby, "
    rf"{ID} about (\d+) against about (\d+\.\d) hits of the Germans nearby"
)
def safer_block(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("hits there", m[3], threat(p, hex_of(p, m[1])))
    yield Claim("hits here", m[6], threat(p, hex_of(p, m[4])))
    yield Claim("steps here", int(m[5]), steps(p, hex_of(p, m[4])))


@CHECKS.of(r"In (\d) of (\d) Spawn hex(?:es)?, we have more steps than the Germans nearby have hits")
def safe(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    held = p.board.grid.hexes(p.board.spawn_hexes[SOVIET] & ~p.control)
    yield Claim("held", int(m[2]), len(held))
    yield Claim("safe", int(m[1]), sum((steps(p, h) if p.stacks[h] else 0) > threat(p, h) for h in held))


@CHECKS.of(
    r"About (\d+\.\d) hits of the Germans nearby against (no|\d) blocks?",
    r"It (?:will be|is) empty, and Soviet units are this close",
)
def in_danger(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    return iter(())  # with its place, as a stack


@CHECKS.of(rf"{ID} \| .+ \| (\d+\.\d) to (\d+) \| About (\d+\.\d) hits of the Germans nearby against (no|\d) blocks?\.")
def threatened(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, hex_of(said.p, m[1])
    yield Claim("hits", m[2], threat(p, h))
    yield Claim("steps", int(m[3]), steps(p, h) if p.stacks[h] else 0)
    yield Claim("blocks", m[5], str(blocks(p, h) or "no"))


@CHECKS.of(rf"{ID} \| .+ \| {HEXES} \| It (will be|is) empty, and Soviet units are this close\.")
def empty(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, hex_of(said.p, m[1])
    yield Claim("distance", int(m[2]), min(distance(p, h, s) for s in p.board.grid.hexes(p.soviet)))
    if m[3] == "is":
        yield Claim("units", 0, blocks(p, h))


@CHECKS.of(rf"The nearest block is then {HEXES} instead of (\d+) from {ID}, a lost Spawn hex")
def closer(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, hex_of(said.p, m[3])
    yield Claim("distance", int(m[2]), min(distance(p, h, s) for s in p.board.grid.hexes(p.soviet)))


@CHECKS.of(rf"We retake {ID}, a lost Spawn hex")
def retaken(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, hex_of(said.p, m[1])
    lost = p.board.grid.hexes(p.board.spawn_hexes[SOVIET] & ~p.spawns_held())
    yield Claim("lost Spawn hexes", 1, lost.count(h))
    yield Claim("Germans there", 0, len(p.stacks[h]))


# ------------------------------------------------------------------ blocks and cards of the Soviets


@CHECKS.of(
    rf"The (?:strongest|weakest) block, with (no|\d) steps?, goes to {ID}.+",
    r"It makes no difference, because all blocks show (no|\d) steps?() and hit equally well",
)
def sent(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("steps", 0 if m[1] == "no" else int(m[1]), shown(said.p, unit(said)))


@CHECKS.of(r"Its (\d+) dice hit (\d+\.\d) times on average")
def dice(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    _, h, _ = in_combat(p)
    attacks = in_combat(p)[0] == 2
    halved = 2 if attacks and p.rubble & p.board.grid.bit[h] else 1
    yield Claim("dice", int(m[1]), p.board.cards[unit(said)].dice)
    yield Claim("hits", m[2], int(m[1]) / 3 / halved)


def attackers(p: Any) -> int:
    """Return the German blocks in the current combat."""
    kind, h, origins = in_combat(p)
    return blocks(p, h) if kind == 2 else sum(blocks(p, o) for o in p.board.grid.hexes(origins))


@CHECKS.of(
    r"It always hits if there is (infantry|armor) among the (\d+) German blocks?\. With the remaining German units, "
    r"the chance is about (\d+)%"
)
def arm(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    left = [u for u in p.board.germans if p.at[u] not in (LOST, REMOVED)]
    wanted = INFANTRY if m[1] == "infantry" else PANZER
    others = sum(not p.board.arms[u] & wanted for u in left)
    yield Claim("blocks", int(m[2]), attackers(p))
    yield Claim("chance", m[3], 100 * (1 - comb(others, int(m[2])) / comb(len(left), int(m[2]))))


@CHECKS.of(
    rf"A unit enters {ID}, which has (\d+) steps? against about (\d+\.\d) hits",
    rf"No unit can enter {ID}, so the Soviets draw a card instead; (\d+) (?:is|are) left in the deck()",
)
def enters(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, hex_of(said.p, m[1])
    if m[3]:
        yield Claim("steps", int(m[2]), steps(p, h))
        halved = 1 + bool(p.rubble & p.board.grid.bit[h])
        yield Claim("hits", m[3], attackers(p) * A_BLOCK / halved)
    else:
        yield Claim("deck", int(m[2]), p.count(SOVIET, DECK))


@CHECKS.of(
    r"With a chance of about (\d+)%, the Germans hold an airstrike, which would hit about (\d+\.\d) of (\d+) steps? in "
    rf"{ID}"
)
def airstrike(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    unseen = [c for c in p.board.german_cards if p.cards[c] in (DECK, HAND, LAID)]
    others = sum(not p.board.cards[c].airstrike for c in unseen)
    held = p.count(GERMAN, HAND)
    yield Claim("chance", m[1], 100 * (1 - comb(others, held) / comb(len(unseen), held)))
    yield Claim("steps", int(m[3]), steps(p, hex_of(p, m[4])))


@CHECKS.of(
    r".+: worth (-?\d+\.\d) instead of (-?\d+\.\d)", r"It gains little: in total, it is worth (\d+\.\d\d)( )Spawn hexes"
)
def judged(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    if m[2] != " ":
        yield Claim("not better", True, float(m[1]) <= float(m[2]))
