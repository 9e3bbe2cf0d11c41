"""A refusal says why, names the clauses, and is an ordinary ValueError."""

import pytest

from mamayev.engine.refusal import Refusal


def test_a_refusal_is_a_value_error_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="That hex is occupied") as caught:
        raise Refusal("That hex is occupied.", ("XYZ-MOVE-01",), field="action")
    refusal = caught.value
    assert isinstance(refusal, Refusal)
    assert (refusal.text, refusal.clauses, refusal.field) == ("That hex is occupied.", ("XYZ-MOVE-01",), "action")
    assert not refusal.malformed


def test_what_is_not_understood_is_marked_as_such() -> None:
    refusal = Refusal("“mvoe” is no verb.", field="action", malformed=True)
    assert refusal.malformed
    assert refusal.clauses == ()


@pytest.mark.parametrize("word", ["x" * 5000, "a word " * 700, "“" * 5000])
def test_of_what_somebody_wrote_the_beginning_comes_back(word: str) -> None:
    refusal = Refusal(f"There is no edition “{word}”; it has two.", field=f"options.{'x' * 5000}")
    assert refusal.text == str(refusal)
    assert len(refusal.text) < 250
    assert refusal.text.startswith(f"There is no edition “{word[:100]}")
    assert refusal.text.endswith("it has two.")
    assert len(refusal.field) < 250


def test_a_long_sentence_of_our_own_stays_whole() -> None:
    text = f"There is no unit “x”. The units are: {', '.join(['1st Mountain Division'] * 100)}."
    assert Refusal(text).text == text


@pytest.mark.parametrize("sign", ["\x1b[2J", "\x1b]0;title\x07", "\u202e", "\x00", "\x9b31m"])
def test_no_terminal_obeys_what_a_refusal_quotes(sign: str) -> None:
    refusal = Refusal(f"There is no space “{sign}”.\nUse another.", field=f"orders.{sign}")
    assert all(letter.isprintable() for letter in refusal.text.replace("\n", "") + refusal.field)
    assert refusal.text.endswith("”.\nUse another.")
