"""Mails that come back later: only a report about one of our own mails switches an address off."""

from __future__ import annotations

import subprocess
import sys
from email.message import EmailMessage

import pytest

from rasputitsa.kernel import Invalid
from rasputitsa.server.notice.letters import message_id
from rasputitsa.server.notice.returned import LARGEST, read, take_back
from rasputitsa.server.storage import open_engine

from .club import Club, add_person, in_club
from .test_mails import LINK

SENDER = "Our club <club@club.example>"
KEY = "turn:1"
REPORT = """\
Return-Path: <>
From: MAILER-DAEMON@mx.example (Mail Delivery System)
To: club@club.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_limit"

--=_limit
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example. I could not deliver your message.

--=_limit
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
X-Postfix-Queue-ID: 4F2A
Arrival-Date: Thu, 19 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; {final}
Original-Recipient: rfc822;{to}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} <{final}>:
    Recipient address rejected: User unknown

--=_limit
{original}
--=_limit--
"""


def original(to: str, key: str = KEY, kind: str = "text/rfc822-headers") -> str:
    head = f"From: {SENDER}\nTo: {to}\nSubject: Your turn\nMessage-ID: {message_id(key, SENDER)}\n"
    body = "\nIt is your turn.\n" if kind == "message/rfc822" else ""
    return f"Content-Type: {kind}\n\n{head}{body}"


def report(
    to: str = "anna@example.org", *, status: str = "5.1.1", action: str = "failed", final: str = "", **how: str
) -> bytes:
    words = REPORT.format(to=to, final=final or to, status=status, action=action, original=original(to, **how))
    return words.replace("\n", "\r\n").encode()


def told(url: str, *mails: bytes) -> tuple[list[str], str]:
    """What is said to each mail, and why Anna gets no mail then."""
    found: list[tuple[list[str], str]] = []

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        club.leave("joined", KEY, person="anna", game="g")
        club.leave("joined", "turn:2", person="boris", game="g")
        club.leave("confirm", "confirm:1", to="anna@example.org", link=LINK)
        found.append(([take_back(club.engine, mail) for mail in mails], club.account("anna").mail_off))
        assert club.account("boris").mail_off == ""

    in_club(url, None, scene)
    return found[0]


@pytest.mark.parametrize("kind", ["text/rfc822-headers", "message/rfc822"])
def test_an_address_from_which_a_mail_comes_back_is_switched_off(url, kind):
    (said,), off = told(url, report(kind=kind, final="anna@other.example"))
    assert said.startswith("the address is switched off")
    assert off == (
        "Mail to anna@example.org came back: 550 5.1.1 <anna@other.example>: Recipient address rejected: User unknown"
    )


def test_what_says_nothing_of_the_address_changes_nothing(url):
    holiday = EmailMessage()
    holiday["To"], holiday["In-Reply-To"] = "club@club.example", message_id(KEY, SENDER)
    holiday.set_content("I am away until Monday.")
    mails = [
        report(status="5.2.2"),
        report(status="5.7.1"),
        report(status="4.4.1"),
        report(status="4.0.0", action="delayed"),
        report(status="5.1.1", action="delivered"),
        holiday.as_bytes(),
        b"",
        b"\xff\xfe nothing \x00 at all",
    ]
    said, off = told(url, *mails)
    assert {words.partition(":")[2] for words in said} == {" this is no report that an address takes no mail"}
    assert off == ""


def test_a_report_that_brings_back_no_mail_of_ours_to_that_address_changes_nothing(url):
    mails = [
        report(key="turn:99"),
        report(key="turn:2"),
        report("nobody@example.org"),
        report("boris@example.org", key=KEY),
        report(key="confirm:1"),
        report().replace(b"Message-ID", b"X-Message-ID"),
    ]
    said, off = told(url, *mails)
    assert all(words.startswith("nothing to do: no mail of the last weeks") for words in said) and off == ""


def test_a_mail_without_end_is_refused():
    with pytest.raises(Invalid, match="at most 10 MB"):
        read(b"x" * (LARGEST + 1))


def test_the_command_reads_what_the_mail_server_hands_over(tmp_path):
    url = f"sqlite:///{tmp_path / 'club.db'}"
    engine = open_engine(url)
    add_person(engine, "anna")
    engine.dispose()
    command = [sys.executable, "-m", "rasputitsa", "returned", "--database-url", url]
    said = subprocess.run(command, input=report(), capture_output=True, check=True)
    assert said.stdout.decode().startswith("nothing to do: no mail of the last weeks") and said.stderr == b""
