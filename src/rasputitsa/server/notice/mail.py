"""Handing a mail to the mail server, and what its answer means."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from email.message import EmailMessage
from typing import Literal

import aiosmtplib
import msgspec

PATIENCE = 300.0
"""Seconds for a mail from connecting to the answer: a slow answer is waited for, because asking again would send the
mail twice. Shorter than a job is held."""
Tls = Literal["starttls", "tls", "none"]


class MailServer(msgspec.Struct, frozen=True, kw_only=True):
    """Where mail is handed over. `tls`: from the first byte on, by STARTTLS, or not at all (on loopback)."""

    host: str
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = ""
    tls: Tls = "starttls"


class Bounced(Exception):
    """The address will never take mail."""


class Rejected(Exception):
    """This mail will never be taken."""


async def send(server: MailServer, mail: EmailMessage, to: str) -> None:
    """Returns when the mail server has answered for the mail. Raises Bounced, Rejected, or for what may work later
    whatever went wrong."""
    client = aiosmtplib.SMTP(
        hostname=server.host,
        port=server.port,
        username=server.user or None,
        password=server.password or None,
        use_tls=server.tls == "tls",
        start_tls=server.tls == "starttls",
        timeout=PATIENCE,
    )
    async with asyncio.timeout(PATIENCE):
        await client.connect()
        try:
            await client.send_message(mail, recipients=[to])
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise _refused(error) from error
        except aiosmtplib.SMTPDataError as error:
            if error.code >= 500:
                raise Rejected(_said(error)) from error
            raise
        finally:
            with suppress(Exception):
                client.close()


def _refused(error: aiosmtplib.SMTPRecipientsRefused) -> Exception:
    first = error.recipients[0]
    return Bounced(_said(first)) if first.code >= 500 else first


def _said(error: aiosmtplib.SMTPResponseException) -> str:
    words = " ".join(str(error.message).split())[:200]
    return f"{error.code} {words}"
