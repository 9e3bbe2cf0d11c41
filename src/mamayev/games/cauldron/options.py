"""What can be chosen where a match is set up: options, editions, presets."""

from __future__ import annotations

from mamayev.engine.table import Option, Preset

from .editions import BOOKS

EDITIONS = {name: book.doc for name, book in BOOKS.items()}

OPTIONS = (
    Option(
        "retreat_with_pdm",
        "word",
        "activated",
        "Which Prepared Defenses keep the units of an area from retreating (CAU-FLOW-14).",
        ("activated", "any", "battlegroups"),
        labels=("activated ones and battlegroups", "any, and battlegroups", "battlegroups alone"),
        title="Retreat beside Prepared Defenses",
        group="Readings",
    ),
    Option(
        "isolated_movement",
        "word",
        "whole",
        "What costs double when an isolated unit moves (CAU-FLOW-17).",
        ("whole", "separate"),
        labels=("the whole Action", "a tally of its own"),
        title="Movement of isolated units",
        group="Readings",
    ),
    Option(
        "entry",
        "word",
        "A",
        "From which side the relief force comes (CAU-HOTH-01).",
        ("A", "choose"),
        labels=("A, as the set-up prints", "the player chooses"),
        title="Entry of the relief force",
        group="Readings",
    ),
    Option(
        "river_attacks",
        "bool",
        False,
        "German units may attack across a river between 10 and 2, 9 and 7, 30 and 31, 33 and 34. For them such a "
        "target counts as a Stalingrad area: a first success only brings a Hit (CAU-RIVER-01, CAU-RIVER-02).",
        title="Attacks across rivers",
        group="Optional rules",
    ),
    Option(
        "what_if",
        "bool",
        False,
        "After the set-up one card changes history: more supply, Poor weather, another Key Area, another entry of the "
        "relief force, an easier Stalingrad Central, a way out for the high officers, or nothing (CAU-WHATIF-01).",
        title="What if?",
        group="Optional rules",
    ),
)

PRESETS = (
    Preset(
        "first",
        "First game",
        "The historical set-up of 2020 with our readings of the rules, and the staff's advice at every decision.",
        "2020",
        hints=True,
    ),
    Preset(
        "book",
        "By the book",
        "The edition of 2020 to the letter: any Prepared Defense rules out a retreat, as the rule of attacks says, "
        "although other paragraphs speak of defenses left behind by one.",
        "2020",
        {"retreat_with_pdm": "any"},
    ),
    Preset(
        "everything",
        "Everything",
        "The edition of 2020 with all optional rules at once.",
        "2020",
        {option.name: True for option in OPTIONS if option.group == "Optional rules"},
    ),
)
