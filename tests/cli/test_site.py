"""The documentation as a web site: it is built without a warning, and every link on it leads somewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("mkdocstrings")

ROOT = Path(__file__).parents[2]
DOORS = ("Play", "Run a server", "Write programs", "Develop")


class Links(HTMLParser):
    """The links and pictures of a page, and what can be jumped to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.out: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids |= {value for key, value in attrs if key == "id" and value}
        link = found.get("href") if tag == "a" else found.get("src") if tag == "img" else None
        if link and not urlsplit(link).scheme:
            self.out.append(link)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it, where a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    call = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(call, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def lost(site: Path, page: Path, pages: dict[Path, Links]) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link in pages[page].out:
        parts = urlsplit(link)
        target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        target = target / "index.html" if target.is_dir() else target
        if not target.is_file() or (parts.fragment and target in pages and parts.fragment not in pages[target].ids):
            found.append(f"{page.relative_to(site)}: {link}")
    return found


def test_every_link_of_the_site_leads_somewhere(site: Path):
    pages = {file: Links(file.read_text(encoding="utf-8")) for file in site.rglob("*.html") if file.name != "404.html"}
    assert len(pages) > 40
    assert [link for page in pages for link in lost(site, page, pages)] == []


def test_the_site_has_four_doors_and_what_is_behind_them(site: Path):
    home = (site / "index.html").read_text(encoding="utf-8")
    for door in DOORS:
        assert door in home
    for page in ("install", "running-a-server", "reference/kernel", "architecture", "credits", "notebooks/first-game"):
        assert (site / page / "index.html").is_file(), page
    for title in ("no-retreat", "kiev41", "stalins-war"):
        assert "numbered as in the rule book" in (site / "rules" / title / "index.html").read_text(encoding="utf-8")
    assert "Every legal action, or only those" in (site / "reference/kernel/index.html").read_text(encoding="utf-8")
