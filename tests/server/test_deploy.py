"""The files for running a server are read and compared with what the server knows; no container engine is needed."""

from __future__ import annotations

import configparser
import re
import tomllib

import msgspec
import pytest
import yaml
from sqlalchemy.engine import make_url

from rasputitsa.cli import app
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


def test_everything_a_service_of_the_compose_file_names_is_in_it(compose):
    services = compose["services"]
    mounted = {line.split(":")[0] for name in ("proxy", "database") for line in services[name]["volumes"]}
    assert {volume for volume in mounted if not volume.startswith(".")} == set(compose["volumes"])
    assert all((DEPLOY / volume).is_file() for volume in mounted if volume.startswith("."))
    for name in ("server1", "server2"):
        url = make_url(filled(services[name]["environment"][PREFIX + "DATABASE_URL"]))
        assert url.host in services and set(services[name]["depends_on"]) <= set(services)
        assert (url.username, url.database) == ("rasputitsa", "rasputitsa")
    assert services["database"]["environment"]["POSTGRES_USER"] == "rasputitsa"
    assert int(services["server1"]["stop_grace_period"].rstrip("s")) > Settings().shutdown


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
    copied = [
        source for line in lines if line.startswith("COPY") and "--from" not in line for source in line.split()[1:-1]
    ]
    assert [source for source in copied if not (ROOT / source).exists()] == []
    assert {
        "setup.py",
        "pyproject.toml",
        *tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["license-files"],
    } <= set(copied)
    for line in lines:
        if line.startswith("ENV "):
            assert line.split()[1].partition("=")[0] in NAMES
    assert lines[-1] == 'ENTRYPOINT ["rasputitsa", "serve"]'
    assert any("--constraint constraints.txt" in line for line in lines)
    assert any(line.startswith("USER ") for line in lines) and any("/ready" in line for line in lines)


def unit(name: str) -> dict[str, dict[str, str]]:
    """A unit file; of what may stand there several times the last counts."""
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(DEPLOY / name)
    return {part: dict(read[part]) for part in read.sections()}


def test_the_systemd_unit_starts_the_server_and_gives_it_time_to_end():
    service = unit("rasputitsa.service")["Service"]
    assert service["ExecStart"].endswith("rasputitsa serve")
    assert int(service["TimeoutStopSec"]) > Settings().shutdown
    assert service["NoNewPrivileges"] == "yes" and service["DynamicUser"] == "yes"
    assert service["Type"] == "notify" and "AF_UNIX" in service["RestrictAddressFamilies"]
    assert int(service["LimitNOFILE"]) > 10_000


def test_the_settings_of_the_unit_are_in_no_line_that_ps_shows():
    for name in ("rasputitsa.service", "rasputitsa-backup.service"):
        text = (DEPLOY / name).read_text()
        assert "--database-url" not in text and "postgresql://" not in text
        assert unit(name)["Service"]["EnvironmentFile"] == "/etc/rasputitsa/environment"


def test_the_backup_has_a_timer_and_its_command_is_one_there_is():
    assert unit("rasputitsa-backup.timer")["Timer"]["Persistent"] == "true"
    service = (DEPLOY / "rasputitsa-backup.service").read_text()
    (command,) = re.findall(r"bin/rasputitsa (\w+) ", service)
    assert (
        command in {found.callback.__name__ for found in app.registered_commands if found.callback}
        and "Type=oneshot" in service
    )
