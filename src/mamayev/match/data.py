"""The Decision of docs/protocol.md: questions and answers as data."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from mamayev.engine.look import PurseLine
from mamayev.engine.notation import Weight

Lead = Literal["die", "card", "lot", "shown", "seat", "phase", "end"]
"""An immediate effect of an action: a die, card or lot follows, something is revealed, another seat decides, or the
phase or the game ends."""


class NounData(TypedDict):
    """A noun in an action. `kind`: its kind in the game's notation."""

    kind: str
    id: str


class ActionData(TypedDict):
    """A legal action.

    `total`, `result`, `row`, `column`: the effect of a die face, as in the event of the roll. `nouns`: all nouns, if
    there are any besides piece, space and card. `note`: what the action does. `vain`: why it has no effect now.
    `leads`: immediate effects after which it cannot be undone freely, or that end the phase.
    """

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
    """A choice for a piece: one action, or a path of several. `actions`: the texts of all actions, which are played
    together. `text`: the last action. `path`: the spaces on the way. `stops`: whether the piece must stop in
    `space`."""

    actions: NotRequired[list[str]]
    path: NotRequired[list[str]]
    stops: NotRequired[bool]


class WhyClosed(TypedDict):
    """The reason why a verb is unavailable."""

    text: str
    clauses: list[str]


class VerbData(TypedDict):
    """A verb of the decision, available or not.

    `standing`: whether it is available at every decision. `leads`: the immediate effects that all its actions share.
    `asks`: the question that a client asks for confirmation. `key`: its keyboard shortcut. `whole`: whether a click on
    a unit plays this verb for the unit's space.
    """

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
    """A die-roll modifier or column shift that is known before the roll."""

    value: int
    text: str
    clauses: list[str]


class ChanceData(TypedDict):
    """A die, card or lot that a player enters, with everything known before the roll. `drawer`: the seat that alone
    may see what can be drawn."""

    kind: Literal["die", "card", "lot"]
    drawer: NotRequired[str]
    faces: NotRequired[int]
    chart: NotRequired[str]
    deck: NotRequired[str]
    modifiers: NotRequired[list[ModifierData]]
    start: NotRequired[int]
    shifts: NotRequired[list[ModifierData]]
    spaces: NotRequired[list[str]]
    pieces: NotRequired[list[str]]


class DecisionData(TypedDict):
    """The current decision. `pieces`: the pieces that have a choice. `listed`: whether `actions` is complete. `window`:
    the sequence that the seat can pass as a whole in this reaction window, or ""."""

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
