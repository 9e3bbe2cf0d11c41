"""A player for the tournament that needs nothing of Mamayev: it reads lines of JSON and answers with lines of JSON.

    mamayev tournament inferno --players staff,"program:python3 examples/program/storm.py" --games 20

It attacks where it is offered to, and otherwise takes one action or another.
"""

import json
import random
import sys
from typing import Any


def ask(piece: str | None) -> list[str]:
    """The legal actions of a piece; of a front that is too long to be listed."""
    print(json.dumps({"choices": piece}), flush=True)
    answered: list[str] = json.loads(sys.stdin.readline())["choices"]
    return answered


def choose(question: dict[str, Any]) -> str:
    """An attack where there is one, else an action at random: of all, or of a piece, None for those that name none."""
    actions: list[str] = question.get("actions") or ask(luck.choice([None, *question["pieces"]]))
    attacks = [action for action in actions if action.startswith("attack")]
    return luck.choice(attacks or actions or ask(None))


luck = random.Random(1)
for line in sys.stdin:
    told = json.loads(line)
    if "decide" in told:
        print(json.dumps({"play": choose(told["decide"])}), flush=True)
