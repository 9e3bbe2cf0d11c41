"""The second reader of a report: it holds every sentence against the raw events and positions.

It shares no code with the writer. A sentence that it cannot read is refuted.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from mamayev.engine.event import (
    Card,
    Control,
    Event,
    Flip,
    Journal,
    Loss,
    MarkChange,
    Move,
    Roll,
    Step,
    Strength,
    TrackChange,
    Volley,
)  # fmt: skip
from mamayev.match.match import Match
from mamayev.players import intent
from mamayev.story.story import Story, StorySection, plain

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NUMBER = rf"(?:\d+|no|none|once|twice|{'|'.join(WORDS[1:])})"
SPAN = 3.2


def value(word: str) -> int:
    """The value of a number in digits or words."""
    word = word.lower()
    fixed = {"no": 0, "none": 0, "once": 1, "twice": 2}
    return fixed[word] if word in fixed else WORDS.index(word) if word in WORDS else int(word)


class Refuted(AssertionError):
    """A sentence that the events do not bear out."""


@dataclass
class Fought:
    """A battle as this reader finds it."""

    event: Event
    place: str
    side: str
    numbers: tuple[str, ...]
    die: int | None
    fell: list[str] = field(default_factory=list)
    hurt: list[str] = field(default_factory=list)
    driven: list[str] = field(default_factory=list)
    wounded: list[int] = field(default_factory=list)
    defenses: int = 0
    taken: list[str] = field(default_factory=list)
    fire: Counter[tuple[str, str]] = field(default_factory=Counter)
    started: bool = False
    attackers: list[str] = field(default_factory=list)


class Reader:
    """A report beside the events that its reader may see."""

    def __init__(self, match: Match, reader: str | None, story: Story) -> None:
        self.match, self.reader, self.story = match, reader, story
        scene = self.scene = match.table.look.kept
        self.game = match.game.name
        self.events = [e for e in match.events if ("*" not in e.audience if reader == "both" else e.seen_by(reader))]
        self.sides = {one.id: one.side for one in scene.pieces}
        self.names = {one.id: one.name for one in scene.pieces}
        self.called = {piece: {name} for piece, name in self.names.items()}  # a name can change
        pictures = [self.picture(ply) for ply in sorted({0, *(one.ply for one in story.sections), story.plies})]
        for picture in pictures:
            for one in picture:
                self.sides[one.id] = one.side or self.sides.get(one.id, "")
                self.names[one.id] = one.name or self.names.get(one.id, "")
                self.called.setdefault(one.id, set()).add(self.names[one.id])
        self.people = {one.people or one.name: one.id for one in scene.sides}
        self.P = "|".join(map(re.escape, self.people))
        self.spots: dict[str, list[tuple[float, float]]] = {}
        for space in scene.every_space.values():
            point = space.counters or space.text or (space.shape[0] if space.shape else None)
            for name in {space.name, space.label, space.id} - {""}:
                if point and space.kind != "box":
                    self.spots.setdefault(name, []).append(point)
                elif space.kind == "box":
                    self.spots.setdefault(name, [])
        for one in scene.scenery:
            if one.kind == "place" and one.name and one.at:
                self.spots.setdefault(one.name, []).append(one.at)
        by_length = sorted(self.spots, key=lambda name: -len(name))
        self.W = rf"(?P<near>at|near|in|At|Near|In) (?P<place>{'|'.join(map(re.escape, by_length))})"
        once = {step.id for phase in scene.phases if phase.once for step in phase.steps}
        set_up = next((n for n, one in enumerate(self.events) if one.step not in {"", *once}), len(self.events))
        # The setup is no turn, even if its events have one.
        self.turned = [(0 if n < set_up and one.step in once else one.turn, one) for n, one in enumerate(self.events)]
        self.of_turn: dict[int, list[Event]] = {}
        for turn, event in self.turned:
            self.of_turn.setdefault(turn, []).append(event)
        self.turns = sorted(turn for turn in self.of_turn if turn > 0)
        self.battles = {turn: list(self.fought(turn)) for turn in self.turns}

    # --- the raw facts -----------------------------------------------------------------------------------------------

    def picture(self, ply: int) -> list:
        """The pieces that the reader sees after a ply."""
        look, p = self.match.table.look, self.match.at(ply)
        if self.reader != "both":
            return look.picture(p, self.match.seat_index(self.reader)).pieces
        seats = range(len(self.match.game.seats)) if self.match.table.secrets else [None]
        pictures = [look.picture(p, seat).pieces for seat in seats]
        known = {one.id: one for picture in pictures for one in picture if not one.hidden}
        # The rest of each space: as many as the first seat sees there, known or not.
        rest = Counter(one.at for one in pictures[0]) - Counter(one.at for one in known.values())
        hidden = [one for one in pictures[0] if one.hidden]
        return [*known.values(), *(one for at, n in rest.items() for one in [h for h in hidden if h.at == at][:n])]

    def control(self, ply: int) -> dict[str, str]:
        return self.scene.sides_of(self.match.table.look.picture(self.match.at(ply), None))

    def standing(self, turn: int) -> dict[str, str]:
        start = max((e.ply for at, e in self.turned if at < turn), default=0)
        return {one.id: one.at for one in self.picture(start)}

    def lost(self, turn: int) -> list[Loss]:
        """The losses that count: not those that leave the front, nor headquarters that come back."""
        apart = {"CAU-SOVADV-03", "DON-OVERRUN-06"}
        return [e for e in self.of_turn[turn] if isinstance(e, Loss) and not apart & set(e.clauses)]

    def fought(self, turn: int) -> Iterator[Fought]:
        at = self.standing(turn)
        now: Fought | None = None
        declared: list[Event] = []
        apart = {"CAU-SOVADV-03", "DON-OVERRUN-06"}
        inside = {step.id for phase in self.scene.phases if phase.panel == "fight" for step in phase.steps}
        for event in self.of_turn[turn]:
            if event.kind == "note" and event.pieces and " against " in event.text:
                declared.append(event)
            new = self.begins(event, at, declared)
            if new is not None:
                if (
                    now
                    and self.game != "cauldron"
                    and now.place == new.place
                    and now.event.step == event.step
                    and not now.started
                ):
                    now.event, now.die, now.numbers = event, new.die, new.numbers
                else:
                    if now is not None:
                        yield now
                    now = new
            elif isinstance(event, Step) and event.step not in inside:
                if now is not None:
                    yield now
                now = None
            elif now is not None:
                was = now.started
                now.started = True
                match event:
                    case Loss() if not apart & set(event.clauses):
                        now.fell.append(event.piece)
                    case Flip() if self.game != "cauldron" or event.face == "depleted":
                        now.hurt.append(event.piece)
                    case Strength(from_=int() as before) if before > event.to:
                        now.hurt.append(event.piece)
                    case Move(how="retreat" | "back"):
                        now.driven.append(event.piece)
                    case Move(how="advance"):
                        pass
                    case Control():
                        now.taken.append(event.space)
                    case TrackChange(track="wounded"):
                        now.wounded.append(int(event.to or 0))
                    case MarkChange(mark="pdm-inactive") if event.change > 0:
                        now.defenses += 1
                    case Volley():
                        now.fire[event.side, "dice"] += sum(len(one.dice) for one in event.fires)
                        now.fire[event.side, "hits"] += event.counted
                    case _:
                        now.started = was
            if new is not None and now is not None:
                origins = re.findall(r"\w+", event.text.rpartition(" from ")[2]) if self.game == "inferno" else ()
                labels = {space.label or space.id: space.id for space in self.scene.every_space.values()}
                there = [labels.get(one, one) for one in origins]
                now.attackers = (
                    [p for p, spot in at.items() if spot in there and self.sides.get(p) == now.side]
                    if origins
                    else [p for p in event.pieces if self.sides.get(p) == now.side]
                    if event.pieces
                    else now.attackers
                )
            if isinstance(event, Move):
                at[event.piece] = event.to
            elif isinstance(event, Loss):
                at.pop(event.piece, None)
        if now is not None:
            yield now

    def begins(self, event: Event, at: dict[str, str], declared: list[Event]) -> Fought | None:
        if self.game == "barbarossa":
            if isinstance(event, Roll) and event.chart == "combat":
                place, numbers = event.spaces[0], tuple(re.findall(r"\d+-\d+|\d+", event.text)[:2])
                odds = re.findall(r"\d+-\d+", event.text)[0]
                side = next(self.sides[p] for p in event.pieces if at.get(p) not in event.spaces)
                return Fought(event, place, side, (*numbers, odds), event.dice[0])
            if event.clauses[:1] == ("BAR-ODDS-04",) and event.kind == "note":
                one, other, odds = re.findall(r"\d+-\d+|\d+", event.text)[:3]
                alike = [e for e in declared if f": {one} to {other}," in e.text]
                after = self.events.index(event) + 1
                gone = {e.piece for e in self.events[after : after + 6] if isinstance(e, Loss)}
                here = next((e for e in alike if gone & set(e.pieces)), alike[0])
                side = self.people[here.who] if here.who in self.people else self.side(here.who)
                mine = [p for p in here.pieces if self.sides.get(p) == side]
                return Fought(event, here.spaces[0], side, (one, other, odds), None, attackers=mine)
        elif self.game == "donnerschlag" and isinstance(event, Roll) and event.chart == "combat":
            told = re.match(r"(\d+) to (\d+), column ([\d.]+-[\d.]+)", event.text)
            assert told
            return Fought(event, event.spaces[0], self.side(event.who), told.groups(), event.dice[0])
        elif self.game == "cauldron" and isinstance(event, Roll) and event.chart in ("E", "G") and event.spaces:
            side = "axis" if event.chart == "E" else "soviet"
            return Fought(event, event.spaces[0], side, (), event.dice[0])
        elif (
            self.game == "inferno"
            and event.kind == "note"
            and (found := re.match(r"(Soviet )?(?:Total )?(?:Hasty|Deliberate) Attack on (\w+) from", event.text))
        ):
            return Fought(event, found[2], "soviet" if found[1] else "german", (), None)
        return None

    def side(self, name: str) -> str:
        return next(one.id for one in self.scene.sides if one.name == name)

    def wins(self, battle: Fought) -> tuple[int, int]:
        """The faces that win a battle, found by playing each of them."""
        p = self.match.at(battle.event.ply - 1)
        verdicts = {chart.id: chart.verdicts for chart in self.scene.charts}
        good = faces = 0
        for outcome, _ in p.actions():
            there, journal = p.copy(), Journal()
            there.journal = journal
            there.apply(outcome)
            roll = next(e for e in journal.events if isinstance(e, Roll))
            verdict = verdicts[roll.chart].get(roll.result)
            good += verdict == ("bad" if (self.game, roll.chart) == ("cauldron", "G") else "good")
            faces += 1
        return good, faces

    def foreseen(self, battle: Fought) -> float | None:
        """The chance to take the place, as the attackers' question foretold it; None if the reader does not know it."""
        p = self.match.at(battle.event.ply - 1)
        seats, sides = self.match.game.seats, self.match.table.look.sides
        if isinstance(battle.event, Roll) or p.seat < 0 or self.reader is None:
            return None
        if self.reader != "both" and sides[self.reader] != sides[seats[p.seat]]:
            return None
        action = self.match.table.notation.parse(self.match.record.log[battle.event.ply - 1])
        trades = [one.trade for one in p.box.foretell(p, p.top, action) if one.trade is not None]
        return trades[0].chance if trades else None

    # --- words -------------------------------------------------------------------------------------------------------

    def check(self, said: bool, why: str) -> None:
        if not said:
            raise Refuted(why)

    def units(self, text: str) -> tuple[set[str], int]:
        """The names in a list of units, or their number."""
        text = text.strip()
        if found := re.fullmatch(
            rf"({NUMBER}) (?:(?:Soviet|German|Axis|Russian) )?(?:units?|corps|army|armies)", text, re.I
        ):
            return set(), value(found[1])
        known = sorted({name for names in self.called.values() for name in names if name}, key=lambda name: -len(name))
        left, names = text, []
        while left:
            left = re.sub(r"^(?:, | and |the |The )+", "", left)
            name = next((one for one in known if left.startswith(one)), None)
            if name is None and left.startswith("a unit"):
                name = "a unit"
            if name is None:
                raise Refuted(f"no unit: {left!r} in {text!r}")
            names.append(name)
            left = left[len(name) :]
        return set(names), len(names)

    def same(self, text: str, pieces: Iterable[str], sides: str | None = None) -> bool:
        """Whether a list names exactly these units."""
        rows = list(dict.fromkeys(p for p in pieces if sides is None or self.sides.get(p) == sides))
        names, number = self.units(text)
        own = [self.called.get(p, set()) - {""} or {"a unit"} for p in rows]
        return number == len(rows) and (not names or (all(names & row for row in own) and names <= set().union(*own)))

    def near(self, word: str, name: str, space: str) -> bool:
        known = self.scene.every_space[space]
        if word.lower() == "at":
            return name == known.name
        point = known.counters or known.text or known.shape[0]
        if word.lower() == "in":
            return name in (known.label, known.id)
        pitch = self.scene.grid.pitch if self.scene.grid else 1.0
        return any(((point[0] - x) ** 2 + (point[1] - y) ** 2) ** 0.5 <= SPAN * pitch for x, y in self.spots[name])

    def turn_named(self, name: str) -> int:
        for turn in self.turns:
            names = self.scene.turns.names if self.scene.turns else ()
            word = self.scene.turns.word if self.scene.turns else "Turn"
            if name.lower() == (names[turn] if turn < len(names) else f"{word} {turn}").lower():
                return turn
        raise Refuted(f"no turn {name}")

    def places(self, text: str) -> tuple[set[str], int]:
        """The places of a list, and how many more there are."""
        more = re.search(rf" and ({NUMBER}) more places?$", text)
        left, names = text[: more.start()] if more else text, set()
        known = sorted(self.spots, key=lambda name: -len(name))
        while left:
            left = re.sub(r"^(?:, | and )+", "", left)
            name = next((one for one in known if left.startswith(one)), None)
            if name is None:
                raise Refuted(f"no place: {left!r}")
            names.add(name)
            left = left[len(name) :]
        return names, value(more[1]) if more else 0

    # --- the whole ---------------------------------------------------------------------------------------------------

    def read(self) -> Iterator[tuple[str, str]]:
        """Yield each sentence that is refuted, with the reason."""
        for one in self.story.lead:
            yield from self._tried(plain(one.text), lambda text: self.overall(text))
        for section in self.story.sections:
            pool = [] if section.id == "opening" else list(self.battles[section.turn])
            last: list[Fought] = []
            for row in section.paragraphs:
                for one in row:
                    yield from self._tried(
                        plain(one.text), lambda text, s=section, p=pool, m=last: self.sentence(text, s, p, m)
                    )
            for text in (section.title, section.caption):
                yield from self._tried(text, lambda text, s=section: self.frame(text, s))
        for one in self.story.account:
            yield from self._tried(plain(one.text), lambda text: self.overall(text))

    @staticmethod
    def _tried(text: str, check) -> Iterator[tuple[str, str]]:
        try:
            check(text)
        except (Refuted, AssertionError, KeyError, ValueError, IndexError, StopIteration) as error:
            yield text, f"{type(error).__name__}: {error}"

    def frame(self, text: str, section: StorySection) -> None:
        """The title and the caption of a section."""
        if section.id == "opening":
            return
        if found := re.fullmatch(r"The end of (.+)\. Lost so far: (\d+) (.+?) units? and (\d+) (.+?) units?\.", text):
            self.check(self.turn_named(found[1]) == section.turn, "turn")
            for number, name in ((found[2], found[3]), (found[4], found[5])):
                lost = sum(
                    self.sides.get(e.piece) == self.side(name)
                    for turn in self.turns
                    if turn <= section.turn
                    for e in self.lost(turn)
                )
                self.check(int(number) == lost, f"lost so far {lost}")
            return
        name, _, what = text.partition(": ")
        self.check(self.turn_named(name) == section.turn, "turn")
        if found := re.fullmatch(rf"({NUMBER}) battles?(?:, ({NUMBER}) loss(?:es)?)?", what):
            self.check(value(found[1]) == len(self.battles[section.turn]), "battles")
            self.check(value(found[2] or "0") == len(self.lost(section.turn)), "losses")
        elif found := re.fullmatch(rf"({NUMBER}) loss(?:es)?", what):
            self.check(value(found[1]) == len(self.lost(section.turn)), "losses")
        else:
            found = re.fullmatch(r"(.+) (falls|changes hands)", what)
            self.check(found is not None, "unknown title")
            assert found
            self.check(found[1] in {self.scene.every_space[s].name for s in self.changed(section)}, "no change")

    def changed(self, section: StorySection, side: str | None = None) -> set[str]:
        start = max((e.ply for at, e in self.turned if at < section.turn), default=0)
        before, after = self.control(start), self.control(section.ply)
        return {s for s, holder in after.items() if before.get(s) != holder and (side is None or holder == side)}

    def overall(self, text: str) -> None:
        """A sentence about the whole game."""
        every = [battle for turn in self.turns for battle in self.battles[turn]]
        lost = [e for turn in self.turns for e in self.lost(turn)]
        result = self.match.result or {}
        if found := re.fullmatch(r"The game lasted (\d+) \w+, with (\d+) battles? and (\d+) units? lost\.", text):
            self.check([int(n) for n in found.groups()] == [len(self.turns), len(every), len(lost)], "numbers")
        elif found := re.fullmatch(r"The result: (.+)\.", text):
            self.check(found[1] == result["level"], "level")
        elif text.rstrip(".") == str(result.get("why", "?")).rstrip("."):
            pass
        elif text == "It is not over.":
            self.check(not self.match.over, "over")
        elif found := re.fullmatch(
            rf"(?:The (?P<a>{self.P}) won (?P<w>\d+) of (?P<n>\d+) attacks? with a die, and the odds promised "
            rf"(?P<d>[\d.]+)|Of (?P<n2>\d+) attacks? with a die the (?P<a2>{self.P}) won (?P<w2>\d+), where "
            rf"(?P<d2>[\d.]+) were to be expected)\.",
            text,
        ):
            side = self.people[found["a"] or found["a2"]]
            verdicts = {chart.id: chart.verdicts for chart in self.scene.charts}
            mine = [b for b in every if b.side == side and b.die is not None]
            rolls = [b.event for b in mine if isinstance(b.event, Roll)]
            good = sum(
                verdicts[roll.chart].get(roll.result)
                == ("bad" if (self.game, roll.chart) == ("cauldron", "G") else "good")
                for roll in rolls
            )
            due = sum(wins / faces for wins, faces in map(self.wins, mine))
            self.check(
                (len(mine), good) == (int(found["n"] or found["n2"]), int(found["w"] or found["w2"])),
                f"{len(mine)} {good}",
            )
            self.check(abs(due - float(found["d"] or found["d2"])) < 0.06, f"due {due}")
        elif found := re.fullmatch(
            rf"(?:The (?P<a>{self.P}) took the place in (?P<w>\d+) of (?P<n>\d+) attacks?, and at their declaration "
            rf"the forecasts promised (?P<d>[\d.]+)|Of (?P<n2>\d+) attacks? the (?P<a2>{self.P}) won the place in "
            rf"(?P<w2>\d+), where (?P<d2>[\d.]+) were to be expected at their declaration)\.",
            text,
        ):
            side = self.people[found["a"] or found["a2"]]
            foreseen = {id(b): chance for b in every if b.side == side and (chance := self.foreseen(b)) is not None}
            won = sum(b.place in b.taken for b in every if id(b) in foreseen)
            said = int(found["n"] or found["n2"]), int(found["w"] or found["w2"])
            self.check((len(foreseen), won) == said, f"{len(foreseen)} {won}")
            due = sum(foreseen.values())
            self.check(abs(due - float(found["d"] or found["d2"])) < 0.06, f"due {due}")
        elif found := re.fullmatch(r"No battle was fought in (.+)\.", text):
            quiet = [turn for turn in self.turns if not self.battles[turn]]
            self.check(self.run(found[1]) == quiet, f"quiet {quiet}")
        elif found := re.fullmatch(r"This report leaves out (.+)\.", text):
            told = {section.turn for section in self.story.sections}
            self.check(not told & set(self.run(found[1])), "told")
        elif found := re.fullmatch(rf"({NUMBER}) units? came back and w\w+ lost again; each loss counts\.", text, re.I):
            self.check(value(found[1]) == sum(n > 1 for n in Counter(e.piece for e in lost).values()), "again")
        else:
            raise Refuted("unknown sentence")

    def run(self, text: str) -> list[int]:
        turns: list[int] = []
        for part in re.split(r", | and ", text):
            if " to " in part:
                one, other = part.split(" to ")
                turns += range(self.turn_named(one), self.turn_named(other) + 1)
            else:
                turns.append(self.turn_named(part))
        return turns

    def plan(self, name: str, turn: int) -> str:
        """What the bot of a seat planned at its first decision of a turn."""
        match = self.match
        seat = next(one.id for one in self.scene.seats if one.name == name)
        bot, index = match.record.bots[seat], match.game.seats.index(seat)
        p = next(p for p in match.onwards(0) if p.seat == index and p.table.turn(p) == turn)
        found = intent(p.copy(), match.game.bots[bot], random.Random(f"{match.record.seed}/report"), bot)
        return "" if found is None else found.sentence

    def sentence(self, text: str, section: StorySection, pool: list[Fought], last: list[Fought]) -> None:
        """A sentence of a section."""
        if section.id == "opening":
            self.opening(text, section)
            return
        if found := re.fullmatch(r"The plan of the (.+): “(.+)”", text):
            self.check(found[2] == self.plan(found[1], section.turn), "plan")
            return
        turn, P = section.turn, self.P
        battles, lost = self.battles[turn], self.lost(turn)
        by = Counter(battle.side for battle in battles)
        fell = Counter(self.sides.get(e.piece) for e in lost)
        N = NUMBER
        low = text[0].lower() + text[1:]
        if found := re.fullmatch(
            rf"(?:The|Only the) ({P}) attacked (?:this \w+, )?({N})(?: times)?(?: this \w+)?\.", text
        ):
            self.check(by == Counter({self.people[found[1]]: value(found[2])}), f"{by}")
        elif found := re.fullmatch(
            rf"(?:in all, )?({N}) battles? w\w+ fought, (?:each )?an attack of the ({P})\.", low
        ):
            self.check(by == Counter({self.people[found[2]]: value(found[1])}), f"{by}")
        elif found := re.fullmatch(
            rf"The ({P}) attacked ({N})(?: times)? this \w+, the ({P}) ({N})(?: times)?\.", text
        ):
            self.check(
                by == Counter({self.people[found[1]]: value(found[2]), self.people[found[3]]: value(found[4])}), f"{by}"
            )
        elif found := re.fullmatch(
            rf"(?:Of the ({N}) battles? of this \w+, ({N}) w\w+ (?:an )?attacks? of the ({P}) and ({N}) of the "
            rf"({P})|(?:In all, )?({N}) battles? w\w+ fought: ({N}) by attacks of the ({P}), ({N}) by attacks "
            rf"of the ({P}))\.",
            text,
            re.I,
        ):
            row = [one for one in found.groups() if one is not None]
            self.check(value(row[0]) == len(battles), "battles")
            self.check(by == Counter({self.people[row[2]]: value(row[1]), self.people[row[4]]: value(row[3])}), f"{by}")
        elif found := re.fullmatch(
            rf"The (?:\w+ cost the )?({P}) (?:lost )?({N}) units?(?: this \w+)?(?:(?: and|,) the ({P}) ({N}))?\.", text
        ):
            want = {self.people[found[1]]: value(found[2])} | (
                {self.people[found[3]]: value(found[4])} if found[3] else {}
            )
            self.check(+fell == Counter(want), f"{fell}")
        elif found := re.fullmatch(rf"(?:Another|The other)(?: ({N}))? battles? cost (no unit|.+)\.", text):
            self.check(value(found[1] or "one") == len(pool), f"{len(pool)} others")
            rest = Counter(self.sides.get(p) for b in pool for p in b.fell)
            want = (
                Counter()
                if found[2] == "no unit"
                else Counter({self.people[s]: value(n) for s, n in re.findall(rf"the ({P}) ({N}) units?", found[2])})
            )
            self.check(+rest == want, f"{rest}")
        elif found := re.fullmatch(r"(?:The chance to win was|Such an attack wins on) (\d) in (\d)(?: faces)?\.", text):
            wins, faces = self.wins(last[-1])
            self.check(wins * int(found[2]) == faces * int(found[1]), f"{wins} of {faces}")
        elif found := re.fullmatch(r"The (?:chance to take|forecast for taking) the place was (\d+)%\.", text):
            chance = self.foreseen(last[-1])
            self.check(chance is not None and round(100 * chance) == int(found[1]), f"{chance}")
        elif (found := re.fullmatch(rf"The ({P}) took (.+)\.", text)) and self._all_places(found[2]):
            self.taken(found[2], found[1], section)
        elif (
            found := re.fullmatch(rf"(.+) (?:w\w+ in the hands of|went to) the ({P})(?: at the end)?\.", text)
        ) and self._all_places(found[1]):
            self.taken(found[1], found[2], section)
        elif found := re.fullmatch(rf"(?:Outside battle the ({P}) lost (.+)|(.+) w\w+ lost outside battle)\.", text):
            inside = [p for b in battles for p in b.fell]
            out = Counter(e.piece for e in lost) - Counter(inside)
            pieces = list(out)
            names = found[2] or found[3]
            sides = [self.people[found[1]]] if found[1] else list(self.people.values())
            self.check(any(self.same(names, pieces, side) for side in sides), f"{pieces}")
        elif found := re.fullmatch(rf"The ({P}) ((?:moved|brought up) .+)\.", text):
            self.moved(self.people[found[1]], found[2], section)
        elif not self.fact(text, turn):
            self.battle(text, pool, last)

    def _all_places(self, text: str) -> bool:
        try:
            self.places(text)
        except Refuted:
            return False
        return True

    def taken(self, names: str, people: str, section: StorySection) -> None:
        found, more = self.places(names)
        there = {self.scene.every_space[s].name for s in self.changed(section, self.people[people])} - {""}
        if self.game == "inferno":
            keys = {s.name for s in self.scene.every_space.values() if "key" in s.features}
            there &= keys
        # A place can be taken with a name that a battle sentence gives, too.
        self.check(found <= there and len(found) + more == len(there), f"{there}")

    def moved(self, side: str, text: str, section: StorySection) -> None:
        forced = ("retreat", "back", "place", "set up", "arrive")
        on_map = {s.id for s in self.scene.every_space.values() if s.kind != "box"}
        moves: dict[str, list[Move]] = {}
        came = set()
        for e in self.of_turn[section.turn]:
            if isinstance(e, Move) and self.sides.get(e.piece) == side and e.to in on_map and self.names.get(e.piece):
                if e.from_ in on_map and e.how not in forced:
                    moves.setdefault(e.piece, []).append(e)
                elif e.from_ not in on_map and e.how != "set up":
                    came.add(e.piece)
        if found := re.search(rf"moved ({NUMBER}) units?", text):
            self.check(value(found[1]) == len(moves), f"moved {len(moves)}")
        if "hidden units" in text:
            self.check(
                any(
                    isinstance(e, Move) and e.piece.startswith("?") and e.piece.endswith(side)
                    for e in self.of_turn[section.turn]
                ),
                "hidden",
            )
        if found := re.search(rf"brought up ({NUMBER}) units?", text):
            self.check(value(found[1]) == len(came), f"came {len(came)}")
        if found := re.search(r"the largest group (to|toward) (.+?)(?:, and brought|$)", text):
            self.check(any(self.near("near", found[2], row[-1].to) for row in moves.values()), "group")
        if found := re.search(r"mainly (\w+)", text):
            x = ("east" in found[1]) - ("west" in found[1])
            y = ("south" in found[1]) - ("north" in found[1])
            known = self.scene.every_space

            def strength(piece: str) -> int:
                one = next(p for p in self.scene.pieces if p.id == piece)
                return int(n[0]) if one.figures and (n := re.match(r"\d+", one.figures[0])) else max(1, one.steps)

            def heads(row: list[Move]) -> bool:
                start, end = known[row[0].from_].counters, known[row[-1].to].counters
                assert start
                assert end
                (a, b), (c, d) = start, end
                return (c - a) * x + (d - b) * y > 0.92 * math.hypot(x, y) * math.hypot(c - a, d - b)

            that = sum(strength(p) for p, row in moves.items() if heads(row))
            self.check(2 * that > sum(map(strength, moves)), "direction")

    def opening(self, text: str, section: StorySection) -> None:
        before = self.picture(section.ply)
        on_map = {s.id for s in self.scene.every_space.values() if s.kind != "box"}
        count = Counter(one.side or self.sides.get(one.id, "") for one in before if one.at in on_map and not one.hidden)
        if found := re.fullmatch(
            rf"Before .+?, the ({self.P}) had ({NUMBER}) units? on the map(?: and the ({self.P}) ({NUMBER}))?\.", text
        ):
            want = {self.people[found[1]]: value(found[2])} | (
                {self.people[found[3]]: value(found[4])} if found[3] else {}
            )
            self.check(+count == Counter(want), f"{count}")
        elif found := re.fullmatch(rf"({NUMBER}) more units? w\w+ hidden\.", text, re.I):
            self.check(value(found[1]) == sum(one.hidden for one in before), "hidden")
        else:
            control = self.control(section.ply)
            for part in text.rstrip(".").split("; "):
                found = re.fullmatch(rf"[Tt]he ({self.P}) held (.+)", part)
                self.check(found is not None, "unknown opening")
                assert found
                names, _ = self.places(found[2])
                keys = {
                    s.name
                    for s in self.scene.every_space.values()
                    if "key" in s.features and control.get(s.id) == self.people[found[1]]
                }
                self.check(names == keys, f"{keys}")

    def fact(self, text: str, turn: int) -> bool:
        """Whether a sentence about an event that only its game knows is true; False if it is no such sentence."""
        events = self.of_turn[turn]
        rolls = [e for e in events if isinstance(e, Roll)]
        tracks = [e for e in events if isinstance(e, TrackChange)]
        notes = [e for e in events if e.kind in ("note", "loss")]
        cards = [e for e in events if isinstance(e, Card)]
        N = NUMBER
        titles = {c.id: c.title for d in self.scene.decks for c in d.cards}

        def holds(said: bool) -> bool:
            self.check(said, "no such event")
            return True

        if any(e.text == text for e in events):
            return True
        if f := re.fullmatch(
            r"(?:The weather die showed a (\d): (\w+)|A (\d) brought (\w+)|The month began with a (\d), (\w+))\.", text
        ):
            die, weather = [one for one in f.groups() if one]
            return holds(any(e.chart == "weather" and e.dice == (int(die),) and e.result == weather for e in rolls))
        if f := re.fullmatch(
            r"(?:The random event was|The turn began with) “(.+)”\.|“(.+)” was the random event\.", text
        ):
            return holds(any(e.line == "event" and titles[e.card] == (f[1] or f[2]) for e in cards))
        if f := re.fullmatch(
            r"The airlift brought (no|\d+) supply with a die of (\d)\.|A die of (\d) for the airlift meant "
            r"(no|\d+) supply\.",
            text,
        ):
            got, die = (f[1], f[2]) if f[1] else (f[4], f[3])
            return holds(
                any(
                    e.chart == "B" and e.dice == (int(die),) and e.result == f"+{0 if got == 'no' else got} supply"
                    for e in rolls
                )
            )
        if f := re.fullmatch(rf"({N}) units? went without supply\.|There was no supply for ({N}) units?\.", text, re.I):
            left = value(f[1] or f[2])
            return holds(any(re.search(rf"all {left} units go without|; {left} go", e.text) for e in notes))
        if f := re.fullmatch(
            rf"Unsupplied units lost ({N}) steps? to a die of (\d)\."
            rf"|For the unsupplied units a die of (\d) meant ({N}) loss(?:es)?\.",
            text,
        ):
            number, die = (f[1], f[2]) if f[1] else (f[4], f[3])
            return holds(
                any(
                    e.chart == "C" and e.dice == (int(die),) and e.result.split()[0] == str(value(number))
                    for e in rolls
                )
            )
        if f := re.fullmatch(r"(?:The relief force|(Hoth|Hollidt)) (advanced|fell back) to (.+)\.", text):
            return holds(
                any(
                    isinstance(e, Move)
                    and e.who == "Relief"
                    and e.text.startswith(f[1] or "Ho")
                    and e.text.endswith(f" to {f[3]}.")
                    and (f[2] == "advanced") == self._relieved(e)
                    for e in events
                )
            )
        if f := re.fullmatch(r"The Strategic Situation (rose|fell) (?:from (\d+) )?to (\d+)\.", text):
            return holds(
                any(
                    e.track == "ssi"
                    and e.to == int(f[3])
                    and (f[2] is None or e.from_ == int(f[2]))
                    and (f[1] == "rose") == (int(e.to) > int(e.from_ or 0))
                    for e in tracks
                )
            )
        if text == "The Soviet Final Offensive began.":
            return holds(any(e.text == "The Soviet Final Offensive begins." for e in notes))
        if f := re.fullmatch(r"(?:The (.+) was overrun in (.+)|In (.+) the (.+) was overrun)\.", text):
            name, place = (f[1], f[2]) if f[1] else (f[4], f[3])
            return holds(any(e.text == f"{name} is overrun in {place}." for e in notes))
        if text == "Donnerschlag was called.":
            return holds(any("Donnerschlag is called" in e.text for e in notes))
        if f := re.fullmatch(
            r"(?:The Donnerschlag marker reached box|At the end the Donnerschlag marker was in box) (\d+)\.", text
        ):
            return holds(any(e.track == "advance" and e.to == int(f[1]) for e in tracks))
        if f := re.fullmatch(r"(?:(.+) was out of supply|No supply reached (.+))\.", text):
            return holds(any(e.text == f"{f[1] or f[2]} is out of supply." for e in notes))
        if f := re.fullmatch(
            rf"The card “(.+)” (succeeded|failed) for the ({self.P}) with a (\d)\."
            rf"|With a (\d), the card “(.+)” of the ({self.P}) (succeeded|failed)\.",
            text,
        ):
            title, how, people, die = (f[1], f[2], f[3], f[4]) if f[1] else (f[6], f[8], f[7], f[5])
            return holds(
                any(
                    e.title == title
                    and e.dice == (int(die),)
                    and e.result == {"succeeded": "succeeds", "failed": "fails"}[how]
                    and self.side(e.who) == self.people[people]
                    for e in rolls
                )
            )
        if f := re.fullmatch(r"(.+) was redeployed to (.+)\.", text):
            return holds(
                any(
                    isinstance(e, Move) and e.how == "redeploy" and self.names[e.piece] == f[1] and e.to == f[2]
                    for e in events
                )
            )
        if f := re.fullmatch(
            r"The rubble roll of (\d+) left (\w+) in rubble\.|(\w+) was in rubble after a roll of (\d+)\.", text
        ):
            total, label = (f[1], f[2]) if f[1] else (f[4], f[3])
            return holds(
                any(
                    e.chart == "rubble"
                    and e.total == int(total)
                    and e.result != "no rubble"
                    and self.scene.every_space[e.spaces[0]].label == label
                    for e in rolls
                )
            )
        if f := re.fullmatch(r"(\w+) came into play\.", text):
            return holds(
                any(re.search(rf"draw {f[1]}, who comes into play|^{f[1]} comes into play", e.text) for e in events)
            )
        if f := re.fullmatch(
            r"The (Germans|Soviets) played “(.+)”\.|“(.+)” was the card of the (Germans|Soviets)\.", text
        ):
            title, people = (f[2], f[1]) if f[1] else (f[3], f[4])
            return holds(any(e.text == f"{people[:-1]} card: {title}." for e in cards))
        if text == "The Germans called for reinforcements.":
            return holds(any("Reinforcements are called" in e.text for e in events))
        if f := re.fullmatch(
            r"The Soviets drew a card, which left (\d+) in their deck\.|A draw of the Soviets left (\d+) "
            r"cards in their deck\.",
            text,
        ):
            return holds(any(f"draw a card; {f[1] or f[2]} are left" in e.text for e in notes))
        return False

    def _relieved(self, move: Move) -> bool:
        """Whether the relief force advanced: what its roll gave before this move. Without a roll it turned around."""
        before = [e for e in self.of_turn[move.turn] if e.ply <= move.ply and isinstance(e, Roll) and e.chart == "F"]
        return bool(before) and before[-1].result == "Adv"

    def battle(self, text: str, pool: list[Fought], last: list[Fought]) -> None:
        """A sentence about one battle: it must fit one of those that have not been told."""
        why = []
        for battle in pool:
            try:
                self.fits(text, battle)
            except Refuted as error:
                why.append(str(error))
            else:
                pool.remove(battle)
                last.append(battle)
                return
        raise Refuted("; ".join(dict.fromkeys(why))[:300] or "no battle")

    def fits(self, text: str, battle: Fought) -> None:
        N, P, W = NUMBER, self.P, self.W
        fire = re.search(rf"; (?:(?:{N}) of (?:{N}) dice hit for|the only die of) .+\.$", text)
        if fire:
            shots = re.findall(rf"({N}) of ({N}) dice hit for the ({P})", fire[0])
            single = re.findall(rf"the only die of the ({P}) (hit|missed)", fire[0])
            want = {(self.people[p], value(h), value(d)) for h, d, p in shots}
            want |= {(self.people[p], int(what == "hit"), 1) for p, what in single}
            have = {
                (side, battle.fire[side, "hits"], battle.fire[side, "dice"])
                for side, kind in battle.fire
                if kind == "dice"
            }
            self.check(want == have, f"fire {have}")
        tail = (
            r"(?:[:;,] )?(?: ?with \d+ factors against \d+)?(?: without a die| (?:and|with) a die of \d)?"
            r"(?:[:;] (?:\d+ to \d+, )?(?:[\d.]+-[\d.]+, )?(?:a die of \d|no die))?"
        )
        strengths = re.search(r"(\d+) (?:factors against|to) (\d+)", text)
        if strengths and battle.numbers:
            self.check(strengths.groups() == battle.numbers[:2], "strengths")
        odds = re.search(r", ([\d.]+-[\d.]+),", text)
        if odds:
            self.check(odds[1] == battle.numbers[2], "odds")
        die = re.search(r"a die of (\d)", text)
        if die:
            self.check(battle.die == int(die[1]), "die")
        if "no die" in text or "without a die" in text:
            self.check(battle.die is None, "a die")
        core = text[: fire.start()] if fire else re.sub(rf"{tail}\.$", "", text)
        mine = [p for p in battle.fell if self.sides.get(p) == battle.side]
        theirs = [p for p in battle.fell if p not in mine]
        back = [p for p in battle.driven if self.sides.get(p) == battle.side]
        fled = [p for p in battle.driven if p not in back]
        hurt = [p for p in battle.hurt if p not in battle.fell]
        own = [p for p in hurt if self.sides.get(p) == battle.side]
        other = [p for p in hurt if p not in own]
        people = next(name for name, side in self.people.items() if side == battle.side)
        foes = next(name for name, side in self.people.items() if side != battle.side)
        forms: list[tuple[str, dict[str, list[str]]]] = [
            (rf"(?P<who>.+) destroyed (?P<a>.+) {W} and lost (?P<b>.+)", {"a": theirs, "b": mine}),
            (rf"{W} both sides lost units: the {people} (?P<b>.+), the {foes} (?P<a>.+)", {"a": theirs, "b": mine}),
            (rf"(?P<both>.+) destroyed each other {W}", {"both": [*mine, *theirs]}),
            (rf"{W} (?P<a>.+) fell together with the attackers, (?P<b>.+)", {"a": theirs, "b": mine}),
            (rf"(?P<who>.+) destroyed (?P<a>.+) {W}", {"a": theirs, "none": mine}),
            (rf"(?P<a>.+) w\w+ lost {W} to (?P<who>.+)", {"a": theirs, "none": mine}),
            (rf"{W}, (?P<who>.+) eliminated (?P<a>.+)", {"a": theirs, "none": mine}),
            (rf"(?P<who>.+) attacked {W} and destroyed (?P<a>.+)", {"a": theirs, "none": mine}),
            (rf"The attack of (?P<who>.+) {W} cost the {foes} (?P<a>.+)", {"a": theirs, "none": mine}),
            (rf"The attack {W} cost the {people} (?P<b>.+)", {"b": mine, "none": theirs}),
            (rf"(?P<who>.+) attacked {W}, and (?:all|it) w\w+ lost", {"who": mine, "none": theirs}),
            (rf"(?P<who>.+) attacked {W}, and (?P<b>.+) w\w+ lost", {"b": mine, "none": theirs}),
            (rf"(?P<b>.+) w\w+ lost in an attack {W}", {"b": mine, "none": theirs}),
            (rf"(?P<who>.+) drove (?P<a>.+) back {W}", {"a": fled, "none": battle.fell}),
            (rf"(?P<a>.+) fell back {W} before (?P<who>.+)", {"a": fled, "none": battle.fell}),
            (rf"{W}, (?P<who>.+) threw back (?P<a>.+)", {"a": fled, "none": battle.fell}),
            (rf"(?P<b>.+) w\w+ thrown back {W}", {"b": back, "none": battle.fell}),
            (rf"The attack {W} was thrown back", {"some": back, "none": battle.fell}),
            (
                rf"The attack {W} reduced (?P<a>.+) and, of the attackers, (?P<b>.+)",
                {"a": other, "b": own, "none": battle.fell},
            ),
            (rf"The attack {W} failed and reduced (?P<b>.+)", {"b": own, "none": [*battle.fell, *other]}),
            (rf"The attack {W} reduced (?P<a>.+)", {"a": other, "none": [*battle.fell, *own]}),
            (rf"(?P<b>.+) w\w+ reduced in an attack {W}", {"b": own, "none": [*battle.fell, *other]}),
            (rf"(?P<a>.+) w\w+ reduced when (?P<who>.+) attacked {W}", {"a": other, "none": [*battle.fell, *own]}),
        ]  # fmt: skip
        nothing = not (battle.fell or battle.driven or battle.hurt)
        for form, rows in forms:
            if found := re.fullmatch(form, core):
                self.check(self.near(found["near"], found["place"], battle.place), "place")
                who = found.groupdict().get("who") or ""
                if who.lower() not in ("", f"the {people}".lower()):
                    self.check(self.same(who, battle.attackers), f"attackers {battle.attackers}")
                for name, pieces in rows.items():
                    if name == "none":
                        self.check(not pieces, f"also {pieces}")
                    elif name == "some":
                        self.check(bool(pieces), "none")
                    else:
                        text_ = found[name].replace(" and the ", ", the ") if name == "both" else found[name]
                        if name == "both" and found[name].startswith(f"The {people} and"):
                            continue
                        if name in ("b", "who") and found[name].lower() == f"the {people}".lower():
                            continue
                        self.check(self.same(text_, pieces), f"{name}: {[self.names.get(p) for p in pieces]}")
                return
        if found := re.fullmatch(
            rf"(?:The|An) attack {W} ((?:brought the Wounded to \d+|cost an activated Prepared Defense)(?: and "
            rf"(?:brought the Wounded to \d+|cost an activated Prepared Defense))*)",
            core,
        ):
            self.check(nothing and self.near(found["near"], found["place"], battle.place), "place")
            for number in re.findall(r"Wounded to (\d+)", found[0]):
                self.check(int(number) in battle.wounded, "wounded")
            self.check("Prepared Defense" not in found[0] or battle.defenses > 0, "defense")
        elif found := re.fullmatch(r"(.+) took (.+)", core):
            self.check(nothing and found[2] in {self.scene.every_space[s].name for s in battle.taken}, "took")
        elif found := re.fullmatch(
            rf"The attack of (.+) {W} changed nothing|(.+) attacked (.+) "
            rf"{W.replace('near>', 'near2>').replace('place>', 'place2>')} without effect",
            core,
        ):
            idle = nothing and not battle.wounded and not battle.defenses and not battle.taken
            self.check(idle, "something changed")
            word, place = (found["near"], found["place"]) if found["near"] else (found["near2"], found["place2"])
            self.check(self.near(word, place, battle.place), "place")
        else:
            raise Refuted("unknown sentence")


def refuted(match: Match, reader: str | None, story: Story) -> list[tuple[str, str]]:
    """Return the sentences of a report that are refuted, each with the reason."""
    return list(Reader(match, reader, story).read())
