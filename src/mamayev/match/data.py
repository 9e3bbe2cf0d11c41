"""The Decision of docs/protocol.md: the forms in which a question and its answers are handed over as data."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from mamayev.engine.notation import Weight
from mamayev.engine.table import PurseLine

Lead = Literal["die", "card", "lot", "shown", "seat", "phase", "end"]
"""What an action leads to at once: chance acts, something hidden is shown, another seat decides, the phase ends, or the
game."""


class NounData(TypedDict):
    """Something that an action names; `kind` as the notation of the game calls it."""

    kind: str
    id: str


class ActionData(TypedDict):
    """One legal action. `total`, `result`, `row`, `column`: what a face of a die would give, as in the event of the
    roll; `nouns`: all that it names, where piece, space and card do not tell; `note`: what it brings about; `vain`: why
    it would bring nothing now; `leads`: what comes of it at once, by which it cannot be taken back or a phase ends."""

    text: str
    verb: str
    label: str
    cost: NotRequired[str]
    note: NotRequired[str]
    vain: NotRequired[str]
    leads: NotRequired[list[Lead]]
    piece: NotRequired[str]
    space: NotRequired[str]
    card: NotRequired[int]
    nouns: NotRequired[list[NounData]]
    total: NotRequired[int]
    result: NotRequired[str]
    row: NotRequired[int]
    column: NotRequired[int]


class ChoiceData(ActionData):
    """One thing that a piece may do: an action, or a way of several: `actions` are the texts of all that are played
    together, `text` that of the last; `path` are the spaces on the way; `stops`: the piece has to stop in `space`."""

    actions: NotRequired[list[str]]
    path: NotRequired[list[str]]
    stops: NotRequired[bool]


class WhyClosed(TypedDict):
    """Why a verb is not open now."""

    text: str
    clauses: list[str]


class VerbData(TypedDict):
    """A verb of the decision, open or not; `standing`: one that is open at every decision of a seat; `leads`: what all
    its actions lead to; `asks`: a sentence that is said, and asked about, before the verb is played; `key`: the letter
    by which it is pressed; `whole`: a click on a unit means this verb for its space."""

    verb: str
    title: str
    note: str
    cost: str
    open: bool
    weight: Weight
    clauses: list[str]
    why: NotRequired[WhyClosed]
    standing: NotRequired[bool]
    leads: NotRequired[list[Lead]]
    several: NotRequired[int]
    asks: NotRequired[str]
    key: NotRequired[str]
    whole: NotRequired[bool]


class ModifierData(TypedDict):
    """One die-roll modifier, or shift of the column, that is known before the roll."""

    value: int
    text: str
    clauses: list[str]


class ChanceData(TypedDict):
    """A die, card or lot that a person types in, and what is known of a roll before it."""

    kind: Literal["die", "card", "lot"]
    faces: NotRequired[int]
    chart: NotRequired[str]
    deck: NotRequired[str]
    modifiers: NotRequired[list[ModifierData]]
    start: NotRequired[int]
    shifts: NotRequired[list[ModifierData]]
    spaces: NotRequired[list[str]]
    pieces: NotRequired[list[str]]


class DecisionData(TypedDict):
    """What is asked now. `pieces`: those that have a choice; `listed`: whether `actions` are all legal ones; `window`:
    that it is one in which a seat may react, and what may be let pass as a whole, or ""."""

    seat: str
    box: str
    step: str
    title: str
    prompt: str
    help: str
    clauses: list[str]
    purse: list[PurseLine]
    actions: list[ActionData]
    verbs: list[VerbData]
    pieces: NotRequired[list[str]]
    listed: NotRequired[bool]
    window: NotRequired[str]
    chance: NotRequired[ChanceData]
