"""The hosted site: everything as a folder of files for any web host, with the client, the Python runtime and this
package.
"""

from __future__ import annotations

import asyncio
import gzip
import html
import json
import shutil
import subprocess
import tempfile
from base64 import b64encode
from hashlib import sha256
from importlib.metadata import distribution, version
from itertools import chain
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

from mamayev.engine.refusal import Refusal

from ..client import FOLDER
from ..page import Here, Page
from ..store import Store
from .files import LIBRARIES, libraries, ours, standard
from .needs import Needs
from .previews import add_previews, own_tags, packed

HERE = Path(__file__).parent
RUNTIME = {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"}
"""Pyodide's scripts and their names in the folder. Hosts that do not know `.mjs` would not send it as a script."""
WASM = "pyodide.asm.wasm"
STANDARD = "python_stdlib.zip"
PARTS = {
    "python": (".wasm.gz", "standard.zip.gz"),
    "library": ("libraries.zip.gz",),
    "games": ("table.zip.gz",),
}
"""The parts that load before play can start, by their names on the page. Each lists the suffixes of its file names."""
PACKAGES = "pyodide-lock.json"
HOUSE = ("assets/begin-", "assets/house-")
"""The client's code files that start Python. They load beside the page's first script."""
PLACEHOLDER = "VERSION-OF-THIS-FOLDER"
LIST = "files.json"


def build(out: Path, needs: Needs, address: str = "") -> dict[str, int]:
    """Write the folder, and return the size of each file.

    `address`: the public address of the folder, if it is known. Raises OSError, and Refusal if the folder has other
    content.
    """
    if out.exists() and any(out.iterdir()) and not (out / LIST).is_file():
        raise Refusal(f"{out} contains other files. Choose another folder.", field="out", malformed=True)
    with tempfile.TemporaryDirectory() as beside:
        # The old folder is served until the new one is complete.
        made = Path(beside) / "site"
        sizes = _build(made, needs, address)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(made, out, dirs_exist_ok=True)
    return sizes


def _build(out: Path, needs: Needs, address: str) -> dict[str, int]:
    pyodide, msgspec, node = needs
    # Fonts in the older format are only for browsers that cannot run Python.
    shutil.copytree(FOLDER, out, ignore=shutil.ignore_patterns("*.woff"))
    shutil.copytree(HERE / "static", out, dirs_exist_ok=True)
    python = out / "python"
    python.mkdir()
    for name, called in RUNTIME.items():
        shutil.copyfile(pyodide / name, python / called)
    known = json.loads((pyodide / PACKAGES).read_bytes())
    # No package is installed by name.
    _write(python / PACKAGES, json.dumps({"info": known["info"], "packages": {}}).encode())
    # The name contains a hash of the content, so a browser can reuse its copy without asking whether it is current.
    wasm = f"pyodide.asm-{sha256((pyodide / WASM).read_bytes()).hexdigest()[:8]}.wasm"
    shutil.copyfile(pyodide / WASM, python / wasm)
    _compress(pyodide / WASM, python / f"{wasm}.gz")
    _pack(python, pyodide, msgspec, node)
    asyncio.run(_write_answers(out / "written"))
    _add_licences(out / "licences.md", msgspec)
    sizes = _finish(out, address)
    return {**sizes, **add_previews(out, address)}


def _pack(python: Path, pyodide: Path, msgspec: Path, node: str) -> None:
    """Write the packs, compiled."""
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.sqlite"
        Store(f"sqlite:///{empty}", journal="TRUNCATE").close()
        packs = {
            "standard.zip": standard(pyodide / STANDARD),
            "libraries.zip": libraries(msgspec),
            "table.zip": chain(ours(), [("mamayev/server/empty.sqlite", empty.read_bytes())]),
        }
        for name, files in packs.items():
            with ZipFile(Path(folder) / name, "w", ZIP_STORED) as pack:
                for file, data in files:
                    pack.writestr(file, data)
        command = [node, str(HERE / "pack.mjs"), str(pyodide.resolve()), folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Refusal(f"Node could not compile the packs: {done.stderr.strip()[-500:]}", field="runtime")
        for name in packs:
            _compress(Path(folder) / f"{name}.packed", python / f"{name}.gz")


def _compress(source: Path, target: Path) -> None:
    """Compress a file, for hosts that only compress text. A whole pack gets far smaller than single files."""
    target.write_bytes(gzip.compress(source.read_bytes(), 9, mtime=0))


async def _write_answers(out: Path) -> None:
    """Write the API's responses about the games, so that the library and the rules work before Python has loaded."""
    page = Page("sqlite://", Here())
    listed = json.loads(await _answer(page, "/api/games"))
    games = [game for game in listed if game["name"] in packed()]
    _write(out / "games.json", json.dumps(games, ensure_ascii=False, separators=(",", ":")).encode())
    for name in packed():
        for what in ("thumbnail", "rules", "background"):
            _write(out / "games" / name / f"{what}.json", await _answer(page, f"/api/games/{name}/{what}"))
    await page.house.stop()


async def _answer(page: Page, target: str) -> bytes:
    answer = await page.ask("GET", target)
    if answer.status != 200:
        raise Refusal(f"The table does not answer {target}: {answer.body.decode()}", field="games")
    return answer.body


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def _add_licences(notice: Path, msgspec: Path) -> None:
    """Add the additional software to the client's license notice."""
    with ZipFile(msgspec) as wheel:
        texts = {"msgspec": [wheel.read(name).decode() for name in wheel.namelist() if "licenses/" in name]}
    for library in LIBRARIES:
        files = [Path(str(path.locate())) for path in distribution(library).files or () if "licenses" in path.parts]
        texts[library] = [file.read_text(encoding="utf-8") for file in files]
    with notice.open("a", encoding="utf-8") as text:
        text.write((HERE / "notice.md").read_text(encoding="utf-8"))
        for name, found in texts.items():
            text.write(f"\n## {name}\n\n" + "\n".join(found))


def _finish(out: Path, address: str) -> dict[str, int]:
    """Mark the page, insert the version everywhere, and list all files with sizes and hashes."""
    names = sorted(file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file())
    sums = {name: sha256((out / name).read_bytes()) for name in names}
    whole = sha256("".join(f"{name} {digest.hexdigest()}\n" for name, digest in sums.items()).encode())
    mark = f"{version('mamayev')}+{whole.hexdigest()[:8]}"
    size = {file.name: file.stat().st_size for file in (out / "python").iterdir()}
    wasm = next(name for name in size if name.endswith(".wasm"))
    runtime = {"name": wasm, "whole": size[wasm], "packed": size[f"{wasm}.gz"]}
    parts = {part: sum(size[name] for name in size if name.endswith(ends)) for part, ends in PARTS.items()}
    content = html.escape(json.dumps({"version": mark, "parts": parts, "runtime": runtime}))
    page = out / "index.html"
    early = [name for name in names if name.startswith(HOUSE) and name.endswith(".js")]
    head = "\n    ".join(
        [
            f'<meta name="mamayev-house" content="{content}" />',
            '<link rel="manifest" href="./manifest.webmanifest" />',
            '<link rel="apple-touch-icon" href="./icon-192.png" />',
            own_tags(address),
            *(f'<link rel="modulepreload" crossorigin href="./{name}" />' for name in early),
        ]
    )
    page.write_text(page.read_text(encoding="utf-8").replace("<title>", f"{head}\n    <title>", 1), encoding="utf-8")
    worker = out / "service.js"
    worker.write_text(worker.read_text(encoding="utf-8").replace(PLACEHOLDER, mark), encoding="utf-8")
    listed = [_listed(out, name) for name in names if name != "service.js"]
    (out / LIST).write_text(json.dumps({"version": mark, "files": listed}, indent=1), encoding="utf-8")
    return {name: (out / name).stat().st_size for name in (*names, LIST)}


def _listed(out: Path, name: str) -> dict[str, str | int]:
    """Return a file as the service worker checks it, with a subresource-integrity hash.

    Some hosts send a `.gz` with a transport-encoding header, so the browser unpacks it. That form has its own hash.
    """
    data = (out / name).read_bytes()
    unpacked = {"unpacked": _integrity(gzip.decompress(data))} if name.endswith(".gz") else {}
    return {"name": name, "bytes": len(data), "integrity": _integrity(data), **unpacked}


def _integrity(data: bytes) -> str:
    return f"sha256-{b64encode(sha256(data).digest()).decode()}"
