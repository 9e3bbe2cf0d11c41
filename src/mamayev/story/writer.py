"""The writer: turns a reading of a match into text.

It collects possible sentences, ranks them, and keeps the most important ones within a readable length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import pairwise

from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.telling import Told, mark
from mamayev.engine.words import capital, counted, listed, sentence, spelled
from mamayev.match.match import Match
from mamayev.match.reviewed import Review, amount

from .battles import IDLE, Battles
from .reading import BOTH, Battle, Reading, Stretch
from .story import LogLine, Losses, Moment, Sentence, Story, StorySection, mark_of, plain
from .voice import NAMED, Voice, number_of, of_side, times, was

LEAST, AIM, MOST = 1220, 1850, 1980
"""The number of words in a report: the minimum if enough happened, the point at which the writer stops, and the
maximum."""
STEP = 120
"""The number of words by which the writer lowers its target when a report is too long."""
SECTIONS = 16
"""Maximum number of turns with a section; quieter turns are omitted."""
HEADS = 20
"""The number of words that the title and the caption of a section take."""
BRIEF = 90
"""The number of words for an omitted turn that a player adds."""
TABLE = 4
"""The maximum number of battles in the table of a section."""
PAGE = 6
"""The maximum number of sentences in a paragraph about battles."""
LIKE = 2
"""The maximum number of sentences of one kind about a turn, not counting battles with losses."""
PLANNED, LONGEST = 8, 40
"""The maximum number of turns with bot plans, and the maximum number of words in a plan."""
LIGHT = 2.0
"""The weight below which a turn gets only one fact of each kind."""
UNIT = 3.0
"""The weight of a lost unit."""


Plans = Callable[[int, Position], str]
"""A function that takes a number of log entries and the position after them. It returns the plan of the bot that
decides there as a sentence, or "" if it has none.
"""


def story(match: Match, reader: str | None, review: Review | None = None, plans: Plans | None = None) -> Story:
    """Return the report of a match for a reader: a seat, None for a spectator, or `BOTH`. `review`: a review of the
    same match; the report for a seat uses only its own part. `plans`: the plans of bots, for use after the end. Raises
    Refusal for `BOTH` before the end.
    """
    if reader == BOTH and not match.over:
        raise Refusal(
            "The game is not over, so the report cannot cover both sides. Choose a seat.", field="both", malformed=True
        )
    return Writer(Reading(match, reader), review, plans).write()


@dataclass
class Draft:
    """The possible content of a turn. `must`: the sentences that always appear. `battles`: the battles to describe
    individually if there is room.
    """

    stretch: Stretch
    opening: list[Sentence] = field(default_factory=list)
    facts: list[tuple[float, Sentence]] = field(default_factory=list)
    battles: list[tuple[float, Battle, list[Sentence]]] = field(default_factory=list)
    others: list[tuple[float, Sentence]] = field(default_factory=list)
    closing: list[Sentence] = field(default_factory=list)

    @property
    def weight(self) -> float:
        """The weight of everything that happened in the turn."""
        rows = sum(weight for weight, _ in (*self.facts, *self.others))
        return rows + sum(weight for weight, _, _ in self.battles)


def words(sentences: Iterable[Sentence]) -> int:
    """Return the number of words in sentences."""
    return sum(len(plain(one.text).split()) for one in sentences)


class Writer:
    """The report of one reading. It uses variants of a sentence in turn, so that neighboring sentences differ."""

    def __init__(self, reading: Reading, review: Review | None, plans: Plans | None = None) -> None:
        self.reading = reading
        seats = review.seats if review else ()
        self.reviews = [one for one in seats if reading.reader in (BOTH, one.seat) or not reading.match.table.secrets]
        self.telling, self.scene, self.match = reading.telling, reading.scene, reading.match
        self.plans = self._planned(plans) if plans and reading.match.over else {}
        self.voice = Voice(reading)
        self.battles = Battles(self.voice)
        self.generous = False
        """Whether there is room for quiet turns and more sentences of a kind."""

    # --- the whole ---------------------------------------------------------------------------------------------------

    def write(self) -> Story:
        """Return the report."""
        found = self._written(AIM)
        if found.words() < LEAST:
            self.generous = True
            found = self._written(AIM)
        aim = AIM
        while found.words() > MOST and aim > STEP:
            aim -= STEP
            found = self._written(aim)
        for section in (*found.sections, *found.spare):
            section.marks = [*map(mark_of, section.paragraphs)]
        return found

    def _written(self, aim: int) -> Story:
        """Return the report with about this number of words, if enough happened."""
        self.voice.begin()
        reading, match = self.reading, self.match
        drafts = [draft for stretch in reading.stretches if (draft := self._draft(stretch)) is not None]
        chosen = self._chosen(drafts, aim)
        sections = [self._section(draft, chosen[id(draft)]) for draft in drafts if id(draft) in chosen]
        heaviest = sorted((one for one in drafts if id(one) in chosen), key=lambda one: -one.weight)[:PLANNED]
        for section in sections:
            if any(section.turn == draft.stretch.turn for draft in heaviest) and (said := self._plan(section.turn)):
                section.paragraphs.insert(0, said)
        spare = [self._section(draft, _brief(draft)) for draft in drafts if id(draft) not in chosen]
        if reading.stretches:
            sections.insert(0, self._opening())
        told = {one.turn for one in sections}
        account = self._account(told)
        found = Story(
            game=match.game.name, title=match.game.title, edition=match.record.edition,
            headline=self._headline(), lead=self._lead(), sections=sections, account=account,
            losses=self._losses(), told_by=self._teller(), plies=len(match.record.log),
            spare=spare,
        )  # fmt: skip
        found.log = {
            number: LogLine(reading.events[number].ply, reading.events[number].who, reading.events[number].text)
            for number in sorted(found.cited())
        }
        return found

    def _chosen(self, drafts: list[Draft], aim: int) -> dict[int, set[int]]:
        """Return the drafts that become sections, by id, each with the ids of its sentences and battles."""
        base = 260  # headline, lead, opening, account
        told: dict[int, set[int]] = {}
        for draft in sorted(drafts, key=lambda one: -one.weight):
            need = words([*draft.opening, *draft.closing]) + HEADS
            if base + need > aim or len(told) == SECTIONS:
                continue
            base += need
            told[id(draft)] = set()
        for draft in drafts:
            first = max(draft.battles, key=lambda row: row[0], default=None)
            if first is not None and id(draft) in told and base + words(first[2]) <= aim:
                base += words(first[2])
                told[id(draft)].add(id(first[1]))
        options: list[tuple[float, int, int, int]] = []  # weight, draft, id, words
        for place, draft in enumerate(drafts):
            if id(draft) not in told:
                continue
            rows = [(weight, id(one), words([one])) for weight, one in (*draft.facts, *draft.others)]
            rows += [(weight, id(battle), words(said)) for weight, battle, said in draft.battles]
            # What matters most in its turn comes before what matters more in a turn that has been told.
            rows.sort(key=lambda row: -row[0])
            options += [(weight / (1 + rank / 2), place, one, need) for rank, (weight, one, need) in enumerate(rows)]
        for _, place, one, need in sorted(options, key=lambda row: (-row[0], row[1])):
            if one not in told[id(drafts[place])] and base + need <= aim:
                base += need
                told[id(drafts[place])].add(one)
        return told

    def _planned(self, plans: Plans) -> dict[tuple[int, int], tuple[int, Callable[[], str]]]:
        """Return the first decision of each seat in each turn: its ply, and the function that returns the plan
        there."""
        found: dict[tuple[int, int], tuple[int, Callable[[], str]]] = {}
        reader, match = self.reading.reader, self.match
        open_ = reader == BOTH or not match.table.secrets
        for ply, p in enumerate(match.onwards(0)):
            key = p.table.turn(p), p.seat
            if p.seat >= 0 and key not in found and (open_ or match.game.seats[p.seat] == reader):
                found[key] = ply, cache(partial(plans, ply, p.copy()))
        return found

    def _plan(self, turn: int) -> list[Sentence]:
        """Describe the bots' plans at the beginning of a turn."""
        said = []
        for (when, seat), (ply, plan) in self.plans.items():
            if when == turn and (text := plan()) and len(text.split()) <= LONGEST:
                name = next(one.name for one in self.scene.seats if one.id == self.match.game.seats[seat])
                number = self._at(ply)
                text = f"The plan of the {name}: {{{number}|“{text}”}}"
                said.append(Sentence(text=text, events=(number,), kind="plan"))
        return said

    # --- a turn ------------------------------------------------------------------------------------------------------

    def _draft(self, stretch: Stretch) -> Draft | None:
        """Return the possible content of a turn, or None if nothing reportable happened."""
        draft = Draft(stretch)
        for number, event in enumerate(stretch.events, stretch.first):
            for told in self.telling.facts(number, event):
                draft.facts.append((told.weight, self._fact(told)))
        if stretch.battles:
            draft.opening.append(self._count(stretch))
        for battle in stretch.battles:
            said = self.battles.tell(stretch, battle)
            if said:
                draft.battles.append((self.battles.heavy(stretch, battle), battle, said))
        most = 3 * LIKE if self.generous else LIKE
        draft.facts = _limited(draft.facts, most)
        draft.battles = self._limited(draft.battles, most)
        draft.others += self._places(stretch)
        draft.others += self._apart(stretch)
        draft.others += self._moves(stretch)
        draft.closing += self._mistakes(stretch)
        if stretch.lost:
            draft.closing.append(self._cost(stretch))
        happened = (
            draft.battles
            or stretch.lost
            or (self.generous and draft.others)
            or any(weight >= UNIT for weight, _ in (*draft.facts, *draft.others))
        )
        return draft if happened and stretch.turn > 0 else None

    @staticmethod
    def _limited(
        battles: list[tuple[float, Battle, list[Sentence]]], most: int
    ) -> list[tuple[float, Battle, list[Sentence]]]:
        """Keep only a few of the battles that cost no unit."""
        idle = [row for row in battles if row[2][0].kind in IDLE]
        kept = sorted(idle, key=lambda row: -row[0])[:most]
        return [row for row in battles if row not in idle or row in kept]

    def _fact(self, told: Told) -> Sentence:
        return self.voice.say(told.kind, told.variants, told.events)

    def _section(self, draft: Draft, has_room: set[int]) -> StorySection:
        """Return the section for a turn. `has_room`: the ids of the sentences and battles for which there is room."""
        stretch = draft.stretch
        facts = [one for _, one in draft.facts if id(one) in has_room]
        told = [(battle, said) for _, battle, said in draft.battles if id(battle) in has_room]
        others = [one for _, one in draft.others if id(one) in has_room]
        fought = [one for _, said in told for one in said]
        rest = self.battles.rest(stretch, [battle for battle, _ in told])
        pages = [fought[place : place + PAGE] for place in range(0, len(fought), PAGE)] or [[]]
        pages[-1] = [*pages[-1], *rest]
        rows = [[*draft.opening, *facts], *pages, [*others, *draft.closing]]
        costly = [row for row in draft.battles if row[2][0].kind not in IDLE] or draft.battles[:1]
        heavy = sorted(costly, key=lambda row: -row[0])[:TABLE]
        table = [self.battles.row(stretch, battle) for _, battle, _ in sorted(heavy, key=lambda row: row[1].event)]
        moments = [Moment(event=b.event, ply=b.ply, text=self.battles.label(stretch, b)) for b, _ in told]
        name = self.telling.turn(stretch.turn)
        return StorySection(
            id=f"t{stretch.turn}", title=f"{name}: {self._title(stretch)}", turn=stretch.turn, ply=stretch.ply,
            heading=name, paragraphs=[row for row in rows if row], battles=table, moments=moments[:8],
            caption=self._caption(stretch), picture=stretch.after,
            spaces=tuple(dict.fromkeys(
                [space for _, battle, _ in heavy for space in battle.fight.spaces]
                + [space for battle, _ in told for space in battle.fight.spaces]
                + [row[0] for row in self.reading.taken(stretch)]
            )),
        )  # fmt: skip

    def _title(self, stretch: Stretch) -> str:
        """Return the subject of a section as a short phrase."""
        taken = self.reading.taken(stretch)
        for space, side, number in taken:
            if self.telling.weight(space) >= 12 and side:
                return f"{self.voice.place(space)} {'falls' if self.reading.first(space, number) else 'changes hands'}"
        fought = stretch.battles
        if fought:
            lost = len(stretch.lost)
            text = spelled(len(fought), "# battle", "# battles")
            return f"{text}, {spelled(lost, '# loss', '# losses')}" if lost else text
        return spelled(len(stretch.lost), "# loss", "# losses")

    def _count(self, stretch: Stretch) -> Sentence:
        """Return a sentence with the number of battles by side."""
        battles, word, people = stretch.battles, self.telling.word, self.voice.people
        by = Counter(battle.fight.side for battle in battles)
        all_ = _fought(len(battles))
        sides = [side for side in people if by[side]]
        one, other = people[sides[0]], people[sides[-1]]
        few, more = by[sides[0]], by[sides[-1]]
        if len(sides) == 1:
            variants = [f"the {one} attacked {times(few)} this {word}"]
            if few > 1:
                variants.append(f"only the {one} attacked this {word}, {times(few)}")
            each = "each " if few > 1 else ""
            variants.append(f"{all_}, {each}an attack of the {one}")
        else:
            battle = spelled(len(battles), "# battle", "# battles")
            were = "was an attack" if few == 1 else "were attacks"
            variants = [
                f"the {one} attacked {times(few)} this {word}, the {other} {times(more)}",
                f"of the {battle} of this {word}, {number_of(few)} {were} of the {one} "
                f"and {number_of(more)} of the {other}",
                f"{all_}: {number_of(few)} by attacks of the {one}, {number_of(more)} by attacks of the {other}",
            ]
        form = "count" if len(sides) > 1 else "count one"
        return self.voice.say("count", variants, tuple(battle.event for battle in battles), form)

    def _cost(self, stretch: Stretch) -> Sentence:
        """Return a sentence with each side's losses in the turn."""
        by = Counter(self.voice.side(stretch, piece) for piece, _ in stretch.lost)
        events = tuple(number for _, number in stretch.lost)
        word = self.telling.word
        parts = [(self.voice.people[side], by[side]) for side in self.voice.people if by[side]]
        unit = self.telling.units
        if len(parts) == 1:
            side, lost = parts[0]
            variants = [
                f"the {side} lost {spelled(lost, *unit)} this {word}",
                f"the {word} cost the {side} {spelled(lost, *unit)}",
            ]
        else:
            (one, few), (other, more) = parts[:2]
            variants = [
                f"the {word} cost the {one} {spelled(few, *unit)} and the {other} {number_of(more)}",
                f"the {one} lost {spelled(few, *unit)} this {word}, the {other} {number_of(more)}",
            ]
        return self.voice.say("cost", variants, events, "cost" if len(parts) > 1 else "cost one")

    def _mistakes(self, stretch: Stretch) -> Iterator[Sentence]:
        """Name the decisions of the turn that the review considers costly."""
        for review in self.reviews:
            for one in review.mistakes:
                if one.turn != stretch.turn:
                    continue
                number = self._at(one.ply)
                hundred = " in 100" if review.unit == "chance" else ""
                lost, error = amount(one.lost, review.unit), amount(2 * one.error, review.unit)
                yield Sentence(
                    text=f"The review counts {{{number}|“{one.played.label}”}} as a costly decision: "
                        f"“{one.better.label}” "
                    f"was worth {counted(lost, '# point', '# points')}{hundred} more, give or take {error}.",
                    events=(number,), kind="mistake",
                )  # fmt: skip

    def _at(self, ply: int) -> int:
        """Return the number of the first event after a ply."""
        events = self.reading.events
        return next((number for number, event in enumerate(events) if event.ply > ply), len(events) - 1)

    def _caption(self, stretch: Stretch) -> str:
        """Return the caption of the map: the losses so far."""
        so_far = Counter(
            self.voice.side(one, piece)
            for one in self.reading.stretches if one.first <= stretch.first for piece, _ in one.lost
        )  # fmt: skip
        name = self.telling.when(stretch.turn)
        lost = [f"{counted(so_far[side.id], *of_side(side.name, self.telling.units))}" for side in self.scene.sides]
        return f"The end of {name}. Lost so far: {listed(lost)}."

    # --- the rest of a turn ------------------------------------------------------------------------------------------

    def _places(self, stretch: Stretch) -> Iterator[tuple[float, Sentence]]:
        """Name the places that changed hands."""
        for side, people in self.voice.people.items():
            rows = [row for row in self.reading.taken(stretch) if row[1] == side]
            if not rows:
                continue
            names = [mark(number, self.voice.place(space)) for space, _, number in rows]
            weight = sum(self.telling.weight(space) for space, _, _ in rows)
            most = 2 * NAMED
            more = [spelled(len(names) - most, "# more place", "# more places")] if len(names) > most else []
            said = listed([*names[:most], *more])
            variants = (
                f"the {people} took {said}",
                f"{said} {was(names)} in the hands of the {people} at the end",
                f"{said} went to the {people}",
            )
            yield weight, self.voice.say("places", variants, tuple(row[2] for row in rows))

    def _apart(self, stretch: Stretch) -> Iterator[tuple[float, Sentence]]:
        """Describe the losses outside battles."""
        fell = {number for battle in stretch.battles for _, number in battle.fell}
        for side in self.voice.people:
            rows = [row for row in stretch.lost if row[1] not in fell and self.voice.side(stretch, row[0]) == side]
            if rows:
                names = self.voice.units(stretch, [piece for piece, _ in rows])
                variants = (
                    f"outside battle the {self.voice.people[side]} lost {names}",
                    f"{names} {was(rows)} lost outside battle",
                )
                yield UNIT * len(rows), self.voice.say("apart", variants, tuple(n for _, n in rows))

    def _moves(self, stretch: Stretch) -> Iterator[tuple[float, Sentence]]:
        """Yield sentences with the numbers of units that a side moved and brought in, and their main destination."""
        account = stretch.account
        for side in self.voice.people:
            moved, new = account.of(side, account.moves), account.of(side, account.arrived)
            parts = []
            if len(moved) > 2:
                way = account.mainly(moved) or account.toward(side)
                parts.append(f"moved {spelled(len(moved), '# unit', '# units')}{way}")
            if side in account.unseen:
                parts.append("moved hidden units")
            if new:
                parts.append(f"brought up {spelled(len(new), '# unit', '# units')}")
            if parts:
                pieces = {*moved, *new}
                events = tuple(
                    number for number, event in enumerate(stretch.events, stretch.first)
                    if getattr(event, "piece", "") in pieces and event.kind == "move"
                )  # fmt: skip
                text = f"The {self.voice.people[side]} {(', and ' if ',' in parts[0] else ' and ').join(parts)}."
                yield 1.0 + len(new) / 4, Sentence(text=text, events=events, kind="moves")

    # --- opening, headline, account ----------------------------------------------------------------------------------

    def _opening(self) -> StorySection:
        """Return the first section: both sides before the first turn."""
        first = next((one for one in self.reading.stretches if one.turn > 0), self.reading.stretches[0])
        account, picture = first.account, first.before
        name = self.telling.when(first.turn)
        on_map = Counter(
            account.side.get(one.id, "") for one in picture.pieces if account.on_map(one.at) and not one.hidden
        )
        hidden = sum(one.hidden for one in picture.pieces)
        parts = [
            f"the {self.voice.people[side]} {number_of(on_map[side]) if place else self._had(on_map[side])}"
            for place, side in enumerate(side for side in self.voice.people if on_map[side])
        ]
        said = [Sentence(text=f"{capital(f'before {name}')}, {listed(parts)}.", kind="opening")] if parts else []
        if hidden:
            text = capital(spelled(hidden, "# more unit was hidden", "# more units were hidden"))
            said.append(Sentence(text=f"{text}.", kind="hidden"))
        held = self.scene.sides_of(picture)
        keys = [one for one in self.scene.every_space.values() if "key" in one.features and one.name]
        rows = []
        for side in self.voice.people:
            names = [one.name for one in keys if held.get(one.id) == side]
            if names:
                rows.append(f"the {self.voice.people[side]} held {listed(names)}")
        if rows:
            said.append(Sentence(text=f"{capital('; '.join(rows))}.", kind="keys"))
        return StorySection(
            id="opening", title="The opening", turn=first.turn, ply=first.account.part.from_, heading="The opening",
            paragraphs=[said] if said else [], caption=f"The opening, before {name}.", picture=picture,
        )  # fmt: skip

    @staticmethod
    def _had(number: int) -> str:
        return f"had {spelled(number, '# unit', '# units')} on the map"

    def _swing(self) -> tuple[str, Stretch, int, str] | None:
        """Return the important place whose capture mattered most, with the turn, the event and the new owner."""
        best: tuple[float, tuple[str, Stretch, int, str]] | None = None
        for stretch in self.reading.stretches:
            for space, side, number in self.reading.taken(stretch):
                battle = self._won(space, number)
                weight = self.telling.weight(space) + (4 if battle else 0) + (2 if side else 0)
                if self.telling.weight(space) >= 12 and (best is None or weight > best[0]):
                    best = weight, (space, stretch, number, side)
        return None if best is None else best[1]

    def _won(self, space: str, number: int) -> Battle | None:
        """Return the battle for a place before it changed hands, in the same turn."""
        found = [
            battle for stretch in self.reading.stretches for battle in stretch.battles
            if space in battle.fight.spaces and stretch.first <= number < stretch.first + len(stretch.events)
            and battle.event <= number and battle.fight.verdict == "good"
        ]  # fmt: skip
        return found[-1] if found else None

    def _headline(self) -> str:
        """Return the headline: the largest swing, else the result."""
        result = self.match.result or {}
        turn = self.reading.stretches[-1].turn if self.reading.stretches else 0
        if own := self.telling.headline(result, turn):
            return own
        swing = self._swing()
        if swing is None:
            level = str(result.get("level", "")) or "A game not yet over"
            return f"{level} in {self.telling.when(turn)}" if turn else level
        space, stretch, number, _ = swing
        name, when = self.voice.place(space), self.telling.when(stretch.turn)
        later = next(
            (one for one in self.reading.stretches if one.turn > stretch.turn
             for row in self.reading.taken(one) if row[0] == space), None)  # fmt: skip
        battle = self._won(space, number)
        how = f"at {battle.fight.odds}" if battle and battle.fight.odds else f"in {when}"
        if later is not None:
            return f"{name}, taken {how} and lost again in {self.telling.when(later.turn)}"
        return f"{name}, taken {how}" if how != f"in {when}" else f"{name} falls in {when}"

    def _lead(self) -> list[Sentence]:
        """Return the lead: the length of the game, the result and the reason."""
        stretches = [one for one in self.reading.stretches if one.turn > 0]
        battles = [battle for one in stretches for battle in one.battles]
        lost = [one for stretch in stretches for one in stretch.lost]
        word = self.telling.word
        span = counted(len({one.turn for one in stretches}), f"# {word}", f"# {word}s")
        said = [
            Sentence(
                text=f"The game lasted {span}, with {counted(len(battles), '# battle', '# battles')} and "
                    f"{counted(len(lost), '# unit lost', '# units lost')}.",
                events=tuple(battle.event for battle in battles), kind="lead",
            )
        ]  # fmt: skip
        end = len(self.reading.events) - 1
        if self.match.result:
            level, why = str(self.match.result.get("level", "")), str(self.match.result.get("why", ""))
            if level:
                said.append(Sentence(text=f"The result: {level}.", events=(end,), kind="result"))
            said.append(Sentence(text=sentence(why), events=(end,), kind="quoted"))
        else:
            said.append(Sentence(text="It is not over.", kind="result"))
        return said

    def _teller(self) -> str:
        reader = self.reading.reader
        if reader == BOTH:
            return "told from both sides"
        if reader is None:
            return "as everyone could see it" if self.match.table.secrets else ""
        name = next((seat.name for seat in self.scene.seats if seat.id == reader), reader)
        return f"as the {name} saw it"

    def _losses(self) -> list[Losses]:
        found = []
        for side in self.scene.sides:
            lost: dict[str, int] = {}
            for stretch in self.reading.stretches:
                period = self.telling.period(stretch.turn)
                if stretch.turn > 0:
                    lost.setdefault(period, 0)
                    lost[period] += sum(self.voice.side(stretch, piece) == side.id for piece, _ in stretch.lost)
            found.append(Losses(side.name, lost))
        return found

    def _account(self, told: set[int]) -> list[Sentence]:
        """Return the final account: attacks and luck of each side, quiet turns, and the review."""
        said: list[Sentence] = []
        stretches = [one for one in self.reading.stretches if one.turn > 0]
        battles = [battle for one in stretches for battle in one.battles]
        for side in self.voice.people:
            rolled = [b for b in battles if b.fight.side == side and b.chance is not None]
            if rolled:
                due = sum(b.chance[0] / b.chance[1] for b in rolled if b.chance)
                won = sum(b.fight.verdict == "good" for b in rolled)
                variants = (
                    f"the {self.voice.people[side]} won {won} of {counted(len(rolled), '# attack', '# attacks')} "
                    f"with a die, and the odds promised {due:.1f}",
                    f"of {counted(len(rolled), '# attack', '# attacks')} with a die the {self.voice.people[side]} "
                    f"won {won}, where {due:.1f} were to be expected",
                )
                said.append(self.voice.say("luck", variants, tuple(b.event for b in rolled)))
            foreseen = [b for b in battles if b.fight.side == side and b.taking is not None]
            if foreseen:
                attacks, due = counted(len(foreseen), "# attack", "# attacks"), sum(b.taking or 0 for b in foreseen)
                won = sum(b.took for b in foreseen)
                variants = (
                    f"the {self.voice.people[side]} took the place in {won} of {attacks}, and at their declaration "
                    f"the forecasts promised {due:.1f}",
                    f"of {attacks} the {self.voice.people[side]} won the place in {won}, where {due:.1f} were to be "
                    "expected at their declaration",
                )
                said.append(self.voice.say("foreseen", variants, tuple(b.event for b in foreseen)))
        said += self._reviewed()
        quiet = [one.turn for one in stretches if not one.battles]
        if quiet and len(quiet) < len(stretches):
            text = self._runs(quiet)
            said.append(Sentence(text=f"No battle was fought in {text}.", kind="quiet"))
        left = [one.turn for one in stretches if one.turn not in told and one.turn not in quiet]
        if left:
            said.append(Sentence(text=f"This report leaves out {self._runs(left)}.", kind="left out"))
        back = Counter(piece for one in stretches for piece, _ in one.lost)
        twice = sum(count > 1 for count in back.values())
        if twice:
            text = capital(
                spelled(twice, "# unit came back and was lost again", "# units came back and were lost again")
            )
            said.append(Sentence(text=f"{text}; each loss counts.", kind="again",
                                 events=tuple(n for one in stretches for p, n in one.lost if back[p] > 1)))  # fmt: skip
        return said

    def _reviewed(self) -> Iterator[Sentence]:
        """Summarize each seat's review: the start, the dice, the decisions, the end."""
        names = {seat.id: seat.name for seat in self.scene.seats}
        for one in self.reviews:
            hundred = " in 100" if one.unit == "chance" else ""
            start, end = amount(one.start, one.unit), amount(one.end, one.unit)
            parts = [
                f"{what} {'took' if value < 0 else 'gave'} {moved}"
                for what, value in (
                    ("the dice", one.luck), ("the decisions", one.decisions), ("those of the others", one.others)
                )
                if (moved := amount(value, one.unit))
            ]  # fmt: skip
            left = f"and {end}" if parts else str(end)
            text = (
                f"By the review, the {names.get(one.seat, one.seat)} began {f'{one.since} ' if one.since else ''}with "
                f"{counted(start, '# point', '# points')}{hundred}; {', '.join([*parts, f'{left} were left'])}."
            )
            yield Sentence(text=text.replace(" 1 were left", " 1 was left"), kind="review")

    def _runs(self, turns: Sequence[int]) -> str:
        """Return turns as a list, with "to" for three or more in a row."""
        runs = [[turns[0], turns[0]]]
        for one, other in pairwise(turns):
            if other == one + 1:
                runs[-1][1] = other
            else:
                runs.append([other, other])
        name: Callable[[int], str] = self.telling.when
        parts = []
        for start, end in runs:
            if end - start >= 2:
                parts.append(f"{name(start)} to {name(end)}")
            else:
                parts += [name(turn) for turn in range(start, end + 1)]
        return listed(parts)


def _brief(draft: Draft) -> set[int]:
    """Return the ids of the most important sentences and battles in an omitted turn."""
    rows = [(weight, id(one), words([one])) for weight, one in (*draft.facts, *draft.others)]
    rows += [(weight, id(battle), words(said)) for weight, battle, said in draft.battles]
    kept, room = set[int](), BRIEF
    for _, one, need in sorted(rows, key=lambda row: -row[0]):
        if need <= room:
            room -= need
            kept.add(one)
    return kept


def _limited(facts: list[tuple[float, Sentence]], most: int) -> list[tuple[float, Sentence]]:
    """Keep only the few facts of each kind with the most weight, in order."""
    kept: list[tuple[float, Sentence]] = []
    for row in sorted(facts, key=lambda row: -row[0]):
        if sum(one.kind == row[1].kind for _, one in kept) < (most if row[0] >= LIGHT else 1):
            kept.append(row)
    return [row for row in facts if row in kept]


def _fought(number: int) -> str:
    """Return a phrase such as "nine battles were fought", without a figure at the start."""
    text = f"{spelled(number, '# battle was', '# battles were')} fought"
    return f"in all, {text}" if text[0].isdigit() else text
