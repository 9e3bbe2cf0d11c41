"""Playing in Python needs msgspec alone: neither the server's packages nor the terminal's."""

import json
import subprocess
import sys

PLAY = """
import importlib.metadata, json, random, sys

before = set(sys.modules)
import mamayev
from mamayev.players import find, take

for game in mamayev.games():
    match = mamayev.new(game, seed=7)
    staff = find(match.game, next(iter(match.game.bots)))
    for _ in range(3):
        take(match, staff, random.Random(1))
    match.play(match.decision.actions[0])
    mamayev.from_json(match.to_json()).view(match.decision.seat)
    mamayev.playout(match.position.copy(), random.Random(1))
owners = importlib.metadata.packages_distributions()
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(json.dumps(sorted({owner for name in loaded for owner in owners.get(name, ())})))
"""


def test_playing_in_python_loads_msgspec_alone() -> None:
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    ours = {"mamayev", "mamayev-skirmish", "mamayev-front"}
    assert set(json.loads(done.stdout)) - ours <= {"msgspec", "typing_extensions"}
