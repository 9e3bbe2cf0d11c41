"""The current question of a match as data, for clients: the Decision of docs/protocol.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

from mamayev.engine.box import Box
from mamayev.engine.notation import VERB
from mamayev.engine.position import CHANCE
from mamayev.engine.routes import asks_on

from .data import ActionData, ChanceData, ChoiceData, DecisionData, Lead, NounData, VerbData
from .foretold import tell_faces
from .question import Question

TRIED = 60
"""The maximum number of actions for which a decision gives all effects. Longer decisions give only the effects of
actions that name no piece or space."""

LISTED = 300
"""The maximum number of actions that a decision lists. In longer decisions, clients request the choices of each
piece."""


class Decision(Question):
    """The current question in a match: its seat, prompt, legal actions and clauses, also as JSON-ready data."""

    def choices_data(
        self, piece: str, *stack: str, by: Sequence[str] = (), space: str | None = None
    ) -> list[ChoiceData]:
        """Return the choices of a piece, or those that several pieces share, as JSON-ready data. Each has the verb of
        its last action, and a label that names every piece. See docs/protocol.md."""
        notation, rows = self.position.table.notation, []
        together = [index for name in (piece, *stack) if (index := notation.index("piece", name)) is not None]
        for choice in self.choices(piece, *stack, by=by, space=space):
            last = choice.actions[-1].code
            row = ChoiceData(
                actions=[action.text for action in choice.actions],
                text=choice.actions[-1].text,
                piece=piece,
                verb=notation.verbs[last >> VERB].name,
                label=self.position.table.label(self.position, last, list(dict.fromkeys(together))),
            )
            if choice.space:
                row["space"] = choice.space
            if choice.cost:
                row["cost"] = choice.cost
            if choice.path:
                row["path"] = list(choice.path)
            if choice.note:
                row["note"] = choice.note
            if choice.stops:
                row["stops"] = True
            rows.append(row)
        return rows

    def to_data(self) -> DecisionData:
        """Return the Decision of docs/protocol.md."""
        p = self.position
        listed = self._listed()
        codes = self._choices_of(None) if listed is None else listed
        data: DecisionData = {
            "seat": self.seat,
            "box": self.box,
            "step": self.step,
            "title": self.title,
            "prompt": self.prompt,
            "help": self.help,
            "clauses": list(self.clauses),
            "purse": p.table.look.purse(p),
            "actions": [self.action_data(code) for code in codes],
            "verbs": [],
        }
        if self.index == CHANCE:
            data["chance"] = self._chance_data(data["actions"])
            return data
        few = len(codes) <= TRIED
        for code, action in zip(codes, data["actions"], strict=True):
            tried = few or ("piece" not in action and "space" not in action)
            if tried and (leads := self._leads(code)):
                action["leads"] = leads
        if self.waiver is not None:
            data["window"] = self.within
        data["pieces"] = self.pieces()
        data["listed"] = listed is not None
        data["verbs"] = self._verbs_data(self._open_verbs(listed), codes, data["actions"])
        return data

    def _chance_data(self, actions: list[ActionData]) -> ChanceData:
        """Return what is rolled or drawn, and add the known effects of the faces to the actions."""
        chance = self._kind_of_chance()
        if chance["kind"] == "die":
            chance["faces"], chance["chart"] = len(self.codes), self._box.chart
            tell_faces(self.position, actions, chance)
        return chance

    def _kind_of_chance(self) -> ChanceData:
        """Return what is rolled or drawn, and who draws in secret."""
        chance = ChanceData(kind=cast(Literal["die", "card", "lot"], self.chance))
        if self.chance == "card":
            chance["deck"] = getattr(self._box, "deck", "")
        if (drawer := self.drawer) is not None:
            chance["drawer"] = drawer
        return chance

    def _verbs_data(self, open_verbs: set[int], codes: list[int], actions: list[ActionData]) -> list[VerbData]:
        """Return the verbs of the box and the standing verbs, each with what its listed actions have in common.

        This omits the verbs of rules that the table does not use.
        """
        table = self.position.table
        box, standing = self._box, table.standing
        played = (i for i in box.verbs if i in open_verbs or table.plays(*table.notation.verbs[i].clauses))
        verbs = [self._verb_data(box, index, open_verbs) for index in played]
        if standing is not None:
            others = [index for index in standing.verbs if index not in box.acts]
            verbs += [{**self._verb_data(standing, index, open_verbs), "standing": True} for index in others]
        of_verb: dict[str, list[tuple[int, list[Lead]]]] = {}
        for code, action in zip(codes, actions, strict=True):
            of_verb.setdefault(action["verb"], []).append((code, action.get("leads", [])))
        for verb in verbs:
            own = of_verb.get(verb["verb"], [])
            if most := self._several([code for code, _ in own]):
                verb["several"] = most
            if own and (common := [lead for lead in own[0][1] if all(lead in leads for _, leads in own)]):
                verb["leads"] = common
        return verbs

    def _leads(self, code: int) -> list[Lead]:
        """Return the immediate effects of an action, found by playing it on a copy. In a game with secrets, the list is
        empty, because the effects could reveal one."""
        p = self.position
        if p.table.secrets:
            return []
        there = p.copy()
        there.apply(code)
        if not there.frames:
            return ["end"]
        found: list[Lead] = ["shown"] if self._box.reveals else []
        before, after = p.table.step(p), p.table.step(there)
        if before is not None and after is not None and before.phase != after.phase:
            found.append("phase")
        if there.seat == CHANCE:
            found.append(cast(Lead, there.box.chance))
        elif there.seat != self.index:
            found.append("seat")
        return found

    def _several(self, codes: list[int]) -> int:
        """Return how many choices of a verb can be selected at once; 0 if only one can.

        Each choice must name only a piece, and afterwards the same box must ask the same seat. The choices are played
        on a copy to find out. In a game with secrets, the result is 0.
        """
        p = self.position
        if p.table.secrets or not codes or p.table.notation.verbs[codes[0] >> VERB].args != ("piece",):
            return 0
        there, most = p.copy(), 0
        for code in codes:
            if asks_on(p, there) and there.allows(code):
                there.apply(code)
                most += 1
        return most if most > 1 else 0

    def to_others(self, name: str) -> DecisionData:
        """Return the decision for a seat that does not decide: only the deciding seat (`name`) and the step, because
        the prompt may reveal secrets of the deciding seat. A seat that draws in secret decides, too."""
        data = DecisionData(
            seat=self.seat, box=self.box, step=self.step, title=self.title, prompt=waits_for(name), help="",
            clauses=list(self.clauses), purse=[], actions=[], verbs=[],
        )  # fmt: skip
        if self.index == CHANCE:
            data["chance"] = self._kind_of_chance()
        return data

    def _listed(self) -> list[int] | None:
        """Return all legal actions, or None if they are too many to send."""
        p = self.position
        if self.index == CHANCE or self._box.lists or self.index in p.table.procedures:
            return self.codes if len(self.codes) <= LISTED or self.index == CHANCE else None
        row: list[int] = []
        for piece in self._movable:
            row += self._choices_of(piece)
            if len(row) > LISTED:
                return None
        row += self._choices_of(None)
        return row if len(row) <= LISTED else None

    def offers(self, *named: str, verb: str = "") -> list[int]:
        """Return the legal actions that name these pieces and spaces by id, for one verb or any verb. The list is empty
        if the decision has too many actions to list."""
        notation, found = self.position.table.notation, []
        for code in self._listed() or []:
            entry = notation.verbs[code >> VERB]
            args = zip(entry.args, notation.args(code), strict=True)
            if verb in ("", entry.name) and {notation.noun(kind, arg).id for kind, arg in args} >= set(named):
                found.append(code)
        return found

    def _open_verbs(self, listed: list[int] | None) -> set[int]:
        """Return the verbs of the legal actions. If there are too many actions to list, check the pieces one by one
        until every verb that is not barred has occurred."""
        if listed is not None:
            return {code >> VERB for code in listed}
        found = {code >> VERB for code in self._choices_of(None)}
        box, p, frame = self._box, self.position, self._frame
        sought = {verb for verb in box.verbs if verb not in found and box.barred(p, frame, verb) is None}
        for piece in self._movable:
            if found >= sought:
                break
            found |= {code >> VERB for code in self._choices_of(piece)}
        return found

    def _verb_data(self, box: Box[Any], index: int, open_verbs: set[int]) -> VerbData:
        p = self.position
        verb = p.table.notation.verbs[index]
        note, cost = box.terms(p, self._frame, verb.name)
        entry: VerbData = {
            "verb": verb.name,
            "title": verb.title or verb.name,
            "note": note,
            "cost": cost,
            "open": index in open_verbs,
            "weight": verb.weight,
            "clauses": list(verb.clauses),
        }
        if asks := box.warning(p, self._frame, verb.name):
            entry["asks"] = asks
        if verb.key:
            entry["key"] = verb.key
        if verb.whole:
            entry["whole"] = True
        if index not in open_verbs:
            reason = box.closed(p, self._frame, index)
            entry["why"] = {"text": reason.text, "clauses": list(reason.clauses)}
        return entry

    def action_data(self, code: int) -> ActionData:
        """Return an action in the form of the Decision of docs/protocol.md."""
        p, notation = self.position, self.position.table.notation
        verb = notation.verbs[code >> VERB]
        data: ActionData = {
            "text": notation.text(code),
            "verb": verb.name,
            "label": p.table.label(p, code),
        }
        box = self._answering(code)
        cost, note = box.cost(p, self._frame, code), box.note(p, self._frame, code)
        if cost:
            data["cost"] = cost
        if note:
            data["note"] = note
        if vain := box.vain(p, self._frame, code):
            data["vain"] = vain
        told = True
        for kind, arg in zip(verb.args, notation.args(code), strict=True):
            noun = notation.noun(kind, arg).id
            if kind == "card":
                data["card"] = arg
                told = told and noun == str(arg)
            elif kind == "piece":
                told = told and data.setdefault("piece", noun) == noun
            elif kind == "space":
                told = told and data.setdefault("space", noun) == noun
            else:
                told = False
        if not told:
            named = zip(verb.args, notation.args(code), strict=True)
            data["nouns"] = [NounData(kind=kind, id=notation.noun(kind, arg).id) for kind, arg in named]
        return data


def waits_for(name: str) -> str:
    """Return the text for other viewers while the seat with this name decides."""
    return f"{name} decides."
