"""The start of step 3 of a player turn: the units that must fight, and the declaration of all battles (BAR-COMBAT)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_

from mamayev.engine.fields import Locals
from mamayev.engine.foretell import Forecast, Outcome, forecast
from mamayev.engine.notation import ARG, parts
from mamayev.engine.position import Frame
from mamayev.engine.refusal import Reason
from mamayev.engine.words import counted
from mamayev.terrain.contact import Units, units_of
from mamayev.terrain.declarations import Free, Search

from ..printed.board import LOST
from . import odds, trade
from .odds import attack, defense
from .position import SIDE_NAMES, Campaign, PhasingBox
from .proposal import least_loss
from .verbs import ATTACK, DECLARED, JOIN_ALL, PROPOSE, REOPEN, STRIKE, TAKE_OUT, TARGET

SECOND_THOUGHTS = 0.02
"""In random play, the share of actions that remove a unit from the open battle."""


def sides(p: Campaign, units: Units) -> tuple[Units, Units]:
    """Return the attackers and the defenders among the given units."""
    board = p.board
    return units & board.all_of[p.side], units & board.all_of[1 - p.side]


def together(battles: Iterable[Units]) -> Units:
    """Return all units in the given battles."""
    return reduce(or_, battles, 0)


def judge_contact(p: Campaign, _f: Frame) -> None:
    """BAR-COMBAT-02, BAR-COMBAT-03, BAR-COMBAT-10: determine once, from the current positions, which units must fight.
    BAR-V-AFTER-15, BAR-V-AFTER-16: an advance does not change this. New contact counts in the next player turn."""
    p.contact = p.make_contact()
    p.search = p.make_search()
    p.free, p.battles = p.contact.duty, []
    p.plan = least_hopeless(p)


def least_hopeless(p: Campaign) -> list[Units]:
    """BAR-COMBAT-11: return a complete declaration with the fewest hopeless attackers, for the units that a hopeless
    battle can involve. The result is empty if there is no hopeless battle.
    """
    region = concerned(p)
    return p.search.cheapest(region) if region else []


def concerned(p: Campaign) -> Units:
    """Return the units of both sides that a hopeless battle can involve, and all units linked to them by contact."""
    exposed = at_risk(p)
    return p.contact.joined(exposed) if exposed else 0


def at_risk(p: Campaign) -> Units:
    """Return the attackers that would be at worse than 1-6 against all adjacent enemies in the best terrain."""
    board = p.board
    found = 0
    for a in units_of(p.contact.attackers):
        worst = sum(
            odds.defense_factor(p, d, bool(board.may_double & board.grid.bit[p.at[d]]))
            for d in units_of(p.contact.touching[a])
        )
        if odds.attack_halves(p, a) // 2 * odds.HOPELESS < worst:
            found |= 1 << a
    return found


class Battle(Locals):
    """The current battle: sets of units, both strengths, and the parts of the result that must still be applied."""

    attackers: int
    defenders: int
    attack: int
    defense: int
    owed: int  # half factors that the survivor of an exchange must still give up
    least: int  # the smallest unit given up for it so far, in half factors
    retreating: int
    saved: int  # of those that retreat: how many can still be saved
    result: int  # index into RESULTS
    air: int  # the air factors that are part of its attack
    advanced: int  # the units that have advanced


class Declared(Locals):
    battle: int  # that is being declared: both sides in one set of units


def open_battle(p: Campaign) -> Units:
    """Return the battle that is being declared."""
    return p.frame("declare")[Declared.battle] if p.inside("declare") else 0


class Declaration(PhasingBox):
    """Declare one battle after another, with its targets and attackers. BAR-COMBAT-07: units in one hex can be attacked
    in different battles. BAR-COMBAT-08: any odds are legal, but a unit can only join if every unit still finds a battle
    (BAR-COMBAT-02, BAR-COMBAT-03) and no avoidable battle becomes hopeless (BAR-COMBAT-11)."""

    name = "declare"
    title = "Declare battles: choose a target, then its attackers."
    locals = Declared
    clauses = ("BAR-COMBAT-02", "BAR-COMBAT-03", "BAR-COMBAT-05", "BAR-COMBAT-06", "BAR-COMBAT-09")

    def help(self, p: Campaign, f: Frame) -> str:
        """Describe the odds of the open battle, and how many units must still attack or be attacked."""
        battle = f[Declared.battle]
        attackers, defenders = sides(p, battle)
        owing, owed = sides(p, p.free & ~battle)
        own = counted(owing.bit_count(), "# of your units", "# of your units")
        enemy = counted(owed.bit_count(), "# enemy unit", "# enemy units")
        owe = f"{own} must still attack; {enemy} must be attacked." if owing or owed else "No other unit must fight."
        if not attackers or not defenders:
            return owe
        a, d = attack(p, attackers, defenders), defense(p, attackers, defenders)
        named = "".join(f", {name}" for name in modifiers_of(p, battle))
        expected = trade.of_attack(p, [(attackers, defenders)], p.at[next(units_of(defenders))])
        return f"{a} to {d}: {odds.odds_name(a, d)}{named}. {trade.in_words(expected)} {owe}"

    def action(self, p: Campaign, u: int) -> int:
        """Return the action that adds a unit: an enemy unit becomes a target, and a friendly unit attacks."""
        return (ATTACK if p.board.side[u] == p.side else TARGET) | u << ARG

    # --8<-- [start:declaration]
    def foreseen(self, p: Campaign, battle: Units) -> list[Units] | None:
        """Return the plan for all battles, including the given open battle, or None if more battles would become
        hopeless.
        """
        if not any(battle & planned for planned in p.plan) or any(not battle & ~planned for planned in p.plan):
            return p.plan
        return p.search.declaration(together(p.plan), battle, sum(map(p.search.cost, p.plan)))

    def closed_plan(self, p: Campaign, battle: Units) -> list[Units] | None:
        """Return the plan for the other battles once the open battle is declared, or None if more battles would become
        hopeless.
        """
        if battle in p.plan or not any(battle & planned for planned in p.plan):
            return [planned for planned in p.plan if planned != battle]
        limit = sum(map(p.search.cost, p.plan)) - p.search.cost(battle)
        return p.search.declaration(together(p.plan) & ~battle, 0, limit)

    def complete(self, p: Campaign, battle: Units) -> bool:
        """Return whether the battle can be declared in its current form."""
        return p.contact.completed(p.free, battle) == battle and self.closed_plan(p, battle) is not None

    def fits(self, p: Campaign, battle: Units, u: int) -> bool:
        """Return whether a candidate can join the open battle."""
        return p.contact.allows(p.free, battle, u) and self.foreseen(p, battle | 1 << u) is not None

    def pieces(self, p: Campaign, f: Frame) -> list[int]:
        battle = f[Declared.battle]
        joining = [u for u in units_of(p.contact.candidates(p.free, battle)) if self.fits(p, battle, u)]
        return [*joining, *units_of(battle)]

    def choices(self, p: Campaign, f: Frame, piece: int | None) -> list[int]:
        if piece is None:
            return [*([DECLARED] if self.complete(p, f[Declared.battle]) else []), PROPOSE]
        action = TAKE_OUT | piece << ARG if f[Declared.battle] >> piece & 1 else self.action(p, piece)
        return [action] if self.allows(p, f, action) else []

    # --8<-- [end:declaration]
    def grown(self, p: Campaign, battle: Units, among: Units) -> Units:
        """Add every given unit that can join to an open battle, one by one in order, and return the battle."""
        p = p.copy()
        for u in units_of(among & ~battle):
            if p.contact.candidates(p.free, battle) >> u & 1 and self.fits(p, battle, u):
                battle |= 1 << u
                p.plan = self.foreseen(p, battle) or []
        return battle

    def joining(self, p: Campaign, f: Frame) -> Units:
        """Return the open battle, joined by all units that can attack its targets, except units that another battle
        needs.
        """
        battle = f[Declared.battle]
        return self.grown(p, battle, p.contact.attackers & p.free) if sides(p, battle)[1] else battle

    def struck(self, p: Campaign, f: Frame, h: int) -> Units:
        """Declare the open battle, then return a new battle against a hex, with as many defenders and attackers as
        possible, or 0 if no such battle is possible.
        """
        battle = f[Declared.battle]
        if battle:
            if not self.complete(p, battle):
                return 0
            p = p.copy()
            p.plan = self.closed_plan(p, battle) or []
            p.free &= ~battle
        targets = sum(1 << u for u in units_of(p.contact.defenders & p.free) if p.at[u] == h)
        found = self.grown(p, self.grown(p, 0, targets), p.contact.attackers & p.free)
        return p.contact.completed(p.free, found) or 0

    def shortcuts(self, p: Campaign, f: Frame) -> list[int]:
        """Return the actions that attack a hex with all possible units, add all possible units to the open battle, or
        reopen a declared battle."""
        battle = f[Declared.battle]
        row = [JOIN_ALL] if self.joining(p, f) != battle else []
        hexes = sorted({p.at[u] for u in units_of(p.contact.defenders & p.free & ~battle)})
        row += [STRIKE | h << ARG for h in hexes if self.struck(p, f, h)]
        return [*row, *(REOPEN | h << ARG for h in self.declared_hexes(p, f))]

    def declared_hexes(self, p: Campaign, f: Frame) -> list[int]:
        """Return the hexes with a declared battle, or none if the open battle cannot be declared yet."""
        if f[Declared.battle] and not self.complete(p, f[Declared.battle]):
            return []
        return sorted({p.at[u] for u in units_of(sides(p, together(p.battles))[1])})

    def reopen(self, p: Campaign, f: Frame, h: int) -> None:
        """BAR-COMBAT-09: reopen a declared battle, which is possible until the first die roll."""
        again = next(one for one in reversed(p.battles) if any(p.at[u] == h for u in units_of(sides(p, one)[1])))
        self.close(p, f[Declared.battle])
        p.battles.remove(again)
        p.free |= again
        if again & concerned(p):
            p.plan = [*p.plan, again]
        f[Declared.battle] = again

    def refuse_reopen(self, p: Campaign, f: Frame, h: int) -> Reason | None:
        if h in self.declared_hexes(p, f):
            return None
        if f[Declared.battle] and not self.complete(p, f[Declared.battle]):
            return self.bar_declared(p, f)
        return Reason(f"There is no declared battle against {p.table.places[h]}.", ("BAR-COMBAT-09",))

    def join_all(self, p: Campaign, f: Frame) -> None:
        self.set_open(p, f, self.joining(p, f))

    def strike(self, p: Campaign, f: Frame, h: int) -> None:
        """BAR-COMBAT-09: start the next battle, which declares the open one."""
        found = self.struck(p, f, h)
        self.close(p, f[Declared.battle])
        self.set_open(p, f, found)

    def close(self, p: Campaign, battle: Units) -> None:
        """Declare the open battle, if any, and update the plan."""
        if battle:
            p.plan = self.closed_plan(p, battle) or []
            self.declare(p, battle)

    def set_open(self, p: Campaign, f: Frame, battle: Units) -> None:
        p.plan = self.foreseen(p, battle) or []
        f[Declared.battle] = battle

    def refuse_strike(self, p: Campaign, f: Frame, h: int) -> Reason | None:
        battle, place = f[Declared.battle], p.table.places[h]
        if self.struck(p, f, h):
            return None
        if not any(p.at[u] == h for u in units_of(p.contact.defenders & p.free & ~battle)):
            return Reason(f"No unit in {place} needs another attack.", ("BAR-COMBAT-02", "BAR-COMBAT-04"))
        if battle and not self.complete(p, battle):
            return self.bar_declared(p, f)
        return Reason(f"Every unit that could attack {place} is needed elsewhere.", ("BAR-COMBAT-02", "BAR-COMBAT-03"))

    def bar_join_all(self, p: Campaign, f: Frame) -> Reason | None:
        if JOIN_ALL in self.shortcuts(p, f):
            return None
        return Reason("No other unit can join this battle now.", ("BAR-COMBAT-05",))

    def allows(self, p: Campaign, f: Frame, action: int) -> bool:
        battle = f[Declared.battle]
        if action == PROPOSE:
            return True
        if action == DECLARED:
            return self.complete(p, battle)
        verb, u, _ = parts(action)
        if verb == TAKE_OUT:
            return bool(battle >> u & 1)
        if verb not in (TARGET, ATTACK) or action != self.action(p, u):
            return False
        return bool(p.contact.candidates(p.free, battle) >> u & 1) and self.fits(p, battle, u)

    def draw(self, p: Campaign, f: Frame, uniform: Callable[[], float]) -> int:
        """Extend the battle or declare it. Random play rarely reconsiders."""
        battle = f[Declared.battle]
        if battle and uniform() < SECOND_THOUGHTS:
            joined = list(units_of(battle))
            return TAKE_OUT | joined[int(uniform() * len(joined))] << ARG
        candidates = list(units_of(p.contact.candidates(p.free, battle)))
        while True:
            drawn = int(uniform() * (len(candidates) + 1))
            if drawn == len(candidates):
                if self.complete(p, battle):
                    return DECLARED
                if uniform() < 0.2:
                    return PROPOSE
                continue
            u = candidates.pop(drawn)
            if self.fits(p, battle, u):
                return self.action(p, u)

    def terms(self, p: Campaign, f: Frame, verb: str) -> tuple[str, str]:
        """Return the odds of the battle that a button declares."""
        battle = self.joining(p, f) if verb == "join-all" else f[Declared.battle] if verb == "declared" else 0
        attackers, defenders = sides(p, battle)
        if not attackers or not defenders:
            return "", ""
        return "", odds.odds_name(attack(p, attackers, defenders), defense(p, attackers, defenders))

    def foretell(self, p: Campaign, f: Frame, action: int) -> list[Forecast]:
        """Return the odds and the chance of each result, for the open battle after the action, or for each proposed
        battle. The dice are rolled later, and the battle does not change until then."""
        battle, (verb, x, _) = f[Declared.battle], parts(action)
        if action == PROPOSE:
            battles = self.proposal(p, battle)
        elif verb == STRIKE:
            battles = [self.struck(p, f, x)]
        elif verb == TAKE_OUT:
            battles = [self.without(p, battle, x)]
        elif action == DECLARED:
            battles = [battle]
        else:
            battles = [self.joining(p, f) if action == JOIN_ALL else battle | 1 << x]
        return [found for each in battles if (found := foretold(p, each)) is not None]

    def target(self, p: Campaign, f: Frame, u: int) -> None:
        self.attack(p, f, u)

    def attack(self, p: Campaign, f: Frame, u: int) -> None:
        self.set_open(p, f, f[Declared.battle] | 1 << u)

    def without(self, p: Campaign, battle: Units, u: int) -> Units:
        """Return the open battle with one unit removed, or an empty battle if that was its last target. This is always
        legal, because the other units then have more enemies left. The plan does not change."""
        left = battle & ~(1 << u)
        return left if sides(p, left)[1] else 0

    def take_out(self, p: Campaign, f: Frame, u: int) -> None:
        f[Declared.battle] = self.without(p, f[Declared.battle], u)

    def refuse_take_out(self, p: Campaign, f: Frame, u: int) -> Reason | None:
        if f[Declared.battle] >> u & 1:
            return None
        return Reason(f"{p.called(u)} is not in the open battle.", ("BAR-COMBAT-09",))

    def declared(self, p: Campaign, f: Frame) -> None:
        p.end()
        self.close(p, f[Declared.battle])

    def propose(self, p: Campaign, f: Frame) -> None:
        battle = f[Declared.battle]
        p.end()
        for proposed in self.proposal(p, battle):
            self.declare(p, proposed)
        p.plan = []

    def proposal(self, p: Campaign, battle: Units) -> list[Units]:
        """BAR-FLOW-05: return a complete legal declaration that includes the open battle, unchanged if it is legal. The
        other battles have the lowest possible losses. BAR-COMBAT-12: such a declaration always exists."""
        if battle and self.complete(p, battle):
            plan, free, first = self.closed_plan(p, battle) or [], p.free & ~battle, [battle]
        else:
            plan, free, first = p.plan, p.free, []
        held = 0 if first else battle
        open_ = [one for one in plan if held and not held & ~one]
        rest = Search(p.contact, Free()).declaration(free & ~together(plan), 0 if open_ else held, 0)
        assert rest is not None
        begun = [one for one in (*plan, *rest) if one & held]
        others = [one for one in (*plan, *rest) if not one & held]
        return [*first, *begun, *least_loss(p, others, free & ~together(begun))]

    def declare(self, p: Campaign, battle: Units) -> None:
        """BAR-COMBAT-09: declare a battle."""
        board = p.board
        p.battles.append(battle)
        p.free &= ~battle
        if p.journal is not None:
            attackers, defenders = sides(p, battle)
            a, d, named = attack(p, attackers, defenders), defense(p, attackers, defenders), modifiers_of(p, battle)
            told = "".join(f", {name}" for name in named)
            p.journal.note(
                SIDE_NAMES[p.side],
                f"{p.names(attackers)} against {p.names(defenders)}: {a} to {d}{told}, {odds.odds_name(a, d)}.",
                ("BAR-COMBAT-09", "BAR-ODDS-03", *named.values()),
                sorted({board.grid.ids[p.at[u]] for u in units_of(defenders)}),
                [board.units[u].id for u in units_of(battle)],
            )

    def refuse_target(self, p: Campaign, f: Frame, u: int) -> Reason | None:
        if p.board.side[u] == p.side:
            return Reason(f"{p.called(u)} is your own unit.", ("BAR-COMBAT-01",))
        return self.refuse(p, f, u)

    def refuse_attack(self, p: Campaign, f: Frame, u: int) -> Reason | None:
        if p.board.side[u] != p.side:
            return Reason(f"{p.called(u)} is an enemy unit.", ("BAR-COMBAT-01",))
        return self.refuse(p, f, u)

    def refuse(self, p: Campaign, f: Frame, u: int) -> Reason | None:
        """Return why a unit cannot be added."""
        name, battle = p.called(u), f[Declared.battle]
        if not p.free >> u & 1:
            if p.at[u] >= LOST:
                return Reason(f"{name} is not on the board.", ("BAR-COMBAT-01",))
            if p.contact.duty >> u & 1:
                return Reason(f"{name} is already in a battle.", ("BAR-COMBAT-04",))
            return Reason(f"{name} is not next to an enemy.", ("BAR-COMBAT-13",))
        if battle >> u & 1:
            return Reason(f"{name} is already in this battle.", ("BAR-COMBAT-04",))
        if not p.contact.candidates(p.free, battle) >> u & 1:
            if not battle:
                return Reason("Choose the target first.", ("BAR-COMBAT-06",))
            if p.board.side[u] != p.side:
                if sides(p, battle)[0]:
                    return Reason(f"{name} is not next to every attacker in this battle.", ("BAR-COMBAT-05",))
                text = (
                    f"No free attacker is next to {name} and every other target of this battle: "
                    "declare it first, or remove its units."
                )
                return Reason(text, ("BAR-COMBAT-05", "BAR-COMBAT-09"))
            return Reason(f"{name} is not next to every target in this battle.", ("BAR-COMBAT-05",))
        if not p.contact.allows(p.free, battle, u):
            said = f"With {name} in this battle, another unit would have no enemies left to fight."
            return Reason(said, ("BAR-COMBAT-02", "BAR-COMBAT-03"))
        if self.foreseen(p, battle | 1 << u) is None:
            said = f"With {name} in this battle, another battle would be worse than 1-6, which you can avoid."
            return Reason(said, ("BAR-COMBAT-11",))
        return None

    def bar_declared(self, p: Campaign, f: Frame) -> Reason | None:
        battle = f[Declared.battle]
        if self.complete(p, battle):
            return None
        if not all(sides(p, battle)):
            return Reason("A battle needs attackers and defenders.", ("BAR-COMBAT-05",))
        if left := p.contact.left_over(p.free, battle):
            return Reason(f"No other unit could fight {p.names(left)}.", ("BAR-COMBAT-02", "BAR-COMBAT-03"))
        return Reason("That would lead to a battle at worse than 1-6, which you can avoid.", ("BAR-COMBAT-11",))


def modifiers_of(p: Campaign, battle: Units) -> dict[str, str]:
    """Return the modifiers of the printed factors in an unfought battle, each with its clause."""
    attackers, defenders = sides(p, battle)
    hexes = {p.at[u] for u in units_of(defenders)}
    return odds.modifiers(p, attackers, defenders, hexes, odds.doubled_hexes(p, attackers, defenders))


def foretold(p: Campaign, battle: Units) -> Forecast | None:
    """Return the chances for a battle without air factors, or None if one side is missing."""
    attackers, defenders = sides(p, battle)
    if not attackers or not defenders:
        return None
    a, d = attack(p, attackers, defenders), defense(p, attackers, defenders)
    title = ", ".join((f"{a} to {d}", *modifiers_of(p, battle), odds.odds_name(a, d)))
    spaces = tuple(sorted({p.board.grid.ids[p.at[u]] for u in units_of(defenders)}))
    traded = trade.shown(trade.of_attack(p, [(attackers, defenders)], p.at[next(units_of(defenders))]))
    if odds.column_used(p, a, d) is None:
        return Forecast(title, (Outcome("the attackers are eliminated", 1.0),), spaces=spaces, trade=traded)
    here = p.copy()
    here.air = [0, 0]
    here.call("battle", attackers, defenders)
    here.settle()
    found = forecast(here, p.table.game.seats[p.side])
    if found is None:
        return Forecast(title, (Outcome("D Elim", 1.0),), spaces=spaces, trade=traded)
    return Forecast(title, found.outcomes, throws=found.throws, spaces=spaces, trade=traded)


def remove_hopeless(p: Campaign, _f: Frame) -> None:
    """BAR-COMBAT-11: eliminate attackers at worse than 1-6 before any battle; their defenders count as attacked.
    BAR-V-TAC-09: with airpower, such a battle is fought like any other battle, because air factors may improve the
    odds."""
    if p.table.airpower:
        return
    for n, battle in enumerate(p.battles):
        attackers, defenders = sides(p, battle)
        if odds.hopeless(p, attackers, defenders):
            p.battles[n] = 0
            for u in units_of(attackers):
                p.lose(u, ", its attack being hopeless", "BAR-COMBAT-11")
