"""Put the code that tests run into the documents, so that it reads the same in the raw file and on the built page.

    python tools/snippets.py [--check]

A block of code below a line `<!-- from FILE: SECTION -->` is that section of the file: the lines between the comments
`--8<-- [start:SECTION]` and `--8<-- [end:SECTION]`. With --check, nothing is written, and blocks that differ are named.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
BLOCK = re.compile(
    r"(?P<head><!-- from (?P<file>\S+): (?P<section>\S+) -->\n```[^\n]*\n)(?P<code>.*?)(?P<foot>^```$)", re.S | re.M
)


def section(file: Path, name: str) -> str:
    """Return a section of a file without its markers, or lines such as “8-17” or “3-”. Raises SystemExit if missing."""
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
    """Return a document with the current code in all its blocks."""
    return BLOCK.sub(lambda m: m["head"] + section(ROOT / m["file"], m["section"]) + m["foot"], text)


def main(arguments: list[str]) -> int:
    stale = False
    for page in sorted(DOCS.glob("*.md")):
        old = page.read_text(encoding="utf-8")
        new = filled(old)
        if "--check" not in arguments:
            if new != old:
                page.write_text(new, encoding="utf-8")
            continue
        pairs = zip(BLOCK.finditer(old), BLOCK.finditer(new), strict=True)
        for place in [f"{a['file']}: {a['section']}" for a, b in pairs if a[0] != b[0]]:
            stale = True
            sys.stderr.write(f"{page.name} is older than {place}; run `make format`.\n")
    return int(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
