"""`mamayev site`: what it needs, how to get it, and how links to the site look where they are shared."""

import json
import re
import shlex
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from mamayev.engine.registry import find
from mamayev.server.site import needs, previews

ROOT = Path(__file__).parents[2]
Command = Callable[..., Any]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is no checkout."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_everything_missing_is_named_with_the_commands_that_get_it(mamayev_command: Command, elsewhere: Path) -> None:
    done = mamayev_command("site", "--out", "site", "--node", "no-such-node")
    assert (done.code, done.out) == (2, "")
    assert f"Pyodide {needs.PYODIDE} is missing: mamayev-runtime/node_modules/pyodide has no pyodide.mjs" in done.err
    assert f"The wheel of msgspec {needs.MSGSPEC} for Pyodide is missing." in done.err
    assert "there is no program no-such-node" in done.err
    npm, pip, again = (shlex.split(line) for line in done.err.splitlines() if line.startswith("  "))
    assert npm == ["npm", "install", "--prefix", "mamayev-runtime", f"pyodide@{needs.PYODIDE}"]
    # The Python that runs this: on Debian there is no "python", and the system's own often has no pip.
    assert pip[:4] == [sys.executable, "-m", "pip", "download"]
    assert pip[-3:] == ["--dest", "mamayev-runtime", f"msgspec=={needs.MSGSPEC}"]
    assert again == ["mamayev", "site", "--out", "site", "--runtime", "mamayev-runtime"]
    assert f"mamayev-site-{version('mamayev')}.zip" in done.err
    assert list(elsewhere.iterdir()) == []


def test_a_runtime_has_both(elsewhere: Path) -> None:
    pyodide = elsewhere / "node_modules" / "pyodide"
    pyodide.mkdir(parents=True)
    for name in needs.FILES:
        (pyodide / name).touch()
    wheel = elsewhere / f"msgspec-{needs.MSGSPEC}-cp314-cp314-{needs.PLATFORM}.whl"
    wheel.touch()
    got = needs.found(elsewhere, None, None, "sh", Path("site"))
    assert (got.pyodide, got.msgspec) == (pyodide, wheel)
    (pyodide / "package.json").write_text('{"version": "0.1.0"}')
    with pytest.raises(ValueError, match=f"has Pyodide 0.1.0, but the site needs {needs.PYODIDE}"):
        needs.found(elsewhere, None, None, "sh", Path("site"))


def test_the_versions_are_those_of_the_locks() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert packages["node_modules/pyodide"]["version"] == needs.PYODIDE
    assert f"\nmsgspec=={needs.MSGSPEC} " in (ROOT / "requirements" / "play.txt").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"--platform {needs.PLATFORM} --python-version {needs.PYTHON} " in makefile


class Tags(HTMLParser):
    """The meta tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        name = values.get("property") or values.get("name") or values.get("http-equiv")
        if tag == "meta" and name:
            self.found[name] = values["content"] or ""


def test_a_shared_link_shows_each_game_with_its_picture(tmp_path: Path) -> None:
    sizes = previews.add_previews(tmp_path, "https://games.example/table")
    for name in previews.packed():
        page = (tmp_path / "box" / name / "index.html").read_text(encoding="utf-8")
        tags = Tags(page).found
        assert tags["og:title"] == f"{find(name).title} · Mamayev"
        assert tags["og:description"] == tags["description"]
        assert tags["og:url"] == f"https://games.example/table/box/{name}/"
        assert tags["og:image"] == f"https://games.example/table/box/{name}.jpg"
        assert re.fullmatch(rf"0; url=\.\./\.\./#/background/{name}", tags["refresh"])
        assert 10_000 < sizes[f"box/{name}.jpg"] < 60_000
    assert Tags(previews.own_tags("")).found["og:image"] == f"box/{previews.packed()[0]}.jpg"
    assert previews.pictured("", "box/a/", "box/a.jpg", "A")["og:image"] == "../../box/a.jpg"


def test_the_client_s_page_says_what_it_is() -> None:
    tags = Tags((ROOT / "web" / "index.html").read_text(encoding="utf-8")).found
    assert tags["description"] == tags["og:description"]
    assert {name: tags[name] for name in previews.described("", "")} == previews.described(
        "Mamayev", tags["description"]
    )
