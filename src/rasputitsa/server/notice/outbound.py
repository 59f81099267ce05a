"""The mail server as the settings describe it."""

from __future__ import annotations

from pathlib import Path
from typing import get_args
from urllib.parse import SplitResult, unquote, urlsplit

from rasputitsa.kernel import Invalid
from rasputitsa.server.notice.mail import MailServer, Tls
from rasputitsa.server.settings import Settings

_PORTS: dict[Tls, int] = {"tls": 465, "starttls": 587, "none": 25}
_FORM = "mail_url should read smtp://user:password@host:587 or smtps://user:password@host:465"


def mail_server(settings: Settings) -> MailServer | None:
    """None if there is none. Complaints do not repeat the address: it may hold a password."""
    if not settings.mail_url:
        return None
    parts, port = _parts(settings.mail_url)
    tls: Tls = "tls" if parts.scheme == "smtps" else "starttls"
    for chosen in get_args(Tls):
        tls = chosen if chosen == settings.mail_tls else tls
    password = _password(settings.mail_password_file) or unquote(parts.password or "")
    return MailServer(
        host=parts.hostname or "",
        port=port or _PORTS[tls],
        user=unquote(parts.username or ""),
        password=password,
        sender=settings.mail_from or f"rasputitsa@{urlsplit(settings.public_url).hostname or 'localhost'}",
        tls=tls,
    )


def _parts(url: str) -> tuple[SplitResult, int | None]:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Invalid(_FORM) from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise Invalid(_FORM)
    return parts, port


def _password(file: str) -> str:
    if not file:
        return ""
    try:
        return Path(file).read_text(encoding="utf-8").split("\n")[0].strip()
    except (OSError, UnicodeError) as error:
        raise Invalid(f"cannot read mail_password_file {file}: {getattr(error, 'strerror', 'not text')}") from None
