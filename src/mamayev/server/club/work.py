"""Proof of work: a browser must find a number whose hash begins with zeros before the club does anything costly.

It slows down bots without involving a third party. Each task can be used only once.
"""

from __future__ import annotations

import hashlib

import sqlalchemy as sa

from mamayev.engine.refusal import Refusal

from . import ceremonies
from .forms import Work


def check_work(connection: sa.Connection, bits: int, work: Work | None) -> None:
    """Use up a finished task. Raises Refusal if the task is unfinished or used. Without `bits`, no task is
    necessary."""
    if not bits:
        return
    if work is None or zeros(work.task, work.answer) < bits:
        raise Refusal("Your browser has not finished its task. Load the page again.", field="work")
    ceremonies.take(connection, work.task, "work")


def zeros(task: str, answer: int) -> int:
    """Return the number of zero bits at the start of the hash of a task and its answer."""
    digest = hashlib.sha256(f"{task}.{answer}".encode()).digest()
    return 8 * len(digest) - int.from_bytes(digest, "big").bit_length()
