"""`make audit` says what could be looked up, and fails for all else: with programs that stand in for the lists."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "audit.py"
LOCK = """\
one==1.0 \\
    --hash=sha256:00
two[more]==2.0 \\
    --hash=sha256:00
three==3.0 ; sys_platform == "nowhere" \\
    --hash=sha256:00
"""
NODE = {"packages": {"": {}, "node_modules/a": {"version": "1"}, "node_modules/b": {"version": "2"}}}
CLEAN_NODE: dict[str, Any] = {"vulnerabilities": {}, "metadata": {}}
Json = dict[str, Any]


def clean(name: str) -> Json:
    return {"name": name, "version": "1", "vulns": []}


def skipped(name: str) -> Json:
    return {"name": name, "skip_reason": f"Dependency not found on PyPI and could not be audited: {name}"}


Audit = Callable[..., tuple[int, str]]


@pytest.fixture
def audit(tmp_path: Path) -> Audit:
    """Runs the tool on a lock of two packages, with what pip-audit and npm are to say; None: they are not there."""
    for folder in ("tools", "requirements", "web", ".venv/bin", "bin"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(TOOL, tmp_path / "tools")
    (tmp_path / "requirements" / "play.txt").write_text(LOCK)
    (tmp_path / "web" / "package-lock.json").write_text(json.dumps(NODE))

    def program(path: Path, says: str | None, complains: str, code: int) -> None:
        if says is not None:
            path.with_suffix(".said").write_text(says)
            path.write_text(f"#!/bin/sh\ncat {path}.said\necho '{complains}' >&2\nexit {code}\n")
            path.chmod(0o755)

    def run(
        packages: list[Json] | str | None, node: Json | None = CLEAN_NODE, complains: str = "", code: int = 0
    ) -> tuple[int, str]:
        said = packages if isinstance(packages, str | None) else json.dumps({"dependencies": packages})
        program(tmp_path / ".venv" / "bin" / "uv", said, complains, code)
        program(tmp_path / "bin" / "npm", None if node is None else json.dumps(node), complains, code)
        done = subprocess.run(
            [sys.executable, tmp_path / "tools" / "audit.py"],
            env={**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"},
            capture_output=True,
            text=True,
        )
        assert done.stderr == ""
        return done.returncode, done.stdout

    return run


def test_where_all_could_be_looked_up_nothing_is_known(audit: Audit) -> None:
    code, said = audit([clean("one"), clean("two")])
    assert (code, said.splitlines()) == (
        0,
        [
            "requirements/play.txt (pip-audit): 2 of 2 packages could be looked up; nothing is known against them.",
            "web/package-lock.json (npm audit): 2 of 2 packages could be looked up; nothing is known against them.",
        ],
    )


def test_where_no_package_could_be_looked_up_it_fails(audit: Audit) -> None:
    """Though pip-audit ends well and says that it knows of no vulnerability."""
    code, said = audit([skipped("one"), skipped("two")], complains="No known vulnerabilities found")
    assert code == 1
    assert "0 of 2 packages could be looked up; Dependency not found on PyPI" in said.splitlines()[0]
    assert "nothing is known" not in said.splitlines()[0]


def test_where_one_could_not_be_looked_up_it_says_so_and_fails(audit: Audit) -> None:
    for packages in ([clean("one"), skipped("two")], [clean("one")]):
        code, said = audit(packages)
        assert code == 1
        assert "1 of 2 packages could be looked up; nothing is known against them" in said.splitlines()[0]


def test_what_is_known_is_told(audit: Audit) -> None:
    known = {"name": "two", "version": "2.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}]}
    broken = {"vulnerabilities": {"a": {"severity": "high", "range": "<2"}}}
    code, said = audit([clean("one"), known], broken, code=1)
    assert code == 1
    assert "  two 2.0: PYSEC-1, fixed in 2.1" in said.splitlines()
    assert "  a: high, <2" in said.splitlines()


@pytest.mark.parametrize("packages", ["", "no JSON", "[]", "{}", None])
def test_a_list_that_cannot_be_reached_is_no_clean_one(audit: Audit, packages: str | None) -> None:
    code, said = audit(packages, {"statusCode": 405, "error": {}}, complains="npm error audit endpoint", code=1)
    assert code == 1
    assert [line.partition(": ")[2][:6] for line in said.splitlines()] == ["0 of 2", "0 of 2"]
    assert "npm error audit endpoint" in said.splitlines()[1]
