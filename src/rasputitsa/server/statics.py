"""The client's files: hashed assets are kept for ever, everything else is asked for anew each time."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
_MISSING = """<!doctype html><meta charset="utf-8"><title>Rasputitsa</title>
<p>The server runs, but the page has not been built: <code>make play</code> builds it.
"""


class Client(StaticFiles):
    """Static files; a path that is no file is the page itself, which finds its own way."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.startswith("api/"):
            raise HTTPException(404)
        if not (self._folder / "index.html").is_file():
            return HTMLResponse(_MISSING, 200 if path == "." else 404)
        if path == "." or (self.lookup_path(path)[1] is None and "." not in path.rpartition("/")[2]):
            path = "index.html"
        response = await super().get_response(path, scope)
        for_ever = path.startswith("assets/") and response.status_code == 200
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if for_ever else "no-cache"
        return response
