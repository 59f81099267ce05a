"""Nicknames and addresses: how they are written, and when two of them are the same."""

from __future__ import annotations

import re
import unicodedata
from zoneinfo import available_timezones

from rasputitsa.kernel import Invalid

_PUNCTUATION = " _-.'"
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
_LOCALE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}")


def nickname(given: str) -> str:
    """A nickname as it is shown: letters and digits of one alphabet, and single marks between them."""
    name = " ".join(unicodedata.normalize("NFKC", given).split())
    if not all(letter.isalnum() or letter in _PUNCTUATION for letter in name):
        raise Invalid("a nickname has letters, digits, spaces and the marks _ - . ' only")
    if not 2 <= len(nickname_key(name)) <= len(name) <= 30:
        raise Invalid("a nickname has 2 to 30 letters and digits")
    if len({script for letter in name for script in _SCRIPTS if unicodedata.name(letter, "").startswith(script)}) > 1:
        raise Invalid("a nickname keeps to one alphabet, so that nobody can be taken for somebody else")
    return name


def nickname_key(name: str) -> str:
    """Two nicknames with the same key are the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in folded if letter.isalnum())[:40]


def address(given: str) -> str:
    """An address that mail can be sent to, as far as one can see."""
    found = unicodedata.normalize("NFC", given.strip())
    name, at, domain = found.rpartition("@")
    plain = found.isprintable() and not any(letter.isspace() or letter in '<>(),;:"\\[]' for letter in found)
    if not (name and at and plain and _domain(domain)) or "@" in name or len(found) > 254:
        raise Invalid("that is no e-mail address")
    return found


def address_key(found: str) -> str:
    """Two addresses with the same key are the same."""
    name, _, domain = found.rpartition("@")
    return f"{unicodedata.normalize('NFKC', name).casefold()}@{_domain(domain)}"[:254]


def _domain(text: str) -> str:
    """A domain as computers write it; empty if it is none."""
    try:
        plain = text.casefold().encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    parts = plain.split(".")
    return plain if len(plain) <= 253 and all(re.fullmatch(r"[a-z0-9_-]{1,63}", part) for part in parts) else ""


def zone(given: str) -> str:
    if given not in available_timezones():
        raise Invalid(f"there is no time zone {given[:64]!r}; a name reads like Europe/Berlin")
    return given


def locale(given: str) -> str:
    if len(given) > 16 or not _LOCALE.fullmatch(given):
        raise Invalid(f"{given[:16]!r} is no language; a name reads like en or de-AT")
    return given
