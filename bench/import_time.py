"""How long `import mamayev` and the quick commands take, each in a fresh process. Prints JSON."""

import json
import statistics
import subprocess
import sys
import time

RUNS = 9


def _milliseconds(arguments: list[str]) -> float:
    """The median time of a process, in milliseconds."""
    times = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


def figures() -> dict[str, float]:
    """Milliseconds beyond those of a Python that does nothing."""
    nothing = _milliseconds(["-c", ""])
    return {
        "import mamayev": round(_milliseconds(["-c", "import mamayev"]) - nothing, 1),
        "mamayev --help": round(_milliseconds(["-m", "mamayev", "--help"]) - nothing, 1),
        "mamayev games": round(_milliseconds(["-m", "mamayev", "games"]) - nothing, 1),
    }


if __name__ == "__main__":
    json.dump({"milliseconds": figures()}, sys.stdout, indent=2)
    print()
