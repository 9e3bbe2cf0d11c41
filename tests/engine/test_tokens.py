"""Actions as rows of tokens."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mamayev.engine.position import CHANCE
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find
from mamayev.engine.tokens import Tokens
from mamayev.testing.depth import deep

SIZES = {"cauldron": 240, "inferno": 275, "donnerschlag": 1184, "barbarossa": 2380}


@pytest.fixture(scope="module")
def air() -> Tokens:
    return Tokens(find("barbarossa").table(options={"airpower": True}))


@pytest.mark.parametrize(("game", "size"), SIZES.items())
def test_there_are_as_many_tokens_as_nouns_and_verbs(game: str, size: int) -> None:
    tokens = Tokens(find(game).table())
    assert tokens.size == len(tokens.names) == len(set(tokens.names)) == size


@given(number=st.integers(0, 4095))
@settings(max_examples=deep(50, least=15), deadline=None, database=None)
def test_a_number_is_two_digits(air: Tokens, number: int) -> None:
    row = air.parse(f"fly {number}")
    assert len(row) == 4
    assert air.text(row) == f"fly {number}"


def test_a_row_that_makes_no_sense_is_refused_with_the_token_that_is_wrong(air: Tokens) -> None:
    piece = air.notation.nouns["piece"][0].id
    move = air.parse(f"move {piece} A1")
    for wrong, said in (
        ([], "something must follow after the beginning"),
        ([-1], "which does not exist"),
        (move[:1], "something must follow"),
        (move[:2], "something must follow"),
        ((0, *move[1:]), "cannot follow"),
        ((*move, 0), "“none” cannot follow"),
        ((*move[:2], move[0]), "cannot follow"),
    ):
        with pytest.raises(Refusal, match=said) as refused:
            air.decode(wrong)
        assert refused.value.field == "tokens"


def test_an_outcome_of_chance_has_no_tokens(air: Tokens) -> None:
    with pytest.raises(Refusal, match="outcome of chance"):
        air.parse("die 3")


def test_a_mask_is_read_by_numpy_as_it_is(air: Tokens) -> None:
    p = air.table.start()
    mask = np.frombuffer(air.mask(p), "int8")
    assert mask.shape == (air.size,)
    assert sorted(np.flatnonzero(mask)) == sorted(air.legal(p))


def test_nobody_surrenders_unless_he_may() -> None:
    table = find("cauldron").table()
    p, surrender = table.start(), table.notation.parse("surrender")
    while not p.allows(surrender):
        p.apply(p.roll(lambda: 0.5) if p.seat == CHANCE else p.draw(lambda: 0.5))
    first, verb = Tokens(table).encode(surrender)
    assert verb not in (Tokens(table).legal(p, [first]) if first in Tokens(table).legal(p) else [])
    assert verb in Tokens(table, standing=True).legal(p, [first])


def test_a_prefix_that_is_not_legal_is_refused() -> None:
    table = find("cauldron").table()
    with pytest.raises(Refusal, match="cannot follow"):
        Tokens(table).mask(table.start(), [0])


def test_where_nobody_decides_nothing_may_be_said() -> None:
    table = find("inferno").table()
    p = table.start()
    while p.seat != CHANCE:
        p.apply(p.draw(lambda: 0.5))
    assert Tokens(table).legal(p) == []
    p.frames.clear()
    assert not any(Tokens(table).mask(p))
