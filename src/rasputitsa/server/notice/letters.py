"""A letter: written once, sent as plain text and as HTML with its pictures."""

from __future__ import annotations

import hashlib
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from html import escape
from typing import Literal

import msgspec

from rasputitsa.server.notice.people import utc

Kind = Literal["text", "head", "small", "link", "picture", "quote"]
_STYLES: dict[str, str] = {
    "text": "margin:0 0 12px",
    "head": "margin:22px 0 8px;font-size:18px",
    "small": "margin:0 0 6px;font-size:13px;color:#444",
    "quote": "margin:0 0 12px;padding:6px 12px;border-left:3px solid #8a8468",
}
_PAGE = (
    '<!doctype html><html lang="en"><body style="margin:0;background:#f4f0e4">'
    '<div style="max-width:900px;margin:0 auto;padding:20px;font:15px/1.5 Georgia,serif;color:#222;background:#fffdf7">'
    "{body}</div></body></html>"
)
_BUTTON = "display:inline-block;padding:9px 16px;background:#7a2e1d;color:#fff;text-decoration:none;border-radius:4px"


class Block(msgspec.Struct, frozen=True):
    """A piece of a letter: words, a link with words upon it, or a picture with words in its place."""

    kind: Kind
    text: str
    link: str = ""
    picture: bytes = b""


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """`unsubscribe` is where one click stops this kind of letter; `thread` is what it belongs to in the mailbox."""

    to: str
    subject: str
    blocks: list[Block]
    unsubscribe: str = ""
    thread: str = ""


def text_of(letter: Letter) -> str:
    """Plain text."""
    return "\n\n".join(_text(block) for block in _all(letter) if block.kind != "picture") + "\n"


def html_of(letter: Letter, key: str) -> str:
    blocks = _all(letter)
    return _PAGE.format(body="".join(_html(block, key, number) for number, block in enumerate(blocks)))


def message(letter: Letter, key: str, sender: str, moment: int) -> EmailMessage:
    """The mail of a job; the same key is the same mail, however often it is sent."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = sender
    mail["To"] = letter.to
    mail["Subject"] = " ".join(letter.subject.split())[:200]
    mail["Date"] = format_datetime(utc(moment))
    mail["Message-ID"] = message_id(key, sender)
    mail["Auto-Submitted"] = "auto-generated"
    if letter.thread:
        mail["References"] = message_id(letter.thread, sender)
    if letter.unsubscribe:
        mail["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(text_of(letter))
    mail.add_alternative(html_of(letter, key), subtype="html")
    _add_pictures(mail, letter, key)
    return mail


def message_id(key: str, sender: str) -> str:
    return f"<{message_name(key)}@{parseaddr(sender)[1].rpartition('@')[2] or 'localhost'}>"


def message_name(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _add_pictures(mail: EmailMessage, letter: Letter, key: str) -> None:
    part = mail.get_payload()[1]  # type: ignore[index]
    for number, block in enumerate(_all(letter)):
        if block.picture:
            name = f"<{_picture_id(key, number)}>"
            part.add_related(block.picture, "image", "png", cid=name, filename="position.png", disposition="inline")  # type: ignore[union-attr]


def _picture_id(key: str, number: int) -> str:
    return f"{hashlib.sha256(key.encode()).hexdigest()[:16]}.{number}@position"


def _all(letter: Letter) -> list[Block]:
    if not letter.unsubscribe:
        return letter.blocks
    words = "You get such mails because you play here. Stop them with one click"
    return [*letter.blocks, Block("small", words, letter.unsubscribe)]


def _text(block: Block) -> str:
    if block.kind == "quote":
        return "\n".join(f"> {line}" for line in block.text.splitlines())
    if block.kind == "head":
        return f"{block.text}\n{'-' * len(block.text)}"
    return f"{block.text}: {block.link}" if block.link else block.text


def _html(block: Block, key: str, number: int) -> str:
    words = escape(block.text).replace("\n", "<br>")
    link = escape(block.link, quote=True)
    if block.kind == "picture":
        style = "max-width:100%;height:auto;border:1px solid #bbb"
        return f'<p><img src="cid:{_picture_id(key, number)}" alt="{words}" width="900" style="{style}"></p>'
    if block.kind == "link":
        return f'<p style="margin:14px 0"><a href="{link}" style="{_BUTTON}">{words}</a></p>'
    words = f'<a href="{link}">{words}</a>' if link else words
    tag = "h2" if block.kind == "head" else "p"
    return f'<{tag} style="{_STYLES[block.kind]}">{words}</{tag}>'
