"""A throw-away game for tests of secrets: two seats, a hand of cards each, drawn from a deck of its own.

In each round both lay a card face down, one after the other; then both are turned up, and the higher one pulls the flag
a field towards its owner. Whoever loses a round may answer with a guard from his hand, and is asked whether he has
one or not: a question that only some hands bring would give them away. Then both fill up to three cards.
"""

from __future__ import annotations

import random
from typing import Any

from mamayev.engine.box import Box
from mamayev.engine.chancebox import DrawBox
from mamayev.engine.components import Files
from mamayev.engine.event import ONLOOKERS, Card, Event, Move, Turn
from mamayev.engine.invariant import Invariant
from mamayev.engine.ledger import Ledger
from mamayev.engine.look import Look
from mamayev.engine.notation import Noun, Verb, act, codes
from mamayev.engine.position import Frame, Position
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.scene import (
    CardFace,
    CardLine,
    Deck,
    DeckState,
    Hand,
    HeldMarker,
    Phase,
    Picture,
    Piece,
    PieceAt,
    Scene,
    SeatName,
    Side,
    Space,
    StepLine,
    Track,
)
from mamayev.engine.sequence import Sequence, loop, when
from mamayev.engine.situations import Situations
from mamayev.engine.steps import StepName
from mamayev.engine.study import Study
from mamayev.engine.table import Game, Table

SEATS = ("north", "south")
KINDS = (("scout", 1), ("rider", 2), ("lancer", 3), ("ram", 4), ("guard", 0), ("sentry", 0))
CARDS = tuple(f"{seat}-{kind}" for seat in SEATS for kind, _ in KINDS)
NAME = tuple(f"{seat.title()}'s {kind}" for seat in SEATS for kind, _ in KINDS)
VALUE = tuple(value for _ in SEATS for _, value in KINDS)
OWNER = tuple(number for number in range(len(SEATS)) for _ in KINDS)
IN_DECK, IN_HAND, FACE_DOWN, DISCARDED = range(4)
FULL = 3  # cards in a hand
MIDDLE, LAST = 2, 4  # fields of the flag: 0 is north's camp, 4 south's

VERBS = (
    Verb("lay", ("card",), "Lay a card", "Lay {0} face down", ("DUEL-LAY-01",)),
    Verb("guard", ("card",), "Guard", "Answer with {0}", ("DUEL-GUARD-01",)),
    Verb("pass", (), "Pass", "Answer with nothing", ("DUEL-GUARD-01",), "main"),
)
LAY, GUARD, PASS = codes(VERBS)
STEPS = (
    StepName("deal", "Deal", "setup", ("DUEL-DRAW-01",)),
    StepName("lay-north", "North lays a card", "round", ("DUEL-LAY-01",)),
    StepName("lay-south", "South lays a card", "round", ("DUEL-LAY-01",)),
    StepName("answer", "Answer", "round", ("DUEL-GUARD-01",)),
    StepName("fill", "Fill up", "round", ("DUEL-DRAW-01",)),
)


class Duel(Position):
    """Where each card is, where the flag stands, the round, and who pulled the flag in it (-1: nobody)."""

    where: list[int] = [IN_DECK] * len(CARDS)
    flag: int = MIDDLE
    turn: int
    pulled: int = -1

    def cards(self, seat: int, *places: int) -> list[int]:
        """The cards of a seat in these places."""
        return [c for c, place in enumerate(self.where) if OWNER[c] == seat and place in places]

    def hidden_from(self, card: int, seat: int | None) -> bool:
        """DUEL-HIDDEN-01: whether a seat does not know where a card is."""
        return OWNER[card] != seat and self.where[card] in (IN_DECK, IN_HAND, FACE_DOWN)

    def pull(self, seat: int, who: str) -> None:
        """The flag goes a field towards a seat's camp."""
        start, self.flag = self.flag, self.flag + (-1, 1)[seat]
        if self.journal is not None:
            text = f"The flag goes to field {self.flag}."
            self.journal.add(
                Move(
                    who=who, text=text, piece="flag", from_=str(start), to=str(self.flag), how="move", pieces=("flag",)
                )
            )


class Lay(Box[Duel]):
    """One seat lays a card face down; the choice of the last one turns both up."""

    title, clauses = "Which card do you lay?", ("DUEL-LAY-01",)

    def __init__(self, seat: int) -> None:
        self.decider, self.name = seat, f"lay-{SEATS[seat]}"

    def options(self, p: Duel, f: Frame) -> list[int]:
        return [act(LAY, card) for card in p.cards(self.decider, IN_HAND)]

    def lay(self, p: Duel, f: Frame, card: int) -> None:
        p.end()
        p.where[card] = FACE_DOWN

    def refuse_lay(self, p: Duel, f: Frame, card: int) -> Reason | None:
        return not_in_hand(p, card, self.decider)


class LayLast(Lay):
    reveals = True


class Answer(Box[Duel]):
    """Whoever lost the round is asked, also with no card to answer with."""

    name, title, clauses = "answer", "Do you answer with a guard?", ("DUEL-GUARD-01",)

    def seat(self, p: Duel, f: Frame) -> int:
        return 1 - p.pulled

    def options(self, p: Duel, f: Frame) -> list[int]:
        guards = [card for card in p.cards(1 - p.pulled, IN_HAND) if not VALUE[card]]
        return [*(act(GUARD, card) for card in guards), PASS]

    def guard(self, p: Duel, f: Frame, card: int) -> None:
        p.end()
        p.where[card] = DISCARDED
        p.pull(OWNER[card], "Guard")

    def refuse_guard(self, p: Duel, f: Frame, card: int) -> Reason | None:
        if VALUE[card]:
            return Reason(f"{NAME[card]} is no guard.", self.clauses)
        return not_in_hand(p, card, 1 - p.pulled)

    def pass_(self, p: Duel, f: Frame) -> None:
        p.end()


def not_in_hand(p: Duel, card: int, seat: int) -> Reason | None:
    """Why a card cannot be played by a seat; the sentence is the same wherever a card is that the seat cannot see."""
    if OWNER[card] != seat:
        return Reason(f"{NAME[card]} is not yours.", ("DUEL-HIDDEN-01",))
    return None if p.where[card] == IN_HAND else Reason(f"{NAME[card]} is not in your hand.", ("DUEL-LAY-01",))


# --8<-- [start:draw]
class Draw(DrawBox[Duel]):
    """A seat draws from its own deck: it reads which card, the others read that a card was drawn."""

    title, clauses = "a card for the hand", ("DUEL-DRAW-01",)

    def __init__(self, seat: int) -> None:
        self.owner, self.name, self.deck = seat, f"draw-{SEATS[seat]}", SEATS[seat]  # type: ignore[misc]

    def drawer(self, p: Duel, f: Frame) -> int:
        return self.owner

    def cards(self, p: Duel, f: Frame) -> list[int]:
        return p.cards(self.owner, IN_DECK)

    def card(self, p: Duel, f: Frame, card: int) -> None:
        p.end()
        p.where[card] = IN_HAND
        if p.journal is not None:
            owner, other = SEATS[self.owner], SEATS[1 - self.owner]
            text = f"{owner.title()} draws {NAME[card]}."
            p.journal.add(Card(who="Draw", text=text, deck=owner, card=card, line="value", audience=(owner,)))
            p.journal.add(Event(who="Draw", text=f"{owner.title()} draws a card.", audience=(other, ONLOOKERS)))


# --8<-- [end:draw]


def new_round(p: Duel, f: Frame) -> None:
    p.turn += 1
    if p.journal is not None:
        p.journal.add(Turn(number=p.turn, text=f"Round {p.turn} begins.", who="Round"))


def goes_on(p: Duel, f: Frame) -> bool:
    """DUEL-END-01: nobody has the flag in his camp, and everybody has a card to lay."""
    return p.flag not in (0, LAST) and all(p.cards(seat, IN_HAND) for seat in (0, 1))


def turn_up(p: Duel, f: Frame) -> None:
    """DUEL-LAY-01: both cards are turned up, the higher one pulls the flag."""
    north, south = (p.cards(seat, FACE_DOWN)[0] for seat in (0, 1))
    p.pulled = -1 if VALUE[north] == VALUE[south] else int(VALUE[south] > VALUE[north])
    for card in (north, south):
        p.where[card] = DISCARDED
        if p.journal is not None:
            text = f"{NAME[card]} is turned up: {VALUE[card]}."
            p.journal.add(Card(who="Cards", text=text, deck=SEATS[OWNER[card]], card=card, line="value"))
    if p.pulled >= 0:
        p.pull(p.pulled, "Round")


def lost(p: Duel, f: Frame) -> bool:
    return p.pulled >= 0


def short(seat: int) -> Any:
    """Whether a seat's hand is not full and its deck not empty; both numbers are public."""
    return lambda p, f: len(p.cards(seat, IN_HAND)) < FULL and p.cards(seat, IN_DECK)


class DuelTable(Table[Duel]):
    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.invariants = (
            Invariant(
                "DUEL-DRAW-01",
                "Nobody holds more than three cards.",
                lambda p: all(len(p.cards(seat, IN_HAND)) <= FULL for seat in (0, 1)),
                lambda p: p.where.__setitem__(slice(0, FULL + 1), [IN_HAND] * (FULL + 1)),
            ),
        )
        fill = (loop(short(0), "draw-north"), loop(short(1), "draw-south"))
        self.bind(
            [
                Sequence("game", "deal", loop(goes_on, new_round, "round")),
                Sequence("deal", *fill),
                Sequence("round", "lay-north", "lay-south", turn_up, when(lost, "answer"), "fill"),
                Sequence("fill", *fill),
                Lay(0),
                LayLast(1),
                Answer(),
                Draw(0),
                Draw(1),
            ],
            VERBS,
            {
                "card": [Noun(card, name) for card, name in zip(CARDS, NAME, strict=True)],
                "piece": [Noun("flag", "the flag")],
                "space": [Noun(str(n), f"field {n}") for n in range(LAST + 1)],
            },
            STEPS,
        )

    def start(self) -> Duel:
        p = self.blank()
        p.call("game")
        p.settle()
        return p

    def blank(self) -> Duel:
        return Duel(self)

    def turn(self, p: Duel) -> int:
        return p.turn

    # --8<-- [start:secrets]
    def sample(self, p: Duel, seat: int, rng: random.Random) -> Duel:
        """The other seat's hand, the card that it has laid and its deck change places among themselves."""
        other = p.copy()
        unknown = [card for card in range(len(CARDS)) if p.hidden_from(card, seat)]
        for card, swapped in zip(unknown, rng.sample(unknown, len(unknown)), strict=True):
            other.where[card] = p.where[swapped]
        return other

    def disguise(self, p: Duel, action: int) -> str:
        """What is laid stays hidden until all have laid a card."""
        box = p.box
        return f"{SEATS[box.decider].title()} lays a card face down" if isinstance(box, Lay) else ""

    # --8<-- [end:secrets]

    def facts(self, p: Duel) -> dict[str, Any]:
        hands = {seat: len(p.cards(number, IN_HAND)) for number, seat in enumerate(SEATS)}
        return {"round": p.turn, "flag": p.flag, **hands}

    def result(self, p: Duel) -> dict[str, Any]:
        winner = None if p.flag == MIDDLE else SEATS[p.flag > MIDDLE]
        return {"winner": winner, "level": f"{winner or 'nobody'} wins", "why": f"The flag stands on field {p.flag}."}

    def returns(self, p: Duel) -> list[float]:
        lead = float((p.flag < MIDDLE) - (p.flag > MIDDLE))
        return [lead, -lead]


class DuelLook(Look[Duel]):
    def scene(self) -> Scene:
        return Scene(
            game="duel", title=GAME.title, edition=self.table.edition, unit="m", frame=(0, 0, 50, 10),
            counter={"side": 3},
            seats=[SeatName("north", "North", "n"), SeatName("south", "South", "s")],
            sides=[Side("n", "Northern", "a"), Side("s", "Southern", "b")],
            notice="",
            phases=[
                Phase(phase, title, [StepLine(s.id, s.title, s.clauses) for s in STEPS if s.phase == phase])
                for phase, title in (("setup", "Set-up"), ("round", "Round"))
            ],
            spaces=[
                Space(
                    id=str(n), label=str(n), name=f"Field {n}", kind="area", counters=(10 * n + 5, 5),
                    shape=[(10 * n, 0), (10 * n + 10, 0), (10 * n + 10, 10), (10 * n, 10)],
                )
                for n in range(LAST + 1)
            ],
            tracks=[Track(id="flag", title="The flag", kind="scale", max=LAST)],
            decks=[
                Deck(seat, f"{seat.title()}'s cards", len(KINDS), [
                    CardFace(c, NAME[c], [CardLine("value", "Value", str(VALUE[c]))])
                    for c in range(len(CARDS)) if OWNER[c] == number
                ])
                for number, seat in enumerate(SEATS)
            ],
            pieces=[Piece(id="flag", name="The flag", label="", side="n", tone="c", symbol={"letters": "F"},
                          kind="flag")],
        )  # fmt: skip

    def picture(self, p: Duel, seat: int | None) -> Picture:
        step = self.table.step(p)
        laid = [] if seat is None else p.cards(seat, FACE_DOWN)
        return Picture(
            turn=p.turn, phase=step.phase if step else "", step=step.id if step else "", headline=f"Round {p.turn}",
            control={}, pieces=[PieceAt(id="flag", at=str(p.flag))], tracks={"flag": p.flag},
            held=[HeldMarker("laid", "Laid face down", f"{NAME[c]}, value {VALUE[c]}.") for c in laid],
            hands=[self.hand(p, owner, seat) for owner in (0, 1)],
            decks={
                name: DeckState(draw=len(p.cards(number, IN_DECK)), discard=p.cards(number, DISCARDED))
                for number, name in enumerate(SEATS)
            },
            standing=", ".join(f"{name.title()} holds {len(p.cards(n, IN_HAND))}" for n, name in enumerate(SEATS)),
        )  # fmt: skip

    # --8<-- [start:hand]
    def hand(self, p: Duel, owner: int, seat: int | None) -> Hand:
        """A hand as a seat sees it: everybody the number, its owner the cards."""
        cards = tuple(p.cards(owner, IN_HAND))
        return Hand(
            id=f"hand-{SEATS[owner]}", title=f"{SEATS[owner].title()}'s hand", seat=SEATS[owner], deck=SEATS[owner],
            count=len(cards), cards=cards if seat == owner else (),
        )  # fmt: skip

    # --8<-- [end:hand]


class DuelSituations(Situations[Duel]):
    def change(self, p: Duel, key: str, value: Any) -> None:
        if key != "flag" or value not in range(1, LAST):
            raise Refusal(f"Setup knows “flag” with 1 to 3, not {key} = {value}.", field=key, malformed=True)
        p.flag = value


PLAN = Study(series=lambda p: {"flag": p.flag})


def _clause(name: str, section: str, text: str) -> dict[str, str]:
    return {"id": f"DUEL-{name}", "section": section, "text": text}


LEDGER = Ledger(
    {
        "edition": [{"name": "first"}],
        "clause": [
            _clause("DRAW-01", "Cards", "Each side draws from its own deck until it holds three cards."),
            _clause("HIDDEN-01", "Cards", "Only its owner knows a hand; cards that were turned up lie open."),
            _clause("LAY-01", "Rounds", "Both lay a card face down; both are turned up; the higher pulls the flag."),
            _clause("GUARD-01", "Rounds", "Whoever lost the round may discard a guard or sentry to pull it back."),
            _clause("END-01", "Rounds", "The flag in a camp, or an empty hand, ends the duel."),
        ],
    }
)

GAME: Game = Game(
    name="duel",
    title="The Tiny Duel",
    blurb="Two hands of cards, one flag.",
    version="1",
    seats=SEATS,
    hides=True,
    ledger=lambda: LEDGER,
    open=DuelTable,
    look=DuelLook,
    situations=DuelSituations,
    study=lambda: PLAN,
)
