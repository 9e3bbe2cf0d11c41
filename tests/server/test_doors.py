"""One reader for every door: the same file is read, or named in the same words, wherever it is given."""

import codecs
import gzip
import io
import json
import random
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from mamayev.engine.refusal import Refusal
from mamayev.engine.text import NotText, text_of
from mamayev.match import script
from mamayev.match.components import taken
from mamayev.match.match import Match, Record
from mamayev.server import backup
from mamayev.server.page import Here, Page
from mamayev.server.store import Store

from .conftest import in_a_loop


def zipped(*files: tuple[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return held.getvalue()


READ: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda data: data,
    "UTF-8 with a mark": lambda data: codecs.BOM_UTF8 + data,
    "UTF-16 LE": lambda data: codecs.BOM_UTF16_LE + data.decode().encode("utf-16-le"),
    "UTF-16 BE": lambda data: codecs.BOM_UTF16_BE + data.decode().encode("utf-16-be"),
    "UTF-32": lambda data: codecs.BOM_UTF32_LE + data.decode().encode("utf-32-le"),
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "CR": lambda data: data.replace(b"\n", b"\r"),
    "gzip": gzip.compress,
    "zip": lambda data: zipped(("file", data)),
    "gzip of UTF-16": lambda data: gzip.compress(codecs.BOM_UTF16_LE + data.decode().encode("utf-16-le")),
}
NAMED: dict[str, tuple[bytes, str]] = {
    "PNG": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "it is a PNG picture"),
    "JPEG": (b"\xff\xd8\xff\xe0\0\x10JFIF", "it is a JPEG picture"),
    "PDF": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "it is a PDF document"),
    "RTF": (b"{\\rtf1\\ansi", "it is an RTF document"),
    "Word": (zipped(("[Content_Types].xml", b"<x/>"), ("word/document.xml", b"<x/>")), "it is a word processor"),
    "archive": (zipped(("a", b"1"), ("b", b"2")), "it is a zip archive of 2 files; unpack it first"),
    "torn gzip": (gzip.compress(b"x" * 1000)[:-9], "it is compressed with gzip, and incomplete"),
    "twice": (gzip.compress(gzip.compress(b"{}")), "it is compressed more than once"),
    "xz": (b"\xfd7zXZ\0\0\4", "it is compressed with xz"),
    "Windows-1252": (
        'name = "Mährisch"\nother = "Düna"\n'.encode("cp1252"),
        "looks like Windows-1252 or Latin-1 (“ä” in",
    ),
    "UTF-16 without a mark": ('{"mamayev": 1}'.encode("utf-16-le"), "looks like UTF-16 without a byte order mark"),
    "database": (b"SQLite format 3\0", "it is a database"),
    "damaged": (b'{"mamayev":\xff\xfe\x81\x8d}', "it is damaged at byte 11, which is not UTF-8 text"),
    "NUL": (b'{"mamayev": "\0"}', "it contains a NUL character at byte 13; remove it"),
}


@pytest.fixture
def record(tiny: str) -> bytes:
    return Match.new(tiny, seed=3).to_json().encode()


SCRIPT = b'game = "%s"\n\n[[do]]\naction = "rest"\n'


@pytest.mark.parametrize("way", READ)
def test_every_door_reads_what_holds_the_same_text(
    way: str, tiny: str, record: bytes, client: TestClient, address: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_bytes(READ[way](record))
    assert Record.load(file).to_json().encode() == record
    sent = file.read_bytes()
    state = client.post("/api/records", content=sent).json()
    assert client.post("/api/mail", content=sent).json()["outcome"] == "known"
    told = client.post("/api/files", content=sent).json()
    assert (told["kind"], told["text"].encode()) == ("record", record)
    body = READ[way](json.dumps({"game": tiny}, indent=1).encode())
    if not way.startswith(("gzip", "zip")):
        headers = {"content-type": "application/json"}
        assert client.post("/api/matches", content=body, headers=headers).status_code == 201
    file.write_bytes(READ[way](SCRIPT % tiny.encode()))
    assert script.read(file).do[0].action == "rest"
    all_games = tmp_path / "all"
    store = Store(address)
    data, counts = backup.written(store)
    all_games.write_bytes(READ[way](data))
    other = Store(f"sqlite:///{tmp_path / 'other.sqlite'}")
    assert backup.take_in(other, all_games) == (counts.games, 0, 0)
    assert other.matches.versions([state["id"]]) == {state["id"]: 1}
    other.close()
    store.close()


@pytest.mark.parametrize("kind", NAMED)
def test_every_door_names_what_it_does_not_read(kind: str, client: TestClient, address: str, tmp_path: Path) -> None:
    data, named = NAMED[kind]
    file = tmp_path / "map.toml"
    file.write_bytes(data)
    for door in ("/api/records", "/api/mail", "/api/files"):
        answer = client.post(door, content=data)
        assert (answer.status_code, named in answer.json()["error"]) == (422, True), (door, answer.text)
    store = Store(address)
    with pytest.raises(Refusal) as imported:
        backup.take_in(store, file)
    store.close()
    with pytest.raises(Refusal) as loaded:
        Record.load(file)
    with pytest.raises(Refusal) as scripted:
        script.read(file)
    for refused in (imported, loaded, scripted):
        assert named in refused.value.text
        assert str(file) in refused.value.text


@pytest.mark.parametrize("kind", NAMED)
def test_components_are_named_alike(kind: str, tmp_path: Path) -> None:
    from mamayev.engine.registry import find

    data, named = NAMED[kind]
    game = find("cauldron")
    (tmp_path / game.component_files[0]).write_bytes(data)
    with pytest.raises(Refusal, match="cannot be read: it") as refused:
        taken(game, tmp_path)
    assert named in refused.value.text


def test_a_file_of_another_kind_is_named_and_where_it_is_opened(
    tiny: str, record: bytes, client: TestClient, address: str, tmp_path: Path
) -> None:
    client.post("/api/records", content=record)
    store = Store(address)
    data, _ = backup.written(store)
    board = json.dumps({"mamayev": "board", "game": tiny, "files": {}}).encode()
    for wrong, named in ((data, "it is a backup of all games"), (board, "it is a board from the workshop")):
        for door in ("/api/records", "/api/mail"):
            assert named in client.post(door, content=wrong).json()["error"]
        with pytest.raises(Refusal, match=named):
            Record.from_json(wrong)
    file = tmp_path / "x"
    for wrong, named in ((record, "it is a saved game"), (board, "it is a board from the workshop")):
        file.write_bytes(wrong)
        with pytest.raises(Refusal, match=f"is not a backup: {named}"):
            backup.take_in(store, file)
    store.close()
    sent = (record, data, board, board[:-2], b"a = 1", b"[]")
    kinds = [client.post("/api/files", content=one).json()["kind"] for one in sent]
    assert kinds == ["record", "backup", "board", "board", "text", "json"], "a board that is cut off is a board"


def test_a_small_file_is_not_unpacked_into_a_large_one(client: TestClient) -> None:
    bomb = gzip.compress(b" " * 50_000_000)
    for door in ("/api/records", "/api/mail", "/api/files"):
        answer = client.post(door, content=bomb)
        assert answer.status_code == 422
        assert "unpacked, it has more than 4,000,000 bytes" in answer.json()["error"]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_cannot_be_unpacked_within_bounds_is_not_unpacked(client: TestClient, method: int) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        archive.writestr("game.json", b" " * 100_000_000)
    tracemalloc.start()
    answer = client.post("/api/files", content=packed.getvalue())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (answer.status_code, "damaged or not supported" in answer.json()["error"]) == (422, True)
    assert peak < 20_000_000


def test_a_file_of_several_gzip_files_is_not_read_in_part(client: TestClient, record: bytes) -> None:
    answer = client.post("/api/files", content=gzip.compress(record[:40]) + gzip.compress(record[40:]))
    assert (answer.status_code, "several gzip files" in answer.json()["error"]) == (422, True)


def test_a_page_without_a_server_reads_the_same_bytes(tiny: str, record: bytes, address: str) -> None:
    class Handed:
        """As a page hands the bytes of a file over."""

        def to_bytes(self) -> bytes:
            return READ["gzip of UTF-16"](record)

    async def asked() -> bytes:
        page = Page(address, Here())
        try:
            return (await page.ask("POST", "/api/files", None, Handed())).body
        finally:
            await page.house.stop()

    assert json.loads(in_a_loop(asked())) == {"kind": "record", "text": record.decode()}


def test_a_damaged_zip_archive_is_told_in_a_sentence() -> None:
    packed, rng = io.BytesIO(), random.Random(1)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("game.json", json.dumps(list(range(50))))
    whole = packed.getvalue()
    for _ in range(2000):
        data = bytearray(whole)
        for place in rng.sample(range(4, len(data)), rng.randint(1, 4)):
            data[place] = rng.randrange(256)
        with suppress(NotText):
            text_of(bytes(data))
