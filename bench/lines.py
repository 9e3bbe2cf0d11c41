"""Print the code lines of each game, room by room, those of shared packages, and the lines of CSS in the client.

A code line holds a token that is no comment and no part of a docstring. A line of CSS is one within the style of a
Svelte component that is not empty.
"""

import ast
import io
import re
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent / "src" / "mamayev"
CLIENT = ROOT.parent.parent / "web" / "src"
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
QUIET = {
    tokenize.COMMENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.INDENT,
    tokenize.NEWLINE,
    tokenize.NL,
}


def docstrings(tree: ast.AST) -> set[int]:
    """Return the lines that docstrings take."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def code_lines(path: Path) -> int:
    """Return how many lines of a file are code."""
    text = path.read_text(encoding="utf-8")
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in QUIET:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - docstrings(ast.parse(text)))


def rooms(folder: Path) -> Counter[str]:
    """Return the code lines below a folder by its first level."""
    counted: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder).parts
        counted[inside[0] if len(inside) > 1 else "."] += code_lines(path)
    return counted


def css_lines() -> Counter[str]:
    """Return the lines of CSS in components by folder of the client."""
    counted: Counter[str] = Counter()
    for path in sorted(CLIENT.rglob("*.svelte")):
        for style in STYLE.findall(path.read_text(encoding="utf-8")):
            counted[path.relative_to(CLIENT).parts[0]] += sum(bool(line.strip()) for line in style.splitlines())
    return counted


def main() -> None:
    """Print one line for each game and shared package, and one for the client's CSS."""
    games = 0
    for folder in sorted((ROOT / "games").iterdir()):
        if folder.is_dir() and (counted := rooms(folder)):
            games += counted.total()
            inside = ", ".join(f"{room} {count}" for room, count in counted.items())
            print(f"{folder.name:14}{counted.total():7,}   {inside}")
    print(f"{'games':14}{games:7,}")
    for name in ("engine", "match", "terrain"):
        print(f"{name:14}{rooms(ROOT / name).total():7,}")
    css = css_lines()
    print(f"{'css':14}{css.total():7,}   {', '.join(f'{folder} {count}' for folder, count in css.most_common())}")


if __name__ == "__main__":
    main()
