"""Mutants of rules: how many `make test` kills of those that the whole suite kills.

    python bench/mutants.py [--number 200] [--seed 1] [--jobs 2] [--out mutants.tsv]

A mutant is one changed place in a game's `rules/`: a comparison, a sign, a number, a condition turned around. For each,
the tests of its game run as in `make test`, until one fails: the golden games, which fail soonest, the tests of the
game, those named after the module first, and the battery. A mutant that survives meets the same tests at whole depth,
with the deep ones. Each result is a row of the file. If the file exists, its mutants are not tried again.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

HERE = Path(__file__).parents[1]
GAMES = HERE / "src/mamayev/games"
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
LIMIT, DEEP_LIMIT = 1200, 4000
"""Seconds after which a run, in short or at whole depth, counts as killed: the mutant does not end."""
KILLED, ALIVE = "killed", "alive"
FAILED, NO_TESTS = (1, 2, 3, 4), 5
"""What pytest exits with where a test, an import or a conftest fails, and where there is no test."""


class Mutant(NamedTuple):
    """A changed place: the file, its line, the text before and after, and the whole text of the file."""

    path: Path
    line: int
    before: str
    after: str
    text: str


def changed(node: ast.AST) -> ast.AST | None:
    """Return the node with one thing turned around, None if there is nothing to turn."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            return ast.Compare(node.left, [SWAPPED[type(op)]()], node.comparators)  # type: ignore[list-item]
        case ast.BoolOp(op=op):
            return ast.BoolOp(SWAPPED[type(op)](), node.values)  # type: ignore[arg-type]
        case ast.BinOp(op=op) if type(op) in SWAPPED:
            return ast.BinOp(node.left, SWAPPED[type(op)](), node.right)  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not()):
            return node.operand
        case ast.Constant(value=bool(value)):
            return ast.Constant(not value)
        case ast.Constant(value=int(value)):
            return ast.Constant(value + 1)
    return None


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    text = path.read_text("utf-8")
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in ast.walk(ast.parse(text)):
        other = changed(node)
        if other is None or not isinstance(node, ast.expr) or node.end_lineno is None or node.end_col_offset is None:
            continue
        begin, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        raw = text.encode()
        after = f"({ast.unparse(ast.fix_missing_locations(other))})"
        whole = (raw[:begin] + after.encode() + raw[end:]).decode()
        try:
            ast.parse(whole)
        except SyntaxError:  # within an f-string
            continue
        yield Mutant(path, node.lineno, raw[begin:end].decode(), after, whole)


def killed(copy: Path, mutant: Mutant, deep: bool) -> bool:
    """Whether the tests of the mutant's game fail."""
    game, module = mutant.path.relative_to(GAMES).parts[0], mutant.path.stem
    tests = HERE / "tests/games" / game
    named = sorted(tests.glob(f"test_{module}*.py"))
    rest = [path for path in sorted(tests.glob("test_*.py")) if path not in named]
    golden, battery = HERE / "tests/match/test_golden.py", HERE / "tests/engine/test_battery.py"
    others = [path for path in sorted(golden.parent.glob("test_*.py")) if path != golden]
    environment = {**os.environ, "CI": "1", "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    options = ["-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
    options += [] if deep else ["-m", "not deep", "--depth", "0.2", "--mamayev-trails", str(HERE / "tests/trails")]
    of_game = ["-k", game]
    for paths, more in (([golden], of_game), (named + rest, []), ([battery, *others], of_game)):
        command = [sys.executable, "-m", "pytest", *options, *more, *map(str, paths)]
        try:
            limit = DEEP_LIMIT if deep else LIMIT
            done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            return True
        if done.returncode in FAILED:
            return True
        if done.returncode not in (0, NO_TESTS):
            raise SystemExit(f"{' '.join(command)} did not run:\n{done.stdout.decode()}{done.stderr.decode()}")
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("mutants.tsv"))
    chosen = parser.parse_args()
    files = sorted(GAMES.glob("*/rules/*.py"))
    all_of_them = [mutant for path in files for mutant in mutants(path)]
    drawn = random.Random(chosen.seed).sample(all_of_them, min(chosen.number, len(all_of_them)))
    rows = chosen.out.read_text("utf-8").splitlines() if chosen.out.exists() else []
    known = {row.rsplit("\t", 2)[0] for row in rows}
    copies: SimpleQueue[Path] = SimpleQueue()

    def tried(mutant: Mutant) -> None:
        place = mutant.path.relative_to(GAMES)
        name = f"{place}:{mutant.line}\t{mutant.before!r}\t{mutant.after!r}"
        if name in known:
            return
        copy = copies.get()
        target = copy / "mamayev/games" / place
        own = target.read_text("utf-8")
        target.write_text(mutant.text, "utf-8")
        quick = killed(copy, mutant, deep=False)
        whole = quick or killed(copy, mutant, deep=True)
        target.write_text(own, "utf-8")
        copies.put(copy)
        row = "\t".join((name, *(KILLED if one else ALIVE for one in (quick, whole))))
        with chosen.out.open("a", encoding="utf-8") as out:
            out.write(row + "\n")
        print(row, flush=True)

    # A run that fails with a mutant fails because of it only if the same command runs without one.
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--collect-only", str(HERE / "tests/games")],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(chosen.jobs) as pool:
        for number in range(chosen.jobs):
            copy = Path(folder) / str(number)
            shutil.copytree(HERE / "src/mamayev", copy / "mamayev", ignore=shutil.ignore_patterns("__pycache__"))
            compileall.compile_dir(copy, quiet=1)
            copies.put(copy)
        list(pool.map(tried, drawn))
    ends = [row.split("\t")[-2:] for row in chosen.out.read_text("utf-8").splitlines()]
    quick, whole = (sum(row[column] == KILLED for row in ends) for column in (0, 1))
    print(f"{len(ends)} mutants of {len(all_of_them)}: the whole suite kills {whole}, `make test` {quick}.")


if __name__ == "__main__":
    main()
