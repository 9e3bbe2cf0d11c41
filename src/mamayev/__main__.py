"""The `mamayev` command, also as `python -m mamayev`."""

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
    main()
