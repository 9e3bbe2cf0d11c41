"""Each game's files with the map turned over, as text: nothing lies where ours has it, and the rules need no more."""

import re
from collections.abc import Callable
from pathlib import Path

import mamayev
from mamayev.engine.registry import find
from mamayev.terrain.grid import lettered

Files = dict[str, str]


def ours(game: str) -> Files:
    """Our files, by name."""
    folder = Path(mamayev.__file__).parent / "games" / game / "data"
    return {name: (folder / name).read_text("utf-8") for name in find(game).component_files}


def mirrored(game: str) -> Files:
    """The files of a game on the map turned over; nothing is drawn of it."""
    files = ours(game)
    del files["shapes.json"]
    return TURNED[game](files)


def _named_anew(files: Files, pattern: str, other: Callable[[str], str]) -> Files:
    """The same with what a pattern finds, a hex or an area, named otherwise."""
    return {
        name: re.sub(pattern, lambda found: found[0].replace(found[1], other(found[1])), text)
        for name, text in files.items()
    }


def _donnerschlag(files: Files) -> Files:
    """East and west change places; even rows stand half a hex further east, so odd ones begin one column later."""

    def other(name: str) -> str:
        row, column = int(name[:2]), int(name[2:])
        return f"{row:02}{(26 if row % 2 else 25) - column:02}"

    row = 8

    def line(found: re.Match[str]) -> str:
        nonlocal row
        row += 1
        turned = found[1].ljust(24, "-")[::-1]
        return f'  "{"-" * (row % 2)}{turned}",'

    files = _named_anew(files, r"(?m)^(\d{4})(?= =)", other)
    files = _named_anew(files, r'(?<=[" /])(\d{4})(?=["/])', other)
    return files | {"map.toml": re.sub(r'(?m)^  "([-.vTC]+)",$', line, files["map.toml"])}


def _barbarossa(files: Files) -> Files:
    """North and south change places; the southernmost row is cut off, so that even rows stay even."""
    rows = 51
    letters = [name[:-1] for name in lettered(rows, 1, "even")]

    def other(name: str) -> str:
        row = name.rstrip("0123456789")
        return letters[rows - 1 - letters.index(row)] + name[len(row) :]

    files["map.toml"] = re.sub(r' "ZZ\d+",?', "", files["map.toml"]).replace("rows = 52", f"rows = {rows}")
    files = _named_anew(files, r'"([A-Z]{1,2}\d{1,2})"', other)
    text = files["map.toml"]
    for kind in (r"[.^w~o]", r"[-UFGKHRBS]"):
        block = re.search(rf'(?:  "{kind}{{42}}",[^\n]*\n){{52}}', text)
        assert block is not None
        text = text.replace(block[0], "".join(reversed(block[0].splitlines(keepends=True)[:rows])))
    return files | {"map.toml": text}


def _inferno(files: Files) -> Files:
    """East and west change places: the Volga runs in the west."""
    pattern = r'(?m)(^  \["\w+", \d+, )(-?\d+)(, \d+, "(?:clear|rough|urban)")'
    text = re.sub(pattern, lambda found: f"{found[1]}{-int(found[2])}{found[3]}", files["map.toml"])
    return files | {"map.toml": text}


def _cauldron(files: Files) -> Files:
    """Areas are numbered from the other end, but for 54, which the rules name."""

    def other(number: str) -> str:
        return number if int(number) in (54, 11) else str(65 - int(number))

    def numbers(found: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda one: other(one[0]), found[0])

    lists = r"(?m)^(?:number|area|adjacent|areas|active|inactive|river_pairs) = [^\n]*?[\d\]]$"
    return {name: text if name == "cards.toml" else re.sub(lists, numbers, text) for name, text in files.items()}


TURNED = {"cauldron": _cauldron, "inferno": _inferno, "barbarossa": _barbarossa, "donnerschlag": _donnerschlag}
