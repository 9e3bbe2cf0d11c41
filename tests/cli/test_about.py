"""What a bug report needs: versions, system and packages, without secrets."""

import json
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from mamayev.cli import about
from mamayev.engine.registry import find, names
from mamayev.match.record import FORMAT

from ..server.conftest import begun
from ..server.test_damaged import server

Command = Callable[..., Any]


def test_the_version_names_records_and_rules(mamayev_command: Command) -> None:
    first, records, rules = mamayev_command("--version").out.splitlines()
    assert first == f"mamayev {version('mamayev')}"
    assert records == f"records: format {FORMAT}"
    assert rules == "rules: " + ", ".join(f"{name} {find(name).version}" for name in names())


def test_the_doctor_s_report_has_no_secrets(
    mamayev_command: Command, tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "paulus"))
    (tmp_path / "paulus").mkdir()
    address = f"sqlite:///{tmp_path / 'paulus' / 'games.sqlite'}"
    with server(address) as client:
        keys = begun(client, tiny, held=True, seed=81726354)["keys"]
    assert keys
    for options in ((), ("--json",)):
        done = mamayev_command("doctor", "--db", address, *options)
        assert done.code == 0
        assert "paulus" not in done.out
        assert "81726354" not in done.out
        assert not any(key in done.out for key in keys.values())
        assert "games 1, " in done.out
        assert f"MB in ~{'/games.sqlite'}" in done.out
        assert version("sqlalchemy") in done.out
    told = json.loads(done.out)
    assert told["versions"]["rules"][tiny] == find(tiny).version
    assert told["machine"]["python"].startswith("3.")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "_needed", lambda: iter(["msgspec", "no-such-package"]))
    assert about.machine()["packages"] == {"msgspec": version("msgspec"), "no-such-package": "missing"}


def test_the_doctor_reports_without_a_database(mamayev_command: Command, tmp_path: Path) -> None:
    done = mamayev_command("doctor")
    assert done.code == 2
    assert done.out.startswith(f"mamayev {version('mamayev')}\n")
    assert "\nsystem: " in done.out
