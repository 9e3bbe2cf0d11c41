"""The built browser client: package data, served as files."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

FOLDER = Path(__file__).with_name("client")

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Mamayev</title>
<h1>The browser client has not been built</h1>
<p>The server runs, but this checkout holds no client yet. In the checkout, type
<code>make client</code> (or <code>make play</code>, which does everything), then load this page again.</p>
</html>
"""


class Client:
    """Answers every address that is not the API's."""

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
            answer = await self.files.get_response(self.files.get_path(scope), scope)
        # The build puts a hash of the content into the names under assets/.
        fresh = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"
        answer.headers["cache-control"] = fresh
        if "etag" in answer.headers:
            # Weak, for it stands for the file both as it is and compressed (RFC 9110, 8.8.3.3).
            answer.headers["etag"] = f"W/{answer.headers['etag']}"
        await answer(scope, receive, send)
