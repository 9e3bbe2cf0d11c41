"""The table as a folder of files that any web host serves: the client, Python's runtime, and this package."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from mamayev.engine.refusal import Refusal

from .client import FOLDER
from .store import Store

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
LIBRARIES = ("sqlalchemy", "typing_extensions")
UNUSED = (
    "mamayev/cli/", "mamayev/lab/", "mamayev/testing/", "mamayev/learn", "mamayev/server/client/",
    "sqlalchemy/orm/", "sqlalchemy/testing/", "sqlalchemy/dialects/mysql/", "sqlalchemy/dialects/oracle/",
    "sqlalchemy/dialects/mssql/", "sqlalchemy/dialects/postgresql/", "sqlalchemy/ext/",
)  # fmt: skip
"""What the table at a link never imports."""
MARK = '<meta name="mamayev-house" content="worker" />'


def build(out: Path, runtime: Path) -> None:
    """Write the folder. `runtime`: a folder with the npm package `pyodide` and the wheel of msgspec for it. Raises
    Refusal where something of that is missing, OSError."""
    page = FOLDER / "index.html"
    wheels = sorted(runtime.glob("msgspec-*wasm32.whl"))
    wanted = [page, *(runtime / "node_modules" / "pyodide" / name for name in RUNTIME)]
    missing = [str(file) for file in wanted if not file.is_file()] + ([] if wheels else [f"{runtime}/msgspec-*.whl"])
    if missing:
        raise Refusal(f"For the folder there is missing: {', '.join(missing)}.", field="runtime", malformed=True)
    shutil.copytree(FOLDER, out, dirs_exist_ok=True)
    text = page.read_text(encoding="utf-8")
    (out / "index.html").write_text(text.replace("<title>", f"{MARK}\n    <title>", 1), encoding="utf-8")
    python = out / "python"
    python.mkdir(exist_ok=True)
    for file in wanted[1:]:
        shutil.copyfile(file, python / file.name)
    shutil.copyfile(wheels[-1], python / "msgspec.zip")
    with zipfile.ZipFile(python / "table.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as pack:
        for file, name in _files():
            pack.write(file, name)
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.sqlite"
        Store(f"sqlite:///{empty}", journal="TRUNCATE").close()
        shutil.copyfile(empty, python / "empty.sqlite")


def _files() -> Iterator[tuple[Path, str]]:
    """The files of the pack, each with its name in it."""
    package = Path(__file__).parents[1]
    for file in sorted(package.rglob("*")):
        name = f"mamayev/{file.relative_to(package).as_posix()}"
        if file.is_file() and "__pycache__" not in name and not name.startswith(UNUSED):
            yield file, name
    for library in LIBRARIES:
        for path in distribution(library).files or ():
            if path.suffix == ".py" and not str(path).startswith(UNUSED):
                yield Path(str(path.locate())), str(path)
    for path in distribution("mamayev").files or ():
        if path.name in ("METADATA", "entry_points.txt"):
            yield Path(str(path.locate())), f"mamayev.dist-info/{path.name}"
