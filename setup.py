"""Builds the browser client into the package: a wheel or a source archive is never without it.

Everything else about the package is in pyproject.toml.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "rasputitsa" / "server" / "static" / "index.html"


def build_client() -> None:
    """The client as the Makefile builds it. A source archive brings it along, ready made; where there is no npm, one
    that was built before is taken as it is."""
    npm = shutil.which("npm")
    if PAGE.exists() and ((ROOT / "PKG-INFO").exists() or not npm):
        return
    if not npm:
        sys.exit("rasputitsa: the browser client is built with Node 20 and npm, and there is no npm here")
    for command in (["npm", "install", "--no-save", "--no-audit", "--no-fund"], ["npm", "run", "build"]):
        print(f"rasputitsa: {' '.join(command)} in web/", flush=True)
        if subprocess.run(command, cwd=WEB, stdout=sys.stderr).returncode:
            sys.exit(f"rasputitsa: the browser client could not be built ({' '.join(command)} failed in web/)")


class BuildWithClient(build_py):
    def run(self) -> None:
        if not self.editable_mode:
            build_client()
        super().run()


class ArchiveWithClient(sdist):
    def run(self) -> None:
        build_client()
        super().run()


def package_page(home: str) -> str:
    """The README for a package index, which has none of our files: pictures and links begin with the address of the
    published sources; without one there are no pictures, and of links only the words stay."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    if home:
        return re.sub(r"\]\((?!https?:|#)([^)]+)\)", rf"]({home.rstrip('/')}/\1)", text)
    text = re.sub(r"!\[[^\]]*\]\([^)]+\)\n*", "", text)
    return re.sub(r"\[([^\]]*)\]\((?!https?:)[^)]+\)", r"\1", text)


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": BuildWithClient, "sdist": ArchiveWithClient},
        long_description=package_page(os.environ.get("RASPUTITSA_SOURCES", "")),
        long_description_content_type="text/markdown",
    )
