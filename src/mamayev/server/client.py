"""The built browser client: package data, served as files."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

from .http import COMPRESSED_FROM

FOLDER = Path(__file__).with_name("client")
PACKED = ("text/", "image/svg+xml", "application/json", "application/manifest+json")
"""The prefixes of the content types that compression makes smaller."""
FILES_KEPT = 256
"""The number of compressed files in memory. The client has about 100 files, with a total size of 1 MB."""

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Mamayev</title>
<h1>The browser client has not been built</h1>
<p>The server is running, but this checkout has no client yet. In the checkout, run
<code>make client</code> (or <code>make play</code>, which does everything), then reload this page.</p>
</html>
"""

NO_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found · Mamayev</title>
<h1>Page not found</h1>
<p>There is no page at this address. <a href="/">Go to your games</a></p>
</html>
"""


class Client:
    """The ASGI application that serves every URL outside the API."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.files = StaticFiles(directory=folder, html=True, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        path: str = scope["path"]
        if path.startswith("/api/") or "\0" in path:
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        answer: Response
        if path in ("/", "/index.html") and not (self.folder / "index.html").is_file():
            answer = HTMLResponse(NOT_BUILT, 503)
        else:
            try:
                answer = await self.files.get_response(self.files.get_path(scope), scope)
            except HTTPException as error:
                # Only a browser asks for a page. Every other client gets an answer in the API's form.
                if error.status_code != 404 or "text/html" not in Headers(scope=scope).get("accept", ""):
                    raise
                answer = HTMLResponse(NO_PAGE, 404)
        # The build puts a hash of the content into the names under assets/.
        lasting = path.startswith("/assets/") and answer.status_code != 404
        fresh = "public, max-age=31536000, immutable" if lasting else "no-cache"
        answer.headers["cache-control"] = fresh
        if "etag" in answer.headers:
            # The tag is weak because it covers both the plain and the compressed file (RFC 9110, 8.8.3.3).
            answer.headers["etag"] = f"W/{answer.headers['etag']}"
        if isinstance(answer, FileResponse):
            answer = await _packed(answer, Headers(scope=scope))
        await answer(scope, receive, send)


async def _packed(file: FileResponse, asked: Headers) -> Response:
    """Return a file, compressed if that makes it smaller and the browser accepts it."""
    found, media = file.stat_result, file.headers["content-type"]
    if found is None or found.st_size < COMPRESSED_FROM or not media.startswith(PACKED):
        return file
    file.headers["vary"] = "Accept-Encoding"
    if "gzip" not in asked.get("accept-encoding", "") or "range" in asked:
        return file
    body = await run_in_threadpool(compressed, str(file.path), found.st_mtime_ns, found.st_size)
    given = {**file.headers, "content-encoding": "gzip", "content-length": str(len(body))}
    return Response(body, file.status_code, given)


@lru_cache(maxsize=FILES_KEPT)
def compressed(path: str, _changed: int, _size: int) -> bytes:
    """Return a file's content in compressed form.

    It is cached for all requests, because compression takes up to 0.1 s and anyone can request it.
    """
    return gzip.compress(Path(path).read_bytes(), mtime=0)
