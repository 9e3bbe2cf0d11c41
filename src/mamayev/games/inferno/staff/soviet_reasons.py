"""Why the Soviet player's staff does what it does: a sentence for each action, with the figure that speaks for it. Of
the Germans it says where their stacks stand and how many blocks they are, for it knows no more."""

from __future__ import annotations

from collections.abc import Callable

from mamayev.engine.notation import ARG, MASK
from mamayev.engine.words import counted

from ..printed.cards import Card
from ..printed.map import SOVIET
from ..rules.arrivals import shown
from ..rules.position import DECK, City
from ..rules.soviet import Way
from .reasons import pips
from .soviet_staff import POOL_OF, Fray, Shares, Stand, attack, die_worth, strongest_first, way_of
from .style import SOVIET_STAFF

TOLD = 0.01
"""The least gain that is told, in Spawn hexes held."""

# ------------------------------------------------------------------ a die


def given(p: City, action: int) -> str:
    """What a die does for the stack that gets it."""
    stand = Stand(p, SOVIET_STAFF)
    start, to = way_of(p, action)
    grid = p.board.grid
    worth, best = die_worth(p, action, stand), max(die_worth(p, each, stand) for each in p.actions())
    costs = "Every use of this die costs something, and this one least." if worth == best <= -TOLD else ""
    if p.german & grid.bit[to]:
        return f"{costs} {struck(p, start, to, stand)}".lstrip()
    if grid.bit[to] & p.board.spawn_hexes[SOVIET] & ~stand.held:
        return f"{grid.ids[to]}, a Spawn hex that was lost, is taken back."
    if worth == best < TOLD and not costs:
        return "Nothing here makes a difference: no stack gains anything by this die, and this one loses nothing."
    little = f"Little speaks for it: in all it is worth {max(0.0, worth):.2f} of a Spawn hex."
    return costs or gained(p, start, to, stand) or little


def struck(p: City, start: int, target: int, stand: Stand) -> str:
    """What an attack should bring."""
    found = attack(p, start, target, stand)
    blocks = counted(len(p.stacks[target]), "# block", "# blocks")
    return (
        f"{p.board.grid.ids[target]} ({blocks}) is emptied in about {100 * found.won:.0f} of 100; {found.hits:.1f} "
        f"German steps are hit, and {found.back:.1f} of ours, on average."
    )


def gained(p: City, start: int, to: int, stand: Stand) -> str:
    """What a move gains most; empty where there is nothing that could be told in figures."""
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
    """The sentences for what a move changes; empty where the figures would read alike."""

    def __init__(self, p: City, start: int, to: int, stand: Stand, heights: dict[int, int]) -> None:
        self.p, self.start, self.to, self.stand, self.heights = p, start, to, stand, heights
        self.grid = p.board.grid
        self.held = self.grid.hexes(stand.held)

    def cards(self) -> str:
        """The cards of the next action."""
        now = f"{self.stand.cards(self.stand.heights, self.held):.1f}"
        then = f"{self.stand.cards(self.heights, self.held):.1f}"
        return f"If nothing changes, the next action draws about {then} cards instead of {now}." if then != now else ""

    def clock(self) -> str:
        """The cards of those to come."""
        now = f"{self.stand.clock(self.stand.heights, self.held):.2f}"
        then = f"{self.stand.clock(self.heights, self.held):.2f}"
        if then == now:
            return ""
        return f"The stacks for the clock come nearer to one height: about {then} cards a round in sight, not {now}."

    def spawns(self) -> str:
        """The Spawn hex that gains most."""
        falls = self.stand.falls
        chances = [(falls(s, self.heights.get(s, 0)), falls(s, self.stand.heights.get(s, 0)), s) for s in self.held]
        if self.to in self.held and self.to not in self.stand.heights:
            return f"{self.grid.ids[self.to]}, a Spawn hex, stands empty and is manned."
        then, now, s = min(chances, key=lambda row: row[0] - row[1])
        then, now = 100 * then, 100 * now
        better = f"{self.grid.ids[s]}, a Spawn hex, falls soon in about {then:.0f} of 100 instead of {now:.0f}."
        return better if f"{then:.0f}" != f"{now:.0f}" else ""

    def blocks(self) -> str:
        """The block that goes."""
        ids = self.grid.ids
        now = f"{100 * self.stand.falls(self.start, self.stand.heights[self.start]):.0f}"
        then = f"{100 * self.stand.falls(self.to, self.heights[self.to]):.0f}"
        if int(then) >= int(now):
            return ""
        return f"The block is safer: {ids[self.to]} falls soon in about {then} of 100, {ids[self.start]} in {now}."

    def closer(self) -> str:
        """The lost Spawn hex that it comes nearer to."""
        grid, lost = self.grid, self.p.board.spawn_hexes[SOVIET] & ~self.stand.held

        def away(s: int, heights: dict[int, int]) -> int:
            return int(min(grid.distance(h, s) for h in heights))

        for s in grid.hexes(lost):
            now, then = away(s, self.stand.heights), away(s, self.heights)
            if then < now:
                hexes = counted(then, "# hex", "# hexes")
                return f"The nearest block is {hexes} from the lost {grid.ids[s]} instead of {now}."
        return ""


# ------------------------------------------------------------------ all the rest


def sent(p: City, action: int) -> str:
    """Why this block of a stack goes."""
    u = action >> ARG & MASK
    start, end = p.top[Way.start], p.top[Way.end]
    blocks = p.stacks[start]
    steps = counted(shown(p, u), "# step", "# steps")
    ids = p.board.grid.ids
    if len({(shown(p, each), p.board.fire[each]) for each in blocks}) == 1:
        return f"It makes no difference: all show {steps} and hit alike."
    if strongest_first(p):
        where = "a Spawn hex" if p.board.spawn_hexes[SOVIET] & p.board.grid.bit[end] else "where Germans stand near"
        return f"The strongest, with {steps}, goes to {ids[end]}, {where}."
    return f"The weakest, with {steps}, goes to {ids[end]}; the stronger stay in {ids[start]}."


def laid(p: City, action: int) -> str:
    """What a card does in this combat."""
    card = p.board.cards[action >> ARG & MASK]
    only = "No other kind of card is at hand. " if len(p.actions()) == 1 else ""
    return only + effect(p, card, Fray(p, SOVIET_STAFF))


def effect(p: City, card: Card, fray: Fray) -> str:
    """The same, whatever else is at hand."""
    place, blocks = p.board.grid.ids[fray.hex], counted(fray.blocks, "# German block", "# German blocks")
    if card.kind == "leader":
        return f"{card.title} comes into play for the rest of the game."
    if card.kind in POOL_OF:
        if not fray.room(card.kind):
            left = counted(p.count(SOVIET, DECK), "# is left", "# are left")
            return f"No unit can come to {place}: a card is drawn instead, of which {left}."
        without = "" if fray.attacks else f", which holds in about {100 * fray.holds():.0f} of 100 without it"
        return f"A unit comes to {place}{without}."
    if card.kind == "aa":
        if not fray.airstrike():
            return "No airstrike can come: it does nothing here."
        hits = min(fray.style.airstrike / fray.rubble, fray.own)
        return (
            f"The Germans hold an airstrike in about {100 * fray.airstrike():.0f} of 100, which would hit about "
            f"{hits:.1f} of {counted(fray.own, '# step', '# steps')} in {place}."
        )
    if card.kind == "fire":
        return f"Its {card.dice} dice hit {fray.worth(card):.1f} times on average."
    arm = "infantry" if card.kind == "sniper" else "armour"
    return (
        f"It hits for sure if {arm} is among the {blocks}: in about {100 * fray.worth(card):.0f} of 100, by the units "
        "that they have left."
    )


def taken(p: City, action: int) -> str:
    """Why this unit takes a hit."""
    return shooting(p, action, "It makes no difference: all", "It takes the hit since it hits only on")


def followed(p: City, action: int) -> str:
    """Why this unit goes into the hex."""
    return shooting(p, action, "It makes no difference: all", "None of them shoots better: it hits on")


def shooting(p: City, action: int, alike: str, best: str) -> str:
    """How a unit shoots, beside those to choose from."""
    among = {p.board.fire[a >> ARG & MASK] for a in p.actions()}
    on = pips(p, action >> ARG & MASK)
    return f"{alike} hit on {on}." if len(among) == 1 else f"{best} {on}."


REASONS: dict[str, Callable[[City, int], str]] = {
    "use-die": given, "pick-mover": sent, "lay-card": laid, "hit": taken, "follow": followed,
}  # fmt: skip
"""By box how its reason is found."""


def why(p: City, action: int) -> str:
    """What speaks for an action, with its figure."""
    return REASONS[p.box.name](p, action)
