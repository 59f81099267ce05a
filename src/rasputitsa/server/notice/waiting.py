"""Who is to be told that a game waits for him: read from the stored games, so that no crash can lose it.

A turn has stages: told to programs and browsers at once (0), by mail after half an hour without the player's acting
(1), by a reminder each week (2 and more). The row of `waits` that says so and the job are written in one transaction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from rasputitsa.server.accounts.post import Post
from rasputitsa.server.lobby.rows import match_of
from rasputitsa.server.lobby.treaties import reminded
from rasputitsa.server.notice.people import Recipient, recipients
from rasputitsa.server.notice.programs import tell_programs
from rasputitsa.server.notice.queue import Clock
from rasputitsa.server.storage.notice import waits
from rasputitsa.server.storage.online import jobs, matches, moment
from rasputitsa.server.storage.people import People
from rasputitsa.server.storage.schema import games

MINUTE = 60_000
WEEK = 7 * 24 * 60 * MINUTE
MOST_WEEKS = 8
"""Weekly reminders of one turn; after them there are no more."""
MORNING = 7
"""Who wants one mail a day gets it at this hour of his own or later."""


class Wait(msgspec.Struct, frozen=True):
    """A game that waits for a person since then; `idle` is for how long nothing was done in it, `reminded` when the
    opponent last asked for a reminder."""

    game: str
    person: str
    since: int
    idle: int
    stage: int
    """What was reported of this turn; -1 for nothing."""
    reminded: int


class Plan(msgspec.Struct, frozen=True):
    """A job that should be left: for which games, each with the stage it has then. With a `key` there is only one of
    it, whatever the games."""

    kind: str
    stages: list[tuple[Wait, int]]
    key: str = ""


class Watch:
    """Looks at the stored games and leaves jobs for those who wait to be told."""

    def __init__(self, engine: Engine, post: Post, clock: Clock = moment) -> None:
        self._engine = engine
        self._post = post
        self._clock = clock

    def look(self) -> int:
        """Leave what is due; how many jobs."""
        with self._engine.connect().execution_options(reading=True) as connection:
            at = self._clock(connection)
            by_person = _by_person(waiting(connection, at))
            people = recipients(connection, by_person).values()
            plans = [(who, plan) for who in people for plan in _plans(who, by_person[who.id], at)]
            plans = [(who, plan) for who, plan in plans if not _is_left(connection, plan.key)]
        return sum(self._leave(who, plan) for who, plan in plans)

    def _leave(self, who: Recipient, plan: Plan) -> int:
        """Those games of a plan that nobody else told meanwhile, and the job for them."""
        with self._engine.begin() as connection:
            if _is_left(connection, plan.key):
                return 0
            ours = [(wait, stage) for wait, stage in plan.stages if _claim(connection, wait, stage)]
            if plan.kind == "now":
                return sum(self._now(connection, who, wait) for wait, _ in ours)
            if not ours:
                return 0
            if plan.kind == "week":
                self._note_reminders(connection, [wait for wait, _ in ours])
            first, stage = ours[0]
            key = plan.key or f"{plan.kind} {first.game} {first.since} {stage}"
            told = {"person": who.id, "games": [[wait.game, wait.since] for wait, _ in ours]}
            return int(self._post.enqueue(connection, plan.kind, key, told))

    def _note_reminders(self, connection: Connection, found: list[Wait]) -> None:
        """They count as those that an opponent sends: two of them and a month, and the game may be claimed."""
        for wait in found:
            game, match = match_of(connection, wait.game, lock=True)
            reminded(connection, game, match)

    def _now(self, connection: Connection, who: Recipient, wait: Wait) -> int:
        data = {"person": who.id, "event": "turn", "game": wait.game, "since": wait.since}
        return tell_programs(connection, self._post, who, f"turn {wait.game} {wait.since}", data)


def waiting(connection: Connection, at: int) -> list[Wait]:
    """The running games between people, as far as there may be something to tell of them."""
    news = or_(
        waits.c.stage.is_(None),
        waits.c.since != games.c.turn_since,
        waits.c.stage < 1,
        games.c.turn_since <= at - WEEK // 2,
    )
    columns = (games.c.id, games.c.to_move, games.c.turn_since, games.c.updated, games.c.people)
    joined = games.join(matches, matches.c.game == games.c.id).outerjoin(waits, waits.c.game == games.c.id)
    wanted = (
        select(*columns, matches.c.reminded, waits.c.since, waits.c.stage)
        .select_from(joined)
        .where(games.c.to_move != "", games.c.ended == "null", games.c.deleted.is_(None), matches.c.settled.is_(None))
        .where(news)
        .order_by(games.c.turn_since)
    )
    return [wait for row in connection.execute(wanted) if (wait := _wait(row, at)) is not None]


def _wait(row: Any, at: int) -> Wait | None:
    id, side, since, updated, people, reminded, told, stage = row
    person = msgspec.json.decode(people, type=People).seats.get(side)
    if person is None:
        return None
    known = stage if told == since and stage is not None else -1
    return Wait(id, person, since, at - max(since, updated), known, reminded or 0)


def _by_person(found: Iterable[Wait]) -> dict[str, list[Wait]]:
    people: defaultdict[str, list[Wait]] = defaultdict(list)
    for wait in found:
        people[wait.person].append(wait)
    return people


def _plans(who: Recipient, found: list[Wait], at: int) -> list[Plan]:
    """What is due for one person: at most one of each kind, about all games that wait for him."""
    plans = []
    new = [(wait, 0) for wait in found if wait.stage < 0]
    if new and (who.hooks or who.pushes):
        plans.append(Plan("now", new))
    if not who.writable:
        return plans
    untold = [wait for wait in found if wait.stage < 1]
    if who.notices.turn and any(wait.idle >= who.notices.turn_minutes * MINUTE for wait in untold):
        plans += _turn(who, untold, at)
    if who.notices.reminders and any(_week_is_over(wait, at) for wait in found):
        plans.append(Plan("week", [(wait, _next(wait)) for wait in found if _nearly(wait)]))
    return plans


def _turn(who: Recipient, untold: list[Wait], at: int) -> list[Plan]:
    """One mail about all games that wait; for those who want one a day, one a day."""
    stages = [(wait, 1) for wait in untold]
    if not who.notices.digest:
        return [Plan("turn", stages)]
    today = who.local(at)
    return [Plan("turn", stages, f"day {who.id} {today:%Y-%m-%d}")] if today.hour >= MORNING else []


def _week_is_over(wait: Wait, at: int) -> bool:
    """A week more than at the last word, and the opponent has not sent a reminder of his own meanwhile."""
    return 1 <= wait.stage <= MOST_WEEKS and wait.idle >= wait.stage * WEEK and at - wait.reminded >= WEEK


def _nearly(wait: Wait) -> bool:
    """When one game's week is over, those go with it whose week soon is."""
    return 1 <= wait.stage <= MOST_WEEKS and wait.idle >= wait.stage * WEEK - WEEK // 2


def _next(wait: Wait) -> int:
    return max(wait.stage, wait.idle // WEEK) + 1


def _is_left(connection: Connection, key: str) -> bool:
    return bool(key) and connection.execute(select(jobs.c.number).where(jobs.c.key == key)).first() is not None


def _claim(connection: Connection, wait: Wait, stage: int) -> bool:
    """Note that this stage is reported; whether nobody did before."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    row = insert(waits).values(game=wait.game, since=wait.since, stage=stage)
    news = or_(
        waits.c.since < row.excluded.since, (waits.c.since == row.excluded.since) & (waits.c.stage < row.excluded.stage)
    )
    fresh = row.on_conflict_do_update(
        index_elements=["game"], set_={"since": row.excluded.since, "stage": row.excluded.stage}, where=news
    )
    return connection.execute(fresh.returning(waits.c.game)).first() is not None
