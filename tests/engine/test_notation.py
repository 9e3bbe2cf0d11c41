"""Actions as ints and as texts."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mamayev.engine.box import method_name
from mamayev.engine.notation import CARD, CHANCE_VERBS, DIE, LOT, MASK, VERB, Notation, Noun, Verb, act, codes, parts
from mamayev.engine.refusal import Refusal

NOTATION = Notation(
    [
        Verb("move", ("piece", "space"), "Move", "Move {0} to {1}"),
        Verb("dig-in", ("piece",), "Dig in"),
        Verb("pay", ("number",), "Pay", "Pay {0}"),
        Verb("done"),
    ],
    {
        "piece": [Noun(f"p{n}", f"Piece {n}") for n in range(50)],
        "space": [Noun("", ""), *(Noun(f"CC{n}" if n % 2 else str(n), f"Hex {n}") for n in range(1, 2200))],
    },
)
MOVE, REST, COUNT, DONE = codes(NOTATION.verbs[len(CHANCE_VERBS) :])
ACTIONS = st.one_of(
    st.builds(act, st.just(MOVE), st.integers(0, 49), st.integers(1, 2199)),
    st.builds(act, st.just(REST), st.integers(0, 49)),
    st.builds(act, st.sampled_from([DIE, CARD, COUNT]), st.integers(0, MASK)),
    st.just(DONE),
)


@given(ACTIONS)
def test_the_text_of_an_action_is_read_back(action: int) -> None:
    text = NOTATION.text(action)
    assert NOTATION.parse(text) == action
    assert NOTATION.parse(f"\t{text.upper()}  ") == NOTATION.parse(text.lower()) == action
    assert act(*parts(action)) == action


@given(ACTIONS)
def test_what_names_a_verb_and_its_nouns_makes_sense(action: int) -> None:
    assert NOTATION.makes_sense(action)
    assert not NOTATION.makes_sense(-action - 1)
    assert not NOTATION.makes_sense(action | 1 << 40)


@pytest.mark.parametrize("action", [
    -1, -(2**70), 2**63, DONE + (1 << VERB), act(MOVE, 50), act(MOVE, 0, 2200), act(REST, 0, 1),
    act(DONE, 1), act(LOT, 50),
])  # fmt: skip
def test_an_int_beyond_verbs_and_nouns_makes_none(action: int) -> None:
    assert not NOTATION.makes_sense(action)


@pytest.mark.parametrize(("piece", "known"), [(0, True), (49, True), (50, False), (-1, False), (2**63, False)])
def test_which_ints_are_pieces(piece: int, known: bool) -> None:
    assert NOTATION.is_piece(piece) is known


@given(st.text())
def test_any_other_text_is_malformed(text: str) -> None:
    assume(text.split()[:1] != ["done"])
    with pytest.raises(Refusal) as refusal:
        NOTATION.parse(text)
    assert refusal.value.malformed
    assert refusal.value.field == "action"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "An action needs at least a verb."),
        ("march p1 2", "There is no action “march”."),
        ("move p1", "Use “move <piece> <space>”"),
        ("done now", "Use “done”"),
        ("move p50 1", "There is no piece “p50”. Do you mean p"),
        ("move 3 1", "There is no piece “3”. Do you mean p3?"),
        ("move p1 2200", "There is no space “2200”."),
        ("pay ²", "“²” is not a number."),
        ("pay 4096", "“4096” is too large a number."),
    ],
)
def test_a_malformed_text_is_told_which_word_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(Refusal) as refusal:
        NOTATION.parse(text)
    assert reason in refusal.value.text


def test_labels_have_the_names_of_pieces_and_spaces() -> None:
    assert NOTATION.label(NOTATION.parse("move p3 cc17")) == "Move Piece 3 to Hex 17"
    assert NOTATION.label(NOTATION.parse("dig-in p3")) == "Dig in"
    assert NOTATION.label(NOTATION.parse("done")) == "done"


def test_a_verb_may_be_a_word_that_python_or_box_has_taken() -> None:
    names = {verb: method_name(verb) for verb in ("pass", "seat", "end-phase", "retreat")}
    assert names == {"pass": "pass_", "seat": "seat_", "end-phase": "end_phase", "retreat": "retreat"}
