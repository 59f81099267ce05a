"""docs/club-server.md, as far as that can be seen without a fresh machine: its commands can be read by the shell, name
files that are there, and write settings that the server starts with."""

from __future__ import annotations

import re
import subprocess
import tarfile
from pathlib import Path

import pytest

from rasputitsa.server.run import answers_to, check
from rasputitsa.server.settings import Settings, read_settings

from ..table.toys import ROOT

PAGE = (ROOT / "docs" / "club-server.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)
CODE = "".join(BLOCKS)


def bash(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-e"], input=code, text=True, capture_output=True, cwd=folder)


def block(words: str) -> str:
    return next(text for text in BLOCKS if words in text)


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    """What the page's own commands write, as a shell reads it back."""
    write = block("/etc/rasputitsa/environment <<").replace("/etc/rasputitsa", str(tmp_path / "etc"))
    code = f"{block('club=')}password=se-cr_et\n{write}set -a; . {tmp_path}/etc/environment; env -0"
    done = bash(code, tmp_path)
    assert done.returncode == 0, done.stderr
    return dict(line.split("=", 1) for line in done.stdout.split("\0") if line.startswith("RASPUTITSA_"))


def test_every_block_is_one_that_the_shell_can_read(tmp_path: Path):
    for text in BLOCKS:
        assert subprocess.run(["bash", "-n"], input=text, text=True, cwd=tmp_path).returncode == 0, text


def test_every_file_the_page_takes_from_the_archive_is_there_and_packed():
    named = set(re.findall(r"\bdeploy/[\w.-]+", CODE))
    assert {"deploy/rasputitsa.service", "deploy/Caddyfile"} <= named
    assert all((ROOT / name).is_file() for name in named)
    assert "graft deploy" in (ROOT / "MANIFEST.in").read_text()


def test_the_server_starts_with_the_settings_that_the_page_writes(settings: dict[str, str]):
    found = read_settings(None, settings)
    check(found)
    assert found.accounts and found.database_url == "postgresql://rasputitsa:se-cr_et@127.0.0.1/rasputitsa"
    assert found.mail_from == "Our club <club@club.example>"


def test_the_name_in_the_address_of_the_pages_is_one_the_server_answers_to(settings: dict[str, str]):
    assert answers_to(read_settings(None, settings)) == ("club.example",)
    assert answers_to(Settings(hosts=("other.example",))) == ("other.example",)


def test_the_proxy_of_the_page_has_the_clubs_name_and_one_server(tmp_path: Path):
    write = block("/etc/caddy").replace("/etc/caddy", str(tmp_path)).replace("systemctl", "true")
    done = bash(f"{block('club=')}cd {ROOT}\n{write}", tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "Caddyfile").read_text()
    assert text.startswith("club.example {") and re.findall(r"127\.0\.0\.1:\d+", text) == ["127.0.0.1:1941"]


def test_the_command_for_root_reads_the_settings_the_service_reads():
    unit = (ROOT / "deploy" / "rasputitsa.service").read_text()
    for command in ("rasputitsa.sh", "rasputitsa-backup.service"):
        text = (ROOT / "deploy" / command).read_text()
        for path in ("/etc/rasputitsa/environment", "/opt/rasputitsa/.venv/bin/rasputitsa"):
            assert path in text and path in unit


def test_the_archive_is_unpacked_without_its_own_folder(tmp_path: Path):
    """`--strip-components 1` takes away what an archive of `python -m build` puts around everything."""
    (tmp_path / "rasputitsa-0.1.0").mkdir()
    (tmp_path / "rasputitsa-0.1.0" / "constraints.txt").touch()
    with tarfile.open(tmp_path / "rasputitsa-0.1.0.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "rasputitsa-0.1.0", "rasputitsa-0.1.0")
    line = next(line for line in CODE.splitlines() if line.startswith("tar "))
    here = line.replace("/opt/rasputitsa", ".").replace("/root/", "")
    assert bash(here, tmp_path).returncode == 0
    assert (tmp_path / "constraints.txt").exists()
