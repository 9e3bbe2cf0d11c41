"""The reasons for the Soviet staff's choices, with figures.

The reasons name German stacks and the number of their blocks, because the staff knows nothing else about them.
"""

from __future__ import annotations

from mamayev.engine.bot import Ground, because
from mamayev.engine.notation import ARG, MASK
from mamayev.engine.words import counted

from ..printed.cards import Card
from ..printed.map import SOVIET
from ..printed.units import INFANTRY, PANZER
from ..rules.arrivals import shown
from ..rules.position import DECK, City
from ..rules.soviet import Way
from .german_reasons import pips
from .soviet_outlook import POOL_OF, Fray, Shares, Stand, attack, strongest_first, way_of

Grounds = tuple[Ground, ...]
TOLD = 0.01
"""The smallest gain that a reason mentions, in Spawn hexes held."""

# ------------------------------------------------------------------ a die


def given(p: City, action: int, worth: float, stand: Stand) -> Grounds:
    """Describe the effect of a die's best use for the stack that gets it. `worth`: the value of that use."""
    start, to = way_of(p, action)
    grid = p.board.grid
    costs = "Every use of this die has a cost, and this use costs the least"
    if p.german & grid.bit[to]:
        return (*because(costs), *struck(p, start, to, stand)) if worth <= -TOLD else struck(p, start, to, stand)
    if grid.bit[to] & p.board.spawn_hexes[SOVIET] & ~stand.held:
        return because(f"We retake {grid.ids[to]}, a lost Spawn hex")
    if worth <= -TOLD:
        return because(costs)
    if worth < TOLD:
        return because(
            "It makes no difference, because no stack gains anything from this die, and this stack loses nothing"
        )
    little = f"It gains little: in total, it is worth {worth:.2f} Spawn hexes"
    return because(gained(p, start, to, stand) or little)


def struck(p: City, start: int, target: int, stand: Stand) -> Grounds:
    """Describe the expected gain and cost of an attack."""
    found = attack(p, start, target, stand)
    name = f"{p.board.grid.ids[target]} ({counted(len(p.stacks[target]), '# block', '# blocks')})"
    won = f"{name} loses all blocks in about {100 * found.won:.0f}% of attacks"
    return (
        Ground("Hoped for", f"{won}; on average, the Germans lose {found.hits:.1f} steps"),
        Ground("It costs", f"On average, we lose {found.back:.1f} steps"),
    )


def gained(p: City, start: int, to: int, stand: Stand) -> str:
    """Describe the largest gain from a move, or return nothing if no displayed number would change."""
    before = stand.shares(stand.heights, stand.held)
    heights, held = stand.after(start, to)
    after = stand.shares(heights, held)
    gains = {name: new - old for name, old, new in zip(Shares._fields, before, after, strict=True)}
    told = Told(p, start, to, stand, heights)
    for name in sorted(gains, key=gains.__getitem__, reverse=True):
        if gains[name] >= TOLD and (sentence := getattr(told, name)()):
            return str(sentence)
    return ""


class Told:
    """The sentences about what a move changes. A sentence is missing if the displayed numbers would be the same."""

    def __init__(self, p: City, start: int, to: int, stand: Stand, heights: dict[int, int]) -> None:
        self.p, self.start, self.to, self.stand, self.heights = p, start, to, stand, heights
        self.grid = p.board.grid
        self.held = self.grid.hexes(stand.held)

    def cards(self) -> str:
        """Describe the change in the cards that the next action draws, and in the blocks that it brings in."""
        now, come_now = self.stand.drawn(self.stand.heights, self.held)
        then, come_then = self.stand.drawn(self.heights, self.held)
        said = []
        if f"{then:.1f}" != f"{now:.1f}":
            said.append(f"draws about {then:.1f} cards instead of {now:.1f}")
        if come_then != come_now:
            said.append(f"brings in {counted(come_then, '# block', '# blocks')} instead of {come_now or 'none'}")
        return f"If nothing changes, the next action {' and '.join(said)}" if said else ""

    def clock(self) -> str:
        """Describe the change in the cards drawn later."""
        now = f"{self.stand.clock(self.stand.heights, self.held):.2f}"
        then = f"{self.stand.clock(self.heights, self.held):.2f}"
        if then == now:
            return ""
        return f"The heights of the stacks become more equal, which promises about {then} cards per round, not {now}"

    def spawns(self) -> str:
        """Describe the Spawn hex that gains the most."""
        falls = self.stand.falls
        chances = [(falls(s, self.heights.get(s, 0)), falls(s, self.stand.heights.get(s, 0)), s) for s in self.held]
        if self.to in self.held and self.to not in self.stand.heights:
            return f"{self.grid.ids[self.to]}, an empty Spawn hex, gets a block"
        _, _, s = min(chances, key=lambda row: row[0] - row[1])
        then, now = (f"{self.stand.steps(s, heights.get(s, 0)):.0f}" for heights in (self.heights, self.stand.heights))
        if then == now:
            return ""
        return f"{self.grid.ids[s]}, a Spawn hex, has about {then} steps instead of {now}, {self.faced(s)}"

    def faced(self, h: int) -> str:
        """Return, in words, the hits that nearby Germans can soon score against a hex."""
        return f"against about {self.stand.threat(h):.1f} hits of the Germans nearby"

    def blocks(self) -> str:
        """Describe how much safer the block is."""
        ids, stand = self.grid.ids, self.stand
        now, then = stand.heights[self.start], self.heights[self.to]
        if 100 * stand.falls(self.to, then) >= 100 * stand.falls(self.start, now) - 1:
            return ""
        there, here = stand.steps(self.to, then), stand.steps(self.start, now)
        start = f"{ids[self.start]} about {here:.0f} {self.faced(self.start)}"
        return f"The block is safer: {ids[self.to]} has about {there:.0f} steps {self.faced(self.to)}, {start}"

    def closer(self) -> str:
        """Describe the lost Spawn hex to which the block comes closer."""
        grid, lost = self.grid, self.p.board.spawn_hexes[SOVIET] & ~self.stand.held

        def away(s: int, heights: dict[int, int]) -> int:
            return int(min(grid.distance(h, s) for h in heights))

        for s in grid.hexes(lost):
            now, then = away(s, self.stand.heights), away(s, self.heights)
            if then < now:
                hexes = counted(then, "# hex", "# hexes")
                return f"The nearest block is then {hexes} instead of {now} from {grid.ids[s]}, a lost Spawn hex"
        return ""


# ------------------------------------------------------------------ all the rest


def sent(p: City, action: int) -> Grounds:
    """Return why this block in a stack moves."""
    u = action >> ARG & MASK
    start, end = p.top[Way.start], p.top[Way.end]
    blocks = p.stacks[start]
    steps = counted(shown(p, u), "# step", "# steps")
    ids = p.board.grid.ids
    if len({(shown(p, each), p.board.fire[each]) for each in blocks}) == 1:
        return because(f"It makes no difference, because all blocks show {steps} and hit equally well")
    if strongest_first(p):
        where = "a Spawn hex" if p.board.spawn_hexes[SOVIET] & p.board.grid.bit[end] else "near Germans"
        return because(f"The strongest block, with {steps}, goes to {ids[end]}, {where}")
    return because(f"The weakest block, with {steps}, goes to {ids[end]}; the stronger blocks stay in {ids[start]}")


def laid(p: City, action: int, fray: Fray) -> Grounds:
    """Describe the effect of a card in the current combat."""
    found = because(effect(p, p.board.cards[action >> ARG & MASK], fray))
    return (*because("There is no other kind of card in hand"), *found) if len(p.actions()) == 1 else found


def effect(p: City, card: Card, fray: Fray) -> str:
    """Describe the effect of a card, regardless of the other cards in hand."""
    place, blocks = p.board.grid.ids[fray.hex], counted(fray.blocks, "# German block", "# German blocks")
    if card.kind == "leader":
        return f"{card.title} comes into play for the rest of the game"
    if card.kind in POOL_OF:
        if not fray.room(card.kind):
            left = counted(p.count(SOVIET, DECK), "# is left", "# are left")
            return f"No unit can enter {place}, so the Soviets draw a card instead; {left} in the deck"
        steps = counted(fray.own, "# step", "# steps")
        against = "" if fray.attacks else f", which has {steps} against about {fray.expected():.1f} hits"
        return f"A unit enters {place}{against}"
    if card.kind == "aa":
        if not fray.airstrike():
            return "No airstrike is possible, so the card does nothing here"
        hits = min(fray.style.airstrike / fray.rubble, fray.own)
        return (
            f"With a chance of about {100 * fray.airstrike_held():.0f}%, the Germans hold an airstrike, which would "
            f"hit about {hits:.1f} of {counted(fray.own, '# step', '# steps')} in {place}"
        )
    if card.kind == "fire":
        return f"Its {card.dice} dice hit {fray.worth(card):.1f} times on average"
    arm = "infantry" if card.kind == "sniper" else "armor"
    chance = fray.present(INFANTRY if card.kind == "sniper" else PANZER)
    return (
        f"It always hits if there is {arm} among the {blocks}. With the remaining German units, the chance is about "
        f"{100 * chance:.0f}%"
    )


def shooting(p: City, action: int, best: str) -> Grounds:
    """Describe the firepower of a unit, compared with the other choices."""
    among = {p.board.fire[a >> ARG & MASK] for a in p.actions()}
    on = pips(p, action >> ARG & MASK)
    return because(f"It makes no difference, because all hit on {on}" if len(among) == 1 else f"{best} {on}")
