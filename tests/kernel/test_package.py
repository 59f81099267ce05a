"""The package as it is published: tested versions, a page without broken pictures, one version, completion."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import rasputitsa

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NOT_TESTED = {"ray", "rasputitsa"}


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if "==" in line]
    return {canonicalize_name(name): version for name, version in pairs}


def requirements() -> list[Requirement]:
    extras = [text for texts in PROJECT["optional-dependencies"].values() for text in texts]
    found = [Requirement(text) for text in (*PROJECT["dependencies"], *extras)]
    return [one for one in found if canonicalize_name(one.name) not in NOT_TESTED]


@pytest.mark.parametrize("name", sorted({canonicalize_name(one.name) for one in requirements()}))
def test_what_is_installed_is_what_make_would_install(name: str):
    """Each dependency has a tested version: it is allowed, and it is the one that these tests run on."""
    assert name in pins(), f"{name} has no tested version: run 'make constraints'"
    for wanted in requirements():
        if canonicalize_name(wanted.name) == name:
            assert wanted.specifier.contains(pins()[name], prereleases=True)
    assert importlib.metadata.version(name) == pins()[name], "run 'make constraints'"


def test_make_installs_the_tested_versions():
    installs = [line for line in (ROOT / "Makefile").read_text().splitlines() if "pip install" in line]
    assert installs and all("--constraint constraints.txt" in line for line in installs)


# -- the page of the package --------------------------------------------------------------------------------------


def package_page(pictures: str) -> str:
    code = f"import setup; print(setup.package_page({pictures!r}))"
    done = subprocess.run([sys.executable, "-c", code, "--name"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_of_the_package_has_absolute_pictures_and_links_or_none():
    relative = re.compile(r"\]\((?!https?:)[^)]+\)")
    bare, full = package_page(""), package_page("https://example.org/rasputitsa/raw/main")
    assert not relative.search(bare) and "![" not in bare
    assert not relative.search(full)
    assert "](https://example.org/rasputitsa/raw/main/docs/pictures/no-retreat.png)" in full
    assert "import rasputitsa as rp" in bare


def test_the_version_stands_in_one_place():
    assert "version" in PROJECT["dynamic"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", rasputitsa.__version__)
    done = subprocess.run([sys.executable, "-m", "rasputitsa", "--version"], capture_output=True, text=True)
    assert done.stdout.strip() == f"rasputitsa {rasputitsa.__version__}"


def test_the_shell_can_complete_commands():
    """What `rasputitsa --install-completion` sets up asks the program itself."""
    code = "from rasputitsa.cli import main; import sys; sys.argv = ['rasputitsa']; main()"
    env = {"_RASPUTITSA_COMPLETE": "complete_bash", "COMP_WORDS": "rasputitsa tourn", "COMP_CWORD": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**env, "PATH": ""})
    assert done.stdout.split() == ["tournament"], done.stderr


# -- notices ------------------------------------------------------------------------------------------------------


def test_licences_travel_with_the_package():
    """What they say is compared by the client's tests (web/test/notices.test.mjs)."""
    for file in PROJECT["license-files"]:
        assert (ROOT / file).is_file()
    assert "web/public/third-party-notices.txt" in PROJECT["license-files"]


@pytest.mark.parametrize("name", ["kiev41", "no-retreat", "stalins-war"])
def test_the_credits_of_the_docs_are_those_of_the_game(name: str):
    page = (ROOT / "docs" / "credits.md").read_text(encoding="utf-8")
    title = rasputitsa.title(name)
    assert title.label in page
    assert {credit.role for credit in title.credits} >= {"Design", "Publisher"}
    for credit in title.credits:
        assert credit.who in page
