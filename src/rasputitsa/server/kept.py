"""Things that are expensive to make and never change: made once, kept in the user's cache folder, sent with an ETag."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from threading import Lock

import msgspec
import platformdirs
from starlette.requests import Request
from starlette.responses import Response


class Kept(msgspec.Struct, frozen=True):
    """Something ready to be sent."""

    data: bytes
    zipped: bytes
    tag: str
    kind: str

    @classmethod
    def of(cls, data: bytes, kind: str, zipped: bytes = b"") -> Kept:
        tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
        return cls(data, zipped or gzip.compress(data, 6, mtime=0), tag, kind)

    def response(self, request: Request) -> Response:
        headers = {"ETag": self.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.zipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=self.kind)
        return Response(self.data, headers=headers, media_type=self.kind)


_making: defaultdict[str, Lock] = defaultdict(Lock)


def keep(name: str, kind: str, packages: tuple[str, ...], make: Callable[[], bytes]) -> Kept:
    """Take it from the cache folder, or make it and put it there. It is made anew whenever a file of the packages it
    depends on has changed, and only once when several ask for it at the same time."""
    file = path(name, packages)
    with _making[name]:
        found = _read(file, kind)
        if found is None:
            found = Kept.of(make(), kind)
            _write(file, name, found.zipped)
    return found


def path(name: str, packages: tuple[str, ...]) -> Path:
    """The file in which it is kept, as long as the packages do not change."""
    return folder() / f"{name}-{fingerprint(*packages)}.gz"


def _read(file: Path, kind: str) -> Kept | None:
    try:
        zipped = file.read_bytes()
        return Kept.of(gzip.decompress(zipped), kind, zipped)
    except (OSError, EOFError, gzip.BadGzipFile):
        return None


def _write(file: Path, name: str, zipped: bytes) -> None:
    """Put it in the place of older ones; a folder that cannot be written is no reason to stop."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        for old in file.parent.glob(f"{name}-????????????????.gz"):
            old.unlink(missing_ok=True)
        part = file.with_suffix(f".{os.getpid()}")
        part.write_bytes(zipped)
        part.replace(file)


def folder() -> Path:
    """Where expensive things are kept between runs."""
    return platformdirs.user_cache_path("rasputitsa") / "boards"


def fingerprint(*packages: str) -> str:
    """Changes when a file of the packages does."""
    found = hashlib.sha256()
    for package in packages:
        root = Path(str(files(package)))
        for file in sorted(f for f in root.rglob("*") if f.suffix in (".py", ".json", ".toml", ".ttf")):
            status = file.stat()
            found.update(f"{file} {status.st_size} {status.st_mtime_ns}\n".encode())
    return found.hexdigest()[:16]
