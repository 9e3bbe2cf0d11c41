"""Input and output that commands share."""

from __future__ import annotations

import os
import select
import signal
import stat
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mamayev.engine.refusal import Refusal
from mamayev.engine.text import plain


def print_json(data: Any) -> None:
    """Print one JSON object on stdout."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")


def pairs(given: Iterable[str], option: str) -> dict[str, str]:
    """Parse an option that is repeated in the form NAME=VALUE. For any other form, raises a Refusal that names the
    option."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise Refusal(f"{option} takes NAME=VALUE, not “{text}”.", field=option, malformed=True)
        found[name.strip()] = value.strip()
    return found


@contextmanager
def file_errors(path: Path, doing: str = "read") -> Iterator[None]:
    """Turn an OSError inside the block into a Refusal that explains why a file cannot be read or written."""
    try:
        yield
    except OSError as error:
        raise Refusal(f"Cannot {doing} {path}: {plain(error)}.", field=str(path), malformed=True) from None


@contextmanager
def database_errors() -> Iterator[None]:
    """Turn a database error inside the block into a Refusal that explains it: the database is locked, full or
    damaged."""
    import sqlalchemy as sa

    from mamayev.server.outage import cause_of
    from mamayev.server.writer import Busy

    try:
        yield
    except (Busy, sa.exc.SQLAlchemyError) as error:
        raise Refusal(f"The database is not responding ({cause_of(error)}).", field="db", malformed=True) from None


@contextmanager
def until_unheard() -> Iterator[None]:
    """Stop the work inside the block, as Ctrl-C does, when the reader of our output closes the pipe.

    Otherwise, hours of play could pass before the first printed line reveals it.
    """
    try:
        there = sys.stdout.fileno()
    except (OSError, ValueError):  # not a file of the system
        yield
        return
    if not hasattr(select, "poll") or not stat.S_ISFIFO(os.fstat(there).st_mode):
        yield
        return
    ended = threading.Event()
    poll = select.poll()
    poll.register(there, 0)

    def watch() -> None:
        while not ended.wait(0.5):
            if poll.poll(0):
                os.kill(os.getpid(), signal.SIGTERM)
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        ended.set()


@contextmanager
def progress_bar(games: int, done: int = 0) -> Iterator[Callable[[int], None] | None]:
    """Yield a progress bar on stderr that counts finished games or questions, or None if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("games", total=games, completed=done)
        yield lambda count: bar.advance(task, count)
