"""What mypyc makes of the engine and the games' rules: they are compiled in a temporary folder, our sources stay.

    python bench/compiled.py            how much faster random play becomes, as JSON
    python bench/compiled.py --tests    the tests of engine and matches on that build before it, journal and all
    python bench/compiled.py --wheel W  the same of a wheel that holds such a build (make wheel-compiled)

Needs a C compiler. The sources are compiled as they are; both builds must then play the same games from the same seeds.
A module with something that mypyc does not take (a class of two bases, say) stays Python and is named in the report.
Box, Table and Position stay Python: games from elsewhere derive from them, and give them class attributes and fields
that a compiled class cannot take over from a Python one.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import mamayev

PACKAGE = Path(mamayev.__file__).parent
ENGINE = ("notation", "chance", "bot", "routes", "playout")
LEFT_OUT = ("__init__", "components", "look", "picture", "player_aid", "study", "position", "setting", "table", "order")
"""Modules of a game that stay Python: those that no playout runs through; the position, whose fields are read off
annotations (of `list[int]` a compiled class keeps `list`); setting and table, which can be copied only so; and The
Cauldron's `order`, because a class derives from it and from a compiled one, and a class cannot derive from two."""

FORM = re.compile(r"^class \w+\((msgspec\.Struct|Form)\b", re.MULTILINE)
"""A form in which a file is read. What its fields may be stands in their annotations, of which mypyc keeps none; so a
module with one stays Python, as does what derives from a class of it."""

REFUSED = re.compile(r"(\S+\.py):\d+: (?!note: |warning: )(?:error: )?(.*)")
"""A line of mypyc that names what it does not take, an internal error included."""

WORTH = 1.1
"""A game that gains less is named."""

TESTS = ("tests/engine", "tests/match", "tests/players")

SETUP = """
from mypyc.build import mypycify
from setuptools import setup
files = ["--ignore-missing-imports", *{modules!r}]
setup(name="compiled", ext_modules=mypycify(files, opt_level="1", debug_level="0", multi_file=True))
"""

MEASURE = """
import json, random, sys, time
from mamayev.engine.playout import playout
from mamayev.engine.registry import find
rows = {}
for game in sys.argv[1:]:
    table, best, ends = find(game).table(), 0.0, []
    for turn in range(3):
        rng, decisions, begun = random.Random(7), 0, time.process_time()
        while decisions < 10_000:
            position = table.start()
            decisions += playout(position, rng)
            if turn == 0:
                ends.append(table.facts(position))
        best = max(best, decisions / (time.process_time() - begun))
    rows[game] = {
        "speed": round(best), "ends": ends,
        "compiled": not sys.modules["mamayev.engine.playout"].__file__.endswith(".py"),
    }
json.dump(rows, sys.stdout)
"""


def games() -> list[str]:
    """The games in our own package, by the names of their folders."""
    return sorted(folder.parent.name for folder in (PACKAGE / "games").glob("*/__init__.py"))


def prepare(folder: Path) -> list[str]:
    """Copy the package and name the modules to compile."""
    shutil.copytree(PACKAGE, folder / "mamayev", ignore=shutil.ignore_patterns("__pycache__", "client"))
    modules = [folder / "mamayev" / "engine" / f"{name}.py" for name in ENGINE]
    for game in games():
        home = folder / "mamayev" / "games" / game
        found = sorted([*home.glob("*.py"), *home.glob("rules/*.py")])
        modules += [
            module
            for module in found
            if module.stem not in LEFT_OUT and not FORM.search(module.read_text(encoding="utf-8"))
        ]
    return [str(module.relative_to(folder)) for module in modules]


def build(folder: Path, modules: list[str]) -> tuple[dict[str, str], str]:
    """Compile in place; returns the modules that stay Python, each with mypyc's first word on it, and what ended the
    build, or nothing."""
    plain: dict[str, str] = {}
    while True:
        chosen = [module for module in modules if module not in plain]
        (folder / "setup.py").write_text(SETUP.format(modules=chosen), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            return plain, ""
        lines = (done.stdout + done.stderr).splitlines()
        refused = [found for found in map(REFUSED.match, lines) if found and found[1] in chosen]
        if not refused:
            return plain, "; ".join([line for line in lines if "rror" in line][:5]) or "no message"
        for found in reversed(refused):
            plain[found[1]] = found[2]


def measure(folder: Path | None) -> dict[str, Any]:
    """Speeds in a process of its own, of the installed package or of the one in a folder. Raises CalledProcessError
    where it does not come to its end."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *games()], check=True, stdout=subprocess.PIPE, text=True, env=_with(folder)
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test(folder: Path) -> bool:
    """Whether the tests pass on the build in a folder; what they say goes to stderr."""
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", *TESTS]
    root = Path(__file__).parent.parent
    return subprocess.run(command, cwd=root, stdout=sys.stderr, check=False, env=_with(folder)).returncode == 0


def _with(folder: Path | None) -> dict[str, str]:
    """The environment in which the package of a folder comes first."""
    return {**os.environ, "CI": "1"} | ({"PYTHONPATH": str(folder)} if folder else {})


def main(tests: bool = False, wheel: Path | None = None) -> dict[str, Any]:
    """The rows for the report: game, plain, compiled, ratio; of what a wheel holds, if one is given."""
    what = (
        "mypyc compiles the rules of our games and the engine's loop from unchanged sources, in a temporary folder.\n"
        "The table shows decisions per second of processor time.\n"
        "`make compiled` runs the tests of engine and match on that build.\n"
        "`Box`, `Table` and `Position` stay Python, because third-party games derive from them."
    )
    rows: list[tuple[str, int, int, float]] = []
    with tempfile.TemporaryDirectory() as name:
        folder, plain_modules, errors = Path(name), dict[str, str](), ""
        if wheel is None:
            plain_modules, errors = build(folder, prepare(folder))
        else:
            with zipfile.ZipFile(wheel) as packed:
                packed.extractall(folder)
        if errors:
            return {"what": what, "rows": [], "notes": [f"It does not compile: {errors}"]}
        notes = [f"- {module} stays Python: {error}" for module, error in sorted(plain_modules.items())]
        if tests and not test(folder):
            return {"what": what, "rows": [], "notes": [*notes, "The tests fail on the compiled build."]}
        plain = measure(None)
        try:
            compiled = measure(folder)
        except subprocess.CalledProcessError as error:
            return {
                "what": what,
                "rows": [],
                "notes": [*notes, f"The compiled build does not run ({error.returncode})."],
            }
    for game, figures in compiled.items():
        assert figures["compiled"], "the compiled modules were not the ones that ran"
        before = plain[game]
        rows.append((game, before["speed"], figures["speed"], round(figures["speed"] / before["speed"], 2)))
        if figures["ends"] != before["ends"]:
            notes.append(f"- {game}: the compiled build does NOT play the same games from the same seeds")
    little = [
        f"- {game} runs {ratio:.2f} times as fast, which is hardly worth installing: most of its time goes into "
        "operations on large ints, which Python already does in C."
        for game, _, _, ratio in rows
        if ratio < WORTH
    ]
    return {"what": what, "rows": rows, "notes": notes, "little": little}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tests", action="store_true", help="run the tests of engine and matches on the build first")
    parser.add_argument("--wheel", type=Path, help="of this wheel instead of a build made for it")
    tests, wheel = parser.parse_args().tests, parser.parse_args().wheel
    figures = main(tests, wheel)
    json.dump(figures, sys.stdout, indent=2)
    print()
    sys.exit(tests and (not figures["rows"] or bool(figures["notes"])))
