"""The client's files: hashed assets are kept for ever, everything else is asked for anew each time."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
_MISSING = """<!doctype html><meta charset="utf-8"><title>Rasputitsa</title>
<p>The server runs, but the page has not been built: <code>make play</code> builds it.
"""


class Client(StaticFiles):
    """The page and its assets; the page finds its own way by what stands after the # of the address."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self.config_checked = True
        self._index = folder / "index.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path == "." and not self._index.is_file():
            return HTMLResponse(_MISSING)
        response = await super().get_response(path, scope)
        for_ever = path.startswith("assets/") and response.status_code == 200
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if for_ever else "no-cache"
        return response
