"""Plural forms: English, and whatever a translation brings."""

import gettext
import struct
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from mamayev.engine.described import told
from mamayev.engine.event import Roll
from mamayev.engine.words import counted


def test_a_counted_noun_takes_its_form() -> None:
    assert [counted(n, "# choice", "# choices") for n in (0, 1, 2, 4096)] == [
        "0 choices",
        "1 choice",
        "2 choices",
        "4,096 choices",
    ]
    assert counted(1, "# unit goes hungry", "# units go hungry") == "1 unit goes hungry"


@pytest.fixture
def domain(tmp_path: Path) -> Iterator[str]:
    """A text domain of the test's own, spoken while it runs."""
    before = gettext.textdomain()
    gettext.bindtextdomain("words", str(tmp_path))
    yield gettext.textdomain("words")
    gettext.textdomain(before)


def test_a_translation_brings_its_own_forms(tmp_path: Path, domain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    forms = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    header = f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {forms}\n"
    (folder / f"{domain}.mo").write_bytes(mo({"": header, "# game\0# games": "# gra\0# gry\0# gier"}))
    monkeypatch.setenv("LANGUAGE", "pl")
    assert [counted(n, "# game", "# games") for n in (1, 3, 5, 22)] == ["1 gra", "3 gry", "5 gier", "22 gry"]


def mo(words: dict[str, str]) -> bytes:
    """A file of translations as `gettext` reads it: a header, two tables of lengths and places, the texts."""
    texts = [text.encode() for pair in sorted(words.items()) for text in pair]
    sources, targets = texts[::2], texts[1::2]
    start = 28 + 16 * len(words)
    places, body = [], b""
    for text in (*sources, *targets):
        places += [len(text), start + len(body)]
        body += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(words), 28, 28 + 8 * len(words), 0, 0)
    return head + struct.pack(f"<{len(places)}I", *places) + body


def test_a_roll_without_a_table_names_none() -> None:
    roll = Roll("Card", "", (3,), 3, "succeeds", text="The card works.")
    assert told(roll) == "The card works. (3: succeeds)"
    assert told(msgspec.structs.replace(roll, chart="combat")) == "The card works. (table combat: 3: succeeds)"
