"""What mypyc makes of the engine and the games' rules: they are compiled in a temporary folder, our sources stay.

    python bench/compiled.py

Needs a C compiler. Prints JSON. The copies get a few mechanical changes first (CHANGES), for things that mypyc cannot
take; both builds must then play the same games from the same seeds.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import mamayev

PACKAGE = Path(mamayev.__file__).parent
ENGINE = ("refusal", "box", "playout", "notation", "chance")
LEFT_OUT = ("__init__", "components", "look", "position")
"""Modules of a game that no playout runs through, and its position: its fields are read off annotations, and of
`list[int]` a compiled class keeps `list`."""

CHANGES = (
    ("class attributes that narrow a type", r"^    clauses = \(", "    clauses: tuple[str, ...] = ("),
    ("`__annotations__` of a compiled class", r"name in Box\.__annotations__", "name in ('name', 'title', 'clauses')"),
)

SETUP = """
from mypyc.build import mypycify
from setuptools import setup
setup(name="compiled", ext_modules=mypycify(["--ignore-missing-imports", *{modules!r}], opt_level="3"))
"""

MEASURE = """
import json, random, sys, time
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
rows = {}
for game in sys.argv[1:]:
    table, best, ends = find(game).table(), 0.0, []
    for turn in range(6):
        rng, decisions, begun = random.Random(7), 0, time.process_time()
        for _ in range(60):
            position = table.start()
            decisions += playout(position, rng)
            if turn == 0:
                ends.append(table.facts(position))
        best = max(best, decisions / (time.process_time() - begun))
    rows[game] = {
        "speed": round(best), "ends": ends,
        "compiled": not sys.modules["mamayev.engine.box"].__file__.endswith(".py"),
    }
json.dump(rows, sys.stdout)
"""


def games() -> list[str]:
    """The games in our own package, by the names of their folders."""
    return sorted(folder.parent.name for folder in (PACKAGE / "games").glob("*/__init__.py"))


def prepare(folder: Path) -> list[str]:
    """Copy the package, make the changes, and name the modules to compile."""
    shutil.copytree(PACKAGE, folder / "mamayev", ignore=shutil.ignore_patterns("__pycache__", "client"))
    modules = [folder / "mamayev" / "engine" / f"{name}.py" for name in ENGINE]
    for game in games():
        found = sorted((folder / "mamayev" / "games" / game).glob("*.py"))
        modules += [module for module in found if module.stem not in LEFT_OUT]
    for module in modules:
        text = module.read_text(encoding="utf-8")
        for _, pattern, new in CHANGES:
            text = re.sub(pattern, new, text, flags=re.MULTILINE)
        module.write_text(text, encoding="utf-8")
    return [str(module.relative_to(folder)) for module in modules]


def build(folder: Path, modules: list[str]) -> str:
    """Compile in place; returns the errors, or nothing."""
    (folder / "setup.py").write_text(SETUP.format(modules=modules), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return ""
    lines = (done.stdout + done.stderr).splitlines()
    return "; ".join([line for line in lines if "rror" in line][:5]) or "no message"


def measure(folder: Path | None) -> dict[str, Any]:
    """Speeds in a process of its own, of the installed package or of the one in a folder."""
    path = f"import sys; sys.path.insert(0, {str(folder)!r})\n" if folder else ""
    done = subprocess.run(
        [sys.executable, "-c", path + MEASURE, *games()], check=True, stdout=subprocess.PIPE, text=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> dict[str, Any]:
    """The rows for the report: game, plain, compiled, ratio."""
    what = "The engine and the rules, compiled by mypyc in a temporary folder; decisions a second of processor time."
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        errors = build(folder, prepare(folder))
        if errors:
            return {"what": what, "rows": [], "notes": [f"It does not compile: {errors}"]}
        plain, compiled = measure(None), measure(folder)
    rows = []
    notes = ["Before compiling, these things were changed in the copies, because mypyc cannot take them:", ""]
    notes += [f"- {title}" for title, _, _ in CHANGES]
    for game, figures in compiled.items():
        assert figures["compiled"], "the compiled modules were not the ones that ran"
        before = plain[game]
        rows.append((game, before["speed"], figures["speed"], round(figures["speed"] / before["speed"], 2)))
        if figures["ends"] != before["ends"]:
            notes.append(f"- {game}: the compiled build does NOT play the same games from the same seeds")
    return {"what": what, "rows": rows, "notes": notes}


if __name__ == "__main__":
    json.dump(main(), sys.stdout, indent=2)
    print()
