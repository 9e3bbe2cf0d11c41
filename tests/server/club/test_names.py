"""The names of members: what is possible, and what looks alike."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mamayev.engine.refusal import Refusal
from mamayev.server.club.names import LONGEST, SHORTEST, name_of, skeleton


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Marta K", "Marta K"),
        ("  Marta   K ", "Marta K"),
        ("Ｍａｒｔａ", "Marta"),  # full-width letters
        ("O'Neill", "O'Neill"),
        ("Lena_vd_Berg", "Lena_vd_Berg"),
        ("Чуйков 62", "Чуйков 62"),
        ("山田太郎", "山田太郎"),
        ("ひらがな漢字", "ひらがな漢字"),
        ("Ωμέγα", "Ωμέγα"),
        ("Żółw", "Żółw"),
    ],
)
def test_names_of_many_scripts_are_kept(typed: str, kept: str) -> None:
    assert name_of(typed).text == kept


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("Jo", "3 to 20 characters"),
        ("", "3 to 20 characters"),
        ("J" * 21, "3 to 20 characters"),
        ("x" * 10_000, "3 to 20 characters"),
        ("Marta@home", "cannot contain “@”"),
        ("Mar\u200bta", "cannot contain (zero width space)"),
        ("Mar\u202eta", "cannot contain (right-to-left override)"),
        ("Marta 😀", "cannot contain “😀” (grinning face)"),
        ("-Marta", "must begin and end"),
        ("Marta.", "must begin and end"),
        ("Mar--ta", "two punctuation marks in a row"),
        ("1942", "at least one letter"),
        ("Аnnа", "one script"),
        ("Marta山田", "one script"),
        ("Ma\u0301\u0302\u0303rta", "can have only one mark"),
        ("admin", "is reserved"),
        ("ADM1N", "is reserved"),
        ("Former Member", "is reserved"),
        ("mamayev", "is reserved"),
    ],
)
def test_impossible_names_get_a_sentence(typed: str, why: str) -> None:
    with pytest.raises(Refusal) as refusal:
        name_of(typed)
    assert why in refusal.value.text
    assert refusal.value.field == "name"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Marta K", "marta-k"),
        ("paul", "pauI"),
        ("paul", "pau1"),
        ("modern", "modem"),
        ("cop", "сор"),  # Cyrillic
        ("Old Bicycle", "0ld Bicycle"),
        ("Müller", "Muller"),
        ("Straße", "Strasse"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("Marta K", "Marta L"), ("Ivan", "Иван"), ("Nan", "Vav"), ("Jan", "Jana")])
def test_names_that_differ_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=30))
@example("ß" * 20)
@example("İ" * 20)
def test_a_kept_name_stays_as_it_is(text: str) -> None:
    try:
        name = name_of(text)
    except Refusal:
        return
    assert SHORTEST <= len(name.text) <= LONGEST
    assert unicodedata.is_normalized("NFKC", name.text)
    assert name_of(name.text) == name
    assert 0 < len(name.skeleton) <= 200
    assert skeleton(name.text.upper()) == skeleton(name.text.lower()) or not name.text.isascii()
