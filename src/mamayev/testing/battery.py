"""Requirements for every game, tested with random play. It contains no code for specific games.

    pytest --mamayev-game NAME

runs it on an installed game, for each edition and a sample of its options. Hypothesis shortens a failing walk to the
fewest decisions. With CI=1 in the environment, every run uses the same walks.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mamayev.engine.chance import Seeded
from mamayev.engine.citations import citations
from mamayev.engine.event import Card, Event, Journal, Roll, events_from_data
from mamayev.engine.foretell import Forecast
from mamayev.engine.notation import CHANCE_VERBS, VERB, Notation
from mamayev.engine.observation import KINDS
from mamayev.engine.playout import playout
from mamayev.engine.position import CHANCE, OVER, Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import Table
from mamayev.engine.tokens import Tokens
from mamayev.match import catalogue
from mamayev.match.data import ActionData
from mamayev.match.decision import LISTED, Decision
from mamayev.match.example import Example, example
from mamayev.match.match import Match, Record

from .depth import deep
from .drawing import assert_drawable, assert_grid, assert_telling
from .explorer import Explorer, Kept, explored, kept_trails
from .play import (
    Case,
    Crowds,
    Ending,
    Walk,
    any_code,
    assert_known,
    cases,
    how_many_set_ups,
    of_walks,
    random_action,
    set_ups,
    to_the_end,
)
from .plugin import chosen_games
from .questions import (
    assert_chance_agrees,
    assert_questions_agree,
)
from .secrets import assert_inseparable, differing

CITING_GAMES, CITING_PLIES, WRONG = 10, 800, 8
"""The number of random games whose citations are checked, the maximum number of decisions per game, and the number of
wrong actions per decision.
"""

LONGEST = 20_000
"""The maximum number of decisions in a game."""

OPTION_SETS, GAMES_A_SET, IN_WHOLE_GAMES = 40, 8, 10_000
"""The number of option sets for whole games, the maximum number of games per set, and the total number of decisions
above which both are reduced.
"""

SOON, FROM_EACH = 3000, 3
"""The number of decisions in steered random play for expensive tests, and the number of positions tested per box."""

MOST_WAYS = 3000
"""The maximum number of dice combinations that are counted one by one."""

CROWDS, OF_A_CROWD = 5, 150
"""The number of crowded positions per case, and the number of decisions played from each."""
CLASHES = 80
"""The number of crowds per case with clashes."""

STARTS, CHANGES, OF_A_START = 30, 12, 40
"""The number of starts per case, the number of setup changes per start, and the number of decisions played from each.
"""

BEGINNING = 40
"""The number of decisions that a bot plays in setups that it does not finish."""

SAMPLES = 3
"""The number of determinizations compared with each true position."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        walk = metafunc.config.getoption("--mamayev-walk")
        found = (
            [case for name in chosen_games(metafunc.config) for case in cases(name)] if walk is None else [one(walk)]
        )
        metafunc.parametrize("case", found, ids=str)
    elif "whole_game" in metafunc.fixturenames:
        metafunc.parametrize("whole_game", chosen_games(metafunc.config))


def one(walk: list[str]) -> Case:
    """Return the case on the command line, with its single walk."""
    case = Case.of(walk[0])
    case.only = int(walk[1]), int(walk[2])
    return case


# ------------------------------------------------------------------ the game as offered


def test_what_the_game_offers_is_said(case: Case) -> None:
    info = catalogue.info(case.game)
    assert json.loads(json.dumps(info)) == info
    assert info["title"]
    assert info["blurb"]
    assert info["seats"]
    assert info["editions"]
    for option in info["options"]:
        assert option["doc"], option["name"]
        assert option["type"] in ("bool", "int", "word")
        assert len(option["labels"]) == len(option["choices"]), option["name"]
    assert set(info["bot_docs"]) == set(info["bots"])
    options = case.game.check_options(case.options)
    ruled = {seat for seat, values in info["ruled"].items() if values.items() <= options.items()}
    assert ruled == {case.game.seats[seat] for seat in case.table.procedures}, "Game.ruled: whom the rules play"


def test_every_preset_opens(whole_game: str) -> None:
    for preset in find(whole_game).presets:
        assert preset.title
        assert preset.doc
        match = Match.new(whole_game, seed=1, edition=preset.edition, options=preset.options)
        assert match.decision is not None, preset.name


def assert_rolls(match: Match, events: Sequence[Event]) -> None:
    """Check that the pages of a lesson refer to recent rolls."""
    now, rolls = match.lesson_now(), sum(event.kind == "roll" for event in events)
    assert now is None or all(page.roll <= rolls for page in now.pages)


def test_lessons_go_as_written_and_speak_of_what_there_is(whole_game: str) -> None:
    game = find(whole_game)
    for lesson in (catalogue.find_lesson(game, file.stem) for file in game.lessons):
        script = lesson.script
        assert script.game == whole_game
        assert script.title
        assert script.doc
        assert script.minutes > 0
        match = Match.new(whole_game, seed=0, lesson=lesson.name)
        scene = match.table.look.kept
        known = scene.space_ids().union(shown.id for row in (scene.pieces, scene.tracks) for shown in row)
        pages = [*script.opening, *script.closing, *(page for do in script.do for page in do.pages)]
        assert [page.show for page in pages if not known.issuperset(page.show)] == []
        verbs = {verb.name for verb in match.table.notation.verbs}
        assert [why for do in script.do for why in do.why_not if why.split()[0] not in verbs] == []
        assert_rolls(match, match.events)
        while (now := match.lesson_now()) is not None and not now.done:
            assert_rolls(match, match.play(now.accepts[-1]))
            assert Match.from_json(match.to_json()).lesson_now() == match.lesson_now()
        assert now is not None, "the lesson ends before its last step"
        assert set(script.clauses) <= set(game.ledger().clauses)


def test_examples_go_as_written_and_speak_of_what_there_is(whole_game: str) -> None:
    game = find(whole_game)
    for one in map(example, game.examples):
        script = one.script
        assert script.game == whole_game
        assert script.title, one.file
        assert script.source, one.file
        assert one.clauses, one.file
        assert set(one.clauses) <= set(game.ledger().clauses), one.file
        if script.still:
            assert script.opening, one.file
            assert not script.do, one.file
        else:
            assert_steps(one)


def assert_steps(one: Example) -> None:
    """Check that an example can be read to its end, has a position for each step, and can be continued from every
    step.
    """
    match, known = one.match(), one.report.match.table.look.kept
    shown = known.space_ids().union(shown.id for row in (known.pieces, known.tracks) for shown in row)
    assert one.report.checks, one.file
    assert one.steps, one.file
    assert one.reader in match.game.seats, one.file
    assert len(f"example.{match.game.name}.{one.name}") <= 64, "as long as an address may be"
    for step in one.steps:
        assert step.text, one.file
        assert shown.issuperset(step.show), one.file
        branch = match.branch(step.ply, seed=1)
        assert branch.record.log[: step.ply] == match.record.log[: step.ply]
        assert branch.over or branch.decision is not None
        assert Match.from_json(branch.to_json()) == branch


def test_wrong_editions_and_options_are_refused(case: Case) -> None:
    wrong: list[tuple[str | None, dict[str, Any]]] = [("no such edition", {}), (None, {"no-such-option": 1})]
    wrong += [(None, {option.name: "no such value"}) for option in case.game.options]
    for edition, options in wrong:
        with pytest.raises(Refusal) as refusal:
            case.game.table(edition, options)
        assert refusal.value.malformed
        assert refusal.value.field


def test_wrong_changes_of_the_set_up_are_refused(case: Case) -> None:
    p = case.table.start()
    before = p.copy()
    for key, value in (("no such fact", 1), ("unit.nobody", 1), ("", 0)):
        with pytest.raises(Refusal):
            case.table.situations.change(p, key, value)
    assert p == before


def test_the_ledger_has_a_text_for_each_clause(case: Case) -> None:
    ledger = case.game.ledger()
    assert len(ledger.clauses) == len(ledger.data["clause"]), "two clauses share an id"
    for clause in ledger.clauses.values():
        assert clause.text, clause.id
        assert clause.section, clause.id


def test_every_clause_is_cited_by_the_code_or_says_where_it_is(whole_game: str) -> None:
    game, cited = find(whole_game), citations(whole_game)
    nowhere = [clause.id for clause in cited.ledger.clauses.values() if game.offers(clause) and cited.nowhere(clause)]
    assert nowhere == [], "cite these clauses where they are carried out, or give them a `where` in the ledger"
    strays = [f"{place}: {words}" for place, words in cited.strays]
    assert strays == [], "these ids are no clauses, or not whole: a range is written “XYZ-MOVE-03 to XYZ-MOVE-07”"
    assert cited.missing_files() == [], "these clauses name a file in their `where` that the game does not have"


def test_actions_and_texts_are_the_same_thing(case: Case) -> None:
    notation = case.table.notation

    @settings(max_examples=deep(100, least=20), deadline=None, database=None)
    @given(st.integers(0, 1_000_000))
    def check(seed: int) -> None:
        code = any_code(notation, random.Random(seed))
        text = notation.text(code)
        assert notation.parse(text) == code
        assert notation.parse(f"  {text.upper()} ") == code
        assert notation.label(code)
        assert "{" not in notation.label(code)

    check()


# ------------------------------------------------------------------ the game as played


def test_random_games_end(case: Case) -> None:
    for seed in range(10):
        p, unseen = case.table.start(), case.table.start()
        assert playout(p, random.Random(seed), watch=Ending().watch) <= LONGEST
        playout(unseen, random.Random(seed))
        assert unseen == p, "dice and cards fall in another way if nobody watches: see `Box.falling`"
        assert p.seat == OVER
        assert p.actions() == []
        assert_finished(case, p)


def test_random_games_over_random_option_sets(whole_game: str) -> None:
    """Play, store and replay whole games in every edition with all kinds of option sets."""
    affordable = max(5, IN_WHOLE_GAMES // cases(whole_game)[0].length)

    @of_walks(deep(min(OPTION_SETS, GAMES_A_SET * how_many_set_ups(whole_game), affordable), 3))
    @given(set_ups(whole_game), st.integers(0, 9999), st.integers(0, 400))
    def check(case: Case, seed: int, ply: int) -> None:
        walk = Walk(case, seed, ply)
        with walk.reported():
            assert_sound(walk)

    check()


def test_nothing_cited_has_been_replaced(whole_game: str) -> None:
    """Check that decisions, refusals and events cite only clauses in force, for any set of options."""
    longest = min(cases(whole_game)[0].length, CITING_PLIES)

    @of_walks(deep(CITING_GAMES, 3))
    @given(set_ups(whole_game), st.integers(0, 9999), st.integers(0, longest))
    def check(case: Case, seed: int, plies: int) -> None:
        walk = Walk(case, seed, plies)
        with walk.reported():
            for match in walk.moments():
                if match.decision is not None:
                    assert_cites(case, match.decision, walk.rng)
            for event in match.events:
                assert_known(event.clauses, case)
                for line in (*getattr(event, "modifiers", ()), *getattr(event, "shifts", ())):
                    assert_known(line.clauses, case)

    check()


def assert_cites(case: Case, decision: Decision, rng: random.Random) -> None:
    """Check the clauses cited by the prompt, the verbs, and the reasons that refuse some wrong actions."""
    assert_known(decision.clauses, case)
    notation = case.table.notation
    own = [index for index in case.table.boxes[case.table.box_index[decision.box]].verbs if index >= len(CHANCE_VERBS)]
    for code in (any_code(notation, rng, own if n % 2 else ()) for n in range(WRONG)):
        assert_known(notation.verbs[code >> VERB].clauses, case)
        assert_known(decision.why_not(code).clauses, case)


def assert_sound(walk: Walk) -> None:
    """Play a whole game beyond a walk, then show, store and replay it."""
    case, match = walk.case, walk.end()
    assert match.copy() == match
    assert match.position.copy() == match.position
    assert case.table.from_data(json.loads(json.dumps(case.table.to_data(match.position)))) == match.position
    assert Match.from_json(match.to_json()) == match
    rng = random.Random(walk.seed)
    while not match.over:
        match.play(random_action(match, rng))
        assert match.table.broken_invariants(match.position) == []
        seat = match.position.seat
        assert match.table.look.picture(match.position, seat if seat >= 0 else None)
    assert_finished(case, match.position)
    again = match.record.replay()
    assert again.position == match.position
    assert [e.to_data() for e in again.events] == [e.to_data() for e in match.events]


def assert_finished(case: Case, p: Position) -> None:
    returns = p.returns()
    assert len(returns) == len(case.game.seats)
    assert all(isinstance(value, float) for value in returns)
    result = case.table.result(p)
    assert json.loads(json.dumps(result)) == result
    assert result["winner"] is None or result["winner"] in {
        *case.game.seats,
        *(s.id for s in case.table.look.kept.sides),
    }
    assert result["level"]
    assert result["why"]
    for line in (*result.get("sum", ()), *result.get("notes", ())):
        assert line["text"]
        assert_known(line.get("clauses", ()), case)
    if "sum" in result:
        assert sum(line["points"] for line in result["sum"]) == result["points"]


def test_a_finished_match_takes_nothing_more(case: Case) -> None:
    match = Walk(case, 3, LONGEST).end()
    assert match.over
    assert match.decision is None
    assert match.result is not None
    assert match.events[-1].kind == "over"
    with pytest.raises(Refusal):
        match.play(match.record.log[-1])


def test_every_offered_action_is_accepted(case: Case) -> None:
    def check(walk: Walk) -> None:
        match = walk.end()
        p = match.position
        codes = [code for code, _ in p.actions()] if p.seat == CHANCE else p.actions()
        for code in not_too_many(codes, walk.rng):
            after = p.copy()
            after.apply(code)
            assert after != p, f"{p.name(code)} changes nothing"
        for code in walk.rng.sample(codes, min(len(codes), 5)):
            other = match.copy()
            events = other.play(p.name(code))
            assert events
            assert other.record.log[len(match.record.log)] == p.name(code)

    case.try_out(check)


def test_nothing_ends_a_step_but_its_button(case: Case) -> None:
    """Check that no action with a piece or space ends a step that has a button for this. Otherwise, a key or click
    meant for the last piece would end the next step."""
    verbs = case.table.notation.verbs
    buttons = {index for index, verb in enumerate(verbs) if verb.weight == "main"}
    naming = {i for i, verb in enumerate(verbs) if verb.weight == "normal" and {"piece", "space"} & {*verb.args}}
    goes_on, ended = set[str](), dict[str, str]()

    def check(walk: Walk) -> None:
        rng = walk.rng
        for match in walk.steps():
            p = match.position
            if not p.frames or p.seat == CHANCE or not buttons & {*p.box.acts}:
                continue
            if not any(code >> VERB in buttons for code in p.choices(None)):
                continue
            box, after = p.box, p.copy()
            code, frame = after.draw(rng.random), after.frames[-1]
            if code >> VERB not in naming:
                continue
            after.apply(code)
            if any(one is frame for one in after.frames):
                goes_on.add(box.name)
            else:
                ended.setdefault(box.name, p.name(code))

    case.try_out(check, decisions=1000)
    assert {box: action for box, action in ended.items() if box in goes_on} == {}, "these end the step by themselves"


def test_decisions_are_complete(case: Case) -> None:
    def check(walk: Walk) -> None:
        for match in walk.moments():
            if match.decision is not None:
                assert_complete(case, match.decision, walk.rng)

    case.try_out(check, decisions=600)


def not_too_many(codes: list[int], rng: random.Random) -> list[int]:
    """Return all actions of a decision, or a selection if it has too many to list."""
    return codes if len(codes) <= LISTED else rng.sample(codes, LISTED // 3)


def assert_complete(case: Case, decision: Decision, rng: random.Random) -> None:
    assert decision.codes, f"{decision.box} offers nothing"
    assert len(set(decision.codes)) == len(decision.codes), f"{decision.box} offers something twice"
    data = decision.to_data()
    assert json.loads(json.dumps(data)) == data
    for field in ("prompt", "title", "box", "clauses"):
        assert data[field], f"{decision.box} has no {field}"
    assert_known(data["clauses"], case)
    codes = not_too_many(decision.codes, rng)
    listed = [decision.action_data(code) for code in codes]
    if decision.seat != "chance":
        sent = [a for a in listed if data["listed"] or "piece" not in a]
        # A decision describes what an action leads to; an action alone does not.
        found = [{name: value for name, value in action.items() if name != "leads"} for action in data["actions"]]
        assert found == sent if codes is decision.codes else all(action in found for action in sent)
    labels = [action["label"] for action in listed]
    assert all(labels)
    assert len(set(labels)) == len(labels), "two actions have one label"
    for code in codes:
        assert decision.parse(str(decision.action(code))).code == code
    open_verbs = {case.table.notation.verbs[code >> VERB].name for code in decision.codes}
    assert open_verbs == {verb["verb"] for verb in data["verbs"] if verb["open"]} or decision.seat == "chance"
    for verb in data["verbs"]:
        assert_known(verb["clauses"], case)
        if not verb["open"]:
            assert verb["why"]["text"]
            assert verb["why"]["clauses"]
            assert_known(verb["why"]["clauses"], case)


def test_whoever_asks_why_gets_a_reason(case: Case) -> None:
    nouns = case.table.notation.nouns

    def check(walk: Walk) -> None:
        match = walk.end()
        rng = walk.rng
        questions: list[Any] = [{"verb": v.name} for v in case.table.notation.verbs[len(CHANCE_VERBS) :]]
        cards = [face.id for deck in case.table.look.kept.decks for face in deck.cards]
        questions += [{"card": card} for card in rng.sample(cards, min(20, len(cards)))]
        for kind in ("piece", "space"):
            known = [noun.id for noun in nouns.get(kind, ()) if noun.id]
            questions += [{kind: noun} for noun in rng.sample(known, min(5, len(known)))]
        for question in questions:
            for _, reason in match.why(**question):
                assert reason.text
                assert match.over or reason.clauses, f"{question}: {reason.text}"
                assert_known(reason.clauses, case)

    case.try_out(check, decisions=600)


def test_what_is_not_offered_is_refused_with_a_clause(case: Case) -> None:
    def check(walk: Walk) -> None:
        offered: dict[str, set[int]] = {}
        rng = walk.rng
        for match in walk.steps():
            decision = match.decision
            if decision is None:
                return
            notation, p = match.table.notation, match.position
            others = {code for seat, row in offered.items() if seat != decision.seat for code in row}
            offered[decision.seat] = set(not_too_many(decision.codes, rng))
            wrong = rng.sample(sorted(others), min(3, len(others)))
            wrong += [any_code(notation, rng) for _ in range(8)]
            assert_refused(case, match, [notation.text(code) for code in wrong if not p.allows(code)])

    case.try_out(check, decisions=800)


def assert_refused(case: Case, match: Match, texts: Iterable[str]) -> None:
    position, record, events = match.position.copy(), match.to_json(), len(match.events)
    for text in texts:
        with pytest.raises(Refusal) as refusal:
            match.play(text)
        assert refusal.value.text, text
        assert not refusal.value.malformed, text
        assert refusal.value.clauses, f"{text}: “{refusal.value.text}” names no clause"
        assert_known(refusal.value.clauses, case)
    assert match.position == position
    assert match.to_json() == record
    assert len(match.events) == events


def test_the_questions_agree_with_the_list(case: Case) -> None:
    """Check that pieces, choices, allows, draw, roll, routes and reasons agree with the list of all actions."""

    def check(walk: Walk) -> None:
        for match in walk.moments("hand"):
            p = match.position
            if p.seat == CHANCE:
                assert_chance_agrees(p, walk.rng)
            elif p.frames:
                before = p.copy()
                assert_questions_agree(p, walk.rng)
                assert p == before, "asking what is legal changes the position"

    case.try_out(check, decisions=600)


def test_every_box_asks_completely_and_answers_alike(case: Case) -> None:
    """Repeat the two previous tests at each box that random play reaches quickly."""
    rng = random.Random(1)
    for p in all_over(case):
        with noted(p):
            if p.seat == CHANCE:
                assert_chance_agrees(p, rng)
            elif p.seat >= 0:
                assert_questions_agree(p, rng)
                if p.seat not in p.table.procedures:
                    assert_complete(case, Decision(p), rng)


def all_over(case: Case) -> list[Position]:
    """Return some positions for each box that steered random play reaches quickly. For a single walk, the list is
    empty.
    """
    if case.only is not None:
        return []
    explorer = Explorer(case.table, random.Random(1))
    explorer.explore(SOON)
    found = explorer.of_each_box(FROM_EACH)
    for p in found:
        p.table = case.table  # in place of the explorer whose boxes are watched
    return found


@contextmanager
def noted(p: Position) -> Iterator[None]:
    """Add the position to the report of any failure inside the block."""
    try:
        yield
    except Exception as error:
        stack = " > ".join(p.table.boxes[frame[0]].name for frame in p.frames)
        error.add_note(f"turn {p.table.turn(p)}, {stack}")
        raise


def test_what_makes_no_sense_is_refused(case: Case) -> None:
    match = case.new(5)
    notation = match.table.notation
    verbs = [v for v in notation.verbs if v.args]
    wrong = ["", " ", "no-such-verb", "die", "die six", "die ²", "die -1", "die 99999999999999999999", "die 1 2"]
    wrong += [v.name for v in verbs]
    wrong += [" ".join((v.name, *("no-such-noun" for _ in v.args))) for v in verbs]
    # Hypothesis also draws words from the game's own source, so a text that begins with a verb may be an action.
    nonsense = st.text().filter(lambda text: not begins_with_a_verb(notation, text))
    before = match.to_json()

    @settings(max_examples=deep(50, least=25), deadline=None, database=None)
    @given(st.sampled_from(wrong) | nonsense)
    def check(text: str) -> None:
        with pytest.raises(Refusal) as refusal:
            match.play(text)
        assert refusal.value.malformed
        assert refusal.value.field

    check()
    assert match.to_json() == before


def begins_with_a_verb(notation: Notation, text: str) -> bool:
    """Return whether the first word of a text is a verb of the game, as `Notation.parse` reads it."""
    return "".join(text.split()[:1]).lower() in notation.verb_index


# ------------------------------------------------------------------ copies, storage, records


def test_a_copy_is_equal_and_independent(case: Case) -> None:
    def check(walk: Walk) -> None:
        match = walk.end()
        before, log = match.position.to_data(), list(match.record.log)
        frames = [f[:] for f in match.position.frames]
        other, p = match.copy(), match.position.copy()
        assert other == match
        assert p == match.position
        assert p.journal is None
        rng = walk.rng
        playout(p, rng, watch=Ending().watch)
        while not other.over:
            other.play(random_action(other, rng))
        assert (match.position.to_data(), match.position.frames, match.record.log) == (before, frames, log)
        assert match.over or other != match

    case.try_out(check)


def test_copies_and_pickles_are_equal_and_independent(case: Case) -> None:
    def check(walk: Walk) -> None:
        match = walk.end()
        before, told = match.to_json(), [e.to_data() for e in match.events]
        protocol = walk.rng.randrange(pickle.HIGHEST_PROTOCOL + 1)
        for other in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match, protocol))):
            assert other == match
            assert other.position.table is match.table
            assert [e.to_data() for e in other.events] == told
            assert (other.undos, other.free_undos, other.redos) == (match.undos, match.free_undos, match.redos)
            for p in (copy.copy(match.position), pickle.loads(pickle.dumps(match.position, protocol))):
                assert p == match.position
                assert p.actions() == match.position.actions()
            twin, rng, same = match.copy(), walk.rng, walk.rng
            for _ in range(20):
                if not twin.over:
                    assert other.play(random_action(other, rng)) == twin.play(random_action(twin, same))
            assert other == twin
            while other.undos:
                other.undo(practice=True)
            assert match.to_json() == before

    case.try_out(check, decisions=500)


def test_what_is_stored_comes_back(case: Case) -> None:
    def check(walk: Walk) -> None:
        match = walk.end()
        data = match.table.to_data(match.position)
        assert all(frame[0] in match.table.box_index for frame in data["frames"]), "frames name their boxes"
        again = match.table.from_data(json.loads(json.dumps(data)))
        assert again == match.position
        assert again.actions() == match.position.actions()
        stored = Match.from_json(match.to_json())
        assert stored == match
        assert stored.to_json() == match.to_json()
        assert (stored.free_undos, stored.undos) == (match.free_undos, match.undos)

    case.try_out(check)


@pytest.mark.parametrize("dice", ["seeded", "hand"])
def test_a_record_replays_to_the_same_state_and_journal(case: Case, dice: str) -> None:
    def check(walk: Walk) -> None:
        match = walk.end(dice)
        record = Record.from_json(match.record.to_json())
        assert record == match.record
        record.seed += 1  # the generator is not used
        again = record.replay()
        assert again.position == match.position
        assert [e.to_data() for e in again.events] == [e.to_data() for e in match.events]
        assert (again.free_undos, again.undos) == (match.free_undos, match.undos)
        ply = walk.rng.randint(0, len(match.record.log))
        assert record.replay(ply).position == match.at(ply)
        branch = match.branch(ply, seed=1)
        assert branch.record.log[:ply] == match.record.log[:ply]

    case.try_out(check, decisions=1000)


def test_the_same_seed_gives_the_same_game(case: Case) -> None:
    first, again = Walk(case, 11, case.length).end(), Walk(case, 11, case.length).end()
    assert first == again
    assert first.events_for(None) == again.events_for(None)
    games = (played(case, seed) for seed in range(8))
    one = next(games)
    assert any(another != one for another in games), "no die or card depends on the seed"


def played(case: Case, seed: int) -> list[str]:
    """Return the log of a game with this seed, whose players always give the same answer to the same question."""
    match, rng = case.new(seed), random.Random(0)
    while not match.over and len(match.record.log) < case.length:
        match.play(match.position.name(match.position.draw(rng.random)))
    return match.record.log


# ------------------------------------------------------------------ undo


@pytest.mark.parametrize("dice", ["seeded", "hand"])
def test_undo_and_redo_is_the_identity(case: Case, dice: str) -> None:
    def check(walk: Walk) -> None:
        match = walk.end(dice)
        before, events = match.copy(), [e.to_data() for e in match.events]
        for practice, most in ((False, match.free_undos), (True, match.undos)):
            count = walk.rng.randint(0, min(most, 12))
            at_once = match.copy()
            for _ in range(count):
                match.undo(practice=practice)
            assert match.redos == count
            if count:
                at_once.undo_to(len(match.record.log), practice=practice)
                assert at_once == match
                assert at_once.record.practice == match.record.practice
                assert at_once.undone == match.undone
            for _ in range(count):
                match.redo()
            assert match.position == before.position
            assert match.record.log == before.record.log
            assert [e.to_data() for e in match.events] == events
            assert (match.free_undos, match.undos) == (before.free_undos, before.undos)
            if not practice:
                assert match == before

    case.try_out(check)


def test_no_undo_survives_a_die_a_card_a_reveal_or_a_change_of_seat(case: Case) -> None:
    def check(walk: Walk) -> None:
        free = 0
        last: tuple[Match, dict[str | None, Sight]] | None = None
        for match in walk.steps():
            sights = {seat: sight(match, seat) for seat in viewers(match)}
            if last is not None:
                free = 0 if learnt_something(*last, match, sights) else free + 1
                assert match.free_undos == free
                if not free:
                    with pytest.raises(Refusal):
                        match.undo()
            last = match.copy(), sights

    case.try_out(check, decisions=800)


def viewers(match: Match) -> tuple[str | None, ...]:
    """Return the viewers that see different pictures: each seat and, if the table has secrets, a spectator."""
    return (None, *match.game.seats) if match.table.secrets else (None,)


Sight = tuple[int, set[str]]
"""The number of pieces that a viewer sees face down, and the pieces whose location the viewer knows."""


def sight(match: Match, seat: str | None) -> Sight:
    view = match.view(seat)
    return sum(bool(piece.get("hidden")) for piece in view["pieces"]), known(view)


def known(view: dict[str, Any]) -> set[str]:
    """Return the pieces whose location a picture shows."""
    return {piece["id"] for piece in view["pieces"] if not piece.get("hidden")} | set(view.get("lost", ()))


def learnt_something(before: Match, then: dict[str | None, Sight], after: Match, now: dict[str | None, Sight]) -> bool:
    """Return whether a decision revealed something new to a viewer."""
    assert before.decision is not None
    chance = {verb.name for verb in CHANCE_VERBS}
    lines = after.record.log[len(before.record.log) + 1 :]
    if any(line.split()[0] in chance for line in lines) or after.position.seat not in (before.decision.index, OVER):
        return True
    box = before.position.box
    return box.reveals or any(then[seat][0] > now[seat][0] and now[seat][1] - then[seat][1] for seat in now)


# ------------------------------------------------------------------ chance


def test_a_roll_gives_what_was_foretold(case: Case) -> None:
    def check(walk: Walk) -> None:
        foretold: list[ActionData] = []
        lines: dict[str, Any] = {}
        for match in walk.steps("hand"):
            if foretold:
                action = next(a for a in foretold if a["text"] == match.record.log[-1])
                roll = next(
                    (e.to_data() for e in match.events if e.ply == len(match.record.log) and e.kind == "roll"), {}
                )
                for name in ("total", "result", "row", "column"):
                    assert action.get(name) == roll.get(name), match.record.log[-1]
                rolled = {name: roll.get(name, type(value)()) for name, value in lines.items()}
                assert json.loads(json.dumps(rolled)) == lines, match.record.log[-1]
            foretold, lines = [], {}
            if match.decision is not None and match.decision.chance == "die":
                data = match.decision.to_data()
                known_before = ("modifiers", "start", "shifts")
                foretold = data["actions"]
                lines = {name: value for name, value in data["chance"].items() if name in known_before}

    case.try_out(check, decisions=300)


def test_a_forecast_agrees_with_what_the_dice_give(case: Case) -> None:
    def check(walk: Walk) -> None:
        rng = walk.rng
        for match in walk.moments():
            decision = match.decision
            if decision is None or decision.index < 0:
                continue
            codes = match.position.actions()
            for code in rng.sample(codes, min(2, len(codes))):
                text = match.table.notation.text(code)
                foretold = decision.foretell(text)
                for one in foretold.rolls:
                    for row in (one.outcomes, *(setting.outcomes for setting in one.settings)):
                        assert sum(outcome.chance for outcome in row) == pytest.approx(1), text
                if not match.table.secrets:
                    assert_given_by_the_dice(match.position, code, decision.seat, foretold.rolls)

    case.try_out(check, decisions=120)


def assert_given_by_the_dice(p: Position, code: int, seat: str, foretold: list[Forecast]) -> None:
    """Check that the dice right after an action give each result as often as the forecast says.

    The wording of the forecast may differ.
    """
    here = p.copy()
    here.apply(code)
    ways, given, title = [(here, 1.0)], defaultdict[str, float](float), ""
    while ways and len(ways) < MOST_WAYS:
        way, chance = ways.pop()
        outcomes = way.actions() if way.frames and way.box.chance == "die" else []
        for outcome, weight in outcomes:
            there, journal = way.copy(), Journal()
            there.journal = journal
            there.apply(outcome)
            share = chance * weight / sum(w for _, w in outcomes)
            roll = next((e for e in journal.events if isinstance(e, Roll) and e.seen_by(seat)), None)
            if roll is None:
                ways.append((there, share))
            else:
                title = roll.title
                given[roll.result] += share
    found = next((one for one in foretold if one.title == title), None)
    if found is not None and not ways:
        assert sorted(one.chance for one in found.outcomes) == pytest.approx(sorted(given.values())), p.name(code)


def test_chance_answers_with_one_of_its_outcomes(case: Case) -> None:
    def check(walk: Walk) -> None:
        for match in walk.steps("hand"):
            p = match.position
            if p.seat != CHANCE:
                continue
            outcomes = p.actions()
            codes = [code for code, _ in outcomes]
            assert len(set(codes)) == len(codes)
            assert all(weight > 0 for _, weight in outcomes)
            frame = p.frames[-1]
            box = p.table.boxes[frame[0]]
            assert {p.table.notation.verbs[code >> VERB].name for code in codes} == {box.chance}
            assert match.decision is not None
            assert match.decision.codes == codes
            assert box.sample(p, frame, walk.rng.random) in codes
            assert Seeded(walk.seed).outcome(p, 0) in codes
            for code in codes:
                p.copy().apply(code)

    case.try_out(check, decisions=800)


def test_dice_and_cards_are_fair(case: Case) -> None:
    seen: dict[str, Position] = {}
    for seed in range(6):
        for match in Walk(case, seed, case.length).steps("hand"):
            if match.position.seat == CHANCE:
                seen.setdefault(match.position.box.name, match.position.copy())
    for name, p in seen.items():
        rng = random.Random(name)
        frame = p.frames[-1]
        box = p.table.boxes[frame[0]]
        source = Seeded(sum(name.encode()))
        fair(p.actions(), [box.sample(p, frame, rng.random) for _ in range(600)])
        fair(p.actions(), [source.outcome(p, number) for number in range(600)])


def fair(outcomes: list[tuple[int, int]], drawn: list[int | None]) -> None:
    """Run a chi-square test that a fair source fails once in a million times."""
    total = sum(weight for _, weight in outcomes)
    expected = {code: len(drawn) * weight / total for code, weight in outcomes}
    chi_square = sum((drawn.count(code) - e) ** 2 / e for code, e in expected.items())
    freedom = len(outcomes) - 1
    if freedom:
        spread = 2 / (9 * freedom)
        limit = freedom * (1 - spread + 4.75 * spread**0.5) ** 3  # Wilson and Hilferty's approximation of the quantile
        assert chi_square < limit, f"chi-square is {chi_square:.1f} with {freedom} degrees of freedom"


# ------------------------------------------------------------------ the rules hold


def test_invariants_hold_after_every_action(case: Case) -> None:
    assert case.table.invariants
    for invariant in case.table.invariants:
        assert_known(case.table.cited(invariant.clause), case)

    def check(walk: Walk) -> None:
        for match in walk.steps():
            broken = match.table.broken_invariants(match.position)
            assert [f"{i.clause}: {i.text}" for i in broken] == []

    case.try_out(check, decisions=3000)


def test_no_crowd_stands_without_an_answer(case: Case) -> None:
    """Crowd units onto narrow fronts at random, and play from there. Every question must have an answer."""
    crowds = Crowds(case.table)
    for number in range(deep(CROWDS, 2) if case.table.situations.crowds() and case.only is None else 0):
        rng = random.Random(f"{case}/{number}")
        play_crowd(*crowds.front(rng), rng)


def test_no_clash_in_a_crowd_stands_without_an_answer(case: Case) -> None:
    """Start retreats and other clashes between crowded units, and play them to the end."""
    crowds = Crowds(case.table)
    for number in range(deep(CLASHES, 8) if case.table.situations.clashes() and case.only is None else 0):
        rng = random.Random(f"{case}/{number}")
        for p, changes in crowds.clashes(rng):
            play_crowd(p, changes, rng, clash=True)


def test_a_start_is_sound_or_refused(case: Case) -> None:
    """Change the setup at random: either a Refusal explains the problem, or the invariants hold and play continues."""
    stages, rng = [{}, *case.table.situations.crowds()], random.Random(str(case))
    for _ in range(deep(STARTS, 6) if case.only is None else 0):
        changes = any_start(case.table, dict(rng.choice(stages)), rng)
        try:
            match = Match.new(case.game.name, seed=1, edition=case.edition, options=case.options, start=changes)
        except Refusal as refusal:
            assert_known(refusal.clauses, case)
            continue
        play_start(match.position.copy(), changes, rng)


def any_start(table: Table[Any], changes: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return random changes of the setup, in which a fact takes the value of a similar one, or a space.

    Changes that are refused individually are left out.
    """
    p = table.start()
    for key, value in changes.items():
        table.situations.change(p, key, value)
    facts = table.facts(p)
    spaces = rng.sample(ids := list(table.look.kept.every_space), min(4, len(ids)))
    for _ in range(CHANGES):
        key = rng.choice(list(facts))
        alike = [value for name, value in facts.items() if name.partition(".")[0] == key.partition(".")[0]]
        value = rng.choice([rng.choice(alike), rng.choice(spaces), rng.randrange(10)])
        there = p.copy()
        try:
            table.situations.change(there, key, value)
        except Refusal:
            continue
        p = there
        changes[key] = value
    return changes


def play_start(p: Position, changes: Mapping[str, Any], rng: random.Random) -> None:
    """Play some decisions from a start with these changes, and check the invariants."""
    try:
        with noted(p):
            assert broken(p) == []
            for _ in range(OF_A_START):
                if p.seat == OVER:
                    break
                take_an_answer(p, rng)
            assert broken(p) == []
    except Exception as error:
        error.add_note(f"after the setup {json.dumps(changes)}")
        raise


def play_crowd(p: Position, changes: Mapping[str, Any], rng: random.Random, *, clash: bool = False) -> None:
    """Play random decisions, or play the current clash to its end. Each question must have an answer, and each answer
    must keep the invariants.

    `changes`: the setup changes behind the position, for the report.
    """
    until = p.frames[-1] if clash else p.frames[0]
    try:
        with noted(p):
            p.settle()
            for _ in range(OF_A_CROWD):
                if not any(frame is until for frame in p.frames):
                    break
                take_an_answer(p, rng)
                assert clash or broken(p) == []
            assert broken(p) == []
    except Exception as error:
        error.add_note(f"after the setup {json.dumps(changes)}")
        raise


def take_an_answer(p: Position, rng: random.Random) -> None:
    """Take a random answer, even one of chance, and fail if there is none."""
    if p.seat != CHANCE:
        f = p.frames[-1]
        answers = p.box.options(p, f) if p.box.lists else p.box.pieces(p, f) or p.box.choices(p, f, None)
        assert answers, "no answer is legal"
    p.apply(p.roll(rng.random) if p.seat == CHANCE else p.draw(rng.random))


def broken(p: Position) -> list[str]:
    """Return the invariants that a position breaks."""
    return [f"{i.clause}: {i.text}" for i in p.table.broken_invariants(p)]


def test_a_broken_invariant_is_noticed(case: Case) -> None:
    for invariant in case.table.invariants:
        p = case.table.start()
        invariant.spoil(p)
        assert not invariant.holds(p), f"{invariant.clause}: “{invariant.text}” holds although it was broken"


@pytest.fixture
def trails(whole_game: str, request: pytest.FixtureRequest) -> Kept:
    """Return a game's stored trails."""
    return kept_trails(request.config.getoption("--mamayev-trails"), whole_game)


def test_play_reaches_every_box_and_every_verb(whole_game: str, trails: Kept) -> None:
    _, missed = explored(whole_game, trails)
    assert missed == set(), (
        "random play never met these; Situations.openings can bring it near them, or the box inherits a verb that it "
        "never offers"
    )


def test_the_games_own_bots_play_to_the_end(case: Case) -> None:
    for number, (name, bot) in enumerate(case.game.bots.items()):
        rng = random.Random(name)
        match = case.new(2)
        most = 10 * LONGEST if to_the_end(number, case) else BEGINNING
        while match.decision is not None and len(match.record.log) < most:
            p = match.position
            seen = match.table.sample(p, p.seat, rng)
            before = seen.copy()
            action = bot.policy(seen, rng)
            assert seen == before, f"{name} changes the position at {match.decision.box}"
            assert bot.why(before, action), f"{name} gives no reason"
            match.play(p.name(action))
        assert len(match.record.log) < 10 * LONGEST


# ------------------------------------------------------------------ learning


def test_every_action_has_its_tokens(case: Case) -> None:
    """Check that tokens, actions and texts are equivalent, and that masks lead to exactly the listed actions."""
    tokens, whole = Tokens(case.table), Tokens(case.table, standing=True)

    def check(walk: Walk) -> None:
        for match in walk.moments():
            p, rng = match.position, walk.rng
            listed = p.actions() if p.seat >= 0 else []
            for code in not_too_many(listed, rng):
                row = tokens.encode(code)
                assert tokens.decode(row) == code
                assert tokens.parse(tokens.text(row)) == row
                assert all(0 <= token < tokens.size for token in row)
            apart = open_always(p)
            assert_spelt(p, tokens, [code for code in listed if code not in apart], rng)
            for code in sorted(apart)[:1]:
                assert_reached(p, whole, code)

    case.try_out(check, decisions=100)


def open_always(p: Position) -> set[int]:
    """Return the standing actions and shortcuts of a decision, which do not answer it."""
    if p.seat < 0 or p.seat in p.table.procedures:
        return set()
    standing, frame = p.table.standing, p.frames[-1]
    found = {*p.box.shortcuts(p, frame), *(standing.options(p, frame) if standing is not None else ())}
    return found.difference(p.box.options(p, frame)) if found else found


def assert_spelt(p: Position, tokens: Tokens, wanted: list[int], rng: random.Random) -> None:
    """Check that the masks of a position lead to exactly these actions: spell a few actions, and draw a few others at
    random, token by token.
    """
    legal = tokens.legal(p)
    assert set(legal) == {tokens.encode(code)[0] for code in wanted}, "first tokens differ from the list"
    assert sum(tokens.mask(p)) == len(legal)
    for code in rng.sample(wanted, min(2, len(wanted))):
        assert_reached(p, tokens, code)
    for _ in range(2 if wanted else 0):
        spelling, drawn = tokens.spelling(p), None
        while drawn is None:
            drawn = spelling.take(rng.choice(spelling.legal()))
        assert drawn in wanted, f"tokens lead to “{p.name(drawn)}”, which is not listed"
        assert tuple(spelling.prefix) == tokens.encode(drawn)
    assert_no_token(p, tokens, rng)


def assert_reached(p: Position, tokens: Tokens, code: int) -> None:
    """Check that the masks allow an action to be spelled."""
    spelling, row = tokens.spelling(p), tokens.encode(code)
    for token in row:
        assert tokens.marked(spelling.legal())[token], f"no tokens lead to “{p.name(code)}”"
        done = spelling.take(token)
    assert done == code
    assert spelling.legal() == []


def assert_no_token(p: Position, tokens: Tokens, rng: random.Random) -> None:
    """Check that a wrong token is refused and changes nothing."""
    spelling = tokens.spelling(p)
    for token in (-1, tokens.size, rng.randrange(tokens.size)):
        if token not in spelling.legal():
            with pytest.raises(Refusal):
                spelling.take(token)
    assert spelling.prefix == []


def test_observations_are_as_they_are_said_to_be(case: Case) -> None:
    """Check that every seat always observes arrays of the same shapes, with numbers in the ranges of their features."""
    observer, said = case.table.observer, case.table.observation()
    for array in KINDS:
        names = [feature.name for feature in said.features(array)]
        assert len(names) == len(set(names)), f"two features of the {array} have the same name"
        assert all(feature.doc for feature in said.features(array)), f"a feature of the {array} is not explained"

    def check(walk: Walk) -> None:
        for match in walk.moments():
            p = match.position
            before = p.copy()
            for seat in range(len(match.game.seats)):
                for array, rows in case.table.observe(p, seat).items():
                    features = said.features(array)
                    shape = (len(features),) if array == "globals" else (len(observer.rows[array]), len(features))
                    assert rows.shape == shape
                    assert rows.dtype == KINDS[array]
                    for n, feature in enumerate(features):
                        column = rows[..., n]
                        fits = not column.size or feature.low <= column.min() <= column.max() <= feature.high
                        assert fits, f"{array} “{feature.name}” is not from {feature.low} to {feature.high}"
            assert p == before, "looking changes the position"

    case.try_out(check, decisions=200)


# ------------------------------------------------------------------ secrets


def test_nothing_hidden_shows(case: Case) -> None:
    def check(walk: Walk) -> None:
        rng = walk.rng
        for match in walk.moments() if case.table.secrets else [walk.end()]:
            for seat in match.game.seats:
                shown, public = match.view(seat), match.view(None)
                for name in ("turn", "headline", "standing"):
                    assert shown.get(name) == public.get(name), (
                        f"the list of games shows a picture's {name} to everybody, and {seat} reads something else"
                    )
                other = match.sample(seat, rng)
                changed = differing(other.view(seat), shown)
                assert not changed, f"`sample` changes what {seat} sees on the table: {', '.join(changed)}"
                assert match.table.broken_invariants(other.position) == []
                told = differing(other.facts(), match.facts())
                assert not told, (
                    f"facts are what everybody may know, and these tell {seat} what is hidden: {', '.join(told)}"
                )
                weighed = differing(features(other, seat), features(match, seat))
                assert not weighed, (
                    f"features are what {seat} may know, and these hang on what is hidden: {', '.join(weighed)}"
                )
                differ = unlike(observed(other, seat), observed(match, seat))
                assert not differ, f"{seat} observes what it may not know: {differ}"
                if match.decision is not None and match.decision.seat == seat:
                    assert_alike(match, other, rng)

    case.try_out(check, decisions=500)


def features(match: Match, seat: str) -> dict[str, float]:
    """Return the features of a seat in a match."""
    return match.table.features(match.position, match.game.seats.index(seat))


def observed(match: Match, seat: str) -> dict[str, Any]:
    """Return the observation of a seat in a match as arrays."""
    return match.table.observe(match.position, match.game.seats.index(seat))


def unlike(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Return the columns in which two observations differ, by array."""
    return [
        f"{array} column {n}"
        for array, rows in one.items()
        for n in range(rows.shape[-1])
        if (rows[..., n] != other[array][..., n]).any()
    ]


def test_what_a_seat_cannot_see_makes_no_difference_to_it(case: Case) -> None:
    """Check that the true game and a determinization look the same to a seat when both continue with the same
    actions."""

    def check(walk: Walk) -> None:
        match, rng = walk.end("hand"), walk.rng
        # A seat that the rules play has no one who could reveal anything, and other cases have a person in it.
        for seat in match.table.open_seats * SAMPLES:
            other = match.sample(seat, rng)
            if other.position != match.position or match.position.seat == CHANCE:
                assert_inseparable(match.copy(), other, seat, rng)

    case.try_out(check, decisions=400)


def assert_alike(match: Match, other: Match, rng: random.Random) -> None:
    """Check that the deciding seat gets the same question and the same refusals."""
    assert match.decision is not None
    assert other.decision is not None
    seat = match.decision.seat
    asked = differing({**other.decision.to_data()}, {**match.decision.to_data()})
    assert not asked, f"the question to {seat} hangs on what it cannot see, in its {', '.join(asked)}"
    for code in [any_code(match.table.notation, rng) for _ in range(5)]:
        if code not in match.decision.codes:
            text, said = match.table.notation.text(code), match.decision.why_not(code)
            assert other.decision.why_not(code) == said, (
                f"why {seat} may not “{text}” hangs on what it cannot see: “{said.text}”, where a position that it "
                f"cannot tell from this one gives “{other.decision.why_not(code).text}”"
            )


def test_events_name_nothing_hidden(case: Case) -> None:
    def check(walk: Walk) -> None:
        before: dict[str | None, set[str]] = {}
        told = 0
        for match in walk.steps() if case.table.secrets else [walk.end()]:  # without secrets, all read the same
            now = {seat: readable(match, seat) for seat in (None, *match.game.seats)}
            everything = set().union(*now.values(), *before.values())
            for seat in now:
                events = match.events_for(seat, told)
                returned = [event for event in events if isinstance(event, Card) and not event.line]
                secret = everything - now[seat] - before.get(seat, set()) - set().union(*map(named, returned))
                for event in events:
                    assert not secret & named(event), f"{event.to_data()} is told to {seat}"
            before, told = now, len(match.events)

    case.try_out(check, decisions=500)


def readable(match: Match, seat: str | None) -> set[str]:
    """Return the pieces and cards that a seat's picture names.

    Cards are identified by deck and number, and by their words in actions.
    """
    view, nouns = match.view(seat), match.table.notation.nouns.get("card", ())
    cards = {(hand["deck"], card) for hand in view.get("hands", ()) for card in hand.get("cards", ())}
    for deck, state in view.get("decks", {}).items():
        shown = (*state.get("discard", ()), *state.get("removed", ()), *(s["card"] for s in state.get("seen", ())))
        cards |= {(deck, card) for card in shown}
    words = {nouns[card].id for _, card in cards} if nouns else set()
    pooled = {piece for pool in view.get("pools", ()) for piece in pool.get("pieces", ())}
    return known(view) | pooled | {f"{deck} {card}" for deck, card in cards} | words


def named(event: Event) -> set[str]:
    """Return the pieces and cards that an event names."""
    found = {*event.pieces, *getattr(event, "action", "").split()[1:], getattr(event, "piece", "")}
    if isinstance(event, Card):
        found.add(f"{event.deck} {event.card}")
    return found


# ------------------------------------------------------------------ how it looks


def test_the_scene_fits_together(case: Case) -> None:
    scene = case.table.look.kept
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
    for row in (scene.spaces, scene.pieces, scene.marks, scene.tracks, scene.charts, scene.decks, scene.sides):
        ids = [entry.id for entry in row]
        assert len(set(ids)) == len(ids)
        assert all(ids)
    if scene.grid:
        assert_grid(scene.grid)
    spaces = scene.every_space
    assert set(spaces) == scene.space_ids()
    sides = {side.id: side.tone for side in scene.sides}
    assert [seat.id for seat in scene.seats] == list(case.game.seats)
    assert {seat.side for seat in scene.seats} <= set(sides)
    steps = {step.id: phase.id for phase in scene.phases for step in phase.steps}
    assert steps == {step.id: step.phase for step in case.table.steps.values()}
    for space in spaces.values():
        assert all(space.id in spaces[n].neighbours for n in space.neighbours), f"{space.id}: neighbours differ"
        assert not space.terrain or space.terrain in {terrain.id for terrain in scene.terrains}
        assert space.kind == "box" or (len(space.shape) > 2 and space.counters), space.id
    hexes = {name for name, _, _ in scene.grid.places()} if scene.grid else set()
    for border in scene.borders:
        assert set(border.spaces) <= set(spaces)
        assert border.points or set(border.spaces) <= hexes, f"the border of {border.spaces} has no points"
    assert list(scene.levels) == sorted(set(scene.levels)), "zoom levels rise"
    for item in scene.scenery:
        first, last = item.levels or (0, 0)
        assert 0 <= first <= last <= len(scene.levels), f"{item.name or item.style} is drawn at levels {item.levels}"
    for count, slots in enumerate(scene.stacks, 1):
        assert len(slots.at) == count, f"a stack of {count} has {len(slots.at)} places"
    for chart in scene.charts:
        assert {len(row) for row in chart.rows} == {len(chart.columns)}, chart.id
    for track in scene.tracks:
        assert set(track.spaces) <= set(spaces)
        assert track.states if track.kind == "states" else track.kind == "value" or track.min < track.max, track.id
        assert len(track.labels) in (0, track.max - track.min + 1), track.id
        assert all(track.min <= head.at <= track.max for head in track.heads), track.id
    for piece in scene.pieces:
        assert piece.tone == sides[piece.side] or piece.tone in "cdef", piece.id
        assert len(piece.figures) in (0, len(piece.faces)), piece.id
        assert {"sidc", "letters", "block"} & set(piece.symbol), piece.id
    for deck in scene.decks:
        assert deck.size == len(deck.cards), f"deck {deck.id}: size {deck.size}, but {len(deck.cards)} cards."
        assert len({card.id for card in deck.cards}) == deck.size, f"deck {deck.id}: two cards share an id."
    cited = [entry.clauses for row in (scene.charts, scene.tracks, scene.marks) for entry in row]
    cited += [step.clauses for phase in scene.phases for step in phase.steps]
    for clauses in cited:
        assert_known(clauses, case)
    nouns = case.table.notation.nouns
    assert {noun.id for noun in nouns.get("space", ()) if noun.id} <= set(spaces)
    assert {noun.id for noun in nouns.get("piece", ()) if noun.id} <= {piece.id for piece in scene.pieces}
    cards = {card.id for deck in scene.decks for card in deck.cards}
    assert {card for card, noun in enumerate(nouns.get("card", ())) if noun.id} <= cards


def test_pictures_show_only_what_the_scene_knows(case: Case) -> None:
    scene = case.table.look.kept

    def check(walk: Walk) -> None:
        for match in walk.steps():
            shown = {seat: json.dumps(match.view(seat)) for seat in (None, *match.game.seats)}
            for text in dict.fromkeys(shown.values()):
                assert_drawable(scene, msgspec.json.decode(text, type=Picture), case)
            hides = next((seat for seat, text in shown.items() if text != shown[None]), None)
            assert hides is None or match.table.secrets, (
                f"{hides} sees another picture than everybody, but the table has no `sample` of its own: by that the "
                "game says that it hides nothing"
            )

    case.try_out(check, decisions=500)


def test_events_tell_what_the_scene_knows(case: Case) -> None:
    scene = case.table.look.kept

    def check(walk: Walk) -> None:
        match = walk.end()
        data = [event.to_data() for event in match.events]
        assert events_from_data(json.loads(json.dumps(data))) == match.events
        plies = [event.ply for event in match.events]
        assert plies == sorted(plies)
        for event in match.events:
            assert_telling(scene, event, case)

    case.try_out(check)


def test_no_piece_changes_its_place_unsaid(case: Case) -> None:
    def check(walk: Walk) -> None:
        before: dict[str | None, dict[str, str]] = {}
        told = 0
        for match in walk.steps():
            shown = {seat: {p["id"]: p["at"] for p in match.view(seat)["pieces"]} for seat in viewers(match)}
            for seat in (None, *match.game.seats):
                now = shown.get(seat, shown[None])
                then = before.get(seat, now)
                moved = {p for p in {*now, *then} if now.get(p) != then.get(p) and not p.startswith("?")}
                events = match.events_for(seat, told)
                said = {p for e in events for p in (getattr(e, "piece", ""), *e.pieces)}
                places = {getattr(e, end, "") for e in events for end in ("from_", "to")}
                unsaid = {p for p in moved - said if {now.get(p), then.get(p)} - {None} - places}
                assert not unsaid, f"nobody told {seat} what became of {sorted(unsaid)}"
                before[seat] = now
            told = len(match.events)

    case.try_out(check, decisions=500)


def test_facts_and_plots_are_plain(case: Case) -> None:
    def check(walk: Walk) -> None:
        match = walk.end()
        facts = match.facts()
        assert json.loads(json.dumps(facts)) == facts
        assert all(value is None or isinstance(value, (str, int, float)) for value in facts.values()), "facts are flat"
        assert json.loads(json.dumps(match.table.look.purse(match.position))) == match.table.look.purse(match.position)
        titles = {*match.table.game.study().series_titles, *(track.id for track in match.table.look.kept.tracks)}
        for name, points in match.series().items():
            assert name in titles
            assert all(isinstance(value, (int, float)) for _, value, _ in points)
            assert all(0 <= ply <= len(match.record.log) for _, _, ply in points)

    case.try_out(check, decisions=400)
