"""How the cards are played: most cannot be kept, so whatever helps is played when it helps most."""

from __future__ import annotations

from mamayev.engine.notation import ARG, MASK, VERB
from mamayev.engine.position import Frame

from ..printed.cards import ACTIVATION, EVENTS, GENERAL
from ..printed.map import AXIS
from ..printed.units import NONE, TANK
from ..rules.combat_locals import Combat, Played, Throw
from ..rules.effects import IN_COMBAT, NEEDS
from ..rules.odds import defenders, in_force, taking_part
from ..rules.position import Operation
from ..rules.verbs import DECLINE, DISCARD, FEED, KEEP, PASS, PLAY, STOW
from ..rules.windows import boxed
from . import axis, soviet
from .appreciation import aim, decisive
from .battle import promise
from .style import JUDGMENT, STAFF, Style

VERBS = ~((1 << VERB) - 1)
WISHES = (("a8-1", "a9-1", "al11-1", "al1-1", "a2-1"), ("s12-1", "s9-1", "sl10-1", "sl6-1", "sl2-1", "s1-1"))
"""What is asked of High Command, best first."""
TREASURES = (("al11-1", "al1-1", "a8-1"), ("s12-1",))
"""What is kept, and goes into the box."""
OTHERS = {"no-zone-loss": JUDGMENT.no_zone_loss, "tank-hit": JUDGMENT.tank_hit}
"""What effects that change no odds are worth in a combat."""
POOR = ("GP", "rom")
"""Whom an activation card names that is exchanged."""
NOW = {
    "limit", "survival", "tigers", "bridge", "activation", "replacements", "draw", "headquarters", "naval", "look",
    "rob", "schwerpunkt", "haste", "cancel",
}  # fmt: skip
"""What is played wherever it can be."""


def card_of(action: int) -> int:
    """The card that an action names first."""
    return action >> ARG & MASK


def play_or_pass(p: Operation, f: Frame, style: Style) -> int:
    """The card that promises most."""
    side = p.seat
    options = [a for a in p.box.options(p, f) if a & VERBS == PLAY]
    if not options:
        return PASS
    promised = {action: worth(p, f, side, card_of(action), action & MASK) for action in options}
    best = max(options, key=promised.__getitem__)
    return best if promised[best] >= JUDGMENT.least else PASS


def worth(p: Operation, f: Frame, side: int, c: int, number: int) -> float:
    """What an event promises now, in steps."""
    board = p.board
    event = board.events[c][number]
    assert event is not None
    if number != GENERAL and board.cards[c].id in TREASURES[side]:
        return 0.0
    chance = 1.0 if not event.roll or boxed(p, c, number) else event.roll / 6
    kinds = {effect.kind for effect in event.effects}
    if kinds & IN_COMBAT:
        return chance * gain(p, side, c, number)
    if not all(NEEDS[e.kind](p, side, e) for e in event.effects if e.kind in NEEDS):
        return 0.0
    if "convoy" in kinds:
        return JUDGMENT.convoy if decisive(p) and arrived(p) else 0.0
    if "cancel-air" in kinds:
        return JUDGMENT.cancel_air
    if "no-air" in kinds:
        return 0.0 if p.no_air else JUDGMENT.no_air * len(p.hand(AXIS, ACTIVATION))
    if "schwerpunkt" in kinds and side != p.active:
        return 0.0
    if kinds <= NOW:
        return chance * (JUDGMENT.event + JUDGMENT.removed * event.removes)
    return 0.0


def arrived(p: Operation) -> bool:
    """Whether an Axis unit stands in the zone in command, and the activation is over but for cards."""
    board = p.board
    goals = aim(p)
    row = [
        u
        for u in p.on_map(board.of_side[AXIS])
        if board.is_combat[u] and goals & board.grid.bit[p.at[u]] and p.in_command(u)
    ]
    return bool(row)


def gain(p: Operation, side: int, c: int, number: int) -> float:
    """By how much an event betters a combat for its side."""
    fight = p.frame("combat")
    sides = (axis, soviet)
    ground = sides[p.active].ground(p, STAFF[p.active])(fight[Combat.target])
    enemies = defenders(p, fight)
    before = promise(p, fight, enemies, ground)
    bit = 1 << c * EVENTS + number
    fight[Combat.force] |= bit
    after = promise(p, fight, enemies, ground)
    fight[Combat.force] &= ~bit
    event = p.board.events[c][number]
    assert event is not None
    hit = any(in_force(p, fight, "tank-hit")) or not taking_part(p, fight) & p.board.of_kind[TANK]
    more = sum(OTHERS.get(effect.kind, 0.0) for effect in event.effects if effect.kind != "tank-hit" or not hit)
    return (after - before if side == p.active else before - after) + more


def second_throw(p: Operation, f: Frame, style: Style) -> int:
    """A card that has failed is tried again, and a combat die of 1 or 2."""
    throw = p.frame("throw")
    what = p.caller(throw)
    options = p.box.options(p, f)
    if p.table.boxes[what[0]].name == "card":
        event = p.board.events[what[Played.card]][what[Played.event]]
        failed = event is not None and throw[Throw.die] > event.roll
    else:
        failed = throw[Throw.die] <= 2
    better = [action for action in options if action != KEEP]
    return better[-1] if failed and better else KEEP


# ------------------------------------------------------------------ what is kept


def pick(p: Operation, f: Frame, style: Style) -> int:
    """A card from the list of wishes, else any."""
    options = p.box.options(p, f)
    named = {p.board.cards[card_of(a)].id: a for a in options if a != DECLINE}
    return next((named[card] for card in WISHES[p.seat] if card in named), options[0])


def exchange(p: Operation, f: Frame, style: Style) -> int:
    """The Axis gives the marker for an activation of Romanians, or of nobody as the Schwerpunkt marker is not on the
    map: a division that moves once more is worth more than a second throw."""
    options = [a for a in p.box.options(p, f) if a != DECLINE]
    poor = [a for a in options if p.board.cards[card_of(a)].whom in POOR]
    if p.schwerpunkt == NONE:
        poor = [a for a in options if p.board.cards[card_of(a)].way == "schwerpunkt"] + poor
    return poor[0] if poor else DECLINE


def stow(p: Operation, f: Frame, style: Style) -> int:
    """What decides the game goes into the box, where it needs no die and nobody can stop it."""
    options = p.box.options(p, f)
    wanted = [STOW | p.board.card_index[card] << ARG for card in TREASURES[p.seat]]
    return next((a for a in wanted if a in options), DECLINE)


def give_up(p: Operation, f: Frame, style: Style) -> int:
    """The card that is kept is the one that is wanted most."""
    options = p.box.options(p, f)
    if KEEP in options:
        return KEEP
    wishes = (*TREASURES[p.seat], *WISHES[p.seat])
    rank = {p.board.card_index[card]: n for n, card in reversed(list(enumerate(wishes)))}
    return max((a for a in options if a & VERBS == DISCARD), key=lambda a: rank.get(card_of(a), len(wishes)))


def feed(p: Operation, f: Frame, style: Style) -> int:
    """The formation that stands in the zone."""
    goals = aim(p)

    def there(action: int) -> int:
        units = p.of_formation(action >> ARG & MASK)
        return sum(1 for u in units if goals & p.board.grid.bit[p.at[u]] and p.in_command(u))

    return max((a for a in p.box.options(p, f) if a & VERBS == FEED), key=there)
