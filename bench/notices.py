"""Play turns at a club whose server is killed (SIGKILL) at random moments, and print what became of the notices.

python bench/notices.py [--turns 1000] [--games 24] [--kills 20]

Each turn must be told by mail and by push, once each. A mail server and a push service in this process keep what they
get. The seconds are from the action to the notice, including the time in which the server was down.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.club.crashing import tell


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--games", type=int, default=24, help="games that are played at a time")
    parser.add_argument("--kills", type=int, default=20)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = tell(Path(folder), turns=wanted.turns, games=wanted.games, kills=wanted.kills)
    print("| turns | kills | notices missing | too many | arrived again with the same id | median, s | p99, s |")
    print("|---|---|---|---|---|---|---|")
    counts = f"{found.turns} | {found.kills} | {found.missing} | {found.more} | {found.twice}"
    print(f"| {counts} | {found.median:.1f} | {found.p99:.1f} |")


if __name__ == "__main__":
    main()
