"""Options, presets and editions in a ledger: read alone, and refused in a sentence if they are wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mamayev.engine.ledger import Ledger
from mamayev.engine.options import Option
from mamayev.engine.refusal import Refusal
from mamayev.engine.registry import find, installed
from mamayev.engine.table import Game

PACE = {"name": "pace", "doc": "How fast.", "default": "walk", "choices": ["walk", "run"]}
FOG = {"name": "fog", "doc": "Fog.", "default": False}
FAST = {"name": "fast", "title": "Fast", "doc": "All run.", "edition": "first", "options": {"pace": "run"}}
HEAD = '[[edition]]\nname = "first"\n\n[[option]]\nname = "fog"\ndoc = "Fog."\ndefault = false\n'
CLAUSE = '\n[[clause]]\nid = "X-01"\nsection = "X"\ntext = "X."\n'

WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "no name": ("option", {"doc": "x", "default": False}, "[[option]] 2: it has no “name”."),
    "no text": ("option", {"name": "fog", "default": False}, "[[option]] 2 (fog): it has no “doc”."),
    "no default": ("option", {"name": "fog", "doc": "x"}, "[[option]] 2 (fog): it has no “default”."),
    "an unknown key": (
        "option",
        FOG | {"tilte": "Fog"},
        "[[option]] 2 (fog): it has “tilte”, which is unknown. Use name, doc, default, choices, title, group, ",
    ),
    "a text for a list": ("option", PACE | {"name": "go", "choices": "walk"}, "[[option]] 2 (go): “choices” is text"),
    "a name with a hyphen": (
        "option",
        FOG | {"name": "soft-fog"},
        "[[option]] 2 (soft-fog): “name” is 'soft-fog'. Use lowercase letters, and “_” between words.",
    ),
    "a switch with choices": ("option", FOG | {"choices": ["yes", "no"]}, "(fog): “choices” are only for a word"),
    "a word without choices": ("option", FOG | {"default": "yes"}, "(fog): “choices” are missing."),
    "a value twice": ("option", PACE | {"name": "go", "choices": ["walk", "walk"]}, "“choices” name a value twice."),
    "numbers and words": ("option", PACE | {"name": "go", "choices": ["walk", 3]}, "are of different kinds."),
    "a label missing": (
        "option",
        PACE | {"name": "go", "labels": ["walking"]},
        "“labels” has 1 entries, and “choices” 2.",
    ),
    "an impossible default": (
        "option",
        PACE | {"name": "go", "default": "fly"},
        "[[option]] 2 (go): “default” is 'fly'. Use walk, run.",
    ),
    "an impossible value before": ("option", FOG | {"before": "no"}, "(fog): “before” is 'no'. Use true or false."),
    "a name twice": ("option", PACE, "[[option]] 2: the name “pace” is used above."),
    "an edition twice": ("edition", {"name": "first"}, "[[edition]] 2: the name “first” is used above."),
    "a preset of no edition": (
        "preset",
        FAST | {"name": "slow", "edition": "third"},
        "[[preset]] 2 (slow): there is no edition “third”.",
    ),
    "a preset of no option": (
        "preset",
        FAST | {"name": "slow", "options": {"paec": "run"}},
        "[[preset]] 2 (slow): there is no option “paec”.",
    ),
    "a preset of no value": (
        "preset",
        FAST | {"name": "slow", "options": {"pace": "fly"}},
        "[[preset]] 2 (slow): “pace” is 'fly'. Use walk, run.",
    ),
    "a preset without a title": ("preset", {"name": "slow"}, "[[preset]] 2 (slow): it has no “title”."),
}


@pytest.mark.parametrize(("kind", "entry", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_entry_is_refused_with_its_file_and_key(
    kind: str, entry: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    data: dict[str, list[Any]] = {"edition": [{"name": "first"}], "option": [PACE], "preset": [FAST]}
    data[kind] = [*data[kind], entry]
    (tmp_path / "rules.toml.json").write_bytes(msgspec.json.encode(data))
    ledger = Ledger.load(tmp_path / "rules.toml")
    with pytest.raises(Refusal) as refusal:
        _ = ledger.editions, ledger.presets
    assert sentence in refusal.value.text
    assert refusal.value.text.startswith(f"{tmp_path / 'rules.toml'}: ")
    assert refusal.value.field.startswith(kind)
    assert refusal.value.malformed


def test_a_ledger_without_an_edition_is_refused() -> None:
    with pytest.raises(Refusal, match=r"There is no \[\[edition\]\]\. Give one"):
        _ = Ledger({}).editions


def test_options_are_read_without_the_clauses(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(f"{HEAD}{CLAUSE}\n[[clause]\n", encoding="utf-8")
    ledger = Ledger.load(file)
    assert [option.name for option in ledger.options] == ["fog"]
    with pytest.raises(Refusal, match=r"rules\.toml: .*line 14"):
        _ = ledger.clauses


def test_an_option_after_the_first_clause_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(f"{HEAD}{CLAUSE}\n[[option]]\nname = 'late'\ndoc = 'x'\ndefault = 1\n", encoding="utf-8")
    with pytest.raises(Refusal, match=r"rules\.toml: A \[\[option\]\] is after the first \[\[clause\]\]\. Move it"):
        _ = Ledger.load(file).clauses


@pytest.mark.parametrize(
    ("entry", "given", "value"),
    [
        (FOG, "On", True),
        (FOG, "0", False),
        (FOG, True, True),
        (PACE, "run", "run"),
        ({"name": "turns", "doc": "x", "default": 3}, "-12", -12),
        ({"name": "turns", "doc": "x", "default": 3, "choices": [3, 4]}, "4", 4),
    ],
)
def test_a_value_comes_in_its_right_type(entry: dict[str, Any], given: object, value: object) -> None:
    option = msgspec.convert(entry, Option)
    assert (option.check(given), type(option.check(given))) == (value, type(value))


@pytest.mark.parametrize(
    ("entry", "given", "allowed"),
    [
        (FOG, 1, "true or false"),
        (FOG, "maybe", "true or false"),
        (PACE, True, "walk, run"),
        (PACE, ["walk"], "walk, run"),
        ({"name": "turns", "doc": "x", "default": 3}, True, "a number"),
        ({"name": "turns", "doc": "x", "default": 3}, "3.5", "a number"),
        ({"name": "turns", "doc": "x", "default": 3, "choices": [3, 4]}, 5, "3, 4"),
    ],
)
def test_another_value_is_refused(entry: dict[str, Any], given: object, allowed: str) -> None:
    with pytest.raises(Refusal, match=re.escape(f"cannot be {given!r}. It can be {allowed}.")):
        msgspec.convert(entry, Option).check(given)


@pytest.mark.parametrize(
    ("given", "kind"),
    [({"options": ()}, "option"), ({"presets": ()}, "preset"), ({"editions": ("first",)}, "edition")],
)
def test_a_game_that_tells_its_options_in_python_hears_where_they_belong(given: dict[str, Any], kind: str) -> None:
    with pytest.raises(TypeError, match=rf"`Game` takes no `{kind}s`\. Write \[\[{kind}\]\] entries at the beginning"):
        Game(name="old", title="Old", **given)
    if kind != "edition":
        with pytest.raises(ImportError, match=rf"`mamayev\.author` has no `{kind.title()}`\. Write \[\[{kind}\]\]"):
            exec(f"from mamayev.author import {kind.title()}")


GUEST = """
from dataclasses import replace
from pathlib import Path
from tiny_game import GAME as TINY
from mamayev.engine.ledger import Ledger

GAME = replace(TINY, name="damp", ledger=lambda: LEDGER)
LEDGER = Ledger.load(Path(__file__).parent / "rules.toml")
"""


def test_a_guest_with_a_wrong_option_is_named_and_hides_no_other_game(
    tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = tmp_path / "damp-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: damp\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[mamayev.games]\ndamp = damp_game:GAME\n")
    (tmp_path / "damp_game.py").write_text(GUEST)
    (tmp_path / "rules.toml").write_text(HEAD.replace("false", "3") + "choices = ['a']\n" + CLAUSE)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(Refusal) as refusal:
        find("damp")
    assert refusal.value.text == (
        f"The game “damp” is installed but cannot be loaded: {tmp_path}/rules.toml: [[option]] 1 (fog): “choices” and "
        "“default” are of different kinds."
    )
    with pytest.warns(UserWarning, match="“damp” is installed but cannot be loaded"):
        assert tiny in [game.name for game in installed()]
