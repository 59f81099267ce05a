"""Offers: a game for anyone, for one person, for whoever has a link, or a rematch; and how one becomes a game."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, insert, or_, select, update
from starlette.concurrency import run_in_threadpool

from rasputitsa.kernel import Game, Invalid
from rasputitsa.kernel import title as title_named
from rasputitsa.kernel.errors import unknown
from rasputitsa.kernel.title import Value, titles
from rasputitsa.server.accounts import rows
from rasputitsa.server.accounts.links import Links
from rasputitsa.server.accounts.own import around, blocked
from rasputitsa.server.accounts.post import Post
from rasputitsa.server.accounts.rows import AccountRow, told
from rasputitsa.server.gate import Invitation, check
from rasputitsa.server.house import House
from rasputitsa.server.limits import TooMuch
from rasputitsa.server.lobby.messages import NewOffer, Offer, Terms
from rasputitsa.server.lobby.ratings import shown_ratings
from rasputitsa.server.lobby.rows import Proposals, match_of, other, running, side_of
from rasputitsa.server.lobby.seen import infos
from rasputitsa.server.persons import Person
from rasputitsa.server.problems import Conflict
from rasputitsa.server.storage.games import GameRow, Missing, add, new_id
from rasputitsa.server.storage.online import matches, moment, offers
from rasputitsa.server.storage.people import People
from rasputitsa.server.storage.transactions import Transactions
from rasputitsa.server.summaries import scenario_label

MOST_LISTED = 200


class Wanted(msgspec.Struct, frozen=True):
    """The game that is offered."""

    title: str
    scenario: str
    edition: str
    options: dict[str, Value]

    def game(self) -> Game:
        return title_named(self.title).prepare(self.scenario, self.edition, self.options)


class OfferRow(msgspec.Struct, frozen=True, kw_only=True):
    """See the table `offers`."""

    id: str
    owner: str
    guest: str | None
    link: str | None
    rematch: str | None
    side: str
    game: Wanted
    terms: Terms
    words: str
    created: int
    closed: int | None
    became: str | None


class Offers(Transactions):
    def __init__(self, store: Transactions, post: Post, links: Links, house: House, most: int) -> None:
        super().__init__(store.engine)
        self._post = post
        self._links = links
        self._house = house
        self._most = most

    # -- looking ----------------------------------------------------------------------------------------------

    def listing(self, person: Person) -> list[Offer]:
        """The person's own, those for him, those for anyone."""
        anyone = offers.c.guest.is_(None) & offers.c.link.is_(None)
        mine = or_(offers.c.owner == person.id, offers.c.guest == person.id, anyone)
        with self.reading() as connection:
            shunned = around(connection, person.id)
            wanted = select(offers).where(offers.c.closed.is_(None), offers.c.owner.not_in(shunned), mine)
            found = connection.execute(wanted.order_by(offers.c.created.desc()).limit(MOST_LISTED)).mappings()
            return self._shown(connection, [_read(dict(row)) for row in found], person)

    def one(self, person: Person, key: str) -> Offer:
        with self.reading() as connection:
            row = self._found(connection, key)
            check(person, "invited", _invitation(connection, row, key, person))
            return self._shown(connection, [row], person)[0]

    def _found(self, connection: Connection, key: str, lock: bool = False) -> OfferRow:
        wanted = select(offers).where((offers.c.id == key) | (offers.c.link == key))
        row = connection.execute(wanted.with_for_update() if lock else wanted).mappings().one_or_none()
        if row is None:
            raise Missing("There is no such offer.")
        if row["closed"] is not None:
            raise Missing("This offer was taken or withdrawn.")
        return _read(dict(row))

    def _shown(self, connection: Connection, found: list[OfferRow], person: Person) -> list[Offer]:
        named = rows.by_ids(connection, {row.owner for row in found} | {row.guest for row in found if row.guest})
        owners = [named[row.owner] for row in found]
        here = infos(connection, owners, person)
        ratings = shown_ratings(connection, owners, person)
        return [
            Offer(
                id=row.id,
                owner=here[row.owner],
                to=named[row.guest].nickname if row.guest in named else "",
                title=row.game.title,
                title_label=titles()[row.game.title].label if row.game.title in titles() else row.game.title,
                scenario=row.game.scenario,
                scenario_label=scenario_label(row.game.title, row.game.scenario),
                edition=row.game.edition,
                options=row.game.options,
                side=row.side,
                terms=row.terms,
                words=row.words,
                rematch=row.rematch or "",
                link=self._links.page(f"join/{row.link}") if row.link and row.owner == person.id else "",
                mine=row.owner == person.id,
                for_me=row.guest == person.id,
                created=told(row.created),
                rating=ratings.get((row.owner, row.game.title)),
            )
            for row in found
        ]

    # -- making -----------------------------------------------------------------------------------------------

    def make(self, person: Person, wanted: NewOffer) -> Offer:
        with self.writing() as connection:
            me = rows.by_id(connection, person.id, lock=True)
            before = self._rematch(connection, person, wanted.rematch) if wanted.rematch else None
            guest = self._guest(connection, person, wanted, before)
            self._check_number(connection, person.id, "You have")
            row = OfferRow(
                id=new_id(),
                owner=me.id,
                guest=guest.id if guest else None,
                link=secrets.token_urlsafe(18) if wanted.link else None,
                rematch=wanted.rematch or None,
                side=_side(wanted, before, person.id),
                game=_wanted(wanted, before[0] if before else None),
                terms=wanted.terms or (before[1] if before else Terms()),
                words=wanted.words,
                created=moment(connection),
                closed=None,
                became=None,
            )
            if row.side and row.side not in title_named(row.game.title).sides:
                raise unknown("side", row.side, title_named(row.game.title).sides)
            connection.execute(insert(offers).values(**_columns(row)))
            if guest:
                self._post.enqueue(connection, "offer", f"offer:{row.id}", {"person": guest.id, "offer": row.id})
            return self._shown(connection, [row], person)[0]

    def _rematch(self, connection: Connection, person: Person, id: str) -> tuple[GameRow, Terms]:
        game, match = match_of(connection, id)
        if person.id not in game.people.seats.values():
            raise Missing(f"There is no game {id!r}.")
        if not game.over:
            raise Invalid("a rematch is for a game that is over")
        return game, match.terms

    def _guest(
        self, connection: Connection, person: Person, wanted: NewOffer, before: tuple[GameRow, Terms] | None
    ) -> AccountRow | None:
        """The one it is for, if it is for one."""
        if wanted.link and (wanted.to or before):
            raise Invalid("an offer is for one person or for whoever has the link, not both")
        if before is not None and not wanted.to:
            game = before[0]
            guest = rows.by_id(connection, game.people.seats[other(game, side_of(game, person.id))])
        elif wanted.to:
            guest = rows.by_name(connection, wanted.to)
        else:
            return None
        if guest.id == person.id:
            raise Invalid("one cannot play oneself here; begin a game for two at one screen instead")
        if guest.closed is not None or blocked(connection, person.id, guest.id):
            raise Invalid(f"{guest.nickname} does not take offers from you")
        return guest

    def _check_number(self, connection: Connection, person: str, who: str) -> None:
        count = running(connection, person)
        if count >= self._most:
            raise TooMuch(f"{who} {count} running games and open offers, and {self._most} is the most: end one first.")

    # -- joining ----------------------------------------------------------------------------------------------

    async def join(self, person: Person, key: str) -> GameRow:
        """The game that begins. Of two who join at once one has it."""
        row = await run_in_threadpool(self._joinable, person, key)
        sides = _seating(row, person.id)
        people = People(seats=sides, public=row.terms.public)
        game = await run_in_threadpool(lambda: self._house.prepared(row.game.game(), people))
        await run_in_threadpool(self._join, person, key, game)
        return await self._house.begin(game)

    def _joinable(self, person: Person, key: str) -> OfferRow:
        with self.reading() as connection:
            row = self._found(connection, key)
            self._check_join(connection, person, row, key)
        return row

    def _check_join(self, connection: Connection, person: Person, row: OfferRow, key: str) -> None:
        invitation = _invitation(connection, row, key, person)
        if row.owner == person.id:
            raise Invalid("this is your own offer; somebody else has to join it")
        check(person, "join", invitation)

    def _join(self, person: Person, key: str, game: GameRow) -> None:
        with self.writing() as connection:
            people = rows.by_ids(connection, {person.id, self._found(connection, key).owner})
            for id in sorted(people):
                rows.by_id(connection, id, lock=True)
            row = self._found(connection, key, lock=True)
            self._check_join(connection, person, row, key)
            if people[row.owner].closed is not None:
                raise Conflict("This offer is void: its maker has left.")
            self._close(connection, row, game.id)
            self._check_number(connection, person.id, "You have")
            self._check_number(connection, row.owner, f"{people[row.owner].nickname} has")
            add(connection, game)
            terms = {"terms": rows.text(row.terms), "proposals": rows.text(Proposals())}
            connection.execute(insert(matches).values(game=game.id, **terms, begun=moment(connection), reminders=0))
            data = {"person": row.owner, "game": game.id, "offer": row.id}
            self._post.enqueue(connection, "joined", f"joined:{game.id}", data)

    def _close(self, connection: Connection, row: OfferRow, became: str | None) -> None:
        closed = update(offers).where(offers.c.id == row.id)
        connection.execute(closed.values(closed=moment(connection), became=became))

    def withdraw(self, person: Person, key: str) -> None:
        """Its owner takes it back, or the one it is for declines."""
        with self.writing() as connection:
            row = self._found(connection, key, lock=True)
            check(person, "withdraw", _invitation(connection, row, key, person))
            self._close(connection, row, None)


def close_all(connection: Connection, person: str) -> None:
    """Whoever leaves takes his offers along, and declines those for him."""
    where: ColumnElement[bool] = offers.c.closed.is_(None) & ((offers.c.owner == person) | (offers.c.guest == person))
    connection.execute(update(offers).where(where).values(closed=moment(connection)))


def _invitation(connection: Connection, row: OfferRow, key: str, person: Person) -> Invitation:
    shunned = bool(person.id) and blocked(connection, row.owner, person.id)
    guest = "" if shunned and row.guest == person.id else row.guest
    opened = (row.link is None or row.link == key) and row.guest is None and not shunned
    return Invitation(row.owner, guest or ("-" if row.guest else ""), opened)


def _seating(row: OfferRow, guest: str) -> dict[str, str]:
    """Who gets which side: as the owner wants it, or by lot."""
    one, two = title_named(row.game.title).sides
    mine = row.side or secrets.choice((one, two))
    return {mine: row.owner, (two if mine == one else one): guest}


def _side(wanted: NewOffer, before: tuple[GameRow, Terms] | None, person: str) -> str:
    if wanted.side or before is None:
        return wanted.side
    return other(before[0], side_of(before[0], person))


def _wanted(wanted: NewOffer, before: GameRow | None) -> Wanted:
    """The game as offered, every option settled: what is usual between people, unless somebody says no."""
    same = before is not None and wanted.title in ("", before.title)
    name = before.title if before is not None and same else wanted.title
    if not name:
        raise Invalid("which title?")
    if before is not None and same and wanted.scenario is None and not wanted.options and wanted.edition is None:
        return Wanted(before.title, before.scenario, before.edition, before.options)
    title = title_named(name)
    game = title.prepare(wanted.scenario, wanted.edition, title.between_people(wanted.options))
    return Wanted(name, game.scenario, game.edition, game.options)


def _columns(row: OfferRow) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    return values | {"game": rows.text(row.game), "terms": rows.text(row.terms)}


def _read(values: dict[str, Any]) -> OfferRow:
    values["game"] = msgspec.json.decode(values["game"], type=Wanted)
    values["terms"] = msgspec.json.decode(values["terms"], type=Terms)
    return OfferRow(**values)
