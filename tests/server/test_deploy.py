"""The files for running a server are read and compared with what the server knows; no container engine is needed."""

from __future__ import annotations

import configparser
import re

import msgspec
import pytest
import yaml

from rasputitsa.server.run import check
from rasputitsa.server.settings import PREFIX, Settings, read_settings

from ..table.toys import ROOT

DEPLOY = ROOT / "deploy"
NAMES = {PREFIX + field.name.upper() for field in msgspec.structs.fields(Settings)}


@pytest.fixture
def compose() -> dict:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_the_compose_file_starts_two_servers_one_database_and_a_proxy(compose):
    services = compose["services"]
    assert set(services) == {"proxy", "server1", "server2", "database"}
    for name in ("server1", "server2"):
        assert services[name]["network_mode"] == "service:proxy"
        assert (ROOT / services[name]["build"]["dockerfile"]).is_file()
        assert services[name]["depends_on"]["database"]["condition"] == "service_healthy"
    assert "ports" not in services["database"]


def test_the_servers_of_the_compose_file_have_settings_they_may_start_with(compose):
    ports = set()
    for name in ("server1", "server2"):
        given = compose["services"][name]["environment"]
        assert set(given) <= NAMES
        settings = read_settings(None, {key: filled(value) for key, value in given.items()})
        check(settings)
        assert settings.accounts and settings.public_url == "https://club.example"
        ports.add(settings.port)
    proxy = (DEPLOY / "Caddyfile").read_text()
    assert {f"127.0.0.1:{port}" for port in ports} == set(re.findall(r"127\.0\.0\.1:\d+", proxy))


def filled(value: str) -> str:
    """A value of the compose file with what deploy/.env says."""
    known = {"CLUB_NAME": "club.example", "DATABASE_PASSWORD": "x", "MAIL_URL": "smtp://club:x@mail.example:587"}
    return re.sub(r"\$\{(\w+)[^}]*\}", lambda found: known.get(found[1], ""), value)


def test_every_value_that_has_to_be_given_is_named_in_the_docs(compose):
    wanted = set(re.findall(r"\$\{(\w+):\?", (DEPLOY / "compose.yaml").read_text()))
    page = (ROOT / "docs" / "running-a-server.md").read_text()
    assert wanted == {"CLUB_NAME", "DATABASE_PASSWORD", "MAIL_URL"} and all(f"{name}=" in page for name in wanted)


def test_the_proxy_keeps_the_figures_private():
    proxy = (DEPLOY / "Caddyfile").read_text()
    assert "/metrics" in proxy.split("respond")[0]


def test_the_container_file_copies_what_exists_and_starts_the_server():
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    for line in lines:
        if line.startswith("COPY") and "--from" not in line:
            assert all((ROOT / source).exists() for source in line.split()[1:-1]), line
        if line.startswith("ENV "):
            assert line.split()[1].partition("=")[0] in NAMES
    assert lines[-1] == 'ENTRYPOINT ["rasputitsa", "serve"]'
    assert any(line.startswith("USER ") for line in lines) and any("/ready" in line for line in lines)


def test_the_systemd_unit_starts_the_server_and_gives_it_time_to_end():
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(DEPLOY / "rasputitsa.service")
    service = unit["Service"]
    assert service["ExecStart"].endswith("rasputitsa serve")
    assert int(service["TimeoutStopSec"]) > Settings().shutdown
    assert service["NoNewPrivileges"] == "yes"
    assert service["Type"] == "notify"
