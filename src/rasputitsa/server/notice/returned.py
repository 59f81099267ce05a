"""A mail that comes back later, as a report of a mail server that could not deliver it (RFC 3464).

Whoever keeps the sender's mailbox hands such mails to `rasputitsa returned`. A report counts only if it brings back one
of our own mails, by its Message-ID: nobody else can switch off an address that way.
"""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.utils import parseaddr

import msgspec
from sqlalchemy import Connection, Engine, select, update

from rasputitsa.kernel import Invalid
from rasputitsa.server.accounts.names import address_key
from rasputitsa.server.notice.letters import message_name
from rasputitsa.server.storage.online import accounts, jobs, moment

LARGEST = 10 << 20
RECENT = 30 * 24 * 60 * 60 * 1000
"""Milliseconds after which a mail does not come back any more."""
NOT_THE_ADDRESS = ("5.2.2", "5.2.3", "5.3.", "5.6.", "5.7.")
"""The mailbox is full, the mail is too long, the server is ill, or the mail was not liked: the address is right."""


class Report(msgspec.Struct, frozen=True):
    """What a returned mail says: to whom the mail was written, its name, and why it did not arrive."""

    to: str
    name: str
    why: str


def take_back(engine: Engine, text: bytes) -> str:
    """Switch off the address that a returned mail was for, if it will never take mail; what was done, in words."""
    report = read(text)
    if report is None:
        return "nothing to do: this is no report that an address takes no mail"
    with engine.begin() as connection:
        person = _person(connection, report)
        if person is None:
            return "nothing to do: no mail of the last weeks to somebody's present address comes back here"
        why = f"Mail to {report.to} came back: {report.why}"
        connection.execute(update(accounts).where(accounts.c.id == person).values(mail_off=why))
    return "the address is switched off; its owner sees it in the game"


def read(text: bytes) -> Report | None:
    """None for mails that say something else: a holiday, a delay, a full mailbox."""
    if len(text) > LARGEST:
        raise Invalid(f"a returned mail has at most {LARGEST >> 20} MB")
    mail = message_from_bytes(text)
    why = next((_why(block) for block in _recipients(mail) if _gone(block)), "")
    sent = _sent(mail)
    if not why or sent is None:
        return None
    name = str(sent["Message-ID"] or "").strip("<> \r\n\t").partition("@")[0]
    return Report(parseaddr(str(sent["To"] or ""))[1], name, why)


def _recipients(mail: Message) -> Iterator[Message]:
    """What is said of each recipient."""
    for part in mail.walk():
        if part.get_content_type() == "message/delivery-status" and part.is_multipart():
            yield from (block for block in part.get_payload() if isinstance(block, Message) and block["Action"])


def _gone(block: Message) -> bool:
    status = str(block["Status"] or "").strip()
    failed = str(block["Action"]).strip().lower() == "failed"
    return failed and status.startswith("5.") and not status.startswith(NOT_THE_ADDRESS)


def _why(block: Message) -> str:
    said = str(block["Diagnostic-Code"] or block["Status"]).partition(";")
    return " ".join((said[2] or said[0]).split())[:200]


def _sent(mail: Message) -> Message | None:
    """The mail that is brought back, or its head."""
    for part in mail.walk():
        inside = part.get_payload()
        if part.get_content_type() == "message/rfc822" and isinstance(inside, list) and inside:
            return inside[0] if isinstance(inside[0], Message) else None
        if part.get_content_type() == "text/rfc822-headers":
            head = part.get_payload(decode=True)
            return message_from_bytes(head) if isinstance(head, bytes) else None
    return None


def _person(connection: Connection, report: Report) -> str | None:
    """Whose present address the mail was sent to."""
    key = address_key(report.to)
    person = connection.execute(select(accounts.c.id).where(accounts.c.email_key == key)).scalar() if key else None
    if person is None:
        return None
    wanted = select(jobs.c.key, jobs.c.data).where(jobs.c.created > moment(connection) - RECENT)
    for row in connection.execute(wanted):
        if message_name(row.key) == report.name:
            data = msgspec.json.decode(row.data, type=dict[str, object])
            return str(person) if data.get("person") == person else None
    return None
