"""`mamayev exam`: the files of an exam, and the score of answers."""

import json
from pathlib import Path

import msgspec
import pytest

from mamayev.agents.exam.items import Given, Item, Key, key_file, read

from .conftest import Command


def test_the_command_writes_two_files_and_grades_answers(mamayev_command: Command, tmp_path: Path) -> None:
    out = tmp_path / "exam.parquet"
    done = mamayev_command("exam", "cauldron", "--items", 30, "--seed", 2, "--out", out, "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["items"] == 30
    items, keys = list(read(out, Item)), list(read(key_file(out), Key))
    assert [item.id for item in items] == [one.id for one in keys]
    answers = tmp_path / "answers.jsonl"
    given = [Given(one.id, one.answer if one.kind != "verdict" else "no", one.clauses) for one in keys]
    answers.write_bytes(b"\n".join(map(msgspec.json.encode, given)))
    done = mamayev_command("exam", "--grade", answers, "--key", key_file(out), "--json")
    score = json.loads(done.out)
    wrong = sum(one.kind == "verdict" and one.answer == "yes" for one in keys)
    assert score["score"]["count"] == 30 - wrong
    assert score["cited"]["count"] == 30
    assert score["kinds"]["verdict"] == score["floor"]["verdict"]
    assert sum(share["of"] for share in score["sections"].values()) == 30
    low, high = score["score"]["ci95"]
    assert 0 < low < score["score"]["share"] < high <= 1
    told = mamayev_command("exam", "--grade", answers, "--key", key_file(out)).out
    assert "baseline: always no" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cauldron",), "Name the file with --out"),
        (("--out", "x.parquet"), "Name a game"),
        (("--grade", "x"), "--key"),
        (("cauldron", "--grade", "x", "--key", "y"), "leave out the game"),
        (("cauldron", "--out", "x.parquet", "--items", "0"), "at least one question"),
        (("cauldron", "--out", "nowhere/x.parquet"), "there is no folder"),
        (("--grade", "nothing.jsonl", "--key", "nothing.parquet"), "cannot be read"),
    ],
)
def test_wrong_requests_are_refused(mamayev_command: Command, arguments: tuple[str, ...], said: str) -> None:
    done = mamayev_command("exam", *arguments)
    assert done.code == 2
    assert said in done.err


def test_answers_with_deep_nesting_are_refused(mamayev_command: Command, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"a":' * 50_000)
    done = mamayev_command("exam", "--grade", answers, "--key", answers)
    assert done.code == 2
    assert "cannot be read" in done.err
