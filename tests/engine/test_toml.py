"""TOML from elsewhere: what is within bounds is read as ever, what is beyond them costs nothing."""

import json
import resource
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mamayev.engine import toml
from mamayev.testing.depth import deep

ROOT = Path(__file__).parents[2]
OURS = [file for folder in ("src", "tests", "examples") for file in (ROOT / folder).rglob("*.toml")]

TOO_MUCH = {
    "dots in a key": ("a." * 40_000 + "a = 1", "line 1: more than 5,000 dots"),
    "dots in one key": ("\n\na.b.c.d.e.f = 1", "line 3: a key with more than 4 dots"),
    "dots with spaces and quotes": ("""a . "b.c" . 'd' . e . f . g = 1""", "line 1: a key with more than 4 dots"),
    "dots in a header": ("x = 1\n[[a.b.c.d.e.f]]", "line 2: a key with more than 4 dots"),
    "dots in an inline table": ("x = [{}, {a.b.c.d.e.f = 1}]", "line 1: a key with more than 4 dots"),
    "tables": ("\n".join(f"[t{i}]" for i in range(4_000)), "line 2001: more than 2,000 lists and tables"),
    "inline tables": ("a = [\n" + "{},\n" * 3_000 + "]", "line 2001: more than 2,000 lists and tables"),
    "values": ("a = [" + "1," * 20_000 + "]", "line 1: more than 10,000 values"),
    "keys in braces": ("a = {" + ",".join(f"k{i}=1" for i in range(6_000)) + "}", "line 1: more than 10,000 values"),
    "lines": ("\n" * 5_002, "line 5001: more than 5,000 lines"),
    "characters": ("a = '''" + "\n" * 99_999 + "'''", "line 99994: more than 100,000 characters"),
    "nesting": ("a = " + "[" * 17 + "]" * 17, "line 1: more than 16 nested lists and tables"),
    "nesting of tables": ("a = " + "{b = " * 400, "line 1: more than 16 nested lists and tables"),
    "digits": ("b = 1\na = " + "9" * 5_000, "line 2: a number or a name of more than 100 characters"),
    "digits of another base": ("a = 0x" + "f" * 5_000, "line 1: a number or a name of more than 100"),
    "digits with marks between": ("a = 1" + "_1" * 5_000, "line 1: a number or a name of more than 100"),
    "digits of a fraction": ("a = 1." + "9" * 5_000, "line 1: a number or a name of more than 100"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_is_too_much_is_refused_with_the_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, words = TOO_MUCH[name]
    monkeypatch.setattr(tomllib, "loads", None)  # it must not come to the parser
    with pytest.raises(toml.TomlError) as caught:
        toml.loads(text)
    assert str(caught.value).startswith(words)


ALLOWED = {
    "dots in strings": "a = \"a.b.c.d.e.f.g\"\nb = '''a.b.c.d.e.f.\n.g.h.i.j.k'''\n\"a.b.c.d.e.f.g\".b = 1",
    "dots in comments": "a = 1 # ............\n# a.b.c.d.e.f.g",
    "many fractions": "a = [" + ",".join(["1.5"] * 900) + "]\nb = [[1.5, 2.5], [3.5]]",
    "dates": "a = [1979-05-27T07:32:00.999Z, 1979-05-27T07:32:00.999Z]",
    "quotes in strings": '''a = """ "" "a" \\""" ' # [ """"\nb = \'\'\' "" '' \'\'\'\'\'\nc = "'"\nd = '"' ''',
    "brackets in strings": 'a = "' + "[" * 500 + '"\nb = """' + "{" * 500 + '"""\n# ' + "[" * 500,
    "long strings": 'a = "' + "x" * 50_000 + '"\nb = "' + "9" * 4_000 + '"',
    "an escaped end": 'a = "\\\\"\nb = "\\""\nc = ["\\\\", "x.x.x.x.x.x.x"]',
    "lines of other systems": "a = 1\r\nb = '''\r\n.......\r\n'''\r\n",
    "deep headers": "[a.b.c.d.e]\nf.g.h.i.j = {k.l = [1, [2, [3]]]}",
}


@pytest.mark.parametrize("text", ALLOWED.values(), ids=ALLOWED)
def test_what_only_looks_like_much_is_read(text: str) -> None:
    assert toml.loads(text) == tomllib.loads(text)


def test_our_own_files_are_within_bounds() -> None:
    for file in OURS:
        if file.name == "rules.toml":  # a ledger comes with its game's program
            continue
        assert toml.load(file) == tomllib.loads(file.read_text(encoding="utf-8"))
        assert file.stat().st_size < toml.LONGEST / 2


def test_what_is_no_toml_is_said_with_the_place() -> None:
    for text in (
        "a = ",
        "a",
        '"""',
        "a = '''",
        'a = "\\',
        "]",
        "[[a]",
        "a = 1\nb == 2",
        "a = {b = 1",
        "\\",
        "a = '\n'",
    ):
        with pytest.raises(toml.TomlError, match=r"not valid TOML: .*(line|end of document)"):
            toml.loads(text)


PIECES = st.sampled_from(
    [
        "a",
        "1",
        ".",
        "=",
        ",",
        "[",
        "]",
        "{",
        "}",
        '"',
        "'",
        '"""',
        "'''",
        "\\",
        "\n",
        "#",
        " ",
        "a.b.c.d.e.f",
        "x = 1\n",
    ]
)


@settings(max_examples=deep(500, least=100), deadline=None)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_text_is_read_as_the_parser_does_or_refused(text: str) -> None:
    """Where the parser reads a text, the measure has seen in it what the parser has: its strings, dots and depth."""
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        plain = None
    try:
        read, why = toml.loads(text), ""
    except toml.TomlError as error:
        read, why = None, str(error)
    assert read == plain or "a key with more than 4 dots" in why or "more than 16" in why


WORST = {
    "keys with dots": "\n".join(f"a{i}.b.c.d.e = 1" for i in range(1_249)),
    "headers with dots": "\n".join(f"[a{i}.b.c.d.e]\nf.g.h = 1" for i in range(830)),
    "keys": "\n".join(f"k{i}=1" for i in range(4_999)),
    "values": "a = [" + "1," * 9_990 + "]",
    "strings": "a = [" + '"\\n",' * 9_990 + "]",
    "escapes": 'a = """' + "\\n" * 49_990 + '"""',
    "keys in braces": "a={" + ",".join(f"k{i}=1" for i in range(4_990)) + "}",
    "tables in braces": "a = [" + "{a.a.a.a.a=1}," * 1_240 + "]",
}


def test_what_came_with_a_package_is_read_alike_from_either_form(tmp_path: Path) -> None:
    for number, file in enumerate(OURS):
        if file.parent.name == "data":
            here = tmp_path / f"{number}.toml"
            here.write_bytes(file.read_bytes())
            plain = toml.ours(here)
            (tmp_path / toml.parsed(here.name)).write_bytes(msgspec.json.encode(plain))
            here.unlink()
            assert toml.ours(here) == plain == tomllib.loads(file.read_text(encoding="utf-8"))


LIMITED = """
import json, resource, sys
from mamayev.engine import toml
texts, peak = json.load(sys.stdin), lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = peak()
for text in texts:
    try:
        toml.loads(text)
        print("read")
    except toml.TomlError as error:
        print("refused")
print(peak() - before)
"""


def test_no_text_costs_much_time_or_memory() -> None:
    """All of them in a process that ends where they take more than a few seconds, or half a gigabyte."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (15, 15))
        resource.setrlimit(resource.RLIMIT_AS, (512_000_000, 512_000_000))

    texts = [*WORST.values(), *(text for text, _ in TOO_MUCH.values())]
    done = subprocess.run(
        [sys.executable, "-c", LIMITED],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=limit,
    )
    *outcomes, kilobytes = done.stdout.splitlines()
    assert outcomes == ["read"] * len(WORST) + ["refused"] * len(TOO_MUCH)
    assert int(kilobytes) < 50_000
