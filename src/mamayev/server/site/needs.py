"""The tools for building the hosted site: Python for browsers, one wheel for it, and Node.

`RUNTIME` is a folder that npm and pip fill, outside a checkout. In a checkout, `make` fills the folders in `CHECKOUT`.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from mamayev.engine.refusal import Refusal

from ..client import FOLDER

PYODIDE = "314.0.7"
"""The version of the npm package."""
MSGSPEC = "0.22.0"
PYTHON = "3.14"
"""The version of Python in Pyodide."""
PLATFORM = "pyemscripten_2026_0_wasm32"
"""The platform tag of Pyodide's wheels. A test compares these constants with the lock files and the Makefile."""
RUNTIME = Path("mamayev-runtime")
CHECKOUT = Path("web/node_modules/pyodide"), Path(".cache/pyodide")
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Pyodide that the site uses."""


class Needs(NamedTuple):
    """The folder of Pyodide, the wheel of msgspec for it, and the Node program."""

    pyodide: Path
    msgspec: Path
    node: str


def found(runtime: Path | None, pyodide: Path | None, msgspec: Path | None, node: str, out: Path) -> Needs:
    """Return the tools that build the site. Raises a Refusal that names everything missing and how to get it."""
    folder = runtime or RUNTIME
    own = runtime is None and CHECKOUT[0].is_dir()
    pyodide = pyodide or (CHECKOUT[0] if own else folder / "node_modules" / "pyodide")
    wheel = msgspec or _wheel(CHECKOUT[1] if own else folder)
    program = shutil.which(node)
    missing = list(_missing(pyodide, wheel, program, node))
    if missing:
        raise Refusal("\n".join([*missing, *_ways(folder, out)]), field="runtime", malformed=True)
    assert wheel is not None
    assert program is not None
    return Needs(pyodide, wheel, program)


def _wheel(folder: Path) -> Path | None:
    return next(iter(sorted(folder.glob(f"msgspec-*{PLATFORM}.whl"))), None)


def _missing(pyodide: Path, wheel: Path | None, program: str | None, node: str) -> Iterator[str]:
    """Yield a sentence for each tool that is missing."""
    if not (FOLDER / "index.html").is_file():
        yield f"The browser client is missing from {FOLDER}. In a checkout, run make client."
    absent = [name for name in FILES if not (pyodide / name).is_file()]
    about = pyodide / "package.json"
    there = json.loads(about.read_bytes())["version"] if about.is_file() else ""
    if absent:
        yield f"Pyodide {PYODIDE} is missing: {pyodide} has no {', '.join(absent)}."
    elif there not in ("", PYODIDE):
        yield f"{pyodide} has Pyodide {there}, but the site needs {PYODIDE}."
    if wheel is None or not wheel.is_file():
        yield f"The wheel of msgspec {MSGSPEC} for Pyodide is missing{f': {wheel}' if wheel else ''}."
    if program is None:
        yield f"Node 20.19 or newer is missing: there is no program {node}. Install it, or name it with --node."


def _python() -> str:
    """Return the running Python as a command to type, because many systems have no `python`, or one without pip."""
    return subprocess.list2cmdline([sys.executable]) if os.name == "nt" else shlex.quote(sys.executable)


def _ways(folder: Path, out: Path) -> Iterator[str]:
    """Yield the lines that say how to get the tools."""
    yield "\nTo get it:"
    yield f"  npm install --prefix {folder} pyodide@{PYODIDE}"
    yield (
        f"  {_python()} -m pip download --no-deps --only-binary :all: --platform {PLATFORM} --python-version {PYTHON} "
        f"--implementation cp --abi cp{PYTHON.replace('.', '')} --dest {folder} msgspec=={MSGSPEC}"
    )
    yield f"  mamayev site --out {out} --runtime {folder}"
    yield f"\nOr unpack mamayev-site-{version('mamayev')}.zip, from the release. It is this folder, ready to use."
