"""A small zoo of web hosts: what hosts do to a folder of files, each in a class."""

from __future__ import annotations

import gzip
from http.server import SimpleHTTPRequestHandler
from io import BytesIO
from pathlib import Path
from typing import BinaryIO


class Files(SimpleHTTPRequestHandler):
    """A host that knows files, and nothing of us."""

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix("/some/path/")
        return super().translate_path(inside if inside != path else "nowhere")

    def log_message(self, format: str, *args: object) -> None:
        return

    def sent(self, data: bytes, **headers: str) -> BytesIO:
        """Begin an answer with these bytes and headers."""
        self.send_response(200)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        return BytesIO(data)


class Ignorant(Files):
    """Knows the types of old: anything newer is bytes."""

    def guess_type(self, path: object) -> str:
        known = (".html", ".css", ".js", ".png", ".svg")
        return super().guess_type(str(path)) if str(path).endswith(known) else "application/octet-stream"


class Compressing(Files):
    """Compresses everything on the way, WebAssembly and what is compressed already, too; knows no HEAD."""

    def do_HEAD(self) -> None:
        self.send_error(405)

    def send_head(self) -> BytesIO | BinaryIO | None:
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            return super().send_head()
        kind = self.guess_type(str(file))
        return self.sent(gzip.compress(file.read_bytes(), 1), Content_Type=kind, Content_Encoding="gzip")


class Declaring(Files):
    """Says of a compressed file that it was compressed on the way: the browser hands it on unpacked."""

    def send_head(self) -> BytesIO | BinaryIO | None:
        file = Path(self.translate_path(self.path))
        if file.suffix != ".gz" or not file.is_file():
            return super().send_head()
        return self.sent(file.read_bytes(), Content_Type="application/zip", Content_Encoding="gzip")


class Clean(Files):
    """Has clean addresses: `index.html` leads to the folder. It sends the start page for what is not there, and nothing
    of it may be kept."""

    def end_headers(self) -> None:
        self.send_header("Vary", "*")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def send_head(self) -> BytesIO | BinaryIO | None:
        if self.path.endswith("/index.html"):
            self.send_response(308)
            self.send_header("Location", self.path.removesuffix("index.html"))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        if not Path(self.translate_path(self.path)).exists():
            self.path = "/some/path/"
        return super().send_head()


class Lasting(Files):
    """Lets browsers keep everything for a year without asking."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "public, max-age=31536000, immutable")
        super().end_headers()


class Meddling(Files):
    """Adds a line of its own to every page."""

    def send_head(self) -> BytesIO | BinaryIO | None:
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if file.suffix != ".html" or not file.is_file():
            return super().send_head()
        return self.sent(file.read_bytes() + b"<!-- served with care -->", Content_Type="text/html")


class Forgetful(Files):
    """Has lost a file."""

    def translate_path(self, path: str) -> str:
        return super().translate_path("nowhere" if path.endswith("/licences.md") else path)


class Packing(Files):
    """Packs WebAssembly on the way."""

    def send_head(self) -> BytesIO | BinaryIO | None:
        packed = Path(f"{self.translate_path(self.path)}.gz")
        if not self.path.endswith(".wasm"):
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", "application/wasm")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(packed.stat().st_size))
        self.end_headers()
        return packed.open("rb")


class Breaking(Packing):
    """Its WebAssembly breaks off in the middle, in a line that is lost."""

    def send_head(self) -> BytesIO | BinaryIO | None:
        answer = super().send_head()
        if answer is None or not self.path.endswith(".wasm") or self.command == "HEAD":
            return answer
        with answer:
            return BytesIO(answer.read(1_000_000))
