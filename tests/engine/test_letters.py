"""Texts of component files: what cannot be seen in them is refused, with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mamayev.engine.components import Files
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find, names

CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"]
BARRED = CONTROLS + [chr(code) for code in (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))]


def toml(text: str) -> str:
    """A text as TOML spells it, every letter by its number."""
    return '"' + "".join(f"\\U{ord(letter):08X}" for letter in text) + '"'


@given(st.sampled_from(BARRED), st.text(max_size=5), st.sampled_from(["name", "key", "list", "deep"]))
def test_a_character_that_cannot_be_seen_is_refused_with_its_place(letter: str, text: str, where: str) -> None:
    hidden = text + letter
    data: Any
    if where == "key":
        data, source, place = {"river": {hidden: 1}}, f"[river]\n{toml(hidden)} = 1", "river"
    elif where == "list":
        data, source, place = {"names": ["a", hidden]}, f'names = ["a", {toml(hidden)}]', "names 2"
    elif where == "deep":
        data, source, place = {"unit": [{}, {"of": [[hidden]]}]}, f"[[unit]]\n[[unit]]\nof = [[{toml(hidden)}]]", ""
    else:
        data, source, place = {"unit": [{"name": hidden}]}, f"[[unit]]\nname = {toml(hidden)}", "unit 1, name"
    for name, content in (
        ("x.toml", source),
        ("x.json", json.dumps(data)),
        ("y.json", json.dumps(data, ensure_ascii=False)),
    ):
        with pytest.raises(Refusal) as caught:
            Files({name: content}).data(name)
        assert caught.value.text.startswith(name)
        if name != "y.json" or ord(letter) >= 0x20:  # JSON itself takes no control character that is not spelled out
            number = next(f"U+{ord(one):04X}" for one in hidden if one in BARRED)
            assert number in caught.value.text
            assert place in caught.value.text


@given(
    st.text(alphabet=st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="".join(BARRED)), max_size=20)
)
def test_every_other_text_is_read_as_it_is(text: str) -> None:
    for kept in (text, f"{text}\n\t{text}"):
        assert Files({"x.toml": f"a = {toml(kept)}"}).data("x.toml") == {"a": kept}


def test_comments_may_hold_anything_that_toml_allows() -> None:
    assert Files({"x.toml": "# \u202e\na = 1"}).data("x.toml") == {"a": 1}


@pytest.mark.parametrize("game", [name for name in names() if find(name).component_files])
def test_a_counter_whose_name_turns_round_is_refused_by_every_game(game: str) -> None:
    known = find(game)
    for name in known.component_files:
        text = 'name = "I/11\u202e6P"\n' if name.endswith(".toml") else '{"name": "I/11\\u202e6P"}'
        with pytest.raises(Refusal, match=r"U\+202E \(right-to-left override\)"):
            known.table(components=Files({name: text}))
