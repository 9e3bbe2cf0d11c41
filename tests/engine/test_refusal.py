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
