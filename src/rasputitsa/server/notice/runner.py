"""What a server process does for notices while it runs: it looks who waits to be told, takes jobs and does them.

One small runner for both databases: docs/running-a-server.md says why.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from rasputitsa.server.accounts.post import Post
from rasputitsa.server.house import House
from rasputitsa.server.notice.deliver import Deliverer
from rasputitsa.server.notice.mail import MailServer
from rasputitsa.server.notice.painter import Painter
from rasputitsa.server.notice.patience import patiently
from rasputitsa.server.notice.queue import Clock, Job, Queue
from rasputitsa.server.notice.reach import Reach
from rasputitsa.server.notice.subscriptions import Subscriptions
from rasputitsa.server.notice.waiting import Watch
from rasputitsa.server.storage.online import moment

log = logging.getLogger("rasputitsa.server")
AT_ONCE = 4
"""Jobs that a process does at the same time."""
POLL = 1.0
"""Seconds between two looks for jobs."""
LOOK = 10.0
"""Seconds between two looks at the games that wait."""
TIDY = 6 * 3600.0
END = 20.0
"""Seconds that jobs under way have to end when the server is stopped; those of others are done by another process."""


class NoticeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Without a mail server no mails are sent, but browsers and webhooks get their notices."""

    mail: MailServer | None = None
    public_url: str = "http://localhost:1941"
    inside: tuple[str, ...] = ()
    """Networks that webhooks may reach though they are not public."""


class Notice:
    """The notices of a server process."""

    def __init__(self, house: House, settings: NoticeSettings, clock: Clock = moment) -> None:
        engine, post = house.games.engine, Post()
        self.settings = settings
        self.queue = Queue(engine, clock)
        reach = Reach(settings.inside)
        self.subscriptions = Subscriptions(engine, reach)
        self._watch = Watch(engine, post, clock)
        self._painter = Painter()
        self._deliverer = Deliverer(self.queue, house, self._painter, post, settings.mail, settings.public_url, reach)
        self._busy: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []

    def start(self) -> None:
        chores: tuple[tuple[Callable[[], Awaitable[object]], float], ...] = (
            (self.look, LOOK),
            (self.work, POLL),
            (lambda: run_in_threadpool(self.queue.tidy), TIDY),
        )
        self._loops = [asyncio.create_task(_over_and_over(chore, pause)) for chore, pause in chores]

    async def close(self) -> None:
        """Take no more jobs, let those under way end."""
        for loop in self._loops:
            loop.cancel()
        if self._busy:
            await asyncio.wait(self._busy, timeout=END)
        for job in self._busy:
            job.cancel()
        await self._painter.close()

    async def look(self) -> int:
        """Leave jobs for those who wait to be told; how many."""
        return await run_in_threadpool(self._watch.look)

    async def work(self) -> None:
        """Begin what is due, as far as there are hands for it."""
        free = AT_ONCE - len(self._busy)
        for job in await patiently(self.queue.take, free) if free else ():
            task = asyncio.create_task(self._do(job))
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    async def drain(self) -> None:
        """Do all that is due now, and wait for it (for tests)."""
        while True:
            await self.work()
            if not self._busy:
                return
            await asyncio.wait(self._busy)

    async def _do(self, job: Job) -> None:
        try:
            await self._deliverer.run(job)
        except Exception as error:
            why = f"{type(error).__name__}: {error}".strip()[:500]
            log.debug("job %d", job.number, exc_info=error)
            with suppress(SQLAlchemyError):
                await patiently(self.queue.failed, job, why)


async def _over_and_over(chore: Callable[[], Awaitable[object]], pause: float) -> None:
    """Whatever goes wrong with it, it is tried again: the database may be away for a while."""
    while True:
        try:
            await chore()
        except Exception as error:
            log.warning("notices: %s", str(error).split("\n")[0] or type(error).__name__)
        await asyncio.sleep(pause)
