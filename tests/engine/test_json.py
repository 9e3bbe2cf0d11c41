"""The number of values in a JSON text and its depth, measured before it is parsed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mamayev.engine.json import deeper_than, more_than

LETTERS = st.text('ab"\\,[{}]:\n\u2241', max_size=8)
DATA = st.recursive(LETTERS | st.none(), lambda inner: st.lists(inner) | st.dictionaries(LETTERS, inner), max_leaves=30)


def counted(data: object) -> int:
    """The brackets and commas of a value in JSON, outside strings."""
    if isinstance(data, dict):
        return max(1, len(data)) + sum(counted(one) for one in data.values())
    return max(1, len(data)) + sum(counted(one) for one in data) if isinstance(data, list) else 0


def depth(data: object) -> int:
    """How deep the lists and objects of a value are nested."""
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@pytest.mark.parametrize("block", [1, 7, 65_536])
@given(data=DATA)
def test_values_are_counted_outside_strings(block: int, data: object) -> None:
    text = json.dumps(data).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mamayev.engine.json._BLOCK", block)
        assert not more_than(counted(data), text)
        assert more_than(counted(data) - 1, text)
        assert not deeper_than(depth(data), text)
        assert depth(data) == 0 or deeper_than(depth(data) - 1, text)


@pytest.mark.parametrize("text", [b"]" * 9 + b"[" * 9, b'["[[[[[[', b""])
def test_what_is_no_json_may_have_any_depth(text: bytes) -> None:
    assert not deeper_than(5, text)
