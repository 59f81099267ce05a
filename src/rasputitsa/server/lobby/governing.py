"""What those do who run the server: answer reports, close accounts, hand over seats. Each deed is written down."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from rasputitsa.kernel import Invalid
from rasputitsa.kernel.standing import Orders
from rasputitsa.kernel.title import titles
from rasputitsa.server.accounts import rows
from rasputitsa.server.accounts.names import nickname_key
from rasputitsa.server.accounts.post import Post
from rasputitsa.server.accounts.rows import AccountRow, told
from rasputitsa.server.accounts.sessions import sign_out_all
from rasputitsa.server.gate import Forbidden
from rasputitsa.server.lobby.messages import AnswerReport, Close, Deed, HandOver, Member, ReportLine, SeatLine
from rasputitsa.server.lobby.offers import close_all
from rasputitsa.server.lobby.rows import Proposals, change, match_of
from rasputitsa.server.persons import Person
from rasputitsa.server.problems import Conflict
from rasputitsa.server.storage.games import GameRow, Games, Missing, several, takes_part
from rasputitsa.server.storage.online import accounts, deeds, matches, moment, reports, tokens
from rasputitsa.server.storage.people import People
from rasputitsa.server.storage.schema import games
from rasputitsa.server.storage.transactions import Transactions
from rasputitsa.server.summaries import scenario_label

MOST_LISTED, MOST_MEMBERS = 500, 50
MACHINE = "the machine"
"""Who did what was done by a command on the machine itself."""


class Governing(Transactions):
    def __init__(self, stored: Games, post: Post) -> None:
        super().__init__(stored.engine)
        self._games = stored
        self._post = post

    # -- reports ----------------------------------------------------------------------------------------------

    def reports(self) -> list[ReportLine]:
        """Those not yet handled first."""
        order = reports.c.handled.is_not(None), reports.c.number.desc()
        with self.reading() as connection:
            found = connection.execute(select(reports).order_by(*order).limit(MOST_LISTED)).all()
            people = rows.by_ids(connection, {id for r in found for id in (r.by, r.about)})
        return [
            ReportLine(
                number=r.number,
                by=_name(people, r.by),
                about=_name(people, r.about),
                game=r.game,
                text=r.text,
                at=told(r.at),
                handled=told(r.handled) if r.handled is not None else None,
                answer=r.answer,
            )
            for r in found
        ]

    def answer(self, person: Person, number: int, wanted: AnswerReport) -> None:
        with self.writing() as connection:
            answered = update(reports).where(reports.c.number == number)
            done = connection.execute(answered.values(handled=moment(connection), answer=wanted.answer))
            if not done.rowcount:
                raise Missing(f"There is no report {number}.")
            _note(connection, person, "answer report", str(number), wanted.answer)

    # -- accounts ---------------------------------------------------------------------------------------------

    def members(self, words: str) -> list[Member]:
        """Those whose nickname begins with that, or the first of all; accounts that were closed too."""
        key = nickname_key(words)
        wanted = select(accounts).where(accounts.c.email != "")
        wanted = wanted.where(accounts.c.nickname_key.startswith(key, autoescape=True)) if key else wanted
        with self.reading() as connection:
            found = connection.execute(wanted.order_by(accounts.c.nickname_key).limit(MOST_MEMBERS)).all()
        return [Member(r.nickname, told(r.created), told(r.seen), r.admin, r.closed is not None) for r in found]

    def seats(self, name: str) -> list[SeatLine]:
        """The seats that somebody has in running games."""
        with self.reading() as connection:
            row = rows.by_name(connection, name)
            running = games.c.id.in_(select(matches.c.game).where(matches.c.settled.is_(None)))
            found = several(connection, running, games.c.to_move != "", takes_part(row.id), most=MOST_LISTED)
            people = rows.by_ids(connection, {id for game in found for id in game.people.seats.values()})
        return [
            _seat_line(game, side, people) for game in found for side, id in game.people.seats.items() if id == row.id
        ]

    def close(self, person: Person, name: str, wanted: Close) -> None:
        """Nobody signs in to it any more. His opponents may claim the games; a seat may be handed over."""
        with self.writing() as connection:
            row = rows.by_id(connection, rows.by_name(connection, name).id, lock=True)
            if row.id == person.id:
                raise Invalid("nobody closes his own account here; delete it instead")
            if row.closed is not None:
                raise Conflict("This account is closed.")
            rows.change(connection, row.id, closed=moment(connection), admin=False)
            sign_out_all(connection, row.id)
            connection.execute(delete(tokens).where(tokens.c.account == row.id))
            close_all(connection, row.id)
            self._post.enqueue(connection, "closed", f"closed:{row.id}", {"person": row.id, "why": wanted.why})
            _note(connection, person, "close", row.nickname, wanted.why)

    # -- seats ------------------------------------------------------------------------------------------------

    def hand_over(self, person: Person, id: str, wanted: HandOver) -> None:
        """A seat goes to another person; such a game is not rated. Whoever runs the server neither does this in a game
        he plays, nor takes a seat himself: he would see a hand that is not his."""
        with self.writing() as connection:
            game, match = match_of(connection, id, lock=True)
            to = rows.by_name(connection, wanted.to)
            if wanted.side not in game.people.seats:
                raise Invalid(f"there is no side {wanted.side!r}")
            if person.id in (to.id, *game.people.seats.values()):
                raise Forbidden("Not in a game that you play, and not to yourself.")
            if game.over or to.closed is not None or to.id in game.people.seats.values():
                raise Conflict("A seat of a running game goes to somebody who is here and does not play it yet.")
            people = msgspec.structs.replace(game.people, seats={**game.people.seats, wanted.side: to.id})
            orders = {side: given for side, given in game.orders.items() if side != wanted.side}
            self._seat(connection, id, people, orders)
            terms = msgspec.structs.replace(match.terms, rated=False)
            change(connection, id, terms=rows.text(terms), proposals=Proposals())
            self._post.enqueue(
                connection, "joined", f"joined:{id}:{to.id}:{moment(connection)}", {"person": to.id, "game": id}
            )
            _note(connection, person, "hand over", f"{id} {wanted.side} to {to.nickname}"[:80], wanted.why)

    def _seat(self, connection: Connection, id: str, people: People, orders: Orders) -> None:
        """Who had the seat before gives no orders any more."""
        fields = {"people": rows.text(people), "orders": rows.text(orders), "version": games.c.version + 1}
        connection.execute(update(games).where(games.c.id == id).values(**fields))
        self._games.tell(connection, id)

    # -- the log ----------------------------------------------------------------------------------------------

    def log(self) -> list[Deed]:
        with self.reading() as connection:
            found = connection.execute(select(deeds).order_by(deeds.c.number.desc()).limit(MOST_LISTED)).all()
            people = rows.by_ids(connection, {r.by for r in found})
        return [
            Deed(_name(people, r.by) if r.by != MACHINE else r.by, r.act, r.about, r.why, told(r.at)) for r in found
        ]


def _seat_line(game: GameRow, side: str, people: dict[str, AccountRow]) -> SeatLine:
    title = titles().get(game.title)
    other = next((id for taken, id in game.people.seats.items() if taken != side), "")
    return SeatLine(
        game=game.id,
        title_label=title.label if title else game.title,
        scenario_label=scenario_label(game.title, game.scenario),
        turn=game.standing.turn,
        last_turn=game.standing.last_turn,
        side=side,
        side_label=title.side_labels.get(side, side) if title else side,
        opponent=_name(people, other) if other else "",
    )


def _name(people: dict[str, AccountRow], id: str) -> str:
    return people[id].nickname if id in people else rows.LEFT


def _note(connection: Connection, person: Person, act: str, about: str, why: str) -> None:
    deed = {"by": person.id, "act": act, "about": about, "why": why, "at": moment(connection)}
    connection.execute(insert(deeds).values(**deed))


def make_admin(connection: Connection, name: str, admin: bool) -> str:
    """On the machine itself: make somebody one who runs the server, or no longer; his nickname."""
    row = rows.by_name(connection, name)
    if row.closed is not None:
        raise Conflict("This account is closed.")
    rows.change(connection, row.id, admin=admin)
    _note(connection, Person(MACHINE), "make admin" if admin else "no longer admin", row.nickname, "")
    return row.nickname


def admins(connection: Connection) -> list[str]:
    """The nicknames of those who run the server."""
    wanted = select(accounts.c.nickname).where(accounts.c.admin, accounts.c.closed.is_(None))
    return list(connection.execute(wanted.order_by(accounts.c.nickname)).scalars())
