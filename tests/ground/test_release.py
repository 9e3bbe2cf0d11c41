"""What a release is made of: one version, notes, addresses, a zip, and workflows that only call our own scripts."""

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Imports a tool by its name."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    yield __import__
    for name in ("compose_zip", "metadata_hook", "release_notes", "site_zip"):
        sys.modules.pop(name, None)


def test_every_file_names_the_same_version(tool: Any) -> None:
    version = tool("release_notes").version()
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## (Unreleased|{re.escape(version)})$", changelog, re.MULTILINE)
    if f"\n## {version}\n" in changelog:
        assert tool("release_notes").notes(changelog, version)  # short enough


def test_the_notes_are_the_entry_of_the_version_and_short(tool: Any) -> None:
    notes = tool("release_notes")
    changelog = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.1.0\n\nBetter.\n\n- One.\n\n## 1.0.0\n\n- Old.\n"
    assert notes.notes(changelog, "1.1.0") == "Better.\n\n- One."
    with pytest.raises(notes.Unfit, match=r"no entry “## 1\.2\.0”"):
        notes.notes(changelog, "1.2.0")
    with pytest.raises(notes.Unfit, match=r"has 800 words\. The limit is 750\."):
        notes.notes("## 1.0.0\n\n" + "word " * 800, "1.0.0")
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "release_notes.py", "v0.0.1"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"The tag is v0.0.1, and the version in pyproject.toml is {notes.version()}.\n"


def test_the_package_names_the_address_of_its_release_only(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hook = tool("metadata_hook").Addresses(str(ROOT), {})
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    monkeypatch.delenv("MAMAYEV_REPOSITORY", raising=False)
    plain: dict[str, Any] = {"version": "1.0.0"}
    hook.update(plain)
    assert (plain["readme"]["text"], plain["urls"]) == (readme, {})
    monkeypatch.setenv("MAMAYEV_REPOSITORY", "https://host.example/one/two/")
    there: dict[str, Any] = {"version": "1.0.0"}
    hook.update(there)
    assert set(there["urls"]) == {"Repository", "Documentation", "Issues", "Changelog", "Security"}
    targets = re.findall(r"\]\(([^)]+)\)", there["readme"]["text"])
    assert [target for target in targets if not target.startswith(("https://", "#"))] == []
    assert "https://host.example/one/two/raw/v1.0.0/docs/img/cauldron.jpg" in targets
    for target in targets:
        if target.startswith("https://host.example"):
            assert (ROOT / target.partition("/v1.0.0/")[2].partition("#")[0]).exists(), target


def test_the_zip_depends_on_its_files_only(tool: Any, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    (folder / "b").mkdir(parents=True)
    for name in ("index.html", "b/c.json"):
        (folder / name).write_text(name)
    zips = [tmp_path / "one.zip", tmp_path / "other.zip"]
    for target in zips:
        assert tool("site_zip").pack(folder, target) == 2
        (folder / "index.html").touch()
    assert zips[0].read_bytes() == zips[1].read_bytes()
    with zipfile.ZipFile(zips[0]) as packed:
        assert packed.namelist() == ["mamayev-site/b/c.json", "mamayev-site/index.html"]


@pytest.mark.parametrize(
    ("repository", "image"), [("", "mamayev"), ("Some/Where", "ghcr.io/some/where:1.0.0")], ids=["local", "host"]
)
def test_the_files_for_compose_name_the_image(
    tool: Any, repository: str, image: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("IMAGE", raising=False)
    monkeypatch.setenv("GITHUB_REPOSITORY", repository)
    target = tmp_path / "compose.zip"
    assert tool("compose_zip").pack(ROOT / "container", target, "1.0.0") == 4
    with zipfile.ZipFile(target) as packed:
        settings = packed.read("mamayev-compose/.env").decode()
        read = {name.partition("/")[2]: packed.read(name).decode() for name in packed.namelist()}
    assert settings.startswith(f"MAMAYEV_IMAGE={image}\n")
    # Every setting that a file asks for is there or named there, and every file that one mounts.
    for name in ("compose.yml", "compose.public.yml"):
        assert all(f"{one}=" in settings for one in re.findall(r"\$\{(\w+)", read[name]))
        assert set(re.findall(r'"\./([^:"]+):', read[name])) <= read.keys()


def commands() -> list[str]:
    """What the workflows run."""
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    return [line for file in files for line in re.findall(r"- run: (.+)", file.read_text(encoding="utf-8"))]


def test_workflows_call_our_own_scripts_and_nothing_else() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert commands()
    for command in commands():
        words = command.removeprefix("sudo ").split()
        if words[0] == "make":
            assert re.search(rf"^{words[1]}:.*##", makefile, re.MULTILINE), command
        elif words[0] in ("python", "sh", "bash"):
            assert (ROOT / words[1]).is_file(), command
        else:
            assert command == "mkdir packages && mv dist/*.whl dist/*.tar.gz packages/"


def test_workflows_name_actions_by_the_hash_of_a_commit() -> None:
    """A tag can be moved to other code, a hash cannot."""
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    used = [line for file in files for line in re.findall(r"uses: (?!\./)(.+)", file.read_text(encoding="utf-8"))]
    assert used
    assert [line for line in used if not re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+(\.\d+){2}", line)] == []
    # One version of an action is enough.
    assert len({line.split("@")[0] for line in used}) == len(set(used))


@pytest.mark.parametrize("arguments", [("push", "v1.0.0", "arm64"), ("join", "v1.0.0", "amd64", "arm64")])
def test_the_images_of_a_release_have_one_name(arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRY_RUN", "1")
    monkeypatch.setenv("GITHUB_REPOSITORY", "Some/Where")
    command = ["sh", str(ROOT / "tools" / "image.sh"), *arguments]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    image = "ghcr.io/some/where:1.0.0"
    if arguments[0] == "push":
        assert said == [
            f"docker build --platform linux/arm64 --file container/Containerfile --tag {image}-arm64 .",
            f"docker push {image}-arm64",
        ]
    else:
        tags = f"--tag {image} --tag ghcr.io/some/where:latest {image}-amd64 {image}-arm64"
        assert said == [f"docker buildx imagetools create {tags}"]
