from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rasputitsa.kernel import titles

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "examples" / "toy" / "src"
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def toy_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that installs the sample title as any other: by an entry point and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    info = folder / "toy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rasputitsa.titles]\ntoy = toy:TITLE\n")
    return folder


@pytest.fixture(scope="module")
def toy_installed(toy_package: Path) -> Iterator[None]:
    """The sample title among the titles of this process."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.syspath_prepend(str(toy_package))
        titles.cache_clear()
        yield
    titles.cache_clear()


@pytest.fixture
def command(toy_package: Path) -> Command:
    """Run the command line as a user does, in a process of its own."""

    def run(*args: str, stdin: str = "", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (toy_package, SAMPLE, ROOT, ROOT / "src")))}
        call = [sys.executable, "-m", "rasputitsa", *args]
        return subprocess.run(call, input=stdin, capture_output=True, text=True, env=env, cwd=cwd, timeout=120)

    return run
