"""Sentences about battles, and their rows in the battle table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mamayev.engine.telling import mark
from mamayev.engine.words import listed, spelled

from .reading import Battle, Stretch
from .story import Row, Sentence
from .voice import NAMED, Voice, number_of, was

BRIEF = 8
"""The number of words above which a count replaces the names of the attackers."""
TELLING = 9.0
"""The minimum weight of a battle for its sentence to include the chance."""
SOAK_OFF = 0.35
"""The weight of an attack below even odds, which often only supports another attack."""
IDLE = frozenset({"nothing", "did", "took"})
"""Kinds of battles that cost no units."""


@dataclass
class Deed:
    """A battle in words. `how`: the strengths and the die, as the end of a sentence; `short`: the same, after a colon.
    `fell`, `driven` and `hurt`: the pieces, each for attackers (`ours`) and defenders (`theirs`).
    """

    voice: Voice
    stretch: Stretch
    battle: Battle
    who: str
    whom: str
    ours: str
    theirs: str
    where: str
    how: str
    short: str
    fell: tuple[list[str], list[str]]
    driven: tuple[list[str], list[str]]
    hurt: tuple[list[str], list[str]]

    def units(self, pieces: Sequence[str]) -> str:
        """Return units by name, or their number if there are many."""
        return self.voice.units(self.stretch, pieces)

    def mark(self, words: str) -> str:
        """Return the words, marked as belonging to the battle."""
        return mark(self.battle.event, words)


Outcome = tuple[str, str, tuple[str, ...]]
"""The kind of a battle, the kind of its sentence, and its variants."""


def _both(d: Deed) -> Outcome | None:
    mine, theirs = d.fell
    if not (mine and theirs):
        return None
    lost, cost = d.units(theirs), d.units(mine)
    attackers = d.battle.fight.attackers
    if attackers and set(attackers) <= set(mine):
        return "both", "all", (
            f"{d.who} and {lost} {d.mark('destroyed')} each other {d.where}{d.short}",
            f"{d.where} {lost} fell {d.mark('together with')} the attackers, {d.who}{d.short}",
        )  # fmt: skip
    return "both", "both", (
        f"{d.mark(d.where)} both sides lost units: the {d.ours} {cost}, the {d.theirs} {lost}"
        + d.short.replace(": ", "; ", 1),
        f"{d.mark(d.who)} destroyed {lost} {d.where} and lost {cost}{d.how}",
    )  # fmt: skip


def _destroyed(d: Deed) -> Outcome | None:
    theirs = d.fell[1]
    if not theirs:
        return None
    lost = d.units(theirs)
    if set(d.battle.fight.defenders) <= {*theirs, *d.driven[1]}:
        return "destroyed", "destroyed", (
            f"{d.who} destroyed {d.mark(lost)} {d.where}{d.how}",
            f"{lost} {was(theirs)} {d.mark('lost')} {d.where} to {d.who}{d.short}",
            f"{d.where}, {d.who} {d.mark('eliminated')} {lost}{d.how}",
        )  # fmt: skip
    return "destroyed", "destroyed some", (
        f"{d.who} attacked {d.where} and destroyed {d.mark(lost)}{d.how}",
        f"the attack of {d.who} {d.where} cost the {d.theirs} {d.mark(lost)}{d.short}",
    )  # fmt: skip


def _failed(d: Deed) -> Outcome | None:
    mine = d.fell[0]
    if not mine:
        return None
    cost = d.units(mine)
    every = set(mine) == set(d.battle.fight.attackers)
    gone = cost if not every else "all" if len(mine) > 1 else "it"
    return "failed", "failed", (
        f"the attack {d.where} {d.mark('cost')} the {d.ours} {cost}{d.short}",
        f"{d.who} attacked {d.where}, and {d.mark(gone)} {was(mine)} lost{d.short}",
        f"{cost} {was(mine)} {d.mark('lost')} in an attack {d.where}{d.short}",
    )  # fmt: skip


def _driven(d: Deed) -> Outcome | None:
    back, fled = d.driven
    if fled:
        names = d.units(fled)
        return "driven", "driven", (
            f"{d.who} drove {d.mark(names)} back {d.where}{d.how}",
            f"{names} {d.mark('fell back')} {d.where} before {d.who}{d.short}",
            f"{d.where}, {d.who} {d.mark('threw back')} {names}{d.how}",
        )  # fmt: skip
    if back:
        return "repelled", "repelled", (
            f"{d.units(back)} {was(back)} {d.mark('thrown back')} {d.where}{d.short}",
            f"the attack {d.where} was {d.mark('thrown back')}{d.short}",
        )  # fmt: skip
    return None


def _hurt(d: Deed) -> Outcome | None:
    own, other = d.hurt
    if own and other:
        names = f"{d.units(other)} and, of the attackers, {d.units(own)}"
        return "hurt", "both hurt", (f"the attack {d.where} {d.mark('reduced')} {names}{d.short}",)
    if own:
        return "hurt", "own hurt", (
            f"{d.units(own)} {was(own)} {d.mark('reduced')} in an attack {d.where}{d.short}",
            f"the attack {d.where} {d.mark('failed')} and reduced {d.units(own)}{d.short}",
        )  # fmt: skip
    if other:
        return "hurt", "hurt", (
            f"the attack {d.where} {d.mark('reduced')} {d.units(other)}{d.short}",
            f"{d.units(other)} {was(other)} {d.mark('reduced')} when {d.who} attacked {d.where}{d.how}",
        )  # fmt: skip
    return None


def _idle(d: Deed) -> Outcome | None:
    if d.battle.other:
        did = d.mark(listed(list(dict.fromkeys(did for did, _ in d.battle.other))))
        return "did", "did", (f"the attack {d.where} {did}{d.short}", f"an attack {d.where} {did}{d.short}")
    spaces = d.battle.fight.spaces
    took = [space for space, _ in d.battle.taken if space in spaces and d.voice.place(space)]
    if took:
        return "took", "took", (f"{d.who} {d.mark('took')} {d.voice.place(took[0])}{d.how}",)
    return "nothing", "nothing", (
        f"the attack of {d.who} {d.where} {d.mark('changed nothing')}{d.short}",
        f"{d.who} attacked {d.whom} {d.where} {d.mark('without effect')}{d.short}",
    )  # fmt: skip


OUTCOMES: tuple[Callable[[Deed], Outcome | None], ...] = (_both, _destroyed, _failed, _driven, _hurt, _idle)
"""The functions that choose the sentences about a battle. The report uses the first that returns an outcome."""


class Battles:
    """The battles of one report."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice

    def heavy(self, stretch: Stretch, battle: Battle) -> float:
        """Return the weight of a battle."""
        telling, fight, scene = self.voice.telling, battle.fight, self.voice.scene
        lost = sum(1 + stretch.account.strength(piece) / 5 for piece, _ in battle.fell)
        few = SOAK_OFF if fight.strength and fight.strength[0] < fight.strength[1] else 1.0
        done = few * (2 * lost + len(battle.hurt) + len(battle.driven))
        taken = sum(telling.weight(space) for space, _ in battle.taken if telling.held(space)) / 2
        if not done and not taken:
            return 0.3 + len(battle.other) / 10
        places = sum(telling.weight(space) for space in fight.spaces if scene.every_space[space].name) / 4
        wins, faces = battle.chance or (1, 1)
        luck = 3 * (1 - wins / faces) if fight.verdict == "good" else 0.0
        mass = few * fight.strength[0] / 20 if fight.strength else 0.0
        return done + places + taken + luck + mass + 0.5

    def tell(self, stretch: Stretch, battle: Battle) -> list[Sentence]:
        """Describe a battle: both sides, the die, the result and, if the battle mattered, the chance."""
        deed = self._deed(stretch, battle)
        kind, form, variants = next(found for outcome in OUTCOMES if (found := outcome(deed)) is not None)
        said = [self.voice.say(kind, variants, battle.events, form)]
        wins, faces = battle.chance or (0, 0)
        odds, heavy = deed.mark(battle.odds()), self.heavy(stretch, battle) >= TELLING
        if 0 < wins < faces and heavy:
            variants = (f"the chance to win was {odds}", f"such an attack wins on {odds} faces")
            said.append(self.voice.say("chance", variants, (battle.event,)))
        elif battle.taking is not None and heavy:
            variants = (f"the chance to take the place was {odds}", f"the forecast for taking the place was {odds}")
            said.append(self.voice.say("taking", variants, (battle.event,)))
        return said

    def _deed(self, stretch: Stretch, battle: Battle) -> Deed:
        voice, fight = self.voice, battle.fight
        ours, theirs = (voice.people.get(side, "enemy") for side in (fight.side, voice.telling.other(fight.side)))
        how, short = self._how(battle)
        fell = [piece for piece, _ in battle.fell]

        def halves(pieces: Sequence[str]) -> tuple[list[str], list[str]]:
            mine = [piece for piece in pieces if voice.side(stretch, piece) == fight.side]
            return mine, [piece for piece in pieces if piece not in mine]

        return Deed(
            voice, stretch, battle, how=how, short=short, ours=ours, theirs=theirs,
            who=voice.units(stretch, fight.attackers, most=BRIEF) or f"the {ours}",
            whom=voice.units(stretch, fight.defenders) or f"the {theirs}",
            where=stretch.account.where(fight.spaces[0]), fell=halves(fell),
            driven=halves([piece for piece, _ in battle.driven]),
            hurt=halves(list(dict.fromkeys(piece for piece, _ in battle.hurt if piece not in fell))),
        )  # fmt: skip

    def _how(self, battle: Battle) -> tuple[str, str]:
        """Return the strengths, odds and die of a battle in two forms: for the end of a sentence, and after a colon."""
        fight, people = battle.fight, self.voice.people
        if any(dice for dice, _ in battle.fire.values()):
            shots = [shot(people.get(side, side), dice, hits) for side, (dice, hits) in battle.fire.items()]
            return f"; {', '.join(shots)}", f"; {', '.join(shots)}"
        long, short = [], []
        if fight.strength:
            long.append(f"with {fight.strength[0]} factors against {fight.strength[1]}")
            short.append(f"{fight.strength[0]} to {fight.strength[1]}")
        if fight.odds and not fight.certain:
            short.append(fight.odds)
        if fight.certain:
            long.append("without a die")
            short.append("no die")
        elif fight.die is not None:
            long.append(f"{'and' if long else 'with'} a die of {fight.die}")
            short.append(f"a die of {fight.die}")
        return (f" {' '.join(long)}" if long else ""), (f": {', '.join(short)}" if short else "")

    def rest(self, stretch: Stretch, told: list[Battle]) -> list[Sentence]:
        """Summarize the battles that get no separate sentence, and their cost."""
        voice = self.voice
        rest = [battle for battle in stretch.battles if battle not in told]
        if not rest or not told:
            return []
        by = Counter(voice.side(stretch, piece) for battle in rest for piece, _ in battle.fell)
        unit = voice.telling.units
        parts = [f"the {people} {spelled(by[side], *unit)}" for side, people in voice.people.items() if by[side]]
        what = f"cost {listed(parts)}" if parts else "cost no unit"
        many = "battle" if len(rest) == 1 else spelled(len(rest), "# battle", "# battles")
        variants = (f"another {many} {what}", f"the other {many} {what}")
        return [voice.say("rest", variants, tuple(n for battle in rest for n in battle.events))]

    def row(self, stretch: Stretch, battle: Battle) -> Row:
        """Return a battle's row in the table."""
        fight, voice = battle.fight, self.voice
        places = [voice.spot(stretch, space) for space in fight.spaces[:2]]
        more = len(fight.spaces) - len(places)
        strength = f"{fight.strength[0]} : {fight.strength[1]}" if fight.strength else ""
        if battle.fire:
            sides = sorted(battle.fire, key=lambda side: side != fight.side)  # as the forces: attackers first
            strength = " : ".join(f"{battle.fire[side][1]} of {battle.fire[side][0]}" for side in sides)
        fell = [voice.name(stretch, piece) for piece, _ in battle.fell]
        one = voice.units(stretch, fight.attackers, article=False) or voice.people[fight.side]
        other = voice.units(stretch, fight.defenders, article=False)
        return Row(
            event=battle.event, ply=battle.ply, place=listed(places) + (f" and {more} more" if more > 0 else ""),
            forces=f"{one} : {other or voice.people[voice.telling.other(fight.side)]}", strength=strength,
            odds=fight.odds, die="none" if fight.certain else "" if fight.die is None else str(fight.die),
            chance=battle.odds(), result=fight.result or ("taken" if battle.took else "held"),
            fell=", ".join(fell[:NAMED]) + (f" and {len(fell) - NAMED} more" if len(fell) > NAMED else "") or "none",
            good={"good": True, "bad": False}.get(fight.verdict),
            clauses=voice.reading.events[battle.event].clauses,
        )  # fmt: skip

    def label(self, stretch: Stretch, battle: Battle) -> str:
        """Return a battle's link in the margin."""
        place = stretch.account.where(battle.fight.spaces[0]).removeprefix("at ")
        return f"{place}, die {battle.fight.die}" if battle.fight.die is not None else place


def shot(people: str, dice: int, hits: int) -> str:
    """Return what the dice of a side did in a battle."""
    if dice == 1:
        return f"the only die of the {people} {'hit' if hits else 'missed'}"
    return f"{number_of(hits)} of {number_of(dice)} dice hit for the {people}"
