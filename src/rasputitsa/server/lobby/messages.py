"""What a page or script and the server say about games between people; docs/online-api.md describes it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rasputitsa.kernel.title import Value
from rasputitsa.server.accounts.messages import Moment, PersonInfo, Words
from rasputitsa.server.messages import Body, Summary

How = Literal["rules", "resigned", "drawn", "time", "claimed", "abandoned"]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What two agree on besides the game itself, fixed when it begins. `days` is the time for each turn, 0 without a
    clock; `holidays`: it stops on them. `public`: others may watch what both sides know."""

    days: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    holidays: bool = True
    rated: bool = True
    public: bool = True


# -- asked ----------------------------------------------------------------------------------------------------


class NewOffer(Body):
    """A game for anyone; for the nickname `to`; with `link` for whoever has the link; or a `rematch` of a game (then
    its opponent, title, scenario, edition, options and terms, sides exchanged, unless others are given)."""

    title: str = ""
    scenario: str | None = None
    edition: str | None = None
    options: dict[str, Value] = {}
    side: str = ""
    """The side one wants; empty: by lot."""
    to: Annotated[str, msgspec.Meta(max_length=40)] = ""
    link: bool = False
    rematch: Annotated[str, msgspec.Meta(max_length=16)] = ""
    terms: Terms | None = None
    words: Annotated[str, msgspec.Meta(max_length=300)] = ""


class Resign(Body):
    seat: str


class Draw(Body):
    """Offer a draw, take the offer back, or answer the other side's."""

    seat: str
    do: Literal["offer", "withdraw", "accept", "decline"]


class TakeBack(Body):
    """Ask to take back to ply `to`, take the question back, or answer the other side's. `rev` is the revision that was
    seen; the question is void as soon as the game goes on."""

    seat: str
    do: Literal["ask", "withdraw", "accept", "decline"]
    to: int = 0
    rev: int = 0


class Claim(Body):
    """The other side is out of time, or has vanished from a game without a clock: win it, or end it without a
    winner."""

    seat: str
    what: Literal["win", "abandon"] = "win"


class Say(Body):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class Note(Body):
    text: Annotated[str, msgspec.Meta(max_length=20_000)]


class AnswerReport(Body):
    """Of those who run the server, to a report."""

    answer: Words


class Close(Body):
    why: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class HandOver(Body):
    """A seat goes to another person."""

    side: str
    to: str
    why: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


# -- answered -------------------------------------------------------------------------------------------------


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A game that waits for somebody. `mine`: one may withdraw it; `for_me`: somebody wants to play just me. `link` is
    shown to its owner only."""

    id: str
    owner: PersonInfo
    to: str
    title: str
    title_label: str
    scenario: str
    scenario_label: str
    edition: str
    options: dict[str, Value]
    side: str
    """The side the owner wants; empty: by lot."""
    terms: Terms
    words: str
    rematch: str
    link: str
    mine: bool
    for_me: bool
    created: Moment
    rating: int | None


class Proposal(msgspec.Struct, frozen=True):
    """What a side has proposed and the other has not answered; `to` is the ply to take back to."""

    side: str
    at: Moment
    to: int = 0


class MatchPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a side. `mail_off`: he gets no mail, the address bounced."""

    nickname: str
    here: bool
    me: bool
    rating: int | None
    computer: str = ""
    mail_off: bool = False


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A game between people: who, on which terms, what is proposed, and until when the side to move has time."""

    game: str
    players: dict[str, MatchPlayer]
    seats: list[str]
    """The sides that I hold; empty for somebody who watches."""
    terms: Terms
    to_move: str | None
    turn_since: Moment | None
    deadline: Moment | None
    """When the clock of the side to move runs out; null without one."""
    claimable: bool
    """The other side is out of time or has vanished: I may claim the game now."""
    claim_why: str
    remindable: bool
    """I may send the side to move a reminder now (once a week)."""
    reminders: int
    draw: Proposal | None
    take_back: Proposal | None
    how: How | None
    """How it ended; null while it goes on."""
    chat: int
    """How many lines were said."""
    watchers: int


class MyGame(msgspec.Struct, frozen=True):
    game: Summary
    match: Match


class NextGame(msgspec.Struct, frozen=True):
    """The next of my games that waits for me after the one named (N.7), and how many do."""

    game: str | None
    waiting: int


class ChatLine(msgspec.Struct, frozen=True):
    number: int
    by: str
    """A nickname."""
    text: str
    at: Moment


class Chat(msgspec.Struct, frozen=True):
    lines: list[ChatLine]


class NoteText(msgspec.Struct, frozen=True):
    text: str


class Rating(msgspec.Struct, frozen=True):
    """`rating` is what is shown: sure to be reached (mean less twice the doubt), 1000 for a beginner's mean."""

    title: str
    rating: int
    doubt: int
    games: int


class ResultLine(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    title: str
    scenario: str
    side: str
    opponent: str
    score: float
    how: How
    at: Moment


class Against(msgspec.Struct, frozen=True):
    """Head to head with the one who asks."""

    won: int
    drawn: int
    lost: int


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A person's page; what he does not show is null."""

    nickname: str
    since: Moment
    here: bool | None
    closed: bool
    blocked: bool
    """By the one who asks."""
    offers: bool
    """May the one who asks offer him a game? Not if the account is closed or one of the two has blocked the other."""
    ratings: list[Rating] | None
    results: list[ResultLine] | None
    games: list[Summary] | None
    """Running games that one may watch."""
    against: Against | None


class ReportLine(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    by: str
    about: str
    game: str
    text: str
    at: Moment
    handled: Moment | None
    answer: str


class Member(msgspec.Struct, frozen=True):
    """Somebody as those see him who run the server."""

    nickname: str
    since: Moment
    seen: Moment
    admin: bool
    closed: bool


class SeatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A seat in a running game; `opponent` is the nickname of the other."""

    game: str
    title_label: str
    scenario_label: str
    turn: int
    last_turn: int
    side: str
    side_label: str
    opponent: str


class Deed(msgspec.Struct, frozen=True):
    """What somebody who runs the server has done."""

    by: str
    act: str
    about: str
    why: str
    at: Moment


BODIES = (NewOffer, Resign, Draw, TakeBack, Claim, Say, Note, AnswerReport, Close, HandOver)
REPLIES = (Offer, Match, MyGame, NextGame, Chat, NoteText, Profile, ReportLine, Member, SeatLine, Deed)
