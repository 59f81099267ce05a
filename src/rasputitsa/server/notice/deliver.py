"""Doing a job: a mail, a webhook, a push.

Each goes the same way: look what it is about and prepare it; look again and hold the job, in one transaction; send;
say that it is done.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select, update

from rasputitsa.kernel.title import titles
from rasputitsa.server.accounts.post import Post
from rasputitsa.server.house import House
from rasputitsa.server.notice import hooks, mail, push, words
from rasputitsa.server.notice.keys import kept, unsubscribe_key, unsubscribe_token
from rasputitsa.server.notice.letters import Letter, message
from rasputitsa.server.notice.painter import Painter
from rasputitsa.server.notice.patience import patiently, surely
from rasputitsa.server.notice.people import Recipient, recipient
from rasputitsa.server.notice.programs import tell_programs
from rasputitsa.server.notice.queue import Job, Queue, finish
from rasputitsa.server.notice.reach import Reach, Unreachable
from rasputitsa.server.notice.reports import Report, report
from rasputitsa.server.notice.wanted import Seat, Wanted, seat, waiting_seat, wanted
from rasputitsa.server.storage.games import Missing
from rasputitsa.server.storage.notice import pushes, webhooks
from rasputitsa.server.storage.online import accounts, offers
from rasputitsa.server.storage.schema import games

log = logging.getLogger("rasputitsa.server")
MOST_PICTURES = 4
"""In one mail; further games are described in words."""
NO_MAIL = "this server sends no mail"
ALONE = ("turn", "week", "hook-off", "closed")
"""Kinds that programs hear of by themselves, or not at all."""


class Deliverer:
    def __init__(
        self, queue: Queue, house: House, painter: Painter, post: Post, server: mail.MailServer | None, public_url: str,
        reach: Reach,
    ) -> None:  # fmt: skip
        self._queue = queue
        self._house = house
        self._painter = painter
        self._post = post
        self._server = server
        self._public_url = public_url.rstrip("/")
        self._reach = reach

    async def run(self, job: Job) -> None:
        """Do a job, or raise what went wrong: then it is tried again."""
        if job.kind == "hook":
            await self._hook(job)
        elif job.kind == "push":
            await self._push(job)
        else:
            await self._mail(job)

    def page(self, path: str) -> str:
        return f"{self._public_url}/#/{path}"

    # -- mail -------------------------------------------------------------------------------------------------

    async def _mail(self, job: Job) -> None:
        about = await patiently(self._look, job)
        reports = await self._reports(job, about.seats) if isinstance(about, Wanted) and self._server else {}
        held = await patiently(self._hold, job)
        if held is None:
            return None
        about, key = held
        assert self._server is not None
        letter = self._letter(job, about, key, reports)
        try:
            await mail.send(self._server, message(letter, job.key, self._server.sender, job.created), about.to)
        except mail.Bounced as bounce:
            return await patiently(self._bounced, job, about.to, str(bounce))
        except mail.Rejected as refusal:
            return await patiently(self._queue.give_up, job, str(refusal))
        return await surely(self._queue.sent, job)

    def _look(self, job: Job) -> Wanted | str:
        with self._queue.engine.connect().execution_options(reading=True) as connection:
            return wanted(connection, job)

    async def _reports(self, job: Job, seats: list[Seat]) -> dict[str, Report]:
        found = {}
        for number, place in enumerate(seats if job.kind != "chat" else seats[:1]):
            pictured = number < MOST_PICTURES and job.kind != "chat"
            try:
                found[place.game] = await report(
                    self._house, self._painter if pictured else None, place.game, place.side
                )
            except Missing:
                continue
        return found

    def _hold(self, job: Job) -> tuple[Wanted, str] | None:
        """The last look before sending: what is still wanted of it, and the key that signs its unsubscribe link."""
        with self._queue.engine.begin() as connection:
            self._tell_programs(connection, job)
            about = wanted(connection, job) if self._server else NO_MAIL
            if isinstance(about, str):
                finish(connection, job, self._queue.clock(connection), about)
                return None
            key = unsubscribe_key(connection)
            return (about, key) if self._queue.hold(connection, job) else None

    def _tell_programs(self, connection: Connection, job: Job) -> None:
        if job.kind in ALONE or job.kind in words.TO_ADDRESS:
            return
        who = recipient(connection, job.data["person"])
        if who is not None and not who.closed:
            tell_programs(connection, self._post, who, job.key, {**job.data, "event": job.kind})

    def _letter(self, job: Job, about: Wanted, key: str, reports: dict[str, Report]) -> Letter:
        subject, blocks = self._words(job, about, reports)
        link = ""
        if about.who is not None and about.flag:
            token = unsubscribe_token(key, about.who.id, about.flag)
            link = f"{self._public_url}/api/unsubscribe/{token}"
        thread = f"game {about.seats[0].game}" if len(about.seats) == 1 else ""
        return Letter(to=about.to, subject=subject, blocks=blocks, unsubscribe=link, thread=thread)

    def _words(self, job: Job, about: Wanted, reports: dict[str, Report]) -> words.Words:
        if job.kind in words.TO_ADDRESS:
            return words.TO_ADDRESS[job.kind](job.data.get("link", ""))
        assert about.who is not None
        if job.kind == "closed":
            return words.closed(about.who, about.facts["why"])
        if job.kind == "hook-off":
            return words.hook_off(about.who, about.facts["url"], about.facts["why"])
        if job.kind == "offer":
            return self._offer_words(about.who, about.facts)
        tables = [self._table(place, reports[place.game]) for place in about.seats if place.game in reports]
        if job.kind == "chat":
            return words.chat(about.who, tables[0], about.lines)
        if job.kind in ("turn", "week"):
            return (words.turn if job.kind == "turn" else words.week)(about.who, tables)
        return words.ABOUT_GAME[job.kind](about.who, tables[0])

    def _offer_words(self, who: Recipient, facts: dict[str, str]) -> words.Words:
        return words.offer(who, facts["owner"], _game_name(facts["game"]), facts["words"], self.page("lobby"))

    def _table(self, place: Seat, told: Report) -> words.Table:
        link = self.page(f"game/{place.game}")
        return words.Table(report=told, opponent=place.opponent, since=place.since, link=link)

    def _bounced(self, job: Job, to: str, said: str) -> None:
        """The address takes no mail: nothing is sent there any more, and the person sees it in the game."""
        with self._queue.engine.begin() as connection:
            why = f"Mail to {to} came back: {said}"
            connection.execute(update(accounts).where(accounts.c.email == to).values(mail_off=why))
            finish(connection, job, self._queue.clock(connection), f"bounced: {said}")
        log.warning("mail to an address came back, it is switched off: %s", said)

    # -- programs ---------------------------------------------------------------------------------------------

    def _event(self, connection: Connection, job: Job) -> dict[str, Any] | str:
        """What a program is sent, or why nothing."""
        data = job.data
        who = recipient(connection, data["person"])
        if who is None or who.closed:
            return "there is no such account"
        told: dict[str, Any] = {"event": data["event"], "at": job.created}
        if "game" in data:
            place = self._place(connection, job, who.id)
            if place is None:
                return "the game went on meanwhile"
            named = connection.execute(select(games.c.name, games.c.title).where(games.c.id == place.game)).one()
            told |= {"game": place.game, "name": named.name, "title": named.title, "side": place.side}
            told |= {"opponent": place.opponent, "link": self.page(f"game/{place.game}")}
        elif "offer" in data:
            told |= {"offer": data["offer"], "link": self.page("lobby")}
            owner = select(accounts.c.nickname).join(offers, offers.c.owner == accounts.c.id)
            told["opponent"] = connection.execute(owner.where(offers.c.id == data["offer"])).scalar() or ""
        return told | {"text": words.brief(data["event"], told)}

    def _place(self, connection: Connection, job: Job, person: str) -> Seat | None:
        if job.data["event"] == "turn":
            return waiting_seat(connection, job.data["game"], person, job.data["since"], job.created)
        return seat(connection, job.data["game"], person)

    async def _hook(self, job: Job) -> None:
        ready = await patiently(self._hold_hook, job)
        if ready is None:
            return
        url, headers, body = ready
        try:
            status = await self._reach.post(url, headers, body)
            why = "" if 200 <= status < 300 else f"it answered {status}"
        except Unreachable as error:
            status, why = 0, str(error)
        off = await surely(self._after_hook, job, why, status == 410)
        if why and not off:
            await patiently(self._queue.failed, job, why)

    def _hold_hook(self, job: Job) -> tuple[str, dict[str, str], bytes] | None:
        with self._queue.engine.begin() as connection:
            at = self._queue.clock(connection)
            row = connection.execute(
                select(webhooks).where(webhooks.c.id == job.data["hook"], webhooks.c.off == "")
            ).first()
            told = self._event(connection, job) if row else "the webhook is off"
            if row is None or isinstance(told, str):
                finish(connection, job, at, str(told))
                return None
            body = msgspec.json.encode(told)
            sent = row.url, hooks.headers(row.secret, job.key, at, body), body
            return sent if self._queue.hold(connection, job) else None

    def _after_hook(self, job: Job, why: str, gone: bool) -> bool:
        """Note how it went; whether the webhook is off now."""
        with self._queue.engine.begin() as connection:
            at, id = self._queue.clock(connection), job.data["hook"]
            if not why:
                hooks.reached(connection, id)
                self._queue.note_sent(connection, job)
                return False
            off = hooks.missed(connection, self._post, id, why, at, gone=gone)
            if off:
                finish(connection, job, at, f"switched off: {why}")
                log.warning("a webhook was switched off: %s", why)
            return off

    async def _push(self, job: Job) -> None:
        ready = await patiently(self._hold_push, job)
        if ready is None:
            return None
        endpoint, headers, body = ready
        try:
            status = await self._reach.post(endpoint, headers, body)
        except Unreachable as error:
            return await patiently(self._queue.failed, job, str(error))
        if status in (404, 410):
            return await patiently(self._expired, job)
        if 200 <= status < 300:
            return await surely(self._queue.sent, job)
        return await patiently(self._queue.failed, job, f"the push service answered {status}")

    def _hold_push(self, job: Job) -> tuple[str, dict[str, str], bytes] | None:
        with self._queue.engine.begin() as connection:
            at = self._queue.clock(connection)
            row = connection.execute(select(pushes).where(pushes.c.id == job.data["push"])).first()
            told = self._event(connection, job) if row and push.available() else "the browser is gone"
            if row is None or isinstance(told, str):
                finish(connection, job, at, str(told))
                return None
            private = kept(connection, "vapid", push.new_key)
            browser = push.Subscription(row.endpoint, row.p256dh, row.auth)
            contact = self._public_url if self._public_url.startswith("https") else "mailto:nobody@localhost"
            headers, body = push.sealed(browser, msgspec.json.encode(told), private, contact, at)
            return (row.endpoint, headers, body) if self._queue.hold(connection, job) else None

    def _expired(self, job: Job) -> None:
        with self._queue.engine.begin() as connection:
            connection.execute(delete(pushes).where(pushes.c.id == job.data["push"]))
            finish(connection, job, self._queue.clock(connection), "the browser has unsubscribed")


def _game_name(text: str) -> str:
    """Title and scenario of an offer, in words."""
    wanted = msgspec.json.decode(text, type=dict[str, Any])
    title = titles().get(wanted.get("title", ""))
    if title is None:
        return str(wanted.get("title", ""))
    scenario = next((s.label for s in title.scenarios if s.name == wanted.get("scenario")), "")
    return f"{title.label}, {scenario}" if scenario else title.label
