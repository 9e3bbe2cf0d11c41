"""Questions about a position. Each kind of question gets its answer and clauses from the rules."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from mamayev.engine.described import asked, describe
from mamayev.engine.foretell import Forecast
from mamayev.engine.ledger import Ledger
from mamayev.engine.lookup import look_up
from mamayev.engine.notation import CHANCE_VERBS, VERB, act
from mamayev.engine.position import CHANCE, Position
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import PieceAt
from mamayev.match.decision import Decision

ISOLATED = "isolated"
"""The state of a piece that is out of supply because it is cut off (`engine.scene.PieceAt`)."""
SUPPLY = "supply"
"""The overlay of a side (“supply-SIDE”) with the spaces from which its units can trace a supply line."""
MOST = 12
"""The maximum number of isolated units in a question."""
TRIED = 12
"""The number of illegal actions from which the exam picks the one with the rarest clause."""
ROLLED = 6
"""The number of legal actions to try when looking for a roll."""
NEAR = 60
"""The number of legal actions for which the exam looks for similar illegal actions."""
WORLDS = 8
"""In a game with secrets, the answer must be the same in this number of determinizations and in the true position."""
LETTERS = "ABCD"


class Asked(NamedTuple):
    """A question and its answer, in the fields of `Item` and `Key`. `about`: the topics that are counted to balance the
    exam.
    """

    question: str
    answer: str
    about: tuple[str, ...]
    clauses: tuple[str, ...]
    why: str = ""
    dependent: bool = True
    choices: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    """States that the text of the position omits because they are the answer."""


def proposals(p: Position, rng: random.Random, number: int) -> Iterator[int]:
    """Yield up to `number` illegal actions: most belong to the current box, and many are close to a legal action."""
    notation = p.table.notation
    own = list(p.box.acts)
    legal = list(islice((code for piece in [*p.pieces(), None] for code in p.choices(piece)), NEAR))
    for _ in range(number):
        verb = rng.choice(own) if own and rng.random() < 0.75 else rng.randrange(len(CHANCE_VERBS), len(notation.verbs))
        args = []
        like = rng.choice(legal) if legal and rng.random() < 0.5 else None
        for place, kind in enumerate(notation.verbs[verb].args):
            known = notation.args(like) if like is not None and like >> VERB == verb else ()
            if len(known) > place and rng.random() < 0.5:
                args.append(known[place])
            elif kind == "number":
                args.append(rng.randrange(12))
            else:
                args.append(rng.choice([n for n, noun in enumerate(notation.nouns[kind]) if noun.id]))
        code = act(verb << VERB, *args)
        if not p.allows(code):
            yield code


class Asker:
    """Asks questions about the positions of a game. `count`: the number of questions by kind and clause, which the
    asker tries to balance.
    """

    def __init__(self, ledger: Ledger, rng: random.Random) -> None:
        self.ledger, self.rng = ledger, rng
        self.count: Counter[tuple[str, ...]] = Counter()
        self.results: dict[str, list[str]] = {}
        """The results of each chart in the questions so far."""
        self.followed: list[str] = []
        """The decisions and rolls in earlier answers to "next" questions."""

    def ask(self, kind: str, decision: Decision) -> Asked | None:
        """Return a question of this kind, or None if the position offers none."""
        found: Asked | None = getattr(self, f"_{kind}")(decision)
        if found is not None:
            self.count[found.about] += 1
        return found

    def text(self, decision: Decision, hide: tuple[str, ...]) -> str:
        """Return the position in words, as the deciding seat sees it."""
        p = decision.position
        scene, picture = p.table.look.kept, p.table.look.picture(p, decision.index)
        if hide:
            pieces = [
                msgspec.structs.replace(one, states=tuple(s for s in one.states if s not in hide))
                for one in picture.pieces
            ]
            picture = msgspec.structs.replace(picture, pieces=pieces)
        question = [f"{_name(decision)} to decide: {asked(decision.title, decision.prompt)}", decision.help]
        table = describe(scene, picture, p.table.departures)
        return "\n".join([p.table.game.title, table, *filter(None, question)])

    # ------------------------------------------------------------ what is legal

    def _verdict(self, decision: Decision) -> Asked | None:
        """Ask: is this action legal?"""
        legal = self.count["yes",] <= self.count["no",]
        found = self._legal(decision) if legal else self._illegal(decision)
        if found is None:
            return None
        code, reason, dependent = found
        answer = "yes" if legal else "no"
        self.count[answer,] += 1
        question = f"May the {_name(decision)} play {_told(decision, code)} now?"
        about = ("verdict", answer, *reason.clauses[:1])
        return Asked(question, answer, about, reason.clauses, reason.text, dependent, actions=(_text(decision, code),))

    def _four(self, decision: Decision) -> Asked | None:
        """Ask: which of these four actions is legal?"""
        right = self._legal(decision)
        if right is None or not right[2]:
            return None
        wrong: dict[int, Reason] = {}
        for code in proposals(decision.position, self.rng, 4 * TRIED):
            if code >> VERB in decision.position.box.acts:
                wrong.setdefault(code, decision.why_not(code))
            if len(wrong) == len(LETTERS) - 1:
                break
        else:
            return None
        codes = [right[0], *wrong]
        self.rng.shuffle(codes)
        letter = LETTERS[codes.index(right[0])]
        clauses = dict.fromkeys([*right[1].clauses, *(clause for one in wrong.values() for clause in one.clauses)])
        return Asked(
            f"Exactly one of these actions of the {_name(decision)} is legal now. Which?",
            letter,
            ("four", *right[1].clauses[:1]),
            tuple(clauses),
            " ".join(dict.fromkeys(reason.text for reason in wrong.values())),
            choices=tuple(f"{at}: {_told(decision, code)}" for at, code in zip(LETTERS, codes, strict=True)),
            actions=tuple(_text(decision, code) for code in codes),
        )

    def _legal(self, decision: Decision) -> tuple[int, Reason, bool] | None:
        """Return the legal action with the least-used verb, its clauses, and whether the answer depends on the
        position."""
        found = self._by_verb(decision)
        if not found:
            return None
        rows = [(code, self._permits(decision, code)) for code in found]
        code, reason = min(rows, key=lambda row: self.count["verdict", "yes", *row[1].clauses[:1]])
        return code, reason, bool(decision.position.table.notation.verbs[code >> VERB].args)

    def _illegal(self, decision: Decision) -> tuple[int, Reason, bool] | None:
        """Return the illegal action with the least-used clause, its reason, and whether the reason depends on the
        position."""
        rows = [(code, decision.why_not(code)) for code in proposals(decision.position, self.rng, TRIED)]
        rows = [row for row in rows if row[1].clauses]
        if not rows:
            return None
        code, reason = min(rows, key=lambda row: self.count["verdict", "no", *row[1].clauses[:1]])
        return code, reason, code >> VERB in decision.position.box.acts

    def _by_verb(self, decision: Decision) -> list[int]:
        """Return a random legal action for each verb, with a random piece or none."""
        p = decision.position
        pieces = p.pieces()
        rows = [p.choices(None), *(p.choices(self.rng.choice(pieces)) for _ in range(2 if pieces else 0))]
        found: dict[int, list[int]] = {}
        standing = p.table.standing
        for code in (code for row in rows for code in row):
            if standing is None or code >> VERB not in standing.acts:
                found.setdefault(code >> VERB, []).append(code)
        return [self.rng.choice(codes) for codes in found.values()]

    def _permits(self, decision: Decision, code: int) -> Reason:
        """Return the clauses of a legal action."""
        verb = decision.position.table.notation.verbs[code >> VERB]
        return Reason("", verb.clauses or decision.clauses)

    # ------------------------------------------------------------ dice

    def _odds(self, decision: Decision) -> Asked | None:
        """Ask: what is the chance of each result?"""
        found = self._roll_of(decision, _varies)
        if found is None:
            return None
        code, roll = found
        name = _table_of(decision, roll)
        own = [one.text for one in roll.outcomes]
        met = self.results.setdefault(name, [])
        met += [text for text in own if text not in met]
        others = [text for text in met if text not in own]
        names = sorted([*own, *self.rng.sample(others, min(len(others), 3))])
        chances = {one.text: one.chance for one in roll.outcomes}
        clauses = self._permits(decision, code).clauses
        return Asked(
            f"The {_name(decision)} plays {_told(decision, code)}, and nothing else changes before {name}. "
            f"What is the chance of each of these results: {'; '.join(names)}?",
            json.dumps({text: round(chances.get(text, 0.0), 4) for text in names}, ensure_ascii=False),
            ("odds", name),
            _cited(roll) or clauses,
            choices=tuple(names),
            actions=(_text(decision, code),),
        )

    def _roll(self, decision: Decision) -> Asked | None:
        """Ask: which column and which modifiers does this roll use?"""
        found = self._roll_of(decision, _on_a_table)
        if found is None:
            return None
        code, roll = found
        (thrown,) = roll.throws
        columns = {face.column for face in thrown.faces}
        chart = next(one for one in decision.position.table.look.kept.charts if one.id == thrown.chart)
        place = next(iter(columns)) if len(columns) == 1 else None
        column = None if place is None else chart.columns[place]
        total = sum(one.value for one in thrown.modifiers)
        name = _table_of(decision, roll)
        about = [f"{one.value:+} {one.text}" for one in [*thrown.modifiers, *thrown.shifts]]
        return Asked(
            f"The {_name(decision)} plays {_told(decision, code)}, and nothing else changes before {name}. "
            "Which column does it use, and what is the sum of its die-roll modifiers?",
            json.dumps({"modifiers": total, "column": column}, ensure_ascii=False),
            ("roll", name, str(column), str(total)),
            _cited(roll) or self._permits(decision, code).clauses,
            ", ".join(about),
            actions=(_text(decision, code),),
        )

    def _roll_of(self, decision: Decision, fits: Callable[[Forecast], bool]) -> tuple[int, Forecast] | None:
        """Return an action with a single roll whose chances the seat knows."""
        codes = self._by_verb(decision)
        self.rng.shuffle(codes)
        found = (
            (code, roll) for code in codes[:ROLLED] if (roll := self._known_roll(decision, code, fits)) is not None
        )
        return next(found, None)

    def _known_roll(self, decision: Decision, code: int, fits: Callable[[Forecast], bool]) -> Forecast | None:
        known: list[Forecast] = []
        for p in self._worlds(decision):
            rolls = [one for one in p.box.foretell(p, p.top, code) if not one.next]
            if len(rolls) != 1 or rolls[0].guess or not fits(rolls[0]) or known not in ([], rolls):
                return None
            known = rolls
        return known[0]

    def _worlds(self, decision: Decision) -> Iterator[Position]:
        """Yield the position and, in a game with secrets, others that the seat cannot distinguish from it."""
        p = decision.position
        yield p
        for _ in range(WORLDS if p.table.secrets else 0):
            yield p.table.sample(p, p.seat, self.rng)

    # ------------------------------------------------------------ supply, sequence

    def _isolated(self, decision: Decision) -> Asked | None:
        """Ask: which units are isolated? If the game shows supply lines instead, ask: which units cannot trace one?"""
        p, index = decision.position, decision.index
        overlays = p.table.look.picture(p, index).overlays
        traced = next((one for one in overlays if one.id == f"{SUPPLY}-{decision.seat}"), None)
        names = _isolated(p, index) if traced is None else _untraced(p, index, traced.id)
        if not 0 < len(names) <= MOST:
            return None
        if traced is None:
            question, cited = "Which units are isolated?", look_up(self.ledger, ISOLATED).clauses
        else:
            if any(_untraced(one, index, traced.id) != names for one in self._worlds(decision)):
                return None
            question = f"Which units of the {_name(decision)} on the map cannot trace a supply line now?"
            cited = [
                one for one in self.ledger.clauses.values() if one.section == traced.title and "supply line" in one.text
            ]
        return Asked(
            question,
            json.dumps(names, ensure_ascii=False),
            ("isolated", str(len(names))),
            tuple(one.id for one in cited[:2]),
            hide=(ISOLATED, "unsupplied"),
        )

    def _next(self, decision: Decision) -> Asked | None:
        """Ask: which decision or roll comes next?"""
        codes = self._by_verb(decision)
        if not codes:
            return None
        code = self.rng.choice(codes)
        found = {_follows(one, code) for one in self._worlds(decision)}
        if len(found) != 1 or (right := found.pop()) is None or right == decision.title:
            return None
        if right not in self.followed:
            self.followed.append(right)
        others = [name for name in self.followed if name != right]
        if len(others) < len(LETTERS) - 1:
            return None
        names = [right, *self.rng.sample(others, len(LETTERS) - 1)]
        self.rng.shuffle(names)
        step = self._permits(decision, code)
        return Asked(
            f"The {_name(decision)} plays {_told(decision, code)}. Which decision, roll or draw comes next?",
            LETTERS[names.index(right)],
            ("next", right),
            step.clauses,
            dependent=False,
            choices=tuple(f"{at}: {name}" for at, name in zip(LETTERS, names, strict=True)),
            actions=(_text(decision, code),),
        )


def _isolated(p: Position, index: int) -> list[str]:
    """Return the names of the units that a seat sees as isolated."""
    return _names(p, index, lambda one, _: ISOLATED in one.states)


def _untraced(p: Position, index: int, overlay: str) -> list[str]:
    """Return the names of the units on the map whose spaces have no supply line, according to their side's overlay."""
    look = p.table.look
    found = look.overlay(p, index, overlay)
    inside = {*found.spaces, *(one.id for one in look.kept.spaces if one.kind == "box")}
    return _names(p, index, lambda one, side: side == found.side and one.at not in inside)


def _names(p: Position, index: int, fits: Callable[[PieceAt, str], bool]) -> list[str]:
    """Return the sorted names of the pieces that fit, given each piece as the seat sees it, and its side."""
    known = {piece.id: piece for piece in p.table.look.kept.pieces}
    shown = [one for one in p.table.look.picture(p, index).pieces if one.id in known]
    return sorted({one.name or known[one.id].name for one in shown if fits(one, one.side or known[one.id].side)})


def _follows(p: Position, code: int) -> str | None:
    """Return the title of the decision or roll after an action, or None at the end, or if the rules decide it."""
    there = p.copy()
    there.apply(code)
    if not there.frames or there.seat in there.table.procedures:
        return None
    if there.seat != CHANCE and len(there.actions() if there.box.forced else "..") == 1:
        return None
    return there.box.title or None


def _varies(roll: Forecast) -> bool:
    """Return whether a roll has more than one possible result."""
    return len(roll.outcomes) > 1


def _on_a_table(roll: Forecast) -> bool:
    """Return whether a roll uses a column or modifiers on a printed chart."""
    thrown = roll.throws[0] if len(roll.throws) == 1 else None
    if thrown is None or not thrown.chart or not thrown.faces:
        return False
    columns = {face.column for face in thrown.faces}
    return bool(thrown.modifiers) or (len(columns) == 1 and columns != {None})


def _table_of(decision: Decision, roll: Forecast) -> str:
    """Return the name of a roll without its odds."""
    chart = next((one.chart for one in roll.throws if one.chart), "")
    title = next((one.title for one in decision.position.table.look.kept.charts if one.id == chart), "")
    return f"the roll on the table “{title}”" if title else f"the roll “{roll.title}”"


def _cited(roll: Forecast) -> tuple[str, ...]:
    """Return the clauses behind a roll's modifiers."""
    lines = [line for one in roll.throws for line in (*one.modifiers, *one.shifts)]
    return tuple(dict.fromkeys(clause for line in lines for clause in line.clauses))


def _name(decision: Decision) -> str:
    scene: Any = decision.position.table.look.kept
    return next((one.name for one in scene.seats if one.id == decision.seat), decision.seat)


def _text(decision: Decision, code: int) -> str:
    return decision.action(code).text


def _told(decision: Decision, code: int) -> str:
    return f"“{_text(decision, code)}” ({decision.position.table.notation.label(code)})"
