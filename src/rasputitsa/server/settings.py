"""The settings of a server for many: from one TOML file and from the environment, which has the last word.

Each setting is a field below; in the environment it is RASPUTITSA_ and its name in capitals. `rasputitsa serve --check`
prints them all, without secrets.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

from rasputitsa.kernel import Invalid
from rasputitsa.server.guard import LOCAL

PREFIX = "RASPUTITSA_"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    database_url: str = ""
    """Where games are kept: sqlite:///file or postgresql://user:password@host/name. Best given in the environment."""
    host: str = "127.0.0.1"
    """The address to listen on; beyond loopback only with accounts."""
    port: int = 1941
    hosts: tuple[str, ...] = ()
    """Names this server answers to, besides those of the machine itself: the public name behind a proxy."""
    origins: tuple[str, ...] = ()
    """Addresses whose pages may use this server, besides its own: https://example.org."""
    open_games: int = 64
    """Games that nobody watches and that are kept in memory all the same."""
    thinkers: int = 1
    """Processes in which computers think."""
    requests: int = 1200
    """Requests and socket messages a minute from one person or address."""
    sockets: int = 100
    """Open pages of one person or address."""
    games: int = 2000
    """Games of one person."""
    accounts: bool = False
    """People sign up and log in, and play each other."""
    public_url: str = ""
    """With accounts: the address of the pages, for links in mails: https://club.example."""
    running_games: int = 20
    """Running games with others and open offers of one person."""
    proxies: tuple[str, ...] = ("127.0.0.1",)
    """Addresses of proxies whose word is taken for where a request comes from; `*` is any."""
    mail_url: str = ""
    """With accounts: the mail server, smtp://user:password@host:587 or smtps://user:password@host:465."""
    mail_password_file: str = ""
    """A file whose first line is the password for the mail server, if it is not in its address."""
    mail_from: str = ""
    """The sender of all mails: Our club <club@example.org>. Without it: rasputitsa@ and the host of `public_url`."""
    mail_tls: Literal["", "starttls", "tls", "none"] = ""
    """How the mail server is spoken to; without it STARTTLS for smtp: and TLS from the first byte for smtps:."""
    hook_networks: tuple[str, ...] = ()
    """Networks that webhooks may reach though they are not public: 192.168.1.0/24."""
    without_mail: bool = False
    """Start with accounts although no mail can be sent: nobody can sign up by himself then."""
    log: Literal["text", "json"] = "text"
    shutdown: int = 10
    """Seconds that requests under way have to end when the server is stopped."""


def read_settings(file: Path | None, environment: Mapping[str, str], **given: Any) -> Settings:
    """The settings of a file, over them those of the environment, over them what was given."""
    values: dict[str, Any] = _from_file(file) if file else {}
    values |= _from_environment(environment)
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Invalid(f"settings: {error}") from None


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Invalid(f"cannot read the settings {file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Invalid(f"settings {file}: {error}") from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(Settings):
        text = environment.get(PREFIX + field.name.upper())
        if text is not None:
            many = field.name in ("hosts", "origins", "proxies", "hook_networks")
            found[field.name] = [part.strip() for part in text.split(",") if part.strip()] if many else text
    return found


def shown(settings: Settings) -> list[str]:
    """The settings as lines one may print: no password."""
    values = msgspec.to_builtins(settings)
    for name in ("database_url", "mail_url"):
        values[name] = _without_password(values[name])
    return [f"{name} = {_toml(value)}" for name, value in values.items()]


def _without_password(url: str) -> str:
    try:
        parts = urlsplit(url)
        secret = parts.password
    except ValueError:
        return "(cannot be read)"
    bare = parts._replace(query="").geturl()
    return bare.replace(f":{secret}@", ":***@", 1) if secret else bare


def _toml(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def is_loopback(host: str) -> bool:
    return host in LOCAL or host.startswith("127.")
