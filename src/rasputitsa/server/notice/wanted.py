"""Is a notice still wanted? Asked when a job is taken, and again in the transaction just before it is sent: nobody is
told of a turn that he has played meanwhile, or of what he has switched off."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, select

from rasputitsa.server.notice import words
from rasputitsa.server.notice.people import Recipient, nicknames, recipient
from rasputitsa.server.notice.queue import Job
from rasputitsa.server.storage.notice import webhooks
from rasputitsa.server.storage.online import chat, jobs, matches, offers
from rasputitsa.server.storage.people import People
from rasputitsa.server.storage.schema import games

FLAGS = {
    "turn": "turn",
    "week": "reminders",
    "remind": "reminders",
    "draw": "turn",
    "take-back": "turn",
    "over": "over",
    "chat": "chat",
    "offer": "offers",
    "joined": "offers",
}
"""Which of the person's choices a kind of mail hangs on; others always go out."""
MOST_LINES = 20
"""Lines of chat in a mail."""


class Seat(msgspec.Struct, frozen=True):
    """A person's side of a game."""

    game: str
    side: str
    since: int
    opponent: str


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What a mail is about, as it stands now."""

    to: str
    who: Recipient | None = None
    flag: str = ""
    seats: list[Seat] = []
    lines: list[tuple[str, str]] = []
    """Chat: who said what."""
    facts: dict[str, str] = {}


def wanted(connection: Connection, job: Job) -> Wanted | str:
    """What the mail of a job is about, or why none is wanted."""
    if job.kind in words.TO_ADDRESS:
        return Wanted(to=job.data["to"])
    who = recipient(connection, job.data["person"])
    if who is None:
        return "there is no such account"
    if job.kind == "closed":
        to = job.data.get("to") or who.email
        return Wanted(to=to, who=who, facts={"why": job.data.get("why", "")}) if to else "the address is gone"
    why = why_not(who, FLAGS.get(job.kind, ""))
    return why or _about(connection, job, who)


def why_not(who: Recipient, flag: str) -> str:
    """Why no mail goes to somebody."""
    if not who.writable:
        return "the account is closed" if who.closed else "the address takes no mail"
    return "" if not flag or getattr(who.notices, flag) else "not wanted"


def _about(connection: Connection, job: Job, who: Recipient) -> Wanted | str:
    found = Wanted(to=who.email, who=who, flag=FLAGS.get(job.kind, ""))
    if job.kind == "offer":
        facts = _offer(connection, job.data)
        return msgspec.structs.replace(found, facts=facts) if facts else "the offer is gone"
    if job.kind == "hook-off":
        facts = _hook(connection, job.data)
        return msgspec.structs.replace(found, facts=facts) if facts else "the webhook is gone"
    seats = _seats(connection, job, who.id)
    lines = _lines(connection, job, who.id) if job.kind == "chat" else []
    if not seats:
        return "the game went on meanwhile"
    if job.kind == "chat" and not lines:
        return "it was reported already"
    return msgspec.structs.replace(found, seats=seats, lines=lines)


def _seats(connection: Connection, job: Job, person: str) -> list[Seat]:
    if job.kind in ("turn", "week"):
        found = [waiting_seat(connection, game, person, since, job.created) for game, since in job.data["games"]]
    elif job.kind == "remind":
        found = [waiting_seat(connection, job.data["game"], person, None, job.created)]
    elif job.kind in ("draw", "take-back"):
        asked = _proposed(connection, job)
        found = [seat(connection, job.data["game"], person, running=True) if asked else None]
    else:
        found = [seat(connection, job.data["game"], person)]
    return [place for place in found if place is not None]


def _proposed(connection: Connection, job: Job) -> bool:
    """Is it still proposed, and not answered or taken back meanwhile?"""
    wanted = select(matches.c.proposals).where(matches.c.game == job.data["game"])
    text = connection.execute(wanted).scalar() or "{}"
    return msgspec.json.decode(text, type=dict[str, Any]).get(job.kind.replace("-", "_")) is not None


def waiting_seat(connection: Connection, game: str, person: str, since: int | None, asked: int) -> Seat | None:
    """The person's seat, if the game still waits for him in that turn and he has not acted since it was asked for."""
    row = _game(connection, game)
    if row is None or _over(row) or row["updated"] > asked:
        return None
    people = msgspec.json.decode(row["people"], type=People)
    if people.seats.get(row["to_move"]) != person or since not in (None, row["turn_since"]):
        return None
    return _seat(connection, row, row["to_move"], people)


def seat(connection: Connection, game: str, person: str, *, running: bool = False) -> Seat | None:
    """The person's seat in a game, whoever is to move."""
    row = _game(connection, game)
    if row is None or (running and _over(row)):
        return None
    people = msgspec.json.decode(row["people"], type=People)
    side = next((side for side, who in people.seats.items() if who == person), None)
    return _seat(connection, row, side, people) if side else None


def _game(connection: Connection, game: str) -> RowMapping | None:
    columns = (games.c.id, games.c.to_move, games.c.turn_since, games.c.updated, games.c.people, games.c.ended)
    wanted = select(*columns).where(games.c.id == game, games.c.deleted.is_(None))
    return connection.execute(wanted).mappings().first()


def _over(row: RowMapping) -> bool:
    return not row["to_move"] or row["ended"] != "null"


def _seat(connection: Connection, row: RowMapping, side: str, people: People) -> Seat:
    others = {who for other, who in people.seats.items() if other != side}
    names = nicknames(connection, others)
    return Seat(row["id"], side, row["turn_since"], ", ".join(names.values()) or "the computer")


def _lines(connection: Connection, job: Job, person: str) -> list[tuple[str, str]]:
    """What others said in a game since the person last spoke and was last written to; nothing if a later line waits to
    be told too, which then tells all of it."""
    game = job.data["game"]
    like = (jobs.c.kind == "chat", jobs.c.data.contains(f'"{person}"'), jobs.c.data.contains(f'"{game}"'))
    if connection.execute(select(jobs.c.number).where(*like, jobs.c.number > job.number).limit(1)).first():
        return []
    told = select(jobs.c.created).where(*like, jobs.c.done.is_not(None), jobs.c.failed == "")
    last = connection.execute(told.order_by(jobs.c.number.desc()).limit(1)).scalar() or 0
    rows = connection.execute(select(chat).where(chat.c.game == game).order_by(chat.c.number)).mappings().all()
    own = max((row["number"] for row in rows if row["account"] == person), default=0)
    new = [row for row in rows if row["number"] > own and row["at"] > last and row["account"] != person][-MOST_LINES:]
    names = nicknames(connection, {row["account"] for row in new})
    return [(names.get(row["account"], "Somebody"), row["text"]) for row in new]


def _offer(connection: Connection, data: dict[str, Any]) -> dict[str, str]:
    wanted = select(offers).where(offers.c.id == data["offer"], offers.c.closed.is_(None))
    row = connection.execute(wanted).mappings().first()
    if row is None:
        return {}
    owner = nicknames(connection, [row["owner"]]).get(row["owner"], "Somebody")
    return {"offer": row["id"], "owner": owner, "game": row["game"], "words": row["words"]}


def _hook(connection: Connection, data: dict[str, Any]) -> dict[str, str]:
    row = connection.execute(select(webhooks).where(webhooks.c.id == data["hook"])).mappings().first()
    return {"url": row["url"], "why": row["off"]} if row else {}
