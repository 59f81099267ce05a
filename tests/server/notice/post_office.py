"""A mail server on loopback that keeps what it is given, and an address that answers like a webhook."""

from __future__ import annotations

import email.policy
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller

from rasputitsa.server.notice.mail import MailServer

SENDER = "Rasputitsa <club@example.org>"


class Mailbox:
    """What came, in order. Addresses that begin with `gone` are refused for good, with `busy` for now; `refuse` is the
    answer to every mail, if there is one."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        """When each Message-ID came."""
        self.refuse = ""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address.startswith("gone"):
            return "550 5.1.1 no such user"
        if address.startswith("busy"):
            return "451 4.3.0 try again later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refuse:
            return self.refuse
        found = message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        self.times[found["Message-ID"]].append(time.monotonic())
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]


@contextmanager
def post_office(box: Any = None) -> Iterator[tuple[Any, MailServer]]:
    box = box or Mailbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield box, MailServer(host="127.0.0.1", port=port, sender=SENDER, tls="none")
    finally:
        controller.stop()


def text(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def pictures(mail: EmailMessage) -> list[bytes]:
    return [part.get_content() for part in mail.walk() if part.get_content_type() == "image/png"]


class Doorbell:
    """An address on loopback that keeps what is sent to it and answers with a status."""

    def __init__(self) -> None:
        self.rings: list[tuple[dict[str, str], bytes]] = []
        self.status = 200
        self.where = ""
        bell = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                bell.rings.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(bell.status)
                if bell.where:
                    self.send_header("Location", bell.where)
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/ring?of=bell"


@contextmanager
def doorbell() -> Iterator[Doorbell]:
    bell = Doorbell()
    thread = threading.Thread(target=bell.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield bell
    finally:
        bell.server.shutdown()
        bell.server.server_close()
        thread.join(5)
