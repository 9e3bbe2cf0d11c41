"""A throw-away game for tests of the generic parts: two seats race one runner each along five fields.

In their turn each seat steps forward or rests; after a step a die decides whether the runner stumbles back, after a
rest a card gives a bonus. Three turns; the runner further ahead wins.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Literal

from mamayev.engine.bot import Bot
from mamayev.engine.box import Box
from mamayev.engine.chancebox import DieBox, DrawBox
from mamayev.engine.components import Files
from mamayev.engine.event import Card, Modifier, Move, TrackChange, Turn
from mamayev.engine.fields import Locals
from mamayev.engine.invariant import Invariant
from mamayev.engine.ledger import Ledger
from mamayev.engine.look import Look
from mamayev.engine.notation import VERB, Noun, Verb, act
from mamayev.engine.position import Position
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.scene import (
    CardFace,
    CardLine,
    Chart,
    Deck,
    DeckState,
    HeldMarker,
    Mark,
    MarkAt,
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
from mamayev.engine.sequence import Sequence, loop
from mamayev.engine.situations import Situations
from mamayev.engine.steps import StepName
from mamayev.engine.study import Measure, Study
from mamayev.engine.table import Game, Table

FIELDS = 6
SEATS = ("north", "south")
CARDS = (1, 2, 3, 4)
TONES: tuple[tuple[str, Literal["a", "b"]], ...] = (("north", "a"), ("south", "b"))


class TinyPosition(Position):
    at: list[int] = [0, 0]
    bonus: list[int] = [0, 0]
    seen: int
    turn: int


class Go(Box[TinyPosition]):
    name, title, clauses = "go", "Go or rest", ("TINY-GO-01",)

    def __init__(self, seat: int) -> None:
        self.decider = seat
        self.name = f"go-{SEATS[seat]}"

    def options(self, p: TinyPosition, f: list[int]) -> list[int]:
        index = p.table.notation.verb_index
        at = p.at[self.decider]
        options = [act(index["rest"] << VERB)]
        if at + 1 < FIELDS:
            options.append(act(index["step"] << VERB, self.decider, at + 1))
        return options

    def prompt(self, p: TinyPosition, f: list[int]) -> str:
        return "Step on, or rest?"

    def step(self, p: TinyPosition, f: list[int], piece: int, space: int) -> None:
        p.end()
        if p.journal is not None:
            p.journal.add(
                Move(
                    who="Step",
                    text=f"The {SEATS[piece]} runner steps to field {space}.",
                    piece=SEATS[piece],
                    to=str(space),
                    from_=str(p.at[piece]),
                    how="move",
                )
            )
        p.at[piece] = space
        p.call("stumble", piece)

    def refuse_step(self, p: TinyPosition, f: list[int], piece: int, space: int) -> Reason | None:
        if piece != self.decider:
            return Reason("That is the other side's runner.", ("TINY-GO-01",))
        if space == p.at[piece] + 1:
            return None
        return Reason(f"A step goes one field, not to {space}.", ("TINY-GO-02",))

    def rest(self, p: TinyPosition, f: list[int]) -> None:
        p.end()
        p.call("bonus", self.decider)


class Runner(Locals):
    """Whom a die or a card is for."""

    piece: int


class Stumble(DieBox[TinyPosition]):
    locals = Runner
    name, title, clauses, chart = "stumble", "Stumbling", ("TINY-DIE-01",), "S"
    once = True

    def die(self, p: TinyPosition, f: list[int], n: int) -> None:
        piece = f[Runner.piece]
        if p.journal is not None:
            p.journal.roll(
                "Stumble",
                "The runner falls back one field." if n == 1 else "The runner keeps going.",
                title="Stumbling",
                chart="S",
                dice=(n,),
                modifiers=[Modifier(p.bonus[piece], "bonus", ("TINY-CARD-01",))],
                total=n + p.bonus[piece],
                row=0 if n == 1 else 1,
                result="back" if n == 1 else "on",
                clauses=("TINY-DIE-01",),
            )
        if n + p.bonus[piece] < 2:
            p.at[piece] -= 1


class Bonus(DrawBox[TinyPosition]):
    locals = Runner
    name, title, clauses, deck = "bonus", "A bonus", ("TINY-CARD-01",), "bonus"
    once = True

    def cards(self, p: TinyPosition, f: list[int]) -> list[int]:
        return [c for c in CARDS if not p.seen >> c & 1] or list(CARDS)

    def card(self, p: TinyPosition, f: list[int], card: int) -> None:
        piece = f[Runner.piece]
        p.seen |= 1 << card
        p.bonus[piece] += card
        if p.journal is not None:
            p.journal.add(Card(who="Bonus", text=f"Card {card} is drawn.", deck="bonus", card=card, line="bonus"))
            p.journal.add(
                TrackChange(who="Bonus", text="The bonus rises.", track=f"bonus-{SEATS[piece]}", to=p.bonus[piece])
            )


class GiveUp(Box[TinyPosition]):
    name, title, clauses = "give-up", "Giving up", ("TINY-END-02",)

    def options(self, p: TinyPosition, f: list[int]) -> list[int]:
        return [act(p.table.notation.verb_index["resign"] << VERB)]

    def resign(self, p: TinyPosition, f: list[int]) -> None:
        p.at[p.seat] = -1
        p.frames.clear()


def next_turn(p: TinyPosition, f: list[int]) -> None:
    p.turn += 1
    if p.journal is not None:
        p.journal.add(Turn(number=p.turn, text=f"Turn {p.turn} begins.", who="Turn"))


class TinyTable(Table[TinyPosition]):
    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.length = options["length"]
        self.invariants = (
            Invariant(
                "TINY-GO-02",
                "Runners stay on the fields.",
                lambda p: all(-1 <= a < FIELDS for a in p.at),
                lambda p: p.at.__setitem__(0, FIELDS),
            ),
        )
        play = Sequence("play", loop(lambda p, f: p.turn < self.length, next_turn, "go-north", "go-south"))
        self.bind(
            [play, Go(0), Go(1), Stumble(), Bonus()],
            [
                Verb("step", ("piece", "space"), "Step", "The {0} steps to {1}", ("TINY-GO-02",)),
                Verb("rest", (), "Rest", "Rest and draw a card", ("TINY-CARD-01",), "main"),
                Verb("resign", (), "Resign", "Give the race up", ("TINY-END-02",), "grave"),
            ],
            {
                "piece": [Noun(s, f"{s} runner") for s in SEATS],
                "space": [Noun(str(n), f"field {n}") for n in range(FIELDS)],
            },
            [
                StepName("go-north", "North goes", "race", ("TINY-GO-01",)),
                StepName("go-south", "South goes", "race", ("TINY-GO-01",)),
            ],
            GiveUp(),
        )

    def start(self) -> TinyPosition:
        p = TinyPosition(self)
        p.call("play")
        p.settle()
        return p

    def blank(self) -> TinyPosition:
        return TinyPosition(self)

    def facts(self, p: TinyPosition) -> dict[str, Any]:
        return {"turn": p.turn, "north": p.at[0], "south": p.at[1], "bonus": sum(p.bonus)}

    def result(self, p: TinyPosition) -> dict[str, Any]:
        winner = None if p.at[0] == p.at[1] else SEATS[p.at[1] > p.at[0]]
        return {
            "winner": winner,
            "level": f"{winner or 'nobody'} wins",
            "points": p.at[0] - p.at[1],
            "why": "The race is run.",
            "sum": [
                {"text": "North's field", "points": p.at[0], "clauses": ["TINY-END-01"]},
                {"text": "South's field", "points": -p.at[1], "clauses": ["TINY-END-01"]},
            ],
        }

    def returns(self, p: TinyPosition) -> list[float]:
        lead = float((p.at[0] > p.at[1]) - (p.at[0] < p.at[1]))
        return [lead, -lead]

    def turn(self, p: TinyPosition) -> int:
        return p.turn


class TinyLook(Look[TinyPosition]):
    table: TinyTable

    def scene(self) -> Scene:
        return Scene(
            game="tiny",
            title="The Tiny Race",
            edition=self.table.edition,
            unit="m",
            frame=(0, 0, 60, 10),
            counter={"side": 3},
            seats=[SeatName("north", "North", "n"), SeatName("south", "South", "s")],
            sides=[Side("n", "Northern", "a"), Side("s", "Southern", "b")],
            notice="",
            phases=[
                Phase("race", "The race", [StepLine("go-north", "North goes"), StepLine("go-south", "South goes")])
            ],
            spaces=[
                Space(
                    id=str(n),
                    label=str(n),
                    name=f"Field {n}",
                    kind="area",
                    shape=[(10 * n, 0), (10 * n + 10, 0), (10 * n + 10, 10), (10 * n, 10)],
                    features=("key",) if n == 5 else (),
                )
                for n in range(FIELDS)
            ],
            tracks=[
                Track(id="bonus-north", title="Bonus North", kind="scale", max=10),
                Track(id="bonus-south", title="Bonus South", kind="scale", max=10),
            ],
            charts=[
                Chart(
                    id="S",
                    title="Table S: stumbling",
                    columns=["die", "result"],
                    rows=[["1", "back"], ["2-6", "on"]],
                    modifiers=["bonus: +1 each"],
                    verdicts={"on": "none"},
                )
            ],
            decks=[
                Deck(
                    "bonus",
                    "Bonus cards",
                    4,
                    [CardFace(c, f"Bonus {c}", [CardLine("bonus", "", f"+{c}")]) for c in CARDS],
                )
            ],
            pieces=[
                Piece(
                    id=s,
                    name=f"{s.title()} runner",
                    label=s[0],
                    side=s[0],
                    tone=t,
                    symbol={"letters": s},
                    kind="runner",
                )
                for s, t in TONES
            ],
            marks=[Mark(id="flag", name="Flag", symbol="disc")],
        )

    def picture(self, p: TinyPosition, seat: int | None) -> Picture:
        return Picture(
            turn=p.turn,
            phase="race",
            step=p.box.name if p.frames else "",
            headline=f"Turn {p.turn} of {self.table.length}",
            control={str(n): "n" if n < 3 else "s" for n in range(FIELDS)},
            pieces=[PieceAt(id=s, at=str(max(p.at[i], 0)), face="full") for i, s in enumerate(SEATS)],
            marks=[MarkAt("flag", "5", 1)],
            tracks={"bonus-north": p.bonus[0], "bonus-south": p.bonus[1]},
            notes={"bonus-north": "from cards"},
            held=[HeldMarker("wind", "Wind", "It blows from the west.")],
            decks={"bonus": DeckState(draw=4 - p.seen.bit_count())},
            standing=f"North {p.at[0]}, South {p.at[1]}",
        )


class TinySituations(Situations[TinyPosition]):
    def change(self, p: TinyPosition, key: str, value: Any) -> None:
        if key not in SEATS or not isinstance(value, int) or not 0 <= value < FIELDS:
            raise Refusal(
                f"Setup knows “north” and “south” with 0 to 5, not {key} = {value}.", field=key, malformed=True
            )
        p.at[SEATS.index(key)] = value


def series(p: TinyPosition) -> dict[str, float]:
    return {"bonus-north": p.bonus[0], "bonus-south": p.bonus[1]}


SERIES = {"bonus-north": "Bonus North", "bonus-south": "Bonus South"}


def eager(p: TinyPosition, rng: random.Random) -> int:
    action: int = p.actions()[-2]
    return action


def moody(p: TinyPosition, rng: random.Random) -> int:
    return rng.choice(p.box.options(p, p.frames[-1]))


def crasher(p: TinyPosition, rng: random.Random) -> int:
    raise ZeroDivisionError("no idea")


def cheat(p: TinyPosition, rng: random.Random) -> int:
    index = p.table.notation.verb_index
    return act(index["step"] << VERB, p.seat, 5)


def vandal(p: TinyPosition, rng: random.Random) -> int:
    action: int = p.actions()[0]
    p.at[:] = [5, 5]
    p.frames.clear()
    return action


def mumbler(p: TinyPosition, rng: random.Random) -> Any:
    return "step north 1"


def runs(p: TinyPosition, action: int) -> str:
    return "A runner runs."


def mood(p: TinyPosition, action: int) -> str:
    return f"I felt like it on field {p.at[p.seat]}: {p.name(action)}."


def silent(p: TinyPosition, action: int) -> str:
    raise ZeroDivisionError("no words")


BOTS = {
    "eager": Bot(eager, runs, "Steps whenever it can."),
    "moody": Bot(moody, mood, "Takes what it feels like."),
    "crasher": Bot(crasher, runs, "Fails."),
    "cheat": Bot(cheat, runs, "Goes straight to the end."),
    "vandal": Bot(vandal, mood, "Edits the position."),
    "mumbler": Bot(mumbler, runs, "Gives no action."),
    "mute": Bot(eager, silent, "Cannot say why."),
}


def _clause(name: str, text: str, section: str = "Race") -> dict[str, str]:
    return {"id": f"TINY-{name}", "section": section, "text": text}


LEDGER = Ledger(
    {
        "edition": [{"name": "first"}, {"name": "second"}],
        "option": [
            {"name": "length", "doc": "How many turns.", "default": 3, "choices": [1, 2, 3, 4, 5]},
            {"name": "wind", "doc": "Whether the wind blows.", "default": False},
        ],
        "clause": [
            _clause("GO-01", "Each side in its turn moves its own runner or rests."),
            _clause("GO-02", "A step goes to the next field.")
            | {"ruling": "There is no field after the last.", "grade": "house"},
            _clause("DIE-01", "On a 1 the runner falls back."),
            _clause("CARD-01", "A rest draws a bonus card.") | {"where": "one kind of card: tiny_game.py"},
            _clause("END-01", "After three turns the runner further ahead wins.", "End"),
            _clause("END-02", "A side may give up.", "End") | {"edition": "second"},
            _clause("NOTE-01", "Running is healthy.", "Notes"),
        ],
        "edition_difference": [
            {
                "id": "TINY-DIFF-01",
                "kind": "rule",
                "topic": "Giving up",
                "efirst": "Nobody may.",
                "esecond": "A side may.",
                "implement": "Allowed in both.",
                "clauses": ["TINY-END-02"],
            }
        ],
    }
)


def _export(folder: Path) -> list[Path]:
    file = folder / "fields.toml"
    file.write_text(f"fields = {FIELDS}\n", encoding="utf-8")
    return [file]


def ahead(p: TinyPosition) -> str:
    return "level" if p.at[0] == p.at[1] else "ahead" if p.at[0] > p.at[1] else "behind"


PLAN = Study(
    series=series,
    series_titles=SERIES,
    commanders=("eager", "nobody", "random"),
    reference=(1, "par"),
    levels=("south wins", "nobody wins", "north wins"),
    measures=(
        Measure("place", "Where north ends", "word", "Measured on the fields.", ahead, ("behind", "level", "ahead")),
        Measure("goal", "When a runner arrives", "turn", "On field 3.", lambda p: p.turn if 3 in p.at else None),
        Measure("bonus", "North's bonus", "number", "From cards.", lambda p: p.bonus[0]),
    ),
    bands=("bonus-north",),
    # North calls its own all fields on which south has not yet been.
    held=lambda p: [str(n) for n in range(FIELDS) if n > p.at[1]],
)

GAME: Game = Game(
    name="tiny",
    title="The Tiny Race",
    blurb="Two runners, six fields.",
    version="1",
    seats=SEATS,
    ledger=lambda: LEDGER,
    open=TinyTable,
    look=TinyLook,
    situations=TinySituations,
    bots=BOTS,
    export_components=_export,
    component_files=("fields.toml",),
    lessons=(Path(__file__).parent / "first-race.toml",),
    examples=(Path(__file__).parent / "half-a-race.toml", Path(__file__).parent / "half-a-field.toml"),
    study=lambda: PLAN,
)
