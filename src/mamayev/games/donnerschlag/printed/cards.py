"""The cards (DON-ACARD, DON-CCARD): both kinds, for both sides, in one sequence of numbers. Each copy has its own
number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from mamayev.engine.components import Files
from mamayev.match.schema import Form

from .map import AXIS, PRINTED, SEATS, SOVIET, HexName, Short
from .units import FORMATIONS, GROUPS, Counters, set_of

ACTIVATION, COMBAT = range(2)
KIND_NAMES = ("activation", "combat")
GENERAL, TACTICAL, JOINT = range(3)
DECKS = tuple(tuple(f"{seat}-{kind}" for kind in KIND_NAMES) for seat in SEATS)
EVENT_NAMES = ("general", "tactical", "joint")
EVENTS = 3

DRAW, LATE, PICKED, HAND, BOX, ASIDE, DISCARD, REMOVED = range(8)
"""The place of a card: draw pile; not in the game before turn 4; taken from the late cards for High Command; hand; OKH
or STAVKA box; set aside for an exchange; discarded; removed from the game."""
HIDDEN = (DRAW, HAND, BOX, ASIDE)
"""DON-FOG-01, DON-BOX-05: the places where the enemy cannot see the card."""

BEFORE, AFTER, CARD, MOVE, MOVED, END, ROLL, REACT = range(8)
"""DON-CARDWIN-06: when a card can be played. The first two windows are in a combat, the next four in an activation:
before the activation card, before movement, after it, and at the end of the activation. The last two follow your own
combat die, and a card that the enemy has just played."""
WINDOWS = ("before", "after", "card", "move", "moved", "end", "roll", "react")
"""DON-CARDWIN-06: when a card can be played. The first two windows are in a combat, the next four in an activation:
before the activation card, before movement, after movement, and at the end of the activation. The last two follow your
own combat die, and a card that the enemy has just played."""

EITHER, ATTACKER, DEFENDER = range(3)


class Effect(NamedTuple):
    """One effect of an event. `effects.py` and `odds.py` define the kinds."""

    kind: str
    n: int = 0
    what: str = ""


class Event(NamedTuple):
    """An event on a card. `roll`: the highest die roll with which it succeeds, or 0 if it needs no roll. `own`: only in
    your own activation. `role`: the side that it helps."""

    roll: int
    removes: bool
    windows: frozenset[int]
    own: bool
    role: int
    text: str
    effects: tuple[Effect, ...]
    partner: str


class Card(NamedTuple):
    """A card. Activation cards have a `way` of activation and its subject (DON-ACARD-01); combat cards have events."""

    id: str
    name: str
    title: str
    side: int
    kind: int
    late: bool
    air: bool
    code: str
    events: tuple[Event | None, ...]
    way: str
    whom: str
    stated: str

    @property
    def uncounted(self) -> str:
        """The name of the card without its copy number."""
        return self.name.removesuffix(f" ({self.id.rpartition('-')[2]})")


# ------------------------------------------------------------------ how the file is written

Word = Annotated[str, msgspec.Meta(max_length=20)]
Few = Annotated[int, msgspec.Meta(ge=1, le=5)]
When = Literal["before", "after", "card", "move", "moved", "end", "roll", "react"]

IN_BATTLE = ("before",)
ANY_TIME = ("card", "move", "moved", "end", "before", "after")
AT_A_MOVE = ("card", "move", "moved", "end")


class Kind(NamedTuple):
    """A kind of effect: the reaction windows for its events, its additional data (an amount `n`, one of the given
    words, or a hex), its description with # for the amount, and its clause.
    """

    windows: tuple[str, ...]
    says: dict[str, tuple[str, ...]]
    doc: str
    clause: str


EFFECTS = {
    "shift": Kind(IN_BATTLE, {"n": (), "needs": ("", "romanian", "two-formations", "tank")},
        "Shift the odds by # columns.", "DON-SHIFT-02"),
    "modifier": Kind(IN_BATTLE, {"n": (), "needs": ("", "guards", "soviet-infantry", "tank", "german-tank")},
        "Add # to the combat die.", "DON-DRM-01"),
    "strength": Kind(IN_BATTLE, {"n": (), "each": ("one", "romanian-cavalry")}, "Add # strength.", "DON-SHIFT-02"),
    "river": Kind(IN_BATTLE, {"lifts": ("all", "modifier")},
        "Ignore the effects of an unbridged river.", "DON-TERR-03"),
    "settlement": Kind(IN_BATTLE, {}, "Ignore the modifier for a settlement.", "DON-DRM-01"),
    "no-tank-shift": Kind(IN_BATTLE, {}, "The attacker has no Tank Shift.", "DON-SHIFT-05"),
    "no-combined-arms": Kind(IN_BATTLE, {}, "The attacker has no Combined Arms Shift.", "DON-SHIFT-03"),
    "tank-hit": Kind(IN_BATTLE, {}, "An attacking tank loses a step after the combat.", "DON-CARDWIN-04"),
    "no-losses": Kind(IN_BATTLE, {}, "The result causes a retreat, but no step loss.", "DON-CARDWIN-04"),
    "no-zone-loss": Kind(IN_BATTLE, {},
        "Retreats into enemy zones of control cause no step loss.", "DON-CARDWIN-04"),
    "fewer-losses": Kind(IN_BATTLE, {"n": ()}, "Lose # fewer steps.", "DON-CARDWIN-04"),
    "no-retreat": Kind(IN_BATTLE, {"price": ("optional",)}, "There is no retreat.", "DON-CARDWIN-04"),
    "no-air": Kind(IN_BATTLE, {}, "No air card can be played for the rest of the turn.", "DON-CARDWIN-04"),
    "cancel-air": Kind(IN_BATTLE, {}, "Cancel an air card in this combat.", "DON-CARDWIN-04"),
    "advance": Kind(("after",), {}, "One tank unit that advanced can move one more hex.", "DON-ADV-02"),
    "reroll": Kind(("roll",), {}, "Roll the combat die again.", "DON-CARDWIN-04"),
    "cancel": Kind(("react",), {}, "Cancel a card just played from the enemy's hand.", "DON-BOX-04"),
    "schwerpunkt": Kind(ANY_TIME, {}, "The Schwerpunkt marker enters the game.", "DON-SCHWER-01"),
    "limit": Kind(ANY_TIME, {"hand": KIND_NAMES}, "A hand limit becomes six for the rest of the game.", "DON-CCARD-02"),
    "trade": Kind(ANY_TIME, {}, "Exchange an activation card for one from the discard pile.", "DON-CARDWIN-04"),
    "look": Kind(ANY_TIME, {}, "Look at the enemy's combat cards; one is discarded.", "DON-CARDWIN-04"),
    "rob": Kind(ANY_TIME, {"hand": KIND_NAMES}, "The enemy discards a random card from a hand.", "DON-CCARD-17"),
    "survival": Kind(ANY_TIME, {}, "The 6th Army survives for one more turn.", "DON-TRACK-06"),
    "replacements": Kind(AT_A_MOVE, {"n": (), "among": ("german-tank", "axis-other", "soviet"), "flip": ("optional",)},
        "Receive # steps of replacements.", "DON-REPL-01"),
    "draw": Kind(AT_A_MOVE, {"cup": ("adhoc", "alarmgruppe", "tank"), "n": ()},
        "Draw # units from a cup.", "DON-CUP-05"),
    "tigers": Kind(("move", "end"), {}, "s.Pz.Abt. 503 joins a Panzer division.", "DON-AXACT-07"),
    "naval": Kind(("move", "end"), {}, "The Naval Rifle Brigade arrives.", "DON-CCARD-11"),
    "bridge": Kind(("move",), {}, "Build a bridge on a river hexside next to a German unit.", "DON-RIVER-04"),
    "ford": Kind(("move",), {}, "A motorized unit need not stop after crossing a river.", "DON-RIVER-02"),
    "haste": Kind(("move",), {"n": ()}, "Activated units have # more movement points.", "DON-MOVE-03"),
    "activation": Kind(("end",), {"among": ("any", "mobile")},
        "One more activation takes place at once.", "DON-CARDWIN-04"),
    "convoy": Kind(("move", "moved", "end"), {},
        "All units of a formation count as in supply until the end of the turn.", "DON-OOS-03"),
    "relieve": Kind(("move", "moved", "end"), {"n": ()}, "Remove # Out of Supply markers.", "DON-SUP-08"),
    "headquarters": Kind(("card",), {"formation": ("51A", "2GA"), "hex": ("hex",)},
        "Place or move a Soviet HQ.", "DON-HQ-04"),
}  # fmt: skip


class EffectForm(Form):
    kind: Word
    n: Few = 0
    price: Few = 0
    flip: bool = False
    needs: Word = ""
    each: Word = ""
    lifts: Word = ""
    hand: Word = ""
    among: Word = ""
    cup: Word = ""
    formation: Word = ""
    hex: HexName = ""

    def given(self) -> dict[str, Any]:
        """Return the effect's additional data, in field order."""
        every = ((name, getattr(self, name)) for name in self.__struct_fields__[1:])
        return {name: value for name, value in every if value}


class EventForm(Form, rename={"as_": "as"}):
    when: Annotated[tuple[When, ...], msgspec.Meta(min_length=1, max_length=6)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
    effects: Annotated[tuple[EffectForm, ...], msgspec.Meta(min_length=1, max_length=6)]
    roll: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    remove: bool = False
    own: bool = False
    as_: Literal["", "attack", "defence"] = ""
    partner: Word = ""


class CombatForm(Form):
    id: Annotated[str, msgspec.Meta(pattern="^[A-Z]+[0-9]+$", max_length=6)]
    title: Short
    side: Literal["axis", "soviet"]
    late: bool
    copies: Few
    air: bool = False
    stated: Annotated[str, msgspec.Meta(max_length=300)] = ""
    general: EventForm | None = None
    tactical: EventForm | None = None
    joint: EventForm | None = None


class ActivationForm(Form):
    title: Short
    side: Literal["axis", "soviet"]
    late: bool
    copies: Annotated[int, msgspec.Meta(ge=1, le=10)]
    kind: Literal["any", "colour", "colour-or-formation", "formation", "hq-or-formation", "schwerpunkt"]
    whom: Word = ""


class CardsForm(Form):
    combat: list[dict[str, Any]]
    activation: list[dict[str, Any]]


WAYS = {
    "axis": ("formation", "any", "schwerpunkt"),
    "soviet": ("colour", "colour-or-formation", "formation", "hq-or-formation"),
}
"""DON-ACARD-01: the ways of activation by side."""
MOST_CARDS = 400


def described(event: Event, sure: bool = False) -> str:
    """Describe an event and its die roll. `sure`: the event needs no roll."""
    return f"On 1 to {event.roll}: {event.text}" if event.roll and not sure else event.text


class Deck(Counters):
    """The cards of a table. A card is its index in `cards`.

    - `card_index`: the index of each card by its id; `card_side`, `card_kind`, `events`: the data for each card.
    - `deck`: the cards of each side and kind; `owned_by_kind`: these cards as sets; `owned`: the combat cards of each
      side as a set.
    - `card_start`: the first place of each card; `late_cards`: the cards that arrive in turn 4; `by_code`: the copies
      of a card.
    - `pairs`: the first card of each pair, with the second; `partner`: each half with the other (DON-CCARD-10,
      DON-CCARD-11).
    - `cancelling`, `rerolling`: the cards with such an effect, by side.
    """

    def __init__(self, own: Files | None) -> None:
        super().__init__(own)
        self.sheet = PRINTED.sheet("cards.toml", own)
        form = self.sheet.form(CardsForm)
        self.cards = (*self._combat_cards(form), *self._activation_cards(form))
        if len(self.cards) > MOST_CARDS:
            raise self.sheet.wrong("", "copies", f"has {len(self.cards)} cards; use at most {MOST_CARDS}.")
        self.card_index = {card.id: c for c, card in enumerate(self.cards)}
        self.card_side = tuple(card.side for card in self.cards)
        self.card_kind = tuple(card.kind for card in self.cards)
        self.events = tuple(card.events for card in self.cards)
        self.deck = tuple((self._owned(s, ACTIVATION), self._owned(s, COMBAT)) for s in (AXIS, SOVIET))
        self.owned_by_kind = tuple(tuple(set_of(list(row)) for row in rows) for rows in self.deck)
        self.owned = tuple(row[COMBAT] for row in self.owned_by_kind)
        self._deal_enough()
        self.card_start = bytearray(LATE if card.late else DRAW for card in self.cards)
        self.late_cards = frozenset(c for c, card in enumerate(self.cards) if card.late)
        self.by_code = {
            code: tuple(c for c, card in enumerate(self.cards) if card.code == code)
            for code in {card.code for card in self.cards}
        }
        self.pairs = {
            c: self.by_code[event.partner][0]
            for c, card in enumerate(self.cards)
            for event in card.events
            if event is not None and event.partner
        }
        self.partner = self.pairs | {b: a for a, b in self.pairs.items()}
        self.cancelling = tuple(self._having(s, "cancel") for s in (AXIS, SOVIET))
        self.rerolling = tuple(self._having(s, "reroll") for s in (AXIS, SOVIET))

    def _owned(self, side: int, kind: int) -> tuple[int, ...]:
        """Return the cards of a side and kind."""
        return tuple(c for c, card in enumerate(self.cards) if (card.side, card.kind) == (side, kind))

    def _having(self, side: int, kind: str) -> tuple[int, ...]:
        """Return a side's cards that have a given kind of effect."""
        return tuple(
            c
            for c in self.deck[side][COMBAT]
            if any(effect.kind == kind for event in self.events[c] if event is not None for effect in event.effects)
        )

    def _combat_cards(self, form: CardsForm) -> Iterator[Card]:
        forms = list(self.sheet.forms(form.combat, CombatForm, "card", "id"))
        self.sheet.once("", "id", [one.id for _, one in forms])
        sides_of: dict[tuple[str, str], int] = {}
        for _, one in forms:
            sides_of[one.side, one.title] = sides_of.get((one.side, one.title), 0) + 1
        by_id = {one.id: one for _, one in forms}
        for entry, one in forms:
            events = tuple(self._event(entry, one, name, by_id) for name in EVENT_NAMES)
            if not any(events):
                raise self.sheet.wrong(entry, "general", "the card has no event.")
            again = " (late)" if one.late and sides_of[one.side, one.title] > 1 else ""
            for n in range(1, one.copies + 1):
                yield Card(
                    f"{one.id.lower()}-{n}", f"{one.title}{again}" + (f" ({n})" if n > 1 else ""), one.title,
                    SEATS.index(one.side), COMBAT, one.late, one.air, one.id, events, "", "", one.stated,
                )  # fmt: skip

    def _activation_cards(self, form: CardsForm) -> Iterator[Card]:
        for place, (entry, one) in enumerate(
            self.sheet.forms(form.activation, ActivationForm, "activation", "number"), 1
        ):
            if one.kind not in WAYS[one.side]:
                text = f"“{one.kind}” is not possible for the {one.side} side. Use one of: {', '.join(WAYS[one.side])}."
                raise self.sheet.wrong(entry, "kind", text)
            known = GROUPS if one.kind == "colour" else FORMATIONS if one.kind == "formation" else ("",)
            if one.whom not in known:
                names = ", ".join(known) or "none"
                raise self.sheet.wrong(entry, "whom", f"“{one.whom}” is not possible. Use one of: {names}.")
            late = " (late)" if one.late and one.title == "One HQ or one formation" else ""
            late = " (activation)" if one.kind == "schwerpunkt" else late  # a combat card has this title, too
            for n in range(1, one.copies + 1):
                yield Card(
                    f"act{place}-{n}", f"{one.title}{late}" + (f" ({n})" if n > 1 else ""), one.title,
                    SEATS.index(one.side), ACTIVATION, one.late, False, f"act{place}", (), one.kind, one.whom, "",
                )  # fmt: skip

    def _event(self, entry: str, card: CombatForm, name: str, by_id: dict[str, CombatForm]) -> Event | None:
        form: EventForm | None = getattr(card, name)
        if form is None:
            return None
        if (name == "joint") != bool(form.partner):
            raise self.sheet.wrong(
                entry, f"{name}.partner", "a joint event needs a partner, and no other event has one."
            )
        if form.partner and (form.partner not in by_id or by_id[form.partner].side != card.side):
            raise self.sheet.wrong(
                entry, "joint.partner", f"“{form.partner}” is not one of the {card.side} combat cards."
            )
        return Event(
            form.roll, form.remove, frozenset(WINDOWS.index(word) for word in form.when), form.own,
            ("", "attack", "defence").index(form.as_), form.text,
            tuple(self._effect(entry, f"{name}.effects", form, effect) for effect in form.effects), form.partner,
        )  # fmt: skip

    def _effect(self, entry: str, field: str, event: EventForm, form: EffectForm) -> Effect:
        wrong = self.sheet.wrong
        if form.kind not in EFFECTS:
            raise wrong(entry, field, f"unknown effect “{form.kind}”. Use one of: {', '.join(EFFECTS)}.")
        windows, says = EFFECTS[form.kind][:2]
        for word in event.when:
            if word not in windows:
                raise wrong(entry, field, f"“{form.kind}” needs one of the windows {', '.join(windows)}, not “{word}”.")
        given = form.given()
        for name in given:
            if name not in says:
                raise wrong(entry, field, f"“{form.kind}” has no “{name}”.")
        for name, words in says.items():
            if words == ("optional",):
                continue
            if name == "hex" and name in given:
                self._hex(entry, field, form.hex)
            elif words and given.get(name, "") not in words and words != ("hex",):
                raise wrong(entry, field, f"“{form.kind}” needs {name} as one of {', '.join(filter(None, words))}.")
            elif name not in given and "" not in words:
                raise wrong(entry, field, f"“{form.kind}” needs “{name}”.")
        said = [str(value) for value in given.values() if isinstance(value, str)]
        flip = ["flip"] if form.flip else []
        return Effect(form.kind, form.n or form.price, " ".join(said + flip))

    def _deal_enough(self) -> None:
        """DON-SETUP-04, DON-SETUP-05: raise Refusal if a draw pile has too few cards."""
        for side, seat in enumerate(SEATS):
            for kind, name in enumerate(KIND_NAMES):
                early = [c for c in self.deck[side][kind] if not self.cards[c].late]
                if len(early) < FEWEST:
                    text = f"the {seat} side has {len(early)} {name} cards that are not late; it needs {FEWEST}."
                    raise self.sheet.wrong("", name, text)


FEWEST = 6
"""DON-ACARD-02, DON-ACARD-03, DON-CCARD-01: a hand has five cards, and six at most."""
