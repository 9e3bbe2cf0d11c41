"""Ask the lists of known vulnerabilities about every locked dependency, and say which of them could be looked up.

python tools/audit.py

Ends with 1 if something is known against one of them, or if one could not be looked up. Nothing else depends on it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / "bin"
PIP_AUDIT = (BIN / "uv", "tool", "run", "pip-audit", "--disable-pip", "--progress-spinner", "off", "--format", "json")
NPM_AUDIT = ("npm", "--prefix", ROOT / "web", "audit", "--json")
LOCKED = re.compile(r"^[\w.-]+(?:\[[^]]*])?==[^\\\n]*", re.MULTILINE)


class Said(NamedTuple):
    """What a list says of a lock: how many packages of it this machine needs, how many could be looked up, what is
    known against them, and why the others could not be looked up."""

    locked: int
    found: int
    known: list[str]
    why: str = ""

    def __str__(self) -> str:
        parts = [f"{self.found} of {self.locked} packages could be looked up"]
        if self.found and not self.known:
            parts.append("nothing is known against them")
        if self.why:
            parts.append(self.why)
        return "; ".join(parts) + "." + "".join(f"\n  {line}" for line in self.known)


def run(*command: str | Path) -> tuple[Any, str]:
    """Return the JSON that a program prints, None if it prints none, and the first line that it complains in."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    try:
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    except OSError as error:
        return None, f"{command[0]}: {error.strerror}"
    complaints = [line for line in done.stderr.splitlines() if "error" in line.lower()] or done.stderr.splitlines()
    try:
        return json.loads(done.stdout), next(iter(complaints), "")
    except json.JSONDecodeError:
        return None, next(iter(complaints), "it printed nothing that can be read")


def here(requirements: str) -> set[str]:
    """Return the packages among locked requirements that this machine and this Python need."""
    found = [Requirement(line) for line in LOCKED.findall(requirements)]
    return {one.name for one in found if one.marker is None or one.marker.evaluate()}


def python(lock: Path) -> Said:
    """Return what pip-audit says of a file of requirements."""
    locked = len(here(lock.read_text(encoding="utf-8")))
    said, why = run(*PIP_AUDIT, "-r", lock)
    packages = said.get("dependencies", []) if isinstance(said, dict) else []
    found = [package for package in packages if "vulns" in package]
    known = [
        f"{package['name']} {package['version']}: {one['id']}, fixed in {', '.join(one['fix_versions']) or 'none'}"
        for package in found
        for one in package["vulns"]
    ]
    skipped = [package["skip_reason"] for package in packages if "skip_reason" in package]
    return Said(locked, len(found), known, next(iter(skipped), "" if len(found) == locked else why))


def node(lock: Path) -> Said:
    """Return what npm says of its lock: of all packages or of none."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    locked = sum(1 for name, package in packages.items() if name and not package.get("link"))
    said, why = run(*NPM_AUDIT)
    if not isinstance(said, dict) or "vulnerabilities" not in said:
        return Said(locked, 0, [], why)
    known = [f"{name}: {one['severity']}, {one['range']}" for name, one in said["vulnerabilities"].items()]
    return Said(locked, locked, known)


def audit() -> Iterator[tuple[str, Said]]:
    """Ask about one lock after the other."""
    for lock in sorted(ROOT.glob("requirements/*.txt")):
        yield f"requirements/{lock.name} (pip-audit)", python(lock)
    yield "web/package-lock.json (npm audit)", node(ROOT / "web" / "package-lock.json")


def main() -> int:
    failed = False
    for name, said in audit():
        print(f"{name}: {said}", flush=True)
        failed |= bool(said.known) or said.found < said.locked
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
