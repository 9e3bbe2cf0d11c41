"""Documents, docstrings and the client keep to plain English: the habits listed here stay out of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    str(file.relative_to(ROOT))
    for pattern in ("*.md", "docs/*.md", "examples/*/README.md")
    for file in ROOT.glob(pattern)
)
CATALOGS = sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("web/src/words/*.ts"))
"""The sentences of the client."""

CODE = sorted(str(file.relative_to(ROOT)) for file in (ROOT / "src" / "mamayev").rglob("*.py"))
"""Modules with docstrings."""

QUOTES = {"web/src/words/mail.ts": {"went on"}, "web/src/words/workshop.ts": {"as it is"}}
"""Words that are names in code or quotations, by file."""

HABITS = {
    "he, him, his, whoever: write “you”, “the player” or “they”": (
        r"\b(he|him|his|himself|whoever|somebody who|everybody who|nobody who)\b"
    ),
    "a relative clause as the subject: say who does what": r"(?:^|(?<=[.:] ))(?-i:Who) [a-z][^.?\n]*\.(?= |$)",
    "“stands” or “lies”: write “is”": r"(?<!last )\b(stands?|lies)\b(?! (for|by|out|up|still)\b)",
    "“is told”: write “the message says”, “you see”": r"\b(is|are|was|were) told\b|\bby a sentence\b|\bas told\b",
    "“for” as a conjunction: write “because”": r"[,;:] for (it|they|there|we|you|such|whoever|nobody) ",
    "“anew”, “mend”, “go on”, “no more”: again, fix, continue, no longer": (
        r"\banew\b|\bmend(s|ed|ing)?\b|\b(go|goes|going|went) on\b(?! (a|an|the|\d) )|\bno more\b(?! than)"
    ),
    "“at a link”, “by hand”: in the hosted version, manually": r"\bat a link\b|\bby hand\b",
    "a participle as a noun: name the thing": r"\bwhat (has|have) (come|been)\b|\bwhat is left over\b|\bwhat came\b",
    "“so many”, “so often”: give a number": r"\bso (many|often)\b",
    "“all that”, “whatever”: write “everything”, “any”": r"\ball that\b|\bwhatever\b",
    "history: say what is": r"\btoday's\b|\bas before\b|\bthe last mends\b",
    "a house word: see the field's word": r"\b(the shelf|held match(es)?|sally|sallies)\b",
    "British spelling": (
        r"\b\w*(armour|colour|defence|neighbour|behaviour|favour|honour|licence|manoeuvre|otoris|grey|rganis|ecognis)\w*"
        r"|\b(centre|metres?|kilometres?)\b"
    ),
    "a space before %": r"\d %",
}

ONE_LINE = {"CHANGELOG.md"}
"""Pages whose entries are lines of several sentences."""

FINER = {
    "“the rules of 2022”: write “the 2022 rules”": (
        r"\b(rules?|rulebook|edition|game|map|counters|variant|charts?|text) of (17|18|19|20)\d\d\b"
    ),
    "“Raises X with”: write “Raises X if”": r"\braises \w+ with\b",
    "“whom”, “whose every”: write two sentences": r"\b(whom|whose every)\b",
    "“a field of its own”: write “a separate field”": (r"\b(a|an|no) [\w-]+( [\w-]+)? of (its|their|your|one's) own\b"),
    "“all of it”, “none of them”: repeat the noun": r"\b(all|most|some|none|few) of (it|them)\b",
    "“than that of”, “as those of”: repeat the noun": r"\b(than|as) (that|those) of\b",
    "“that which”, “as it is sent”: write a noun": r"\bthat which\b|\bas (it is|they are)\b",
    "bookish words: write “toward”, “among”, “on”, “so”": (
        r"\b(towards|amongst|upon|thereby|thereof|hitherto|hence|likewise)\b"
    ),
    "“a tenth of”, “5 in a hundred”: write 10%, 5%": (
        r"\ba (tenth|twentieth|hundredth|thousandth) of\b|\b\d+ (in|of) (a hundred|a thousand)\b"
    ),
    "“line end”, “staffs”, “thought”: write “line ending”, “staff bots”, “search”": (
        r"\bline ends?\b|\bstaffs\b|\bthoughts?\b"
    ),
    "“by the letter”, “for a while”, “at hand”": r"\bby the letter\b|\bfor a while\b|\bat hand\b",
    "“has to be”: write “must be”": r"\b(has|have) to be\b",
    "“how often”: write “how many times”, “the number of”": r"\bhow often\b",
}
"""Habits that the changelog, whose entries stay, may have."""


LONGEST = 15
"""Words in a sentence of the client."""
LONGEST_IN_PAGES = 25
"""Words in a sentence of a page, where code and an address count as one."""


def prose(text: str) -> str:
    """The text with code blanked out, and the rows that quote a clause of a ledger; lines keep their numbers."""

    def blank(found: re.Match[str]) -> str:
        return re.sub(r"[^\n]", "", found[0])

    for code in (
        r"(?ms)^ *```.*?^ *```$",
        r"(?m)^ {4,}.*$",
        r"`[^`\n]*`",
        r"<!--.*?-->",
        r"\]\([^)\n]*\)",
        r"(?m)^\| [A-Z]{3}-.*$",
    ):
        text = re.sub(code, blank, text)
    return text


def marks(text: str, habits: dict[str, str] = HABITS | FINER) -> list[str]:
    """Each habit in a page: line, words, advice."""
    return [
        f"line {text.count(chr(10), 0, found.start()) + 1}: “{found[0].strip()}” ({habit})"
        for habit, pattern in habits.items()
        for found in re.finditer(pattern, text, re.IGNORECASE | re.MULTILINE)
    ]


def marks_of(page: str) -> list[str]:
    habits = HABITS if page == "CHANGELOG.md" else HABITS | FINER
    return marks(prose((ROOT / page).read_text(encoding="utf-8")), habits)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_free_of_the_habits(page: str) -> None:
    assert marks_of(page) == []


def said_by(catalog: str) -> Iterator[str]:
    """The sentences of a catalog, without comments; a value in one is an ellipsis."""
    text = re.sub(r"(?s)/\*.*?\*/", "", (ROOT / catalog).read_text(encoding="utf-8"))
    for plain, template in re.findall(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`', text):
        yield plain or re.sub(r"\$\{[^}]*\}", "…", template)


def docstrings_of(module: str) -> Iterator[str]:
    """Every docstring of a module, those below constants and fields included."""
    for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield text


@pytest.mark.parametrize("catalog", CATALOGS)
def test_a_catalog_is_free_of_the_habits(catalog: str) -> None:
    allowed = QUOTES.get(catalog, set())
    assert [(text, found) for text in said_by(catalog) if text not in allowed and (found := marks(text))] == []


@pytest.mark.parametrize("catalog", CATALOGS)
def test_a_sentence_of_the_client_is_short(catalog: str) -> None:
    sentences = [one for text in said_by(catalog) for one in re.split(r"(?<=[.!?:]) ", text)]
    assert [one for one in sentences if len(one.split()) > LONGEST] == []


def test_docstrings_are_free_of_the_habits() -> None:
    assert [
        (module, text.strip()[:60], found)
        for module in CODE
        for text in docstrings_of(module)
        if (found := marks(prose(text)))
    ] == []


CODE_LINE = re.compile(r"\||#|<!--|!\[| {4,}(?! *([-*]|\d+\.) )")
"""Lines of Markdown that are not paragraphs or items: tables, headings, code."""


def doubles(text: str) -> list[str]:
    """The lines of a page with more than one sentence; code, links and quotations count as words."""
    text = re.sub(r"(?ms)^ *```.*?^ *```$", "", text)
    found = []
    for line in text.split("\n"):
        if CODE_LINE.match(line):
            continue
        plain = re.sub(r"`[^`]*`|\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*|“[^”]*”|\*[^* ][^*]*\*", "Word", line)
        plain = re.sub(r"^\s*([-*]|\d+\.) ", "", plain)
        if re.search(r"([a-z0-9)%”]|[A-Z]{2})[.!?] [A-Z“(\[0-9]|[.!?][)”] [A-Z“(\[]", plain):
            found.append(line)
    return found


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ONE_LINE])
def test_a_line_of_a_page_has_one_sentence(page: str) -> None:
    assert doubles((ROOT / page).read_text(encoding="utf-8")) == []


def sentences_of(page: str) -> Iterator[str]:
    """The sentences of paragraphs and items, without what is in brackets."""
    for line in re.sub(r"(?ms)^ *```.*?^ *```$", "", (ROOT / page).read_text(encoding="utf-8")).split("\n"):
        if not CODE_LINE.match(line):
            plain = re.sub(r"`[^`]*`|\]\([^)]*\)", "x", re.sub(r"^\s*([-*]|\d+\.) ", "", line))
            yield from re.split(r"(?<=[.!?:])(?:\*\*)? ", re.sub(r" ?\([^)]*\)", "", plain))


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ONE_LINE])
def test_a_sentence_of_a_page_is_short(page: str) -> None:
    assert [one for one in sentences_of(page) if len(one.split()) > LONGEST_IN_PAGES] == []


def test_two_sentences_on_a_line_are_found() -> None:
    page = "One. `Two` is here.\n\n- An item. With two.\n\n| a cell. With two |\n\nSee `x. Y`, or [a. B](c.md).\n"
    assert doubles(page) == ["One. `Two` is here.", "- An item. With two."]


def test_habits_are_found_in_prose_and_not_in_code() -> None:
    text = "He goes on.\n\n```\nhis = 1\n```\n\nThe `armour` column.\n\n    whoever\n\nThe colour is grey, 5 %.\n"
    found = marks(prose(text))
    assert [(line.partition(":")[0], line.split("“")[1].split("”")[0]) for line in found] == [
        ("line 1", "He"),
        ("line 1", "goes on"),
        ("line 11", "colour"),
        ("line 11", "grey"),
        ("line 11", "5 %"),
    ]
