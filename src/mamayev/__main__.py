"""The `mamayev` command, which also runs as `python -m mamayev`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; also handle Ctrl-C while it is still loading."""
    try:
        from .cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        sys.exit(1)


if __name__ == "__main__":
    try:
        main()
    finally:
        # If Ctrl-C comes inside an exec of text, for example while a data class is made, `python -m` would end by the
        # signal although it was caught. Another exec clears this.
        exec("")
