"""What the staffs of Donnerschlag claim, computed again from the position.

Worths in steps are the staff's own estimates. The columns, rolls and losses beside them come from the results table.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from tests.players.reasons import Checks, Claim, Said

from mamayev.engine.notation import ARG, MASK
from mamayev.engine.registry import find
from mamayev.games.donnerschlag.printed.map import AXIS, SOVIET
from mamayev.games.donnerschlag.printed.units import PANZER, members
from mamayev.games.donnerschlag.rules.combat import Declared
from mamayev.games.donnerschlag.rules.combat_locals import Combat, Throw
from mamayev.games.donnerschlag.rules.command import by_schwerpunkt
from mamayev.games.donnerschlag.rules.forecasts import column_name
from mamayev.games.donnerschlag.rules.outlook import Outlook, outlook
from mamayev.games.donnerschlag.rules.verbs import FIGHT
from mamayev.games.donnerschlag.rules.windows import boxed

CHECKS = Checks()
STEPS = r"(\d+\.\d) steps?"
COLUMN = r"(\d+(?:\.\d)?-\d+|below 1-1)"
HEXES = r"(no|\d+) hex(?:es)?"


def unit(said: Said) -> int:
    """Return the unit or card that an action names first."""
    return said.action >> ARG & MASK


def hex_of(p: Any, name: str) -> int:
    """Return the hex with a name, or with the id that the name ends with."""
    found = re.search(r"\d{4}", name)
    assert found
    return int(p.board.hex[found[0]])


@CHECKS.of(
    rf"(?:(.+) (?:goes there to attack|joins the attack on) (.+): |Against (.+) )at {COLUMN} the hex falls on (\d) "
    rf"rolls? out of six; expected: (\d+\.\d) enemy steps and (\d+\.\d) own steps lost; worth {STEPS}"
)
def attack(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, hex_of(said.p, m[2] or m[3])
    if m[1]:
        yield Claim("unit", m[1], p.board.units[unit(said)].name)
    yield Claim("enemies", True, bool(p.troops(1 - p.active) & p.board.grid.bit[h]))
    theirs = sum(p.steps[u] for u in p.units_in(h, 1 - p.active))
    yield Claim("no more than there is", True, float(m[6]) <= theirs)
    if p.box.name == "declare":
        found = declared(said)
        yield Claim("column", m[4], column_name(found.column))
        yield Claim("rolls", int(m[5]), round(6 * found.won))
        yield Claim("enemy steps", m[6], found.killed)
        yield Claim("own steps", m[7], found.lost)


def declared(said: Said) -> Outlook:
    """Play on by the staff until it fights, and return what the rules foresee of that combat."""
    staff, rng, q, action = find("donnerschlag").bots["staff"].policy, random.Random(1), said.p.copy(), said.action
    while action != FIGHT:
        q.apply(action)
        action = staff(q, rng)
    f = q.table.blanks[q.table.box_index["combat"]].copy()
    f[Combat.target], f[Combat.attackers] = q.top[Declared.target] - 1, q.top[Declared.units]
    return outlook(q, f)


@CHECKS.of(
    rf"(.+) at {COLUMN} falls on (\d) rolls? out of six; {STEPS} lost by the enemy in total",
    rf"{STEPS} lost by us",
    rf"(.+), worth {STEPS}",
    rf"(?:The next best is|.+ instead:) (.+?)(?: with|, worth|:)? ?{STEPS}",
    rf"(.+) promises {STEPS} \(.+\)",
    rf"(.+) instead: {STEPS}",
    r"No attack promises (\d+\.\d\d) steps after its own losses(?:, without the units that hold a place)?",
)
def estimate(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    parts = re.search(r"(-?\d+\.\d) steps? \((.+)\)", said.text)
    if parts:  # the parts add up
        total = sum(float(one) for one in re.findall(r"-?\d+\.\d", parts[2]))
        yield Claim("sum", True, abs(total - float(parts[1])) < 0.16)


@CHECKS.of(
    r"(.+) has (\d+) instead of (\d+) movement points left to the zone, and "
    r"(belongs to no HQ|keeps its formation in range|is (?:in|out of) range of its HQ)"
)
def nearer(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, u = said.p, unit(said)
    yield Claim("unit", m[1], p.board.units[u].name)
    hq = p.board.hq_of.get(p.formation(u))
    yield Claim("no HQ", m[4] == "belongs to no HQ", hq is None)
    yield Claim("an HQ", m[4] == "keeps its formation in range", u == hq)


@CHECKS.of(
    r"(.+) blocks the path or the supply line of the foremost enemy in (.+), (\d+) instead of (\d+) hex(?:es)? from it",
)
def blocks(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, lead = said.p, hex_of(said.p, m[2])
    yield Claim("an enemy", True, any(p.at[u] == lead for u in p.on_map(p.board.of_side[AXIS])))
    yield from from_the_lead(said, lead, then=m[3], now=m[4])
    yield Claim("no farther", True, int(m[3]) <= int(m[4]))


@CHECKS.of(
    r"(.+) goes back to (\d+) hexes from the foremost enemy in (.+), from (\d+); "
    r"the distance to its path and the risk count"
)
def goes_back(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield from from_the_lead(said, hex_of(said.p, m[3]), then=m[2], now=m[4])
    yield Claim("farther", True, int(m[2]) > int(m[4]))


def from_the_lead(said: Said, lead: int, *, then: str, now: str) -> Iterator[Claim]:
    """Check the distances of a unit from the foremost enemy after its move and before it."""
    far = said.p.board.grid.distance
    yield Claim("distance then", int(then), far(said.action & MASK, lead))
    yield Claim("distance now", int(now), far(said.p.at[unit(said)], lead))


@CHECKS.of(
    rf"(.+) goes to hold (.+?)(?:, at a bridge over the (.+), which the Axis needs for its way and its supply)?: "
    rf"it is {HEXES} away, and no unit is there"
)
def holds(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, u, h = said.p, unit(said), hex_of(said.p, m[2])
    board, grid = p.board, p.board.grid
    yield Claim("unit", m[1], board.units[u].name)
    yield Claim("nobody there", True, not (p.troops(AXIS) | p.troops(SOVIET)) & grid.bit[h])
    yield Claim("distance", int(m[4]), grid.distance(p.at[u], h))
    yield Claim("no farther", True, grid.distance(said.action & MASK, h) <= int(m[4]))
    if m[3]:
        bridges = {n for n in board.bridges | {p.built} if board.river_of.get(n) == m[3]}
        yield Claim("a bridge", True, any(h in grid.sides[n] for n in bridges))
        without, left = {grid.sides[n] for n in bridges}, [*grid.hexes(board.sources[AXIS])]
        reached, dry = {*left}, p.crossings.dry
        while left:
            at = left.pop()
            for n in grid.neighbours[at]:
                if n not in reached and dry.leads(at, n) and not {(at, n), (n, at)} & without:
                    reached.add(n)
                    left.append(n)
        yield Claim("needed", False, any(grid.bit[n] & zone for n in reached for zone in board.zones))


@CHECKS.of(r"(.+) stays to hold (.+)")
def stays(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, hex_of(said.p, m[2])
    units = [p.board.units[u].name for u in p.units_in(h, p.active)]
    yield Claim("there", True, m[1] in units)


@CHECKS.of(rf"The side needs it near (.+); this hex is {HEXES} away, and its terrain counts too")
def needed(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    yield Claim("distance", int(m[2]), p.board.grid.distance(said.action & MASK, hex_of(p, m[1])))


@CHECKS.of(rf"The spearhead in (\d{{4}}) is {HEXES} from zone (\w), (?:past (\d{{4}})|and no unit is in the way)")
def way(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, grid, start = said.p, said.p.board.grid, hex_of(said.p, m[1])
    german = [p.at[u] for n in PANZER for u in p.of_formation(n)]
    yield Claim("a German unit, if there is one", True, not german or start in german)
    least = min(grid.distance(start, g) for g in grid.hexes(p.board.zones["ABC".index(m[3])]))
    yield Claim("no shorter than the line", True, int(m[2]) >= least)
    if m[4]:
        yield Claim("Soviets are there", True, bool(p.troops(SOVIET) & grid.bit[hex_of(p, m[4])]))


@CHECKS.of(rf"(\d{{4}}) is {HEXES} from a zone that may be the real zone, so we block the path through (\d{{4}})")
def path(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, grid = said.p, said.p.board.grid
    lead, zones = hex_of(p, m[1]), 0
    for zone in p.board.zones:
        zones |= zone
    yield Claim("no shorter than the line", True, int(m[2]) >= min(grid.distance(lead, g) for g in grid.hexes(zones)))
    yield Claim("free of Soviets", False, bool(p.troops(1) & grid.bit[hex_of(p, m[3])]))


@CHECKS.of(r"(\d+) to (\d+) with (\d+) units? of .+, including column shifts")
def blow(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("units", True, int(m[3]) > 0)


@CHECKS.of(rf"(\d{{4}}) \| (.+) \| {COLUMN} \| (\d+) to (\d+) with (\d+) units? of .+, including column shifts\.")
def threatened(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, hex_of(said.p, m[1])
    ours = [u for u in p.units_in(h, p.seat) if p.board.is_combat[u]]
    yield Claim("units", m[2].split(", ", 1)[1], ", ".join(p.board.units[u].name for u in ours))


@CHECKS.of(
    rf"(.+) is worth {STEPS} (now|in the combat for (.+)), (for certain|on (\d) of 6)",
    r"The best card, (.+), promises only (-?\d+\.\d\d) steps here; it is played from (\d+\.\d\d)()()()",
)
def card(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    if not m[5]:
        yield Claim("too little", True, float(m[2]) <= float(m[3]))
        return
    c, number = unit(said), said.action & MASK
    event = p.board.events[c][number]
    yield Claim("card", m[1], p.board.cards[c].title)
    yield Claim("chance", int(m[6] or 6), event.roll if event.roll and not boxed(p, c, number) else 6)
    if m[4]:
        yield Claim("combat", hex_of(p, m[4]), p.frame("combat")[Combat.target])


@CHECKS.of(r"The roll of (\d) (?:is good enough|is not enough|cannot be rolled again)")
def roll(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("die", int(m[1]), said.p.frame("throw")[Throw.die])


@CHECKS.of(r"Its strength of (\d+) is the lowest among the first choices, and .+")
def lowest(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, u = said.p, unit(said)
    yield Claim("strength", int(m[1]), p.board.strength[u][p.steps[u]])


@CHECKS.of(r"Its strength of (\d+) is the highest among the units that lack a step")
def highest(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("strength", int(m[1]), said.p.board.strength[unit(said)][-1])


@CHECKS.of(
    r"From there, the path to the zone costs (\d+)(?: instead of (\d+)|; no other hex has a shorter one)",
    r"No advance ends nearer to a zone: from there, the path costs (\d+)()",
    r"(?:.+) has a path of (\d+) instead of (\d+) left to (?:the zone|the foremost enemy)",
)
def costs(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    if m[2]:
        yield Claim("nearer", True, int(m[1]) < int(m[2]))


@CHECKS.of(r"No other hex is open to the retreat", r"It advances inside the zone")
def ends(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, said.action & MASK
    if "retreat" in m[0]:
        yield Claim("hexes", {h}, {action & MASK for action in p.actions()})
    else:
        yield Claim("in a zone", True, any(zone & p.board.grid.bit[h] for zone in p.board.zones))


@CHECKS.of(r"The path to zone (\w) costs (\d+), to the others (\w) (\d+), (\w) (\d+)")
def zones(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("three zones", {"A", "B", "C"}, {m[1], m[3], m[5]})


@CHECKS.of(r"That is too far for a call in turn (\d+)")
def too_far(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("turn", int(m[1]), said.p.turn)


@CHECKS.of(r"The check comes with turn (\d+)")
def check(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    yield Claim("later", True, int(m[1]) > said.p.turn)


@CHECKS.of(r"No panzer division can be marked")
def unmarked(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    pieces = p.box.pieces(p, p.top)
    yield Claim("no HQ to mark", False, any(p.board.hq_of[n] in (*pieces, p.schwerpunkt) for n in PANZER))


@CHECKS.of(
    r"It would activate a strength of (\d+), (\d+) from the zone",
    r"It activates a strength of (\d+) there, (\d+) from the zone",
)
def marked(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p = said.p
    q = p.copy()
    if "would" in said.text:
        q.schwerpunkt = unit(said)
    activated = members(by_schwerpunkt(q))
    yield Claim("strength", int(m[1]), sum(p.board.strength[v][p.steps[v]] for v in activated))


@CHECKS.of(rf"It is {HEXES} from its nearest unit, and .+")
def redeployed(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    p, h = said.p, said.action & MASK
    own = p.of_formation(p.board.units[unit(said)].formation)
    yield Claim("distance", int(m[1]), min(p.board.grid.distance(h, p.at[u]) for u in own))


@CHECKS.of(
    r"The spearhead's path over this bridge costs (\d+), less than over any other",
    r"It has (no|\d+) units? in the zone",
)
def estimates(said: Said, m: re.Match[str]) -> Iterator[Claim]:
    return iter(())
