"""Put the code that tests run into the guide, so that it reads the same in the raw file and on the built page.

    python tools/snippets.py [--check]

A block of code below a line `<!-- from FILE: SECTION -->` is that section of the file: what stands between the comments
`--8<-- [start:SECTION]` and `--8<-- [end:SECTION]`. With --check nothing is written; blocks that differ are named.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "writing-a-game.md"
BLOCK = re.compile(
    r"(?P<head><!-- from (?P<file>\S+): (?P<section>\S+) -->\n```[^\n]*\n)(?P<code>.*?)(?P<foot>^```$)", re.S | re.M
)


def section(file: Path, name: str) -> str:
    """A section of a file, without the comments that mark sections, or lines of it such as “8-17” or “3-”. Raises
    SystemExit where there is none."""
    lines = file.read_text(encoding="utf-8").splitlines()
    if numbers := re.fullmatch(r"(\d+)-(\d*)", name):
        inside = lines[int(numbers[1]) - 1 : int(numbers[2]) if numbers[2] else None]
    else:
        ends = [[n for n, line in enumerate(lines) if f"--8<-- [{end}:{name}]" in line] for end in ("start", "end")]
        if [len(found) for found in ends] != [1, 1]:
            raise SystemExit(f"{file}: it has no section “{name}”, or more than one.")
        inside = lines[ends[0][0] + 1 : ends[1][0]]
    kept = [line for line in inside if "--8<--" not in line]
    return textwrap.dedent("\n".join(kept)).strip("\n") + "\n"


def filled(text: str) -> str:
    """A document with all blocks as their files have them."""
    return BLOCK.sub(lambda m: m["head"] + section(ROOT / m["file"], m["section"]) + m["foot"], text)


def main(arguments: list[str]) -> int:
    old = GUIDE.read_text(encoding="utf-8")
    new = filled(old)
    if "--check" in arguments:
        pairs = zip(BLOCK.finditer(old), BLOCK.finditer(new), strict=True)
        differ = [f"{a['file']}: {a['section']}" for a, b in pairs if a[0] != b[0]]
        for place in differ:
            sys.stderr.write(f"{GUIDE.name} is older than {place}; run `make format`.\n")
        return 1 if differ else 0
    GUIDE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
