"""Print the notes of a release: the changelog's entry of the version in pyproject.toml.

    python tools/release_notes.py [v1.0.0]

With a tag, it must be the tag of that version. Exits with 1 and a sentence if there is no entry, or if it takes more
than three minutes to read.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_WORDS = 750
"""Three minutes at 250 words a minute."""


class Unfit(Exception):
    """The changelog, the version and the tag do not go together."""


def version() -> str:
    """Return the version in pyproject.toml."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def notes(changelog: str, wanted: str) -> str:
    """Return the text of a version's entry. Raises Unfit."""
    entries = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    found = next((entry for entry in entries if re.match(rf"{re.escape(wanted)}(?: |\n)", entry)), None)
    if found is None:
        raise Unfit(f"CHANGELOG.md has no entry “## {wanted}”. Rename “## Unreleased” and shorten it.")
    text = found.partition("\n")[2].strip()
    words = len(text.split())
    if words > MOST_WORDS:
        raise Unfit(f"The entry “## {wanted}” in CHANGELOG.md has {words} words. The limit is {MOST_WORDS}.")
    return text


def main(arguments: list[str]) -> int:
    try:
        if arguments and arguments[0] != f"v{version()}":
            raise Unfit(f"The tag is {arguments[0]}, and the version in pyproject.toml is {version()}.")
        print(notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version()))
    except Unfit as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
