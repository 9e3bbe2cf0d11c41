"""Rules search: match a player's words, in British or American spelling, with the clauses."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from .ledger import Clause, Ledger

FOLDS = (
    (r"ß", "ss"),
    (r"ä", "ae"),
    (r"ö", "oe"),
    (r"ü", "ue"),
    (r"[-–—/]", " "),
    (r"[’'.]", ""),
    (r"[^\w\s]", " "),
    (r"([bilmnv])our", r"\1or"),  # armour, neighbour, colour, manoeuvre and related words
    (r"fence", "fense"),
    (r"(\w\w)is(e|ed|es|ing|ation)\b", r"\1iz\2"),
    (r"(\w)tre\b", r"\1ter"),
    (r"grey", "gray"),
    (r"rumania", "romania"),
    (r"ies\b", "y"),
    (r"(ss|x|ch|sh)es\b", r"\1"),
    (r"(\w\w[^s\W])s\b", r"\1"),
)
"""The replacements that make different spellings equal: umlauts, hyphens, British and American spelling, plurals. The
client has the same list in web/src/side/rules/lookup.ts.
"""

DENSE = 6
"""Minimum length of a word that also matches two words of a clause: soakoff, soak-off."""

SHORT = 3
"""Words up to this length only match whole words: LOS is not loss."""


def folded(text: str) -> str:
    """Return a text in the normalized form that comparisons use."""
    plain = unicodedata.normalize("NFC", text.lower())
    for pattern, put in FOLDS:
        plain = re.sub(pattern, put, plain)
    return " ".join(plain.split())


class Found(NamedTuple):
    """The clauses that a search finds, in ledger order, and messages about things that the game lacks."""

    clauses: list[Clause]
    none: list[str]


def look_up(ledger: Ledger, query: str) -> Found:
    """Return the clauses that match every word of a query. A clause matches a term if it contains the term's words, or
    if the ledger lists it for the term.
    """
    left = f" {folded(query)} "
    rows: list[set[str]] = []
    none: list[str] = []
    for word, ids, said in sorted(_terms(ledger), key=lambda one: -len(one[0])):
        if left.replace(" ", "") == word.replace(" ", ""):
            left = f" {word} "
        if f" {word} " in left:
            left = left.replace(f" {word} ", " ")
            rows.append(ids | _holding(ledger, word))
            none += [said] if said else []
    rows += [_holding(ledger, word) for word in left.split()]
    found = set.intersection(*rows) if rows else set(ledger.clauses)
    return Found([clause for clause in ledger.clauses.values() if clause.id in found], none)


def _holding(ledger: Ledger, words: str) -> set[str]:
    """Return the clauses with a word, or consecutive words, that begin with the given text."""
    dense = words.replace(" ", "")
    return {
        name
        for name, text in _texts(ledger)
        if (f" {words} " if len(words) <= SHORT else f" {words}") in text
        or (len(dense) >= DENSE and dense in text.replace(" ", ""))
    }


@cache
def _texts(ledger: Ledger) -> list[tuple[str, str]]:
    return [
        (one.id, f" {folded(' '.join((one.id, one.section, one.text, one.ruling, one.optional)))} ")
        for one in ledger.clauses.values()
    ]


@cache
def _terms(ledger: Ledger) -> list[tuple[str, set[str], str]]:
    """Return each word of each term, with its clauses and its message if the game lacks such a thing."""
    return [(folded(word), set(term.clauses), term.none) for term in ledger.terms for word in term.words]
