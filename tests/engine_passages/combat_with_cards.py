"""Donnerschlag: a combat with cards before and after it, played by both sides in turn until both pass.

The clauses are those of its ledger (13.2 of the rulebook); units, hexes and cards around them are the least that the
passage needs: two Axis and two Soviet units, one combat each way.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from mamayev.engine.box import Box, DieBox, Sequence, loop, when
from mamayev.engine.event import Loss, Modifier, Move
from mamayev.engine.fields import OWN, Locals
from mamayev.engine.notation import ARG, Verb
from mamayev.engine.position import Frame

from .plain import PlainPosition, PlainTable, number, plain_game

AXIS, SOVIET = 0, 1
BEFORE, AFTER = 0, 1
TANK, MOTOR, RIFLE = range(3)
GONE, LINE, REAR, FLANK = range(4)


class Option(NamedTuple):
    """One of a card's two events: success on a die up to `up_to` (0: no roll), columns shifted right, whether success
    removes the card."""

    up_to: int
    shift: int
    removed: bool


class Card(NamedTuple):
    owner: int
    windows: tuple[int, ...]
    options: tuple[Option, Option]


class Unit(NamedTuple):
    owner: int
    kind: int
    strength: int


CARDS = (
    Card(AXIS, (BEFORE,), (Option(4, 2, True), Option(0, 1, False))),
    Card(AXIS, (BEFORE, AFTER), (Option(3, 1, True), Option(5, 1, False))),
    Card(AXIS, (AFTER,), (Option(2, 0, True), Option(0, 0, False))),
    Card(SOVIET, (BEFORE,), (Option(3, -2, True), Option(5, -1, False))),
    Card(SOVIET, (BEFORE, AFTER), (Option(0, -1, False), Option(4, -1, False))),
    Card(SOVIET, (AFTER,), (Option(4, 0, True), Option(0, 0, False))),
)
UNITS = (Unit(AXIS, TANK, 4), Unit(AXIS, MOTOR, 2), Unit(SOVIET, RIFLE, 2), Unit(SOVIET, MOTOR, 2))
TWICE_THE_RATIO = (2, 3, 4, 6, 8, 10, 12, 14)
RESULTS = (
    ("1AR", "1A", "1A", "1AR", "--", "DR", "DR", "1DR"),
    ("1A", "AR", "AR", "--", "DR", "DR", "1DR", "1DR"),
    ("--", "--", "DR", "DR", "1DR", "1DR", "2DR", "2DR"),
    ("--", "--", "DR", "DR", "1DR", "1DR", "2DR", "2DR"),
    ("--", "DR", "DR", "1DR", "1DR", "2DR", "2DR", "3DR"),
    ("DR", "1DR", "1DR", "1DR", "2DR", "2DR", "3DR", "3DR"),
)
VERBS = (
    Verb("play", ("card", "event"), "Play a card", "Play {0}, {1} event", ("DON-CARDWIN-01",)),
    Verb("pass", (), "Pass", "Pass", ("DON-CARDWIN-03",)),
    Verb("keep", (), "Keep the roll", "Keep the roll", ("DON-SCHLACHT-02",)),
    Verb("reroll", (), "Roll again", "Roll again", ("DON-SCHLACHT-02", "DON-SCHLACHT-04")),
    Verb("lose", ("piece",), "Lose a step", "{0} loses a step", ("DON-LOSS-02",)),
    Verb("retreat", ("piece", "space"), "Retreat", "{0} retreats to {1}", ("DON-RETREAT-01",)),
)
PLAY, PASS, KEEP, REROLL, LOSE, RETREAT = number(VERBS)
NAMES = ("axis tank", "axis motor", "soviet rifle", "soviet motor")


class Field(PlainPosition):
    """Sets of cards are bit sets."""

    active: int = AXIS
    at: list[int] = [LINE] * 4  # by unit
    steps: list[int] = [2, 2, 1, 1]
    hand: list[int] = [0b111, 0b011000]  # by seat
    chest: list[int] = [0, 1 << 5]  # the supreme command boxes
    discard: int
    removed: int
    luck: int = AXIS
    fought: int

    def engaged(self, role: int) -> list[int]:
        """The units of the attacker (0) or the defender (1) that stand in the line."""
        seat = self.active ^ role
        return [u for u, unit in enumerate(UNITS) if unit.owner == seat and self.at[u] == LINE]

    def kinds(self, role: int) -> set[int]:
        return {UNITS[u].kind for u in self.engaged(role)}

    def strength(self, role: int) -> int:
        return sum(UNITS[u].strength * self.steps[u] // 2 for u in self.engaged(role))


# --8<-- [start:windows]
class Window(Locals):
    turn: int  # 0 the attacker's, 1 the defender's
    passes: int  # in a row


class CardWindow(Box[Field]):
    """The attacker plays one card or passes, then the defender, and so on; two passes in a row close the window."""

    title, clauses = "Combat cards", ("DON-CARDWIN-01", "DON-CARDWIN-02", "DON-CARDWIN-03")
    locals = Window

    def __init__(self, name: str, window: int) -> None:
        self.name, self.window = name, window

    def seat(self, p: Field, f: Frame) -> int:
        return p.active ^ f[Window.turn]

    def options(self, p: Field, f: Frame) -> list[int]:
        held = p.hand[p.active ^ f[Window.turn]] | p.chest[p.active ^ f[Window.turn]]  # DON-CARDWIN-07
        return [PASS] + [
            PLAY | c << ARG | option
            for c, card in enumerate(CARDS)
            if held >> c & 1 and self.window in card.windows
            for option in (0, 1)
        ]

    def play(self, p: Field, f: Frame, card: int, option: int) -> None:
        f[Window.turn], f[Window.passes] = 1 - f[Window.turn], 0
        p.call("card", 0, card, option)

    def pass_(self, p: Field, f: Frame) -> None:
        f[Window.turn], f[Window.passes] = 1 - f[Window.turn], f[Window.passes] + 1
        if f[Window.passes] == 2:
            p.end()


# --8<-- [end:windows]


# --8<-- [start:luck]
class Thrown(Locals):
    """What a die is thrown for."""

    die: int


class Roll(DieBox[Field]):
    """The die of a card or of the combat, whichever has called."""

    name, title = "roll", "The die"

    def die(self, p: Field, f: Frame, n: int) -> None:
        p.end()
        p.frames[-1][Thrown.die] = n


class Luck(Box[Field]):
    """Whoever holds the marker may throw his own die again; then the other side holds it."""

    name, title, clauses = "luck", "Roll again?", ("DON-SCHLACHT-02", "DON-SCHLACHT-04")

    def seat(self, p: Field, f: Frame) -> int:
        return p.luck

    def options(self, p: Field, f: Frame) -> list[int]:
        return [KEEP, REROLL]

    def keep(self, p: Field, f: Frame) -> None:
        p.end()

    def reroll(self, p: Field, f: Frame) -> None:
        p.end()
        p.luck = 1 - p.luck
        p.call("roll")


# --8<-- [end:luck]


class Played(Thrown):
    """A card that is being played."""

    card: int
    option: int


class Combat(Thrown):
    in_force: int  # card options, as a bit set
    column: int
    loser: int
    losses: int
    retreats: int


def event(p: Field, f: Frame) -> None:
    """DON-BOX-04, DON-CCARD-08, -13 and -16: whether it takes place, and where the card goes then."""
    die, card, chosen = f[OWN:]
    owner, bit, option = CARDS[card].owner, 1 << card, CARDS[card].options[chosen]
    works = die <= option.up_to if needs_die(p, f) else True
    p.hand[owner] &= ~bit
    p.chest[owner] &= ~bit
    if works and option.removed:
        p.removed |= bit
    else:
        p.discard |= bit
    if works:
        p.frame("combat")[Combat.in_force] |= 1 << 2 * card + chosen
    p.note("Card", f"Card {card} {'works' if works else 'fails'}.", "DON-CCARD-13", "DON-CCARD-16")


def needs_die(p: Field, f: Frame) -> bool:
    """DON-CCARD-08, and DON-BOX-04: none for a card from the supreme command's box."""
    card = CARDS[f[Played.card]]
    return card.options[f[Played.option]].up_to > 0 and not p.chest[card.owner] >> f[Played.card] & 1


# --8<-- [start:odds]
def shifts(p: Field, f: Frame) -> list[Modifier]:
    """Every shift of the column with its reason: cards in force, tanks, combined arms."""
    row = [
        Modifier(CARDS[c].options[o].shift, f"card {c}", ("DON-SHIFT-02",))
        for c in range(len(CARDS))
        for o in (0, 1)
        if f[Combat.in_force] >> 2 * c + o & 1
    ]
    attack, defence = p.kinds(0), p.kinds(1)
    if TANK in attack:
        row.append(Modifier(1, "a tank unit attacks", ("DON-SHIFT-05",)))
    if {TANK, MOTOR} <= attack:
        row.append(Modifier(1, "combined arms in attack", ("DON-SHIFT-03",)))
    if {TANK, MOTOR} <= defence:
        row.append(Modifier(-1, "combined arms in defence", ("DON-SHIFT-03",)))
    return row


def ratio(p: Field) -> int:
    """Column 1 to 8, or 0 below 1:1 (DON-RATIO-04)."""
    attack, defence = p.strength(0), p.strength(1)
    return sum(2 * attack >= defence * twice for twice in TWICE_THE_RATIO) if attack else 0


def find_column(p: Field, f: Frame) -> None:
    """The column after the shifts, capped again (DON-RATIO-06)."""
    f[Combat.column] = max(0, min(8, ratio(p) + sum(m.value for m in shifts(p, f))))


def read_result(p: Field, f: Frame) -> None:
    code = RESULTS[f[Thrown.die] - 1][f[Combat.column] - 1] if f[Combat.column] else "1AR"  # DON-RATIO-05
    f[Combat.loser] = 0 if "A" in code else 1
    f[Combat.losses] = int(code[0]) if code[0].isdigit() else 0
    f[Combat.retreats] = int("R" in code)
    if p.journal is not None and f[Combat.column]:
        p.journal.roll(
            "Combat",
            f"The result is {code}.",
            title="Combat",
            chart="CRT",
            dice=(f[Thrown.die],),
            total=f[Thrown.die],
            row=f[Thrown.die] - 1,
            start=ratio(p),
            shifts=shifts(p, f),
            column=f[Combat.column],
            result=code,
            clauses=("DON-CRT-01", "DON-CRT-02"),
        )


# --8<-- [end:odds]


# --8<-- [start:combat]
PLAYING_A_CARD = Sequence(
    "card",
    when(needs_die, "roll", when(lambda p, f: p.luck == CARDS[f[Played.card]].owner, "luck")),
    event,
    locals=Played,
)
COMBAT = Sequence(
    "combat",
    "before-combat",  # DON-CARDWIN-01
    find_column,  # DON-RATIO-01 to -07, DON-SHIFT-01 to -05
    when(lambda p, f: f[Combat.column] > 0, "roll", when(lambda p, f: p.luck == p.active, "luck")),  # DON-RATIO-05
    read_result,  # DON-CRT-01, -02
    loop(lambda p, f: f[Combat.losses] and p.engaged(f[Combat.loser]), "loss"),  # DON-LOSS-04: losses first
    loop(lambda p, f: f[Combat.retreats] and p.engaged(f[Combat.loser]), "retreat"),
    "after-combat",  # DON-CARDWIN-05
    locals=Combat,
)
# --8<-- [end:combat]


class LossBox(Box[Field]):
    """One step at a time; the owner picks among his units in the combat."""

    name, title, clauses = "loss", "Losses", ("DON-LOSS-01", "DON-LOSS-02")

    def seat(self, p: Field, f: Frame) -> int:
        return p.active ^ p.frame("combat")[Combat.loser]

    def options(self, p: Field, f: Frame) -> list[int]:
        return [LOSE | u << ARG for u in p.engaged(p.frame("combat")[Combat.loser])]

    def lose(self, p: Field, f: Frame, unit: int) -> None:
        p.end()
        p.frame("combat")[Combat.losses] -= 1
        p.steps[unit] -= 1
        if not p.steps[unit]:
            p.at[unit] = GONE
            p.say(Loss(piece=NAMES[unit], text=f"The {NAMES[unit]} is lost.", clauses=("DON-LOSS-03",)))


class RetreatBox(Box[Field]):
    """The units go back one by one, each to a hex of its own choice."""

    name, title, clauses = "retreat", "Retreat", ("DON-RETREAT-01", "DON-RETREAT-03")

    def seat(self, p: Field, f: Frame) -> int:
        return p.active ^ p.frame("combat")[Combat.loser]

    def options(self, p: Field, f: Frame) -> list[int]:
        return [RETREAT | u << ARG | h for u in p.engaged(p.frame("combat")[Combat.loser]) for h in (REAR, FLANK)]

    def retreat(self, p: Field, f: Frame, unit: int, space: int) -> None:
        p.end()
        p.at[unit] = space
        p.say(Move(piece=NAMES[unit], to=str(space), how="retreat", text=f"The {NAMES[unit]} falls back."))


def next_combat(p: Field, f: Frame) -> None:
    """The other side attacks with what it has left."""
    p.fought += 1
    p.active = SOVIET if p.fought == 2 else AXIS
    p.at = [GONE if a == GONE else LINE for a in p.at]


class CardTable(PlainTable):
    def sample(self, p: Field, seat: int, rng: random.Random) -> Field:
        """The other side's hand and box may hold any of its cards that have not been seen (DON-BOX-05)."""
        other = p.copy()
        enemy = 1 - seat
        hidden = [c for c in range(len(CARDS)) if (p.hand[enemy] | p.chest[enemy]) >> c & 1]
        boxed = sum(1 << c for c in rng.sample(hidden, p.chest[enemy].bit_count()))
        other.chest[enemy], other.hand[enemy] = boxed, sum(1 << c for c in hidden) & ~boxed
        return other


GAME = plain_game(
    "combat-with-cards",
    ("axis", "soviet"),
    Field,
    [
        Sequence("play", loop(lambda p, f: p.fought < 2, next_combat, "combat")),
        COMBAT,
        PLAYING_A_CARD,
        CardWindow("before-combat", BEFORE),
        CardWindow("after-combat", AFTER),
        Roll(),
        Luck(),
        LossBox(),
        RetreatBox(),
    ],
    VERBS,
    {
        "card": [f"c{n}" for n in range(len(CARDS))],
        "event": ["general", "tactical"],
        "piece": [n.replace(" ", "-") for n in NAMES],
        "space": ["gone", "line", "rear", "flank"],
    },
    table=CardTable,
)
