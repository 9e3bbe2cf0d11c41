"""Write files atomically, and lock them so that only one process at a time writes them."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

OURS = ".mamayev-"
"""The prefix of temporary files and locks. A process that is killed may leave some behind, which is harmless."""


class Held(Exception):
    """Another process has locked the file."""


def write(file: str | Path, data: bytes, *, private: bool = False) -> None:
    """Write a file completely or not at all; see `whole`. Raises OSError."""
    with whole(file, private=private) as stream:
        stream.write(data)


@contextmanager
def whole(file: str | Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Yield a stream that becomes a file when the block ends. Until then, the file has a temporary name in the same
    folder. It is synced to disk before it is renamed. On any error, the old file stays unchanged. `private`: only the
    file's owner can read it, even if it replaces a file that others could read. Raises OSError."""
    target = Path(os.path.realpath(file))  # a link stays one
    if target.exists() and not target.is_file():
        with target.open("wb") as device:  # a device or a pipe takes what comes; a folder says that it is one
            yield device
        return
    part = target.with_name(f"{OURS}{secrets.token_hex(8)}.part")
    try:
        with open(part, "xb", opener=_owners if private else None) as stream:
            if target.exists() and not private:
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


def _owners(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _keep_names(folder: Path) -> None:
    """Wait until the directory entries of a folder are on disk, if the system supports this."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Lock a file while the block runs. The lock is always released when the process ends. Raises Held or OSError."""
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
