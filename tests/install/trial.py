"""Building the package from a clean copy, installing it, and playing with what was installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
NOT_COPIED = (
    ".git",
    ".venv",
    "build",
    "static",
    "node_modules",
    "__pycache__",
    "*.egg-info",
    ".*_cache",
    "screenshots",
)
LEFT_OUT = shutil.ignore_patterns(*NOT_COPIED)


def run(*call: str | Path, cwd: Path = ROOT) -> str:
    """Run a command; what it wrote is shown if it fails."""
    done = subprocess.run([str(word) for word in call], cwd=cwd, text=True, capture_output=True)
    assert done.returncode == 0, f"{call}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def clean_copy(folder: Path) -> Path:
    """The sources without anything that was built; what npm has fetched is linked, so that it is not fetched again."""
    copy = folder / "clone"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    fetched = ROOT / "web" / "node_modules"
    if fetched.exists():
        shutil.copytree(fetched, copy / "web" / "node_modules", symlinks=True, copy_function=link_or_copy)
    return copy


def link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def build(copy: Path, kind: str) -> Path:
    """The wheel or the source archive (sdist), as `python -m build` makes it."""
    run(sys.executable, "-m", "build", f"--{kind}", "--outdir", copy / "dist", copy)
    return next(iter((copy / "dist").glob("*.whl" if kind == "wheel" else "*.tar.gz")))


def install(archive: Path, folder: Path, *, alone: bool) -> Path:
    """An environment with the package and nothing else; its dependencies are installed too, or those of this
    environment lent (`alone`). The program in it."""
    venv.create(folder, with_pip=True)
    pip = (folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if alone:
        run(*pip, "--no-deps", archive)
        lend(folder)
    else:
        run(*pip, "--constraint", ROOT / "constraints.txt", archive)
    return folder / "bin" / "rasputitsa"


def lend(folder: Path) -> None:
    """Let an environment see our packages behind its own, but not our sources."""
    mine = [sysconfig.get_paths()["purelib"], *(path for path in sys.path if path.endswith("site-packages"))]
    site = next((folder / "lib").glob("python*/site-packages"))
    (site / "lent.pth").write_text("\n".join(dict.fromkeys(mine)) + "\n", encoding="utf-8")


@contextmanager
def playing(program: Path, home: Path) -> Iterator[str]:
    """`rasputitsa play` of an environment; the address that it serves."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    env |= {"RASPUTITSA_HOME": str(home), "NO_COLOR": "1"}
    call = [str(program), "play", "--no-browser", "--port", "0"]
    with (home / "server.log").open("w") as log:
        server = subprocess.Popen(call, cwd=home, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"it does not say where it is: {line!r} {(home / 'server.log').read_text()}"
        yield found[0].rstrip("/")
    finally:
        server.terminate()
        server.wait(120)


def play_an_action(browser: Browser, address: str) -> None:
    """Open the page, start a game from its dialog, and take the first choice that is offered."""
    page = browser.new_page()
    page.set_default_timeout(120_000)
    page.goto(address)
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name=re.compile("^No Retreat")).check()
    dialog.get_by_role("button", name="Start the game").click()
    page.locator(".piece").first.wait_for()
    before = page.request.get(f"{address}/api/games").json()[0]["rev"]
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("option").first.click()
    page.wait_for_function(
        "rev => fetch('api/games').then((r) => r.json()).then((games) => games[0].rev > rev)", arg=before, polling=500
    )
    page.close()
