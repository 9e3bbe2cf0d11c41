"""How the staff plays its cards. Most cards cannot be kept, so the staff plays each card when it helps most."""

from __future__ import annotations

from functools import partial

from mamayev.engine.bot import Rated, because
from mamayev.engine.notation import ARG, MASK, VERB
from mamayev.engine.position import Frame
from mamayev.engine.words import counted

from ..printed.cards import ACTIVATION, EVENTS, GENERAL, KIND_NAMES, Effect
from ..printed.map import AXIS
from ..printed.units import NONE, TANK
from ..rules.combat_locals import Combat, Played, Throw
from ..rules.effects import IN_COMBAT, NEEDS, RAISED_LIMIT
from ..rules.odds import defenders, in_force, taking_part
from ..rules.position import Operation
from ..rules.preparation import LAST_EFFORT
from ..rules.verbs import DECLINE, DISCARD, FEED, KEEP, PASS, PLAY, STOW
from ..rules.windows import boxed
from . import axis, soviet
from .appreciation import aim, decisive
from .battle import promise
from .reasons import of_card, of_passing
from .style import JUDGMENT, STAFF, Style

VERBS = ~((1 << VERB) - 1)
WISHES = (("a8-1", "a9-1", "al11-1", "al1-1", "a2-1"), ("s12-1", "s9-1", "sl10-1", "sl6-1", "sl2-1", "s1-1"))
"""The cards to request from High Command, best first."""
TREASURES = (("al11-1", "al1-1", "a8-1"), ("s12-1",))
"""The cards that the staff keeps and puts into the box."""
OTHERS = {"no-zone-loss": JUDGMENT.no_zone_loss, "tank-hit": JUDGMENT.tank_hit}
"""The value, in a combat, of effects that do not change the odds."""
POOR = ("GP", "rom")
"""The formations whose activation cards the staff exchanges."""
NOW = {
    "limit", "survival", "tigers", "bridge", "activation", "replacements", "draw", "headquarters", "naval", "look",
    "rob", "schwerpunkt", "haste", "cancel",
}  # fmt: skip
"""The effects that the staff uses as soon as possible."""


def card_of(action: int) -> int:
    """Return the card that an action names first."""
    return action >> ARG & MASK


def play_or_pass(p: Operation, f: Frame, style: Style) -> Rated:
    """Play the card with the largest expected gain, if that is enough."""
    options = [a for a in p.box.options(p, f) if a & VERBS == PLAY]
    promised = {action: worth(p, f, style, p.seat, card_of(action), action & MASK) for action in options}
    best = max(options, key=promised.__getitem__, default=PASS)
    if best == PASS or promised[best] < style.card:
        return Rated(PASS, style.card, partial(of_passing, p, promised, style.card))
    return Rated(best, promised[best], partial(of_card, p, promised, best))


def worth(p: Operation, f: Frame, style: Style, side: int, c: int, number: int) -> float:
    """Return the expected gain from an event now, in steps."""
    board = p.board
    event = board.events[c][number]
    assert event is not None
    if number != GENERAL and board.cards[c].id in TREASURES[side]:
        return 0.0
    chance = 1.0 if not event.roll or boxed(p, c, number) else event.roll / 6
    kinds = {effect.kind for effect in event.effects}
    if kinds & IN_COMBAT:
        wanted = style.attacking if side == p.active else style.defending
        return chance * gain(p, style, side, c, number) if wanted else 0.0
    if not all(NEEDS[e.kind](p, side, e) for e in event.effects if e.kind in NEEDS):
        return 0.0
    if "convoy" in kinds:
        return JUDGMENT.convoy if decisive(p) and arrived(p, style) else 0.0
    if "cancel-air" in kinds:
        return JUDGMENT.cancel_air
    if "no-air" in kinds:
        return 0.0 if p.no_air else JUDGMENT.no_air * len(p.hand(AXIS, ACTIVATION))
    if "schwerpunkt" in kinds and side != p.active:
        return 0.0
    if any(effect.kind == "limit" and not dealt_again(p, side, effect) for effect in event.effects):
        return 0.0
    if kinds <= NOW:
        return chance * (JUDGMENT.event + JUDGMENT.removed * event.removes)
    return 0.0


def dealt_again(p: Operation, side: int, effect: Effect) -> bool:
    """Return whether a higher hand limit brings a side more cards in a later turn (DON-ADMIN-01, DON-T8-01)."""
    kind = KIND_NAMES.index(effect.what)
    last = LAST_EFFORT - (kind == ACTIVATION)
    return p.limits[side][kind] < RAISED_LIMIT and p.turn < last and not decisive(p)


def arrived(p: Operation, style: Style) -> bool:
    """Return whether an Axis unit is in the zone and in command."""
    board = p.board
    goals = aim(p, style)
    row = [
        u
        for u in p.on_map(board.of_side[AXIS])
        if board.is_combat[u] and goals & board.grid.bit[p.at[u]] and p.in_command(u)
    ]
    return bool(row)


def gain(p: Operation, style: Style, side: int, c: int, number: int) -> float:
    """Return how much an event improves a combat for the side that plays it."""
    fight = p.frame("combat")
    sides = (axis, soviet)
    ground = sides[p.active].ground(p, style if side == p.active else STAFF[p.active])(fight[Combat.target])
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


def second_throw(p: Operation, f: Frame, style: Style) -> Rated:
    """Roll again after a card fails, or after a low combat roll."""
    throw = p.frame("throw")
    what = p.caller(throw)
    options = p.box.options(p, f)
    if p.table.boxes[what[0]].name == "card":
        event = p.board.events[what[Played.card]][what[Played.event]]
        failed = event is not None and throw[Throw.die] > event.roll
    else:
        failed = throw[Throw.die] <= JUDGMENT.low_die
    better = [action for action in options if action != KEEP]
    if failed and better:
        return Rated.by_rule(better[-1], f"The roll of {throw[Throw.die]} is not enough")
    said = "cannot be rolled again" if failed else "is good enough"
    return Rated.by_rule(KEEP, f"The roll of {throw[Throw.die]} {said}")


# ------------------------------------------------------------------ what to keep


def pick(p: Operation, f: Frame, style: Style) -> Rated:
    """Take the first card on the wish list, or else any card."""
    options = p.box.options(p, f)
    named = {p.board.cards[card_of(a)].id: a for a in options if a != DECLINE}
    wished = next((card for card in WISHES[p.seat] if card in named), None)
    if wished is None:
        return Rated.by_rule(options[0], "No card on the wish list is left")
    return Rated.by_rule(
        named[wished], f"{p.board.cards[card_of(named[wished])].title} is the best card on the wish list"
    )


def exchange(p: Operation, f: Frame, style: Style) -> Rated:
    """Use the marker to exchange a Romanian card, or a card that activates no unit because the Schwerpunkt marker is
    not on the map. An extra move of a division is worth more than a reroll.
    """
    options = [a for a in p.box.options(p, f) if a != DECLINE]
    poor = [a for a in options if p.board.cards[card_of(a)].whom in POOR]
    if p.schwerpunkt == NONE:
        poor = [a for a in options if p.board.cards[card_of(a)].way == "schwerpunkt"] + poor
    if not poor:
        return Rated.by_rule(DECLINE, "Each card in hand is worth more than the marker")
    title = p.board.cards[card_of(poor[0])].title
    return Rated.by_rule(poor[0], f"{title} is worth less than another move of a division")


def stow(p: Operation, f: Frame, style: Style) -> Rated:
    """Put a card that decides the game into the box. From there it needs no die roll, and no card can cancel it."""
    options = p.box.options(p, f)
    wanted = [STOW | p.board.card_index[card] << ARG for card in TREASURES[p.seat]]
    found = next((a for a in wanted if a in options), DECLINE)
    if found == DECLINE:
        return Rated.by_rule(DECLINE, "No card in hand is worth keeping for a turn")
    title = p.board.cards[card_of(found)].title
    return Rated.by_rule(found, f"{title} needs no die roll from the box, and no card can stop it")


def give_up(p: Operation, f: Frame, style: Style) -> Rated:
    """Give up the least useful card."""
    options = p.box.options(p, f)
    if KEEP in options:
        return Rated.by_rule(KEEP, "There is no need to give up a card")
    wishes = (*TREASURES[p.seat], *WISHES[p.seat])
    rank = {p.board.card_index[card]: n for n, card in reversed(list(enumerate(wishes)))}
    least = max((a for a in options if a & VERBS == DISCARD), key=lambda a: rank.get(card_of(a), len(wishes)))
    return Rated.by_rule(least, f"{p.board.cards[card_of(least)].title} is the least useful card")


def feed(p: Operation, f: Frame, style: Style) -> Rated:
    """Supply the formation with the most units in the zone."""
    goals = aim(p, style)

    def there(action: int) -> int:
        units = p.of_formation(action >> ARG & MASK)
        return sum(1 for u in units if goals & p.board.grid.bit[p.at[u]] and p.in_command(u))

    most = max((a for a in p.box.options(p, f) if a & VERBS == FEED), key=there)
    return Rated(most, there(most), because(f"It has {counted(there(most), '# unit', '# units')} in the zone"))
