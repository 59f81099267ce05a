"""Jobs: taken by one process at a time, done once.

Whoever takes a job has it until its lease ends; if that process dies, another takes it then. What is sent goes out
between two short transactions: the first looks whether it is still wanted and holds the job for as long as sending may
take (`hold`), the second says that it is done. A kill between the mail server's answer and the second one is the one
way to send something twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, and_, delete, or_, select, update

from rasputitsa.server.storage.online import jobs, moment

log = logging.getLogger("rasputitsa.server")
LEASE = 360_000
"""Milliseconds for which a job is taken; sending gives up a minute before."""
PAUSES = (30, 60, 120, 300, 600, 1800, 3600, 7200, 14400, 21600, 21600, 43200)
"""Seconds before each new try; after the last the job is given up: some 34 hours."""
KEPT = 400 * 24 * 60 * 60 * 1000
"""Milliseconds for which finished jobs are kept, so that the same cause is not told twice."""

Clock = Callable[[Connection], int]


class Job(msgspec.Struct):
    """`taken` is until when it is ours; while the row says the same, nobody else has it."""

    number: int
    kind: str
    key: str
    data: dict[str, Any]
    created: int
    tries: int
    taken: int


class Queue:
    """The jobs of a database. `clock` tells the time of the database; tests have one of their own."""

    def __init__(self, engine: Engine, clock: Clock = moment) -> None:
        self.engine = engine
        self.clock = clock

    def take(self, most: int) -> list[Job]:
        """Some jobs that are due and that nobody has; they are ours now."""
        with self.engine.connect().execution_options(reading=True) as connection:
            if connection.execute(self._due(connection).limit(1)).first() is None:
                return []
        with self.engine.begin() as connection:
            until = self.clock(connection) + LEASE
            wanted = self._due(connection).order_by(jobs.c.due).limit(most).with_for_update(skip_locked=True)
            found = connection.execute(wanted).mappings().all()
            numbers = [row["number"] for row in found]
            connection.execute(update(jobs).where(jobs.c.number.in_(numbers)).values(taken=until))
        return [_job(row, until) for row in found]

    def _due(self, connection: Connection) -> Any:
        at = self.clock(connection)
        free = or_(jobs.c.taken.is_(None), jobs.c.taken <= at)
        return select(jobs).where(jobs.c.done.is_(None), jobs.c.due <= at, free)

    def hold(self, connection: Connection, job: Job) -> bool:
        """Keep the job for another lease, in the transaction that looks whether it is still wanted; whether it is still
        ours."""
        until = max(self.clock(connection) + LEASE, job.taken + 1)
        ours = connection.execute(update(jobs).where(_ours(job)).values(taken=until)).rowcount == 1
        job.taken = until if ours else job.taken
        return ours

    def done(self, job: Job, unsent: str = "") -> None:
        """It is done; or nothing had to be sent, and why."""
        with self.engine.begin() as connection:
            finish(connection, job, self.clock(connection), unsent)

    def sent(self, job: Job) -> None:
        """The mail server has answered: whoever has the job by now, it is done."""
        with self.engine.begin() as connection:
            self.note_sent(connection, job)

    def note_sent(self, connection: Connection, job: Job) -> None:
        """The same, in the transaction of what else is noted then."""
        waits = (jobs.c.number == job.number, jobs.c.done.is_(None))
        found = connection.execute(select(jobs.c.taken).where(*waits).with_for_update()).first()
        if found is None:
            return
        if found.taken is None:
            connection.execute(update(jobs).where(*waits).values(taken=job.taken))
        finish(connection, msgspec.structs.replace(job, taken=found.taken or job.taken), self.clock(connection))

    def failed(self, job: Job, why: str) -> None:
        """It did not work: again after a pause that grows, until it is given up."""
        if job.tries >= len(PAUSES):
            return self.give_up(job, why)
        with self.engine.begin() as connection:
            due = self.clock(connection) + PAUSES[job.tries] * 1000
            again = {"tries": job.tries + 1, "due": due, "taken": None, "failed": why}
            connection.execute(update(jobs).where(_ours(job)).values(**again))
        log.warning("job %d (%s) is tried again in %d s: %s", job.number, job.kind, PAUSES[job.tries], why)
        return None

    def give_up(self, job: Job, why: str) -> None:
        """It will never work: kept with the reason, for whoever looks after the server."""
        log.error("job %d (%s) is given up after %d tries: %s", job.number, job.kind, job.tries + 1, why)
        self.done(job, f"given up: {why}")

    def tidy(self) -> None:
        """Forget what was done long ago."""
        with self.engine.begin() as connection:
            connection.execute(delete(jobs).where(jobs.c.done < self.clock(connection) - KEPT))


def finish(connection: Connection, job: Job, at: int, unsent: str = "") -> bool:
    """The end of a job, in the transaction of whatever else ends with it; whether it was still ours. Addresses and the
    links that were sent to them are not kept."""
    ended: dict[str, Any] = {"done": at, "failed": unsent}
    forgotten = {"data": "{}"} if "to" in job.data else {}
    return connection.execute(update(jobs).where(_ours(job)).values(**ended, **forgotten)).rowcount == 1


def _ours(job: Job) -> Any:
    return and_(jobs.c.number == job.number, jobs.c.taken == job.taken, jobs.c.done.is_(None))


def _job(row: Any, until: int) -> Job:
    data = msgspec.json.decode(row["data"], type=dict[str, Any])
    return Job(row["number"], row["kind"], row["key"], data, row["created"], row["tries"], until)
