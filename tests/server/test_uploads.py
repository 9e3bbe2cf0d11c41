"""A player's own map, cards and counters, sent by somebody who means harm, or by many."""

import gc
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
from base64 import b64encode
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from mamayev.engine.components import Files
from mamayev.engine.registry import find, names
from mamayev.server import guard, rooms
from mamayev.server.app import create_app

from .conftest import HOME, Json, begun, played
from .test_setup import own_files

GAME = next(name for name in names() if find(name).component_files)
TOML = [name for name in find(GAME).component_files if name.endswith(".toml")]
JSON = [name for name in find(GAME).component_files if name.endswith(".json")]

HOSTILE = {
    "dots": "a." * 100_000 + "a = 1",
    "fewer dots": "a." * 12_000 + "a = 1",
    "tables": "\n".join(f"[t{i}]" for i in range(60_000)),
    "few tables": "\n".join(f"[t{i}.a.b.c.d]" for i in range(1_200)),
    "values": "a = [" + "1," * 300_000 + "]",
    "fewer values": "a = [" + "1," * 9_990 + "]",
    "digits": "a = " + "9" * 5_000,
    "digits of another base": "[[area]]\nnumber = 0x" + "f" * 5_000,
    "nesting": "a = " + "[" * 90_000,
    "nesting within bounds": "a = " + "[" * 15 + "]" * 15,
}
HOSTILE_JSON = {
    "nesting": "[" * 700_000,
    "lists": "[" + "[]," * 230_000 + "[]]",
    "tables": "[" + '{"":0},' * 80_000 + "{}]",
    "digits": '{"areas": [{"number": ' + "9" * 5_000 + "}]}",
}
BRACKETS = "[" + "[[[[]]]]," * 400_000 + "[]]"
STRINGS = "[" + '"",' * 1_200_000 + '""]'
"""Both take many times their letters in memory, and packed almost none to send."""
CLIENT = """
import base64, json, resource, sys, time
from starlette.testclient import TestClient
from mamayev.server.app import create_app

client = TestClient(create_app(sys.argv[1]), base_url=sys.argv[2], raise_server_exceptions=False)
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
bodies = [(path, base64.b64decode(body)) for path, body in json.load(sys.stdin)]
client.post(*bodies[0][:1], content=bodies[0][1], headers={"content-type": "application/json"})
before = peak()
for path, body in bodies[1:]:
    begun = time.process_time()
    answer = client.post(path, content=body, headers={"content-type": "application/json"})
    print(json.dumps([answer.status_code, answer.text[:60_000], time.process_time() - begun]))
print(peak() - before)
"""


def cost(address: str, calls: list[tuple[str, bytes]]) -> tuple[list[tuple[int, str, float]], int]:
    """Return status, beginning and seconds of the answer to each call but the first, and the kilobytes of memory for
    them all. In a process of its own, which ends where it takes more memory or time than all of them may."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (40, 40))
        resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))

    done = subprocess.run(
        [sys.executable, "-c", CLIENT, address, HOME],
        input=json.dumps([(path, b64encode(body).decode()) for path, body in calls]),
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=limit,
    )
    *answers, kilobytes = (json.loads(line) for line in done.stdout.splitlines())
    return answers, kilobytes


def saved_game(**more: object) -> Json:
    """A saved game with these fields."""
    return {
        "mamayev": 1,
        "game": GAME,
        "rules": "1",
        "edition": find(GAME).editions[0],
        "options": {},
        "seed": 1,
        "log": [],
        **more,
    }


def test_no_upload_costs_the_server_much(address: str, tmp_path: Path) -> None:
    ours = own_files(GAME, tmp_path)
    check, begin, save = f"/api/games/{GAME}/components", "/api/matches", "/api/records"
    hostile = [{TOML[0]: text} for text in HOSTILE.values()] + [{JSON[0]: text} for text in HOSTILE_JSON.values()]
    hostile += [dict.fromkeys(TOML, HOSTILE[name]) for name in ("few tables", "fewer values")]
    checked = [(check, json.dumps({"files": files})) for files in hostile]
    many = {str(number): 0 for number in range(60_000)}
    refused: list[tuple[str, Json]] = [
        (check, {"files": many}),
        (begin, {"game": GAME, "options": many}),
        (begin, {"game": GAME, **many}),
        (begin, {"game": GAME, "components": hostile[0]}),
        (begin, {"game": GAME, "components": hostile[7]}),
        (save, saved_game(components=hostile[0])),
        (save, saved_game(components=hostile[10])),
        (save, saved_game(start={"a": [[]] * 200_000})),
        (save, saved_game(together=[[0, 1]] * 20_000, start={"x": "x" * 100_000})),
    ]
    calls = [(check, json.dumps({"files": ours})), *checked, *((path, json.dumps(body)) for path, body in refused)]
    answers, kilobytes = cost(address, [(path, text.encode()) for path, text in calls])
    assert max(len(text) for _, text, _ in answers) < 50_000
    assert [status for status, _, _ in answers] == [200] * len(checked) + [422] * len(refused), answers
    for _, text, _ in answers[: len(checked)]:
        assert any(one["problem"] for one in json.loads(text)["files"]), text
    # Under 0.5 on a machine of ours; a slow one takes three times as long. Without bounds the first took four minutes.
    assert max(seconds for _, _, seconds in answers) < 1.5
    assert kilobytes < 50_000


def test_no_packed_upload_costs_the_server_much(address: str) -> None:
    """What is packed is small on the way, and measured when it is unpacked."""
    whole = json.dumps(saved_game())
    doors = ("/api/records", "/api/mail", "/api/files")
    fields = [("start", f'{{"x": {BRACKETS}}}'), ("unknown", BRACKETS), ("together", STRINGS)]
    texts = [BRACKETS, "\r" * 3_900_000, *(f'{whole[:-1]}, "{name}": {value}}}' for name, value in fields)]
    calls = [(door, gzip.compress(text.encode(), 1)) for door in doors for text in texts]
    assert max(len(body) for _, body in calls) < guard.BODY_BYTES
    answers, kilobytes = cost(address, [(doors[0], whole.encode()), *calls])
    assert [status for status, _, _ in answers] == [422] * 10 + [200] * 5, answers
    assert max(seconds for _, _, seconds in answers) < 1.5
    assert kilobytes < 50_000


def test_components_are_checked_so_often_and_no_oftener(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "CHECKS", "2/hour")
    files = own_files(GAME, tmp_path)
    client = TestClient(create_app(address), base_url=HOME)
    calls = [client.post(f"/api/games/{GAME}/components", json={"files": files}) for _ in range(3)]
    assert [answer.status_code for answer in calls] == [200, 200, 429]
    assert client.post("/api/matches", json={"game": GAME}).status_code == 201


def test_components_need_no_folder(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = own_files(GAME, tmp_path)
    with TestClient(create_app(address), base_url=HOME) as client:
        first = begun(client, GAME, components=files)
        (tmp_path / "gone").mkdir()
        for variable in ("TMPDIR", "TEMP", "TMP"):
            monkeypatch.setenv(variable, str(tmp_path / "gone"))
        monkeypatch.setattr(tempfile, "tempdir", None)
        os.rmdir(tmp_path / "gone")
        for file in tmp_path.glob("*.toml"):
            file.unlink()
        second = begun(client, GAME, components=files, seed=4)
        for state in (first, second):
            assert client.get(f"/api/matches/{state['id']}/scene").json()["spaces"]
            played(client, state, state["decision"]["actions"][0]["text"])
    with TestClient(create_app(address), base_url=HOME) as client:
        assert client.get(f"/api/matches/{first['id']}").json()["version"] == 2


def test_what_was_sent_leaves_the_memory(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "OWN_KEPT", 8)
    files = own_files(GAME, tmp_path)

    def held() -> int:
        gc.collect()
        maps = [one.get(TOML[0], "") for one in gc.get_objects() if isinstance(one, Files)]
        return len({text for text in maps if "# 0" in text})

    with TestClient(create_app(address), base_url=HOME) as client:
        ids = []
        for number in range(12):
            # Every second one is of the same files as the one before.
            mine = {**files, TOML[0]: f"{files[TOML[0]]}\n# 0{number // 2}\n"}
            ids.append(begun(client, GAME, components=mine)["id"])
        assert held() == 4
        for match_id in ids:
            assert client.delete(f"/api/matches/{match_id}").status_code == 204
        assert held() == 0
        assert client.post(f"/api/matches/{ids[0]}/restore").status_code == 200
