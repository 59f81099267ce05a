"""The letters: what is written on which occasion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec

from rasputitsa.server.notice.letters import Block
from rasputitsa.server.notice.people import Recipient
from rasputitsa.server.notice.reports import Report

TITLE = "Rasputitsa"
Words = tuple[str, list[Block]]
"""Subject and blocks."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A game a letter is about: its report, against whom, since when it waits, and where it is."""

    report: Report
    opponent: str
    since: int
    link: str


# -- about an address ---------------------------------------------------------------------------------------------


def _place(link: str) -> str:
    """The server that a link leads to: somebody who gets mail from it for the first time has never heard of it."""
    host = urlsplit(link).hostname
    return f" at {host}" if host else ""


def confirm(link: str) -> Words:
    place = _place(link)
    return f"Confirm your address{place}", [
        Block("text", f"Somebody, most likely you, would like to play board wargames{place} with this address."),
        Block("link", "Choose a nickname and a password", link),
        Block("text", "The link works for 24 hours. If it was not you, do nothing, and nothing will happen."),
    ]


def known(link: str) -> Words:
    place = _place(link)
    return f"You have an account already{place}", [
        Block(
            "text", f"Somebody, most likely you, wanted to sign up{place} with this address. It has an account already."
        ),
        *_perhaps("Log in", link),
        Block("text", "If you have forgotten your password, ask for a new one there. If it was not you, do nothing."),
    ]


def reset(link: str) -> Words:
    place = _place(link)
    return f"A new password{place}", [
        Block("text", f"Somebody, most likely you, asked for a new password for your account{place}."),
        Block("link", "Choose a new password", link),
        Block(
            "text", "The link works once, for one hour. If it was not you, do nothing: your password stays as it is."
        ),
    ]


def email(link: str) -> Words:
    return "Confirm your new address", [
        Block("text", "Your mail shall come to this address from now on. Please confirm that it is yours."),
        Block("link", "Yes, this is my address", link),
        Block("text", "If you know nothing of this, do nothing, and nothing will change."),
    ]


def email_changed(link: str) -> Words:
    return "Your address was changed", [
        Block("text", "The mail of your account goes to another address from now on; this is the last one sent here."),
        Block("text", "If that was not you, write at once to whoever runs your server."),
        *_perhaps("Your account", link),
    ]


def report(link: str) -> Words:
    return "A player has sent a report", [
        Block("text", "A player of your server has pressed F10: there are words, the game and a picture to look at."),
        *_perhaps("Read the report", link),
    ]


TO_ADDRESS: dict[str, Callable[[str], Words]] = {
    "confirm": confirm,
    "known": known,
    "reset": reset,
    "email": email,
    "email-changed": email_changed,
    "report": report,
}


# -- about games --------------------------------------------------------------------------------------------------


def turn(who: Recipient, tables: Sequence[Table]) -> Words:
    """It has been somebody's turn for a while, in one game or in several."""
    if len(tables) == 1:
        return f"Your turn: {_named(tables[0])}", [_hello(who), *_full(who, tables[0], _waits(who, tables[0]))]
    return f"{len(tables)} games wait for you", [
        _hello(who),
        Block("text", f"It is your turn in {len(tables)} games."),
        *[block for table in tables for block in _chapter(who, table)],
    ]


def week(who: Recipient, tables: Sequence[Table]) -> Words:
    """The gentle reminder of each week."""
    one = len(tables) == 1
    subject = f"Still your turn: {_named(tables[0])}" if one else f"{len(tables)} games still wait for you"
    lead = "There is no hurry, but your opponent may be glad to hear from you:"
    return subject, [_hello(who), Block("text", lead), *[b for table in tables for b in _chapter(who, table)]]


def remind(who: Recipient, table: Table) -> Words:
    lead = f"{table.opponent} sends you a gentle reminder. {_waits(who, table)}"
    return f"{table.opponent} waits for your move: {table.report.name}", [_hello(who), *_full(who, table, lead)]


def joined(who: Recipient, table: Table) -> Words:
    first = "You begin." if table.report.question else "You will hear when it is your turn."
    lead = f"{table.opponent} plays with you: {table.report.name}. {first}"
    return f"Your game with {table.opponent} begins", [_hello(who), *_full(who, table, lead)]


def over(who: Recipient, table: Table) -> Words:
    lead = f"Your game with {table.opponent} is over: {table.report.result or 'it has ended'}."
    return f"Game over: {_named(table)}", [_hello(who), *_full(who, table, lead)]


def draw(who: Recipient, table: Table) -> Words:
    lead = f"{table.opponent} offers you a draw. You can accept or decline it at the table; the game goes on meanwhile."
    return f"{table.opponent} offers a draw: {table.report.name}", [_hello(who), *_full(who, table, lead)]


def take_back(who: Recipient, table: Table) -> Words:
    lead = f"{table.opponent} asks to take something back. You can agree or decline at the table."
    return f"{table.opponent} asks to take back: {table.report.name}", [_hello(who), *_full(who, table, lead)]


def chat(who: Recipient, table: Table, lines: Sequence[tuple[str, str]]) -> Words:
    said = [Block("quote", f"{name}: {text}") for name, text in lines]
    subject = f"{lines[-1][0]} wrote to you: {table.report.name}"
    return subject, [_hello(who), *said, Block("link", "Answer at the table", table.link)]


def offer(who: Recipient, owner: str, game: str, words: str, link: str) -> Words:
    said = [Block("quote", words)] if words else []
    return f"{owner} would like to play with you", [
        _hello(who),
        Block("text", f"{owner} offers you a game: {game}."),
        *said,
        Block("link", "Look at the offer", link),
    ]


def closed(who: Recipient, why: str) -> Words:
    reason = [Block("quote", why)] if why else []
    return "Your account was closed", [
        _hello(who),
        Block("text", "Those who run the server have closed your account."),
        *reason,
    ]


def hook_off(who: Recipient, url: str, why: str) -> Words:
    return "A webhook of yours was switched off", [
        _hello(who),
        Block("text", f"We could not reach {url} for a long time ({why}), so nothing is sent there any more."),
        Block("text", "When it works again, remove it from your account and add it anew."),
    ]


ABOUT_GAME: dict[str, Callable[[Recipient, Table], Words]] = {
    "remind": remind,
    "joined": joined,
    "over": over,
    "draw": draw,
    "take-back": take_back,
}


# -- pieces -------------------------------------------------------------------------------------------------------


def brief(event: str, data: dict[str, Any]) -> str:
    """One line for a webhook or a browser: who, what, which game. Nothing of the position."""
    name, opponent = str(data.get("name", "")), data.get("opponent", "") or "Your opponent"
    lines = {
        "turn": f"Your turn: {name}, against {opponent}",
        "remind": f"{opponent} waits for your move: {name}",
        "joined": f"{opponent} plays with you: {name}",
        "over": f"Game over: {name}",
        "draw": f"{opponent} offers a draw: {name}",
        "take-back": f"{opponent} asks to take back: {name}",
        "chat": f"{opponent} wrote to you: {name}",
        "offer": f"{opponent} would like to play with you",
    }
    return lines.get(event, name)


def _hello(who: Recipient) -> Block:
    return Block("text", f"Hello {who.nickname},")


def _perhaps(words: str, link: str) -> list[Block]:
    return [Block("link", words, link)] if link else []


def _named(table: Table) -> str:
    return f"{table.report.name} against {table.opponent}"


def _waits(who: Recipient, table: Table) -> str:
    return f"It is your turn in {_named(table)}, since {who.time(table.since)}."


def _chapter(who: Recipient, table: Table) -> list[Block]:
    return [Block("head", _named(table)), *_full(who, table, f"Your turn since {who.time(table.since)}.")]


def _full(who: Recipient, table: Table, lead: str) -> list[Block]:
    """How a game stands: in words, as a picture, and what happened since the person last acted."""
    told = table.report
    where = f"{told.title}, {told.scenario}: {told.turn}. You are {told.side}."
    question = [Block("text", told.question)] if told.question else []
    picture = [Block("picture", f"The map as {told.side} sees it", picture=told.picture)] if told.picture else []
    link = Block("link", "Go to the table", table.link)
    return [Block("text", lead), Block("text", where), *question, link, *picture, *_story(told)]


def _story(told: Report) -> list[Block]:
    if not told.story:
        return []
    left = [Block("small", f"{told.left_out} earlier entries are in the log.")] if told.left_out else []
    paragraphs = [Block("small", f"{part.head}: {' '.join(part.sentences)}") for part in told.story]
    return [Block("text", "What happened since you last acted:"), *left, *paragraphs]
