"""Tasks: a seat from a turn to a later one, with goals."""

from pathlib import Path

import pytest
from mcp.client.client import Client

from mamayev.agents.server import Door, server
from mamayev.agents.task import Goal, Task, Tasked, reached, read_task
from mamayev.engine.refusal import Refusal

from ..server.conftest import in_a_loop

TASKS = sorted((Path(__file__).parents[2] / "examples" / "agents" / "tasks").glob("*.toml"))


@pytest.mark.parametrize("file", TASKS, ids=[file.stem for file in TASKS])
def test_the_tasks_of_the_examples_begin_and_end_as_written(file: Path) -> None:
    task = read_task(file)
    table = Tasked(task)
    match = table.match
    assert not table.over
    assert table.decision is not None
    assert table.decision["seat"] == task.seat
    assert match.table.turn(match.position) >= task.begin
    assert task.text in table.board()
    assert table.result is None
    assert all(isinstance(good, bool) for good in reached(task.goal, match).values())


def test_an_agent_plays_a_task_to_its_reward() -> None:
    async def talk() -> None:
        door = Door(begins=False)
        door.seat(Tasked(read_task(next(file for file in TASKS if file.stem == "keep-the-airfield"))))
        async with Client(server(door)) as client:
            assert "begin" not in {tool.name for tool in (await client.list_tools()).tools}
            found = (await client.call_tool("look", {})).structured_content or {}
            assert "Your task: Keep the airfield." in found["text"]
            while not found["over"]:
                advice = ((await client.call_tool("hint", {})).structured_content or {})["text"]
                found = (
                    await client.call_tool("play", {"actions": [advice.partition(":")[0]]})
                ).structured_content or {}
                assert "refused" not in found, found
            assert "axis controls 47: reached" in found["text"]
            assert "Reward: 1" in found["text"]
            late = (await client.call_tool("play", {"actions": ["pass"]})).structured_content or {}
            assert late["refused"]["text"] == "The task is over."
        (place,) = door.places.values()
        assert place.table.result is not None
        assert place.table.result["reward"] == 1.0

    in_a_loop(talk())


def test_who_resigns_gets_nothing() -> None:
    table = Tasked(Task("A", "B.", "inferno", "german", "random", 1, 3, Goal(control={"X": "german"}), seed=1))
    table.resign()
    assert table.over
    assert table.result is not None
    assert table.result["reward"] == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("goal.control = { nowhere = 'german' }", "no space “nowhere”"),
        ("goal.control = { X = 'green' }", "no side “green”"),
        ("goal.at_least = { cannons = 3 }", "no fact “cannons”"),
        ("goal.at_least = { leaders = 3 }", "fact “leaders” is text, not a number"),
        ("goal = {}", "has no condition"),
        ("goals = 3", "goals"),
        ("goal = [", "cannot be read"),
    ],
)
def test_a_wrong_task_is_refused(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "task.toml"
    head = 'title = "A"\ntext = "B."\ngame = "inferno"\nseat = "german"\nopponent = "random"\nbegin = 1\nend = 3\n'
    file.write_text(head + line)
    with pytest.raises(Refusal, match=said):
        Tasked(read_task(file))


def test_a_file_that_cannot_be_read_is_told_in_plain_words(tmp_path: Path) -> None:
    for file, why in ((tmp_path / "nowhere.toml", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(Refusal) as refused:
            read_task(file)
        assert refused.value.text == f"{file} cannot be read: {why}."
