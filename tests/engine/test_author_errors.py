"""What the author of a game gets wrong is said in a sentence: what, where, and how to mend it."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import pytest

from mamayev.engine.bot import Bot
from mamayev.engine.box import Box
from mamayev.engine.chancebox import DieBox
from mamayev.engine.event import Journal
from mamayev.engine.ledger import Ledger
from mamayev.engine.notation import VERB, Noun, Verb, act, codes
from mamayev.engine.position import Frame, Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.engine.sequence import Sequence
from mamayev.engine.steps import StepName
from mamayev.engine.table import Game, Table
from mamayev.match.match import Match
from mamayev.players.seat import answer
from mamayev.testing.plugin import pytest_runtest_makereport

VERBS = (Verb("move", ("space",), "Move"), Verb("rest", (), "Rest"), Verb("dig-in", (), "Dig in"))
MOVE, REST, DIG_IN = codes(VERBS)
NOUNS = {"space": [Noun("a", "A")], "piece": [Noun("x", "X")]}


class March(Box[Position]):
    name = "march"

    def options(self, p: Position, f: Frame) -> list[int]:
        return [act(MOVE, 0)]

    def move(self, p: Position, f: Frame, space: int) -> None:
        p.end()


class Halting(Box[Position]):
    """A box of three verbs, two of which it plays."""

    name = "march"

    def options(self, p: Position, f: Frame) -> list[int]:
        return []

    def rest(self, p: Position, f: Frame) -> None:
        p.end()


class Bare(Table[Position]):
    """A table of nothing but what is bound."""

    def __init__(
        self,
        *boxes: Box[Any],
        verbs: Any = VERBS,
        steps: Any = (),
        clauses: Any = (),
        options: Any = None,
        hides: bool = False,
        cites: Any = (),
    ) -> None:
        zones = {"name": "soft_zones", "doc": "Soft.", "default": False, "clauses": list(cites)}
        ledger = Ledger({"edition": [{"name": "first"}], "option": [zones], "clause": list(clauses)})
        game = Game(
            name="bare",
            title="Bare",
            blurb="",
            version="1",
            seats=("one",),
            ledger=lambda: ledger,
            open=lambda *_: self,
            hides=hides,
        )
        super().__init__(game, "first", options or {})
        self.bind(boxes, verbs, NOUNS, steps)

    def blank(self) -> Position:
        return Position(self)

    start = facts = result = returns = None  # type: ignore[assignment]


Bare.__abstractmethods__ = frozenset()


def named(**methods: Callable[..., Any]) -> Box[Any]:
    """A box of class Halting with more methods."""
    made: Box[Any] = type("Marching", (Halting,), dict(methods))()
    return made


def handler(self: Any, p: Any, f: Any, *more: int) -> None:
    p.end()


def two(self: Any, p: Any, f: Any) -> None:
    p.end()


def three(self: Any, p: Any, f: Any, space: int) -> None:
    p.end()


CLAUSE = {"id": "B-01", "section": "Moving", "text": "Everybody moves."}
REPLACING = {"id": "B-02", "section": "Moving", "text": "Nobody moves.", "replaces": ["B-01"]}


class Roll(DieBox[Position]):
    name = "roll"

    def die(self, p: Position, f: Frame, n: int) -> None:
        p.end()


class Mute(DieBox[Position]):
    name = "roll"


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "a misspelt handler": (
        lambda: Bare(named(mvoe=three)),
        "The box “march” has a method `mvoe`, but there is no such verb. Did you mean `move`?",
    ),
    "a handler without its hyphen": (lambda: Bare(named(digin=two)), "Did you mean `dig_in`?"),
    "a misspelt reason": (
        lambda: Bare(named(refuse_mvoe=three)),
        "has a method `refuse_mvoe`, but there is no such verb. Did you mean `refuse_move`?",
    ),
    "a misspelt bar": (lambda: Bare(named(bar_rset=two)), "Did you mean `bar_rest`?"),
    "no handler at all": (
        lambda: Bare(type("Silent", (Box,), {"name": "silent", "options": lambda self, p, f: []})()),
        "The box “silent” plays no verb: write a method for each verb that it offers, named like it.",
    ),
    "a die that nobody reads": (
        lambda: Bare(March(), Mute()),
        "The box “roll” does not use the outcome of chance: write `die(p, f, n)`.",
    ),
    "a box that a sequence misspells": (
        lambda: Bare(March(), Sequence("turn", "mrach")),
        "The sequence “turn” goes through “mrach”, but no box or sequence has this name. Did you mean “march”?",
    ),
    "a sample where nothing is said to be hidden": (
        lambda: type("Sampling", (Bare,), {"sample": lambda self, p, seat, rng: p})(March()),
        "The table of Bare has a `sample`, so it hides something: give its `Game` `hides=True`.",
    ),
    "secrets that no sample deals anew": (
        lambda: Bare(March(), hides=True),
        "Bare hides something from a seat (`hides=True`), but its table has no `sample`.",
    ),
    "two boxes of one name": (lambda: Bare(March(), March()), "Two boxes have the name “march”"),
    "a step of no box": (
        lambda: Bare(March(), steps=[StepName("marsh", "Marching", "turn")]),
        "No box or sequence has the name of the step “marsh”, so play would never be in this step. Did you mean",
    ),
    "a kind of nouns that there is not": (
        lambda: Bare(March(), verbs=(*VERBS, Verb("fly", ("hexes",)))),
        "The verb “fly” names a “hexes”, but the table has no nouns of that kind: give them to `bind`. There are: ",
    ),
    "an option that there is not": (
        lambda: Bare(March(), clauses=[CLAUSE | {"optional": "soft-zones"}]),
        "The clause B-01 belongs to the option “soft-zones”, which Bare does not have. Did you mean “soft_zones”?",
    ),
    "an option of no clause": (
        lambda: Bare(March(), clauses=[CLAUSE], cites=["B-1"]),
        "The option “soft_zones” names B-1, which is not a clause. Did you mean “B-01”?",
    ),
    "a clause replaced under no option": (
        lambda: Bare(March(), clauses=[CLAUSE, REPLACING | {"under": "soft_zone"}]),
        "The clause B-02 replaces others under “soft_zone”, which is not an option of Bare. Did you mean “soft_zones”?",
    ),
    "a clause replaced in no edition": (
        lambda: Bare(March(), clauses=[CLAUSE, REPLACING | {"under": "edition=second"}]),
        "The clause B-02 replaces others under “edition=second”, but edition has no such value. There are: first.",
    ),
}


@pytest.mark.parametrize(("build", "sentence"), WRONG.values(), ids=WRONG)
def test_what_does_not_fit_together_is_said_when_the_table_is_bound(build: Callable[[], object], sentence: str) -> None:
    with pytest.raises(TypeError) as error:
        build()
    assert sentence in str(error.value)


class Older(Bare):
    """A table that takes what tables took before they were given their game."""

    def __init__(self, edition: str, options: dict[str, Any], components: Path | None) -> None:
        super().__init__(March())


def test_a_table_that_takes_other_arguments_is_told_which() -> None:
    with pytest.raises(TypeError) as error:
        replace(Bare(March()).game, open=Older).table()  # type: ignore[arg-type]
    assert str(error.value) == (
        "The game “bare” opens its tables with Older(edition, options, components), but the engine gives "
        "(game, edition, options, own). Write Older.__init__(self, game, edition, options, own), where `own` holds the "
        "player's component files, or None if there are none. A table's `__init__` passes the first three on: "
        "`super().__init__(game, edition, options)`."
    )
    assert replace(Bare(March()).game, open=lambda *given: Bare(March())).table()


def test_methods_of_one_s_own_are_no_handlers() -> None:
    def moves(self: Any, p: Any) -> list[int]:
        return []

    Bare(named(moves=moves, _mvoe=three, rests=lambda self, p, f, a, b, c: None, bar_defences=two))
    Bare(March(), clauses=[CLAUSE | {"optional": "soft_zones"}])


@pytest.mark.parametrize(
    ("above", "name"),
    [
        *((Position, word) for word in ("inside", "pieces", "choices", "draw", "roll", "name", "end", "frame", "call")),
        *((Position, word) for word in ("seat", "box", "table", "frames", "journal")),
        *((Box, word) for word in ("acts", "verbs", "lists", "read", "barred", "closed")),
        *((Table, word) for word in ("steps", "boxes", "notation", "step", "secrets", "bind")),
    ],
)
@pytest.mark.parametrize("as_property", [False, True], ids=["method", "property"])
def test_what_belongs_to_the_engine_cannot_be_hidden(above: type, name: str, as_property: bool) -> None:
    def own(self: Any) -> int:
        return 0

    with pytest.raises(TypeError, match=rf"Own\.{name} would hide `{above.__name__}\.{name}`.*another name"):
        type(above)("Own", (above,), {name: property(own) if as_property else own, "__module__": __name__})


def test_a_question_of_the_engine_with_other_arguments_is_named() -> None:
    def cost(self: Any, p: Position) -> str:
        return ""

    def cost_with_more(self: Any, p: Position, f: Frame, action: int, per_hex: int = 1) -> str:
        return str(per_hex)

    with pytest.raises(TypeError, match=r"Own\.cost\(p\) is called by the engine as `cost\(p, f, action\)`"):
        type("Own", (Halting,), {"cost": cost})
    type("Own", (Halting,), {"cost": cost_with_more})


@pytest.mark.parametrize(
    ("reading", "sentence"),
    [
        ("soft_zone", r"There is no reading “soft_zone”\. Did you mean “soft_zones”\?"),
        ("soft_zones=yes", r"There is no reading “soft_zones=yes”\. Did you mean “soft_zones”\?"),
    ],
)
def test_a_reading_misspelt_is_said(reading: str, sentence: str) -> None:
    table = Bare(March(), options={"soft_zones": True})
    assert table.readings["soft_zones"]
    with pytest.raises(TypeError, match=sentence):
        table.readings[reading]


def test_an_action_offered_without_its_method_is_named() -> None:
    class Forgetful(Halting):
        def options(self, p: Position, f: Frame) -> list[int]:
            return [MOVE, DIG_IN]

    p = Position(Bare(Forgetful()))
    p.call("march")
    with pytest.raises(TypeError, match=r"The box “march” offers “dig-in”, but has no method `dig_in` that plays it\."):
        p.apply(DIG_IN)


def test_a_call_of_no_box_says_which_there_are() -> None:
    p = Bare(March(), Roll()).blank()
    with pytest.raises(TypeError, match=r"No box or sequence has the name “mrach”\. Did you mean “march”\?"):
        p.call("mrach")
    with pytest.raises(TypeError, match=r"No box or sequence has the name “combat”\. There are: march, roll\."):
        p.inside("combat")


def test_what_is_under_way_can_be_asked() -> None:
    p = Bare(March(), Roll(), Sequence("turn", "march")).blank()
    p.call("turn")
    p.settle()
    assert p.inside("turn")
    assert p.inside("march")
    assert not p.inside("roll")
    with pytest.raises(TypeError, match=r"“roll” has no frame. The frames are: turn > march\."):
        p.frame("roll")


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ({"id": "B-01", "text": "x"}, "[[clause]] 2 (B-01): it has no “section”."),
        ({"id": "B-01", "section": "x"}, "[[clause]] 2 (B-01): it has no “text”."),
        ({"section": "x", "text": "y"}, "[[clause]] 2: it has no “id”."),
        (CLAUSE | {"text": ""}, "[[clause]] 2 (B-01): “text” is empty."),
        (
            CLAUSE | {"rulling": "x"},
            "[[clause]] 2 (B-01): it has “rulling”, which is unknown. Use id, section, text, ",
        ),
        (CLAUSE | {"edition": 2}, "[[clause]] 2 (B-01): “edition” is a whole number, but must be text."),
        (
            CLAUSE | {"grade": "sure"},
            "[[clause]] 2 (B-01): “grade” is 'sure'. Use sourced, sister, inferred, house.",
        ),
        (CLAUSE | {"id": "B-00"}, "[[clause]] 2: the id B-00 is used above."),
        (
            CLAUSE | {"replaces": "B-00", "under": "fog"},
            "[[clause]] 2 (B-01): “replaces” is text, but must be a list.",
        ),
        (CLAUSE | {"replaces": ["B-00"]}, "[[clause]] 2 (B-01): “replaces” names clauses and “under” the option"),
        (CLAUSE | {"under": "fog"}, "[[clause]] 2 (B-01): “replaces” names clauses and “under” the option"),
        (
            CLAUSE | {"replaces": ["B-02"], "under": "fog"},
            "The clause B-01 replaces B-02, which is not another clause of this ledger.",
        ),
    ],
)
def test_a_clause_that_is_not_whole_is_refused_with_its_place(
    clause: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    first = CLAUSE | {"id": "B-00"}
    with pytest.raises(Refusal) as refusal:
        _ = Ledger({"clause": [first, clause]}).clauses
    assert refusal.value.malformed
    assert sentence in refusal.value.text
    file = tmp_path / "rules.toml"
    rows = ["\n".join(["[[clause]]", *(f"{k} = {v!r}" for k, v in row.items())]) for row in (first, clause)]
    file.write_text("\n".join(rows), encoding="utf-8")
    traversable: Traversable = file
    with pytest.raises(Refusal, match=r"rules\.toml: "):
        _ = Ledger.load(traversable).clauses


@pytest.mark.parametrize(
    ("under", "options", "cited"),
    [
        ("soft_zones", {}, "B-01"),
        ("soft_zones", {"soft_zones": True}, "B-02"),
        ("soft_zones=False", {}, "B-02"),
        ("edition=first", {}, "B-02"),
    ],
)
def test_a_clause_is_cited_by_the_one_that_replaces_it(under: str, options: dict[str, Any], cited: str) -> None:
    box, verb = March(), Verb("move", ("space",), "Move", clauses=("B-01",))
    box.clauses = ("B-01", "B-02")
    clauses = [CLAUSE, REPLACING | {"under": under}]
    table = Bare(
        box, verbs=(verb,), steps=[StepName("march", "March", "", ("B-01",))], clauses=clauses, options=options
    )
    assert box.clauses == (("B-01", "B-02") if cited == "B-01" else ("B-02",))
    assert table.notation.verbs[MOVE >> VERB].clauses == table.steps["march"].clauses == table.cited("B-01") == (cited,)


def test_a_ledger_that_is_no_toml_is_refused_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("[[clause]\n", encoding="utf-8")
    with pytest.raises(Refusal, match=r"rules\.toml: .*line 1"):
        _ = Ledger.load(file).clauses


def test_a_die_that_never_ends_its_frame_is_named(tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new(tiny, seed=1)
    stumble = match.table.boxes[match.table.box_index["stumble"]]
    monkeypatch.setitem(stumble.acts, 0, lambda p, f, x, y: None)
    position = match.position.copy()
    with pytest.raises(TypeError, match=r"“stumble” has been answered by chance 1000 times, the last time by “die ."):
        match.play("step north 1")
    assert match.position == position


GUEST = """
from dataclasses import replace
from mamayev.author import Game, Look, Situations, Table, scene
from tiny_game import GAME as TINY

def drawn(**given):
    return scene.Space(id="a", label="a", name="", kind="hex", **given)

def rolled(journal):
    journal.roll("x", "y", on_table="combat")

def own_files(table):
    table.own = ()

def pictured(table):
    return table.picture(None, 0)

{line}
GAME = replace(TINY, name="damp")
"""
PLACE = "The game “damp” is installed but cannot be loaded: `damp_game.py`, line 18: "


def guest(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the game “damp” with this line in its module."""
    metadata = tmp_path / "damp-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: damp\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[mamayev.games]\ndamp = damp_game:GAME\n")
    (tmp_path / "damp_game.py").write_text(GUEST.format(line=line))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "damp_game", None)  # forgotten after the test, too
    monkeypatch.delitem(sys.modules, "damp_game")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("from mamayev.engine.table import Option", "Write [[option]] entries at the beginning of the game's rules"),
        ("from mamayev.engine.notation import decode", "Write `parts(action)`, from `mamayev.author`."),
        ("from mamayev.author import encode", "`mamayev.author` has no `encode`. Write `act(MOVE, x, y)`, from"),
        ("MOVE = len(CHANCE_VERBS)", "Write `MOVE, DONE = codes(VERBS)`, which numbers the verbs in their order."),
        ("from mamayev.engine.table import Invariant", "Import `Invariant` from `mamayev.author`."),
        ("from mamayev.author import Invariants", "Did you mean “Invariant”?"),
        ("from mamayev.engine.match import Match", "Import from `mamayev.author`. A game's tests also import from"),
        ("from mamayev.author import Bot; Bot(rank=None)", "A bot rates its actions: write `rated`."),
        (
            "scene.Space(id='a', label='a', name='', kind='hex', text_width=7)",
            "Remove `text_width`: names are fitted into their space automatically.",
        ),
        ("scene.Scene(tables=[])", "A scene has `charts`: write `charts`."),
        ("Old = type('Old', (Table,), {'change': print})", "Move it to a subclass of `Situations` and name that in"),
        (
            "Old = type('Old', (Situations,), {'beginnings': print})",
            "The engine does not call `beginnings` on situations, as `Old` expects. Write `crowds`.",
        ),
        ("import no_such_package", "ModuleNotFoundError: No module named 'no_such_package'."),
        ("1 / 0", "ZeroDivisionError: division by zero."),
    ],
)
def test_a_guest_with_a_former_name_is_named_with_the_place_and_the_new_name(
    line: str, sentence: str, tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest(line, tmp_path, monkeypatch)
    with pytest.raises(Refusal) as refusal:
        find("damp")
    text = refusal.value.text
    assert text.startswith(PLACE)
    assert sentence in text
    assert text.endswith((".", "?"))
    assert not text.endswith(("..", "?."))


@pytest.mark.parametrize(
    ("use", "note"),
    [
        (
            lambda damp: damp.drawn(text_width=7),
            "line 7: Remove `text_width`: names are fitted into their space automatically.",
        ),
        (lambda damp: damp.rolled(Journal()), "line 10: A roll names its chart: write `chart`."),
        (
            lambda damp: damp.own_files(Bare(March())),
            "line 13: Remove the assignment: the engine sets `files`, the pla",
        ),
        (lambda damp: damp.pictured(Bare(March())), "line 16: Write `table.look.picture`."),
    ],
)
def test_a_former_name_met_in_play_is_noted_by_the_battery(
    use: Callable[[Any], object],
    note: str,
    tiny: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    guest("", tmp_path, monkeypatch)
    damp = import_module("damp_game")

    def through() -> None:
        try:
            use(damp)
        except Exception as error:
            raise ValueError("a game went wrong") from error

    call = pytest.CallInfo.from_call(through, when="call")
    pytest_runtest_makereport(request.node, call)
    assert call.excinfo is not None
    (told,) = call.excinfo.value.__notes__
    assert told.startswith(f"The game “damp”, `damp_game.py`, {note}")


def test_an_error_of_another_kind_gets_no_note(request: pytest.FixtureRequest) -> None:
    call = pytest.CallInfo.from_call(lambda: 1 // 0, when="call")
    pytest_runtest_makereport(request.node, call)
    assert call.excinfo is not None
    assert not hasattr(call.excinfo.value, "__notes__")


@pytest.mark.parametrize(
    ("methods", "sentence"),
    [
        (
            ("scene", "picture"),
            "The engine does not call `scene` and `picture` on a table, as `Old` expects. Move them to",
        ),
        (
            ("beginnings",),
            "`beginnings` (as `crowds`) on a table, as `Old` expects. Move it to a subclass of `Situations` and name",
        ),
        (("series", "series_titles"), "Move them to the `Study` and name that in `Game(..., study=...)`."),
        (("features",), "Make it a function and name that in `Game(..., features=...)`."),
    ],
)
def test_methods_that_left_the_table_are_named_when_its_class_is_made(methods: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(TypeError) as error:
        type("Old", (Table,), dict.fromkeys(methods, handler))
    assert sentence in str(error.value)
    type("Kept", (Table,), {"series": property(lambda self: {})})


def test_an_action_made_from_the_index_of_its_verb_is_named() -> None:
    class Indexed(March):
        def options(self, p: Position, f: Frame) -> list[int]:
            return [act(3, 0)]

    p = Position(Bare(Indexed()))
    p.call("march")
    sentence = (
        r"The box “march” offers “die”, which only chance can produce\. Make its actions with `act\(MOVE, x, y\)`"
    )
    with pytest.raises(TypeError, match=sentence):
        p.apply(act(3, 0))
    with pytest.raises(TypeError, match=sentence):
        answer(p, Bot(lambda p, rng: act(3, 0), lambda p, action: ""), random.Random(1), "captain")
