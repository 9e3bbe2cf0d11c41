"""The battery is worth something: a fault put into this game on purpose makes the test fail that should."""

import random
from collections.abc import Callable
from itertools import count
from typing import Any
from weakref import WeakValueDictionary

import pytest

from mamayev.engine.choices import Choice
from mamayev.engine.event import Modifier
from mamayev.engine.notation import CARD, DIE, act, parts
from mamayev.engine.refusal import Reason
from mamayev.engine.scene import Picture
from mamayev.testing import battery, explorer
from mamayev.testing.play import Case
from mamayev_skirmish import GAME, look, rules
from mamayev_skirmish.look import SkirmishLook
from mamayev_skirmish.rules import Attacks, Combat, Field, Movement, Reserve, Retreat, SideBox, Skirmish

Check = Callable[..., None]
ASKED = count()


@pytest.fixture(autouse=True)
def whole_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    """The battery is held to what it notices at its own depth, whatever that of this run."""
    monkeypatch.setattr("mamayev.testing.depth.times", 1.0)


def shared_copy(self: Field) -> Field:
    other = Field.__new__(Field)
    for name in (*Field.fields, "table", "frames", "journal"):
        setattr(other, name, getattr(self, name))
    return other


def forgetful_load(self: Field, data: dict[str, Any]) -> None:
    self.turn, self.side = data["turn"], data["side"]


def no_way_to_stop(self: Movement, p: Field, f: list[int]) -> list[int]:
    return [act(rules.MOVE, i, n) for i in p.ready() for n in p.room(p.at[i])]


def two_ways_to_stop(self: Movement, p: Field, f: list[int]) -> list[int]:
    return [rules.DONE, rules.DONE]


def any_neighbour(self: Field, space: int) -> list[int]:
    return list(rules.GRID.neighbours[space])


def sample_with_a_loss(self: Skirmish, p: Field, seat: int, rng: random.Random) -> Field:
    other = p.copy()
    other.at[0] = rules.LOST
    return other


def view_of_the_other_side(self: Skirmish, p: Field, seat: int | None) -> Picture:
    return look.picture(p, None if seat is None else 1 - seat)


def move_in_silence(self: Field, i: int, space: int, how: str) -> None:
    self.at[i] = space


def named_modifiers(p: Field, attacker: int, defender: int) -> list[Modifier]:
    beside = [i for i in p.on_map(rules.OWNER[attacker]) if p.at[i] in rules.GRID.neighbours[p.at[defender]]]
    return [Modifier(+1, f"{rules.NAME[i]} beside the defender", ("SKI-FIGHT-01",)) for i in beside]


def unnoticed_kinds(self: Field, space: int) -> list[int]:
    """Whoever defends the place decides how far the way is: face-down cooks are in nobody's way."""
    cooks = [i for row in rules.RESERVES for i in row if rules.COUNTERS[i]["strength"] == 1]
    return [n for n in rules.GRID.neighbours[space] if n not in self.at or self.at.index(n) in cooks]


def forgotten_piece(self: Movement, p: Field, f: list[int]) -> list[int]:
    return p.ready()[1:]


def silent_refusal(self: Movement, p: Field, f: list[int], i: int, space: int) -> None:
    return None


def refused_throughout(self: Movement, p: Field, f: list[int], i: int, space: int) -> Reason:
    return Reason("No.", self.clauses)


def two_steps(self: Movement, p: Field, f: list[int], piece: int) -> list[Choice]:
    """A counter moves once a turn; here it is shown a way of two steps."""
    near = [Choice((a,), parts(a)[2]) for a in self.choices(p, f, piece)]
    return [*near, *(Choice((*c.actions, *c.actions), c.space) for c in near)]


def misled(self: Movement, p: Field, f: list[int], piece: int) -> list[Choice]:
    return [Choice((a,), rules.VILLAGE) for a in self.choices(p, f, piece)]


def another_price(*_: object) -> str:
    """Whoever asks for the ways is told another price than whoever asks for the step."""
    return f"{next(ASKED)} points"


def nothing(*_: object) -> None:
    return None


QUESTIONS = battery.test_the_questions_agree_with_the_list
FAULTS: list[tuple[str, Check, object, str, object]] = [
    ("copies share lists", battery.test_a_copy_is_equal_and_independent, Field, "copy", shared_copy),
    ("storage forgets", battery.test_what_is_stored_comes_back, Field, "load_data", forgetful_load),
    ("an empty decision", battery.test_decisions_are_complete, Movement, "options", no_way_to_stop),
    ("an action offered twice", battery.test_decisions_are_complete, Movement, "options", two_ways_to_stop),
    ("a prompt without words", battery.test_decisions_are_complete, Retreat, "title", ""),
    ("an unknown clause", battery.test_decisions_are_complete, Attacks, "clauses", ("SKI-NOWHERE-99",)),
    ("an action without effect", battery.test_every_offered_action_is_accepted, Movement, "move", nothing),
    ("two counters in a hex", battery.test_invariants_hold_after_every_action, Field, "room", any_neighbour),
    ("an invariant that sees nothing", battery.test_a_broken_invariant_is_noticed, rules, "share", nothing),
    ("a sample that differs", battery.test_nothing_hidden_shows, Skirmish, "sample", sample_with_a_loss),
    ("the enemy's secrets in view", battery.test_nothing_hidden_shows, SkirmishLook, "picture", view_of_the_other_side),
    ("secrets in the log", battery.test_events_name_nothing_hidden, Skirmish, "disguise", lambda *_: ""),
    (
        "a hidden counter named by a modifier",
        battery.test_what_a_seat_cannot_see_makes_no_difference_to_it,
        rules,
        "modifiers",
        named_modifiers,
    ),
    (
        "choices that depend on what is hidden",
        battery.test_what_a_seat_cannot_see_makes_no_difference_to_it,
        Field,
        "room",
        unnoticed_kinds,
    ),
    ("a piece forgotten", QUESTIONS, Movement, "pieces", forgotten_piece),
    ("choices of one piece for all", QUESTIONS, Movement, "choices", lambda self, p, f, piece: self.options(p, f)),
    ("everything allowed", QUESTIONS, Movement, "allows", lambda *_: True),
    ("no reason against", QUESTIONS, Movement, "refuse_move", silent_refusal),
    ("a reason against what is legal", QUESTIONS, Movement, "refuse_move", refused_throughout),
    ("a way that breaks the rules", QUESTIONS, Movement, "routes", two_steps),
    ("a way to somewhere else", QUESTIONS, Movement, "routes", misled),
    ("a way with another price", QUESTIONS, Movement, "cost", another_price),
    (
        "a refusal without a clause",
        battery.test_what_is_not_offered_is_refused_with_a_clause,
        SideBox,
        "not_ready",
        lambda *_: Reason("No."),
    ),
    ("a silent move", battery.test_no_piece_changes_its_place_unsaid, Field, "place", move_in_silence),
    (
        "an impossible card",
        battery.test_chance_answers_with_one_of_its_outcomes,
        Reserve,
        "sample",
        lambda *_: act(CARD, 99),
    ),
    ("a loaded die", battery.test_dice_and_cards_are_fair, Combat, "sample", lambda *_: act(DIE, 6)),
    (
        "a box out of reach",
        battery.test_play_reaches_every_box_and_every_verb,
        rules,
        "enemy_in_reach",
        lambda *_: False,
    ),
    ("steps that the scene lacks", battery.test_the_scene_fits_together, look, "STEPS", rules.STEPS[:2]),
    ("a winner whom nobody knows", battery.test_random_games_end, Skirmish, "winner", lambda *_: 7),
]


@pytest.mark.parametrize(("fault", "check", "owner", "name", "new"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_the_battery_notices(
    fault: str, check: Check, owner: object, name: str, new: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorer, "EXPLORED", 2_000)
    monkeypatch.setattr(owner, name, new)
    monkeypatch.setattr("mamayev.engine.table._tables", WeakValueDictionary())  # made anew, with the fault
    subject = GAME.name if check is battery.test_play_reaches_every_box_and_every_verb else Case(GAME, "first", {})
    with pytest.raises((AssertionError, LookupError, ExceptionGroup)):
        check(*([subject, {}] if isinstance(subject, str) else [subject]))
