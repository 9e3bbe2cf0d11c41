"""Files: written whole or not at all, and by one process at a time."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

OURS = ".mamayev-"
"""How the names of temporary files and locks begin. A process that is killed leaves them behind; they mean nothing."""


class Held(Exception):
    """Another process holds the file."""


def write(file: str | Path, data: bytes) -> None:
    """Write a file whole or not at all; see `whole`. Raises OSError."""
    with whole(file) as stream:
        stream.write(data)


@contextmanager
def whole(file: str | Path) -> Iterator[BinaryIO]:
    """A stream that becomes a file when the block ends: it has a name of its own in the same folder until then, and the
    disk has all of it before it is renamed. If anything goes wrong within, the old file is left as it was. Raises
    OSError."""
    target = Path(os.path.realpath(file))  # a link stays one
    if target.exists() and not target.is_file():
        with target.open("wb") as device:  # a device or a pipe takes what comes; a folder says that it is one
            yield device
        return
    part = target.with_name(f"{OURS}{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as stream:
            if target.exists():
                os.chmod(part, target.stat().st_mode)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    _keep_names(target.parent)


def _keep_names(folder: Path) -> None:
    """Wait until the disk has the names of a folder, where the system lets a program ask for it."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Hold a file within: nobody else who asks so can hold it meanwhile. The end of the process, however it comes, lets
    go of it. Raises Held, OSError."""
    from filelock import FileLock, Timeout

    lock = FileLock(file.with_name(f"{OURS}{file.name}.lock"))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise Held from None
    try:
        yield
    finally:
        # Whoever has opened the lock meanwhile notices that it has lost its name, and begins again.
        with suppress(OSError):
            os.unlink(lock.lock_file)
        lock.release()
