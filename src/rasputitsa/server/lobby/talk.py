"""What is said at a table, between its two players; and notes, each person's own."""

from __future__ import annotations

from sqlalchemy import insert, select
from sqlalchemy.dialects import postgresql, sqlite

from rasputitsa.kernel import Invalid
from rasputitsa.server.accounts import rows
from rasputitsa.server.accounts.own import blocked
from rasputitsa.server.accounts.post import Post
from rasputitsa.server.accounts.rows import told
from rasputitsa.server.gate import Forbidden
from rasputitsa.server.limits import TooMuch
from rasputitsa.server.lobby.messages import Chat, ChatLine, NoteText
from rasputitsa.server.lobby.rows import match_of, other, side_of
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.games import Games
from rasputitsa.server.storage.online import chat, moment, notes
from rasputitsa.server.storage.transactions import Transactions

MOST_LINES = 500
"""Lines in one answer."""
MOST_IN_A_MINUTE = 20


class Talk(Transactions):
    def __init__(self, games: Games, post: Post) -> None:
        super().__init__(games.engine)
        self._games = games
        self._post = post

    def said(self, id: str, after: int) -> Chat:
        """The last lines after a number, oldest first."""
        wanted = select(chat).where(chat.c.game == id, chat.c.number > after).order_by(chat.c.number.desc())
        with self.reading() as connection:
            match_of(connection, id)
            found = list(reversed(connection.execute(wanted.limit(MOST_LINES)).all()))
            people = rows.by_ids(connection, {row.account for row in found})
        return Chat([ChatLine(r.number, people[r.account].nickname, r.text, told(r.at)) for r in found])

    def say(self, person: Person, id: str, text: str) -> ChatLine:
        if not text.strip():
            raise Invalid("say something")
        with self.writing() as connection:
            game, _ = match_of(connection, id)
            opponent = game.people.seats[other(game, side_of(game, person.id))]
            if blocked(connection, person.id, opponent):
                raise Forbidden("There is a block between you: nothing is said here.")
            now = moment(connection)
            lately = select(chat.c.number).where(chat.c.account == person.id, chat.c.at > now - 60_000)
            if len(connection.execute(lately).all()) >= MOST_IN_A_MINUTE:
                raise TooMuch("Slowly: wait a minute before you say more.")
            line = insert(chat).values(game=id, account=person.id, text=text, at=now)
            number = int(connection.execute(line).inserted_primary_key[0])  # type: ignore[index]
            data = {"person": opponent, "game": id, "line": number}
            self._post.enqueue(connection, "chat", f"chat:{id}:{number}", data)
            self._games.tell(connection, id, match=True)
        return ChatLine(number, person.name, text, told(now))

    # -- notes ------------------------------------------------------------------------------------------------

    def note(self, person: Person, id: str) -> NoteText:
        wanted = select(notes.c.text).where(notes.c.game == id, notes.c.account == person.id)
        with self.reading() as connection:
            return NoteText(connection.execute(wanted).scalar_one_or_none() or "")

    def write(self, person: Person, id: str, text: str) -> NoteText:
        make = postgresql.insert if self.engine.dialect.name == "postgresql" else sqlite.insert
        with self.writing() as connection:
            row = make(notes).values(game=id, account=person.id, text=text, at=moment(connection))
            again = {"text": row.excluded.text, "at": row.excluded.at}
            connection.execute(row.on_conflict_do_update(index_elements=["game", "account"], set_=again))
        return NoteText(text)
