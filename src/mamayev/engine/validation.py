"""Messages for data that does not match its schema."""

from __future__ import annotations

import re

KINDS = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "str": "text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "a set of named fields",
}


SHOWN = 60  # maximum letters of user input that an error message quotes


def place(error: str) -> str:
    """Return the field in a validation error."""
    what, _, path = error.partition(" - at ")
    inside = path.rpartition("`$")[2].strip("`.")
    missing = re.fullmatch(r"Object (?:missing required|contains unknown) field `(.*)`", what)
    return ".".join(part for part in (inside, missing[1] if missing else "") if part)


def said(error: str) -> str:
    """Describe a validation error in our own words: the problem, and its place."""
    what, _, path = error.partition(" - at ")
    inside = path.strip("`").removeprefix("$.").removeprefix("$")
    if inside.startswith("["):
        inside = f"entry {inside}"
    name = f"“{inside}”" if inside else "it"
    if inside.startswith("key` in `$"):
        name = f"a name in “{place(error)}”"
    if "truncated" in what:
        return "it is incomplete"
    if found := re.search(r"\(byte (\d+)\)", what):
        return f"it is damaged at byte {found[1]}"
    if found := re.fullmatch(r"Object missing required field `(.*)`", what):
        return f"{name} has no “{found[1]}”"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        return f"{name} has “{shown(found[1])}”, which is unknown"
    if found := re.fullmatch(r"Expected `(.*)`, got `(.*)`", what):
        wanted = " or ".join(KINDS.get(kind, kind) for kind in found[1].split(" | "))
        return f"{name} is {KINDS.get(found[2], found[2])}, but must be {wanted}"
    if found := re.fullmatch(r"Expected `(?:array|object)` of length ([<>])= (\d+)", what):
        return f"{name} has the wrong number of entries ({found[2]} or {'more' if found[1] == '>' else 'fewer'})"
    if found := re.fullmatch(r"Expected `array` of length (\d+(?: to \d+)?), got (\d+)", what):
        return f"{name} has {found[2]} entries, not {found[1]}"
    if found := re.fullmatch(r"Expected `(?:int|float)` ([<>])= (\S+)", what):
        return f"{name} is {'more' if found[1] == '<' else 'less'} than {found[2]}"
    if found := re.fullmatch(r"Expected `str` of length ([<>])= (\d+)", what):
        return f"{name} has {'more' if found[1] == '<' else 'fewer'} than {found[2]} characters"
    if what.startswith("Expected `str` matching"):
        return f"{name} has characters that are not allowed"
    if found := re.fullmatch(r"Invalid enum value '*(.*?)'*", what):
        return f"{name} cannot be “{shown(found[1])}”"
    return f"{name} is wrong ({shown(what)})"


def shown(text: str) -> str:
    """Return the beginning of a text, for use in a sentence."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
