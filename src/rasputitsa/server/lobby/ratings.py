"""Ratings by title: openskill's, of which is shown what is sure to be reached."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from rasputitsa.server.accounts.rows import AccountRow
from rasputitsa.server.lobby.messages import Rating
from rasputitsa.server.lobby.seen import shows
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.online import moment, ratings

_MODEL = PlackettLuce()
POINTS = 1000 / _MODEL.mu
"""Of those that are shown, in one of openskill's: a beginner's mean is 1000."""


class Skill(msgspec.Struct, frozen=True):
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """The mean less twice the doubt."""
        return round((self.mu - 2 * self.sigma) * POINTS)


def rated(before: Sequence[Skill], scores: Sequence[float]) -> list[Skill]:
    """Their skills after a game in which they scored that."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in before]
    return [Skill(team[0].mu, team[0].sigma) for team in _MODEL.rate(teams, scores=list(scores))]


def enter(connection: Connection, title: str, scores: dict[str, float]) -> dict[str, Skill]:
    """A game of a title has been played: the skills of its players after it, by id."""
    people = sorted(scores)
    after = rated([_locked(connection, person, title) for person in people], [scores[person] for person in people])
    for person, skill in zip(people, after):
        mine = update(ratings).where(ratings.c.account == person, ratings.c.title == title)
        now = moment(connection)
        connection.execute(mine.values(mu=skill.mu, sigma=skill.sigma, games=ratings.c.games + 1, at=now))
    return dict(zip(people, after))


def _locked(connection: Connection, person: str, title: str) -> Skill:
    """Somebody's skill, a beginner's at first; nobody else changes it until the transaction ends."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    first = {"account": person, "title": title, "mu": Skill().mu, "sigma": Skill().sigma, "games": 0, "at": 0}
    connection.execute(insert(ratings).values(**first).on_conflict_do_nothing())
    where = ratings.c.account == person, ratings.c.title == title
    return Skill(*connection.execute(select(ratings.c.mu, ratings.c.sigma).where(*where).with_for_update()).one())


def of_person(connection: Connection, person: str) -> list[Rating]:
    wanted = select(ratings).where(ratings.c.account == person, ratings.c.games > 0).order_by(ratings.c.title)
    rows = connection.execute(wanted).all()
    return [Rating(r.title, Skill(r.mu, r.sigma).shown, round(r.sigma * POINTS), r.games) for r in rows]


def shown_ratings(connection: Connection, people: Iterable[AccountRow], person: Person) -> dict[tuple[str, str], int]:
    """The ratings that people show to the one who asks, by person and title."""
    known = {row.id: row for row in people}
    open_ = [id for id, row in known.items() if shows(connection, row, "ratings", person)]
    wanted = select(ratings).where(ratings.c.account.in_(open_), ratings.c.games > 0)
    return {(r.account, r.title): Skill(r.mu, r.sigma).shown for r in connection.execute(wanted)}
