"""The process that draws."""

from __future__ import annotations

from rasputitsa.kernel.title import titles
from rasputitsa.server.notice import painter

from ..running import awaited


def test_the_painter_draws_and_starts_again_when_it_died(monkeypatch):
    monkeypatch.setattr(painter, "PATIENCE", 600.0)
    view = titles()["toy"].new().view("axis")

    async def scene() -> None:
        artist = painter.Painter()
        expected = painter.draw(painter.Request("toy", view))
        assert await artist.draw("toy", view) == expected
        assert await artist.draw("no such title", view) == b""
        assert artist._process is not None
        artist._process.kill()
        await artist._process.wait()
        assert await artist.draw("toy", view) == b"", "the notice goes out without a picture"
        assert await artist.draw("toy", view) == expected
        await artist.close()

    awaited(scene())
