"""Describe what is installed, for `mamayev --version` and for a bug report. The description contains no user name, key
or address."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

from mamayev.engine import position, registry
from mamayev.match.record import FORMAT


def versions() -> dict[str, Any]:
    """Return the versions of the program, of the record format that it writes, and of each game's rules."""
    return {
        "mamayev": version("mamayev"),
        "records": FORMAT,
        "rules": {game.name: game.version for game in registry.installed()},
    }


def shown_versions(known: dict[str, Any]) -> str:
    """Return the versions as three lines."""
    rules = ", ".join(f"{name} {number}" for name, number in known["rules"].items())
    return f"mamayev {known['mamayev']}\nrecords: format {known['records']}\nrules: {rules}"


def machine() -> dict[str, Any]:
    """Return the facts that affect how the program runs: Python, system, encodings, and the installed packages."""
    return {
        "python": f"{platform.python_version()} ({platform.python_implementation()}, {shortened(sys.executable)})",
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "encoding": f"{sys.stdout.encoding}, files {sys.getfilesystemencoding()}",
        "compiled": not str(position.__file__).endswith(".py"),
        "packages": {name: _installed(name) for name in sorted(_needed())},
    }


def shown_machine(known: dict[str, Any]) -> str:
    """Return the facts about the machine as lines of text."""
    packages = ", ".join(f"{name} {number}" for name, number in known["packages"].items())
    return "\n".join(
        [
            f"python: {known['python']}",
            f"system: {known['system']}, {known['processors']} processors",
            f"encoding: {known['encoding']}",
            f"rules run {'compiled' if known['compiled'] else 'as plain Python'}",
            f"packages: {packages}",
        ]
    )


def shortened(path: str) -> str:
    """Replace the home folder in a text with “~”, because its name may reveal a person's name."""
    home = str(Path.home())
    return path if home in ("/", "") else path.replace(home, "~")


def _installed(package: str) -> str:
    """Return the version of a package, or "missing"."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _needed() -> Iterator[str]:
    """Yield the packages that every installation needs."""
    for requirement in distribution("mamayev").requires or ():
        name = re.match(r"[\w.-]+", requirement)
        if name and "extra ==" not in requirement:
            yield name[0]
