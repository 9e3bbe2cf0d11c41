"""A player that needs nothing from Mamayev: it reads and writes lines of JSON.

    mamayev tournament inferno --players staff,"program:python3 examples/program/storm.py" --games 20

It attacks if it can, and otherwise plays a random action.
"""

import json
import random
import sys
from typing import Any


def ask(piece: str | None) -> list[str]:
    """Ask for the legal actions of a piece, where there are too many to list."""
    print(json.dumps({"choices": piece}), flush=True)
    answered: list[str] = json.loads(sys.stdin.readline())["choices"]
    return answered


def choose(question: dict[str, Any]) -> str:
    """Return an attack if there is one, otherwise a random action."""
    actions: list[str] = question.get("actions") or ask(luck.choice([None, *question["pieces"]]))
    attacks = [action for action in actions if action.startswith("attack")]
    return luck.choice(attacks or actions or ask(None))


luck = random.Random(1)
for line in sys.stdin:
    told = json.loads(line)
    if "decide" in told:
        print(json.dumps({"play": choose(told["decide"])}), flush=True)
