"""What a page or script and the server say about people; docs/online-api.md describes it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rasputitsa.server.messages import Body

Nickname = Annotated[str, msgspec.Meta(min_length=2, max_length=30)]
Address = Annotated[str, msgspec.Meta(min_length=3, max_length=254)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
NewPassword = Annotated[str, msgspec.Meta(min_length=10, max_length=200)]
Token = Annotated[str, msgspec.Meta(max_length=1000)]
Words = Annotated[str, msgspec.Meta(max_length=4000)]
Moment = str
"""A time, in UTC: 2026-07-04T10:00:00.000Z."""
Audience = Literal["everybody", "opponents", "nobody"]
Scope = Literal["read", "play"]


class Notices(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one is written about. `turn_minutes` is how long it has to be one's turn before a mail goes out."""

    turn: bool = True
    turn_minutes: Annotated[int, msgspec.Meta(ge=5, le=10080)] = 30
    digest: bool = False
    """One mail a day instead of one for each game."""
    over: bool = True
    chat: bool = True
    offers: bool = True
    reminders: bool = True


class Shows(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """To whom one shows what."""

    presence: Audience = "everybody"
    results: Audience = "everybody"
    ratings: Audience = "everybody"
    games: Audience = "everybody"
    """The running games, for others to watch as far as both sides agreed to it."""


class Holiday(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"start": "from"}):
    """Days on which no clock runs against one: from the first to the last, in one's own time zone."""

    start: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
    until: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\d$")]


# -- asked ----------------------------------------------------------------------------------------------------


class SignUp(Body):
    """The first step: a link is sent to the address."""

    email: Address


class Confirm(Body):
    """The second: who has the link chooses a nickname and a password."""

    token: Token
    nickname: Nickname
    password: NewPassword
    zone: str = "UTC"
    locale: str = "en"


class LogIn(Body):
    email: Address
    password: Password


class AskReset(Body):
    email: Address


class Reset(Body):
    token: Token
    password: NewPassword


class ChangePassword(Body):
    password: Password
    new: NewPassword


class ChangeEmail(Body):
    password: Password
    email: Address


class ConfirmEmail(Body):
    token: Token


class ChangeAccount(Body):
    nickname: Nickname | None = None
    zone: str | None = None
    locale: str | None = None
    notices: Notices | None = None
    shows: Shows | None = None
    holidays: Annotated[list[Holiday], msgspec.Meta(max_length=20)] | None = None


class DeleteAccount(Body):
    password: Password


class NewToken(Body):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1)]


class Report(Body):
    """Something about a person that those who run the server should know; `game` is where it happened."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]
    game: Annotated[str, msgspec.Meta(max_length=16)] = ""


# -- answered -------------------------------------------------------------------------------------------------


class Sent(msgspec.Struct, frozen=True):
    """The same words whether the address is known or not."""

    text: str


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """One's own account."""

    id: str
    nickname: str
    email: str
    admin: bool
    zone: str
    locale: str
    notices: Notices
    shows: Shows
    holidays: list[Holiday]
    mail_off: str
    """Why no mail is sent to the address any more; empty while it is."""
    created: Moment


class Device(msgspec.Struct, frozen=True):
    """A device that is signed in; `this` is the one that asks."""

    id: str
    device: str
    created: Moment
    used: Moment
    this: bool


class TokenInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    scopes: list[Scope]
    created: Moment
    used: Moment | None


class TokenMade(msgspec.Struct, frozen=True):
    """A new token; `token` itself is shown this once."""

    info: TokenInfo
    token: str


class PersonInfo(msgspec.Struct, frozen=True):
    """Somebody as lists show him. `here` is the green dot: whether he has a page open now (N.9)."""

    nickname: str
    here: bool


BODIES = (
    SignUp,
    Confirm,
    LogIn,
    AskReset,
    Reset,
    ChangePassword,
    ChangeEmail,
    ConfirmEmail,
    ChangeAccount,
    DeleteAccount,
    NewToken,
    Report,
)
REPLIES = (Sent, Account, Device, TokenInfo, TokenMade, PersonInfo)
