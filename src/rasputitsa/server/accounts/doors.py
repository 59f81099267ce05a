"""Coming in: signing up, logging in, a forgotten password, another address.

Nothing here tells a stranger whether an address has an account: answers, their statuses and the work behind them are
the same, and the difference is in the mail alone.
"""

from __future__ import annotations

from sqlalchemy import Connection, insert
from starlette.concurrency import run_in_threadpool

from rasputitsa.kernel import Invalid
from rasputitsa.server.accounts import guesses, rows
from rasputitsa.server.accounts.links import GONE, Links, fingerprint
from rasputitsa.server.accounts.messages import (
    AskReset,
    ChangeEmail,
    ChangePassword,
    Confirm,
    LogIn,
    Notices,
    Reset,
    Sent,
    Shows,
    SignUp,
)
from rasputitsa.server.accounts.names import address, address_key, locale, nickname, nickname_key, zone
from rasputitsa.server.accounts.passwords import Passwords
from rasputitsa.server.accounts.post import Post
from rasputitsa.server.accounts.rows import AccountRow
from rasputitsa.server.accounts.sessions import sign_in, sign_out_all
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.games import new_id
from rasputitsa.server.storage.online import accounts, moment
from rasputitsa.server.storage.transactions import Transactions

CONFIRM_HOURS, RESET_HOURS, EMAIL_HOURS = 24, 1, 24
MAIL_PAUSE = 10 * 60 * 1000
"""One mail of a kind to an address in this time, however often it is asked for."""
SENT = Sent("If that address can be used, a mail with a link is on its way to it. Look into the spam folder too.")
WRONG = "That address and that password do not go together."


class Visitor:
    """Where a request comes from."""

    def __init__(self, address: str, device: str) -> None:
        self.address = address
        self.device = device or "an unknown device"


class Doors(Transactions):
    def __init__(self, store: Transactions, post: Post, links: Links, passwords: Passwords) -> None:
        super().__init__(store.engine)
        self.post = post
        self.links = links
        self.passwords = passwords

    # -- signing up -------------------------------------------------------------------------------------------

    def sign_up(self, wanted: SignUp, visitor: Visitor) -> Sent:
        email = address(wanted.email)
        link = self.links.page(f"confirm/{self.links.signed('confirm', email)}")
        with self.writing() as connection:
            guesses.attempt(connection, guesses.address_key(visitor.address, "mail"))
            known = rows.find(connection, accounts.c.email_key == address_key(email))
            to = known.email if known else email
            data = {"to": to, "link": self.links.page("") if known else link}
            self._mail(connection, "known" if known else "confirm", to, data)
        return SENT

    def _mail(self, connection: Connection, kind: str, to: str, data: dict[str, str]) -> None:
        key = f"{kind}:{fingerprint(address_key(to))}:{moment(connection) // MAIL_PAUSE}"
        self.post.enqueue(connection, kind, key, data)

    async def confirm(self, wanted: Confirm, visitor: Visitor) -> tuple[AccountRow, str]:
        """The new account, and the secret of its first device's cookie."""
        (email,) = self.links.read("confirm", wanted.token, CONFIRM_HOURS)
        name = nickname(wanted.nickname)
        zone(wanted.zone), locale(wanted.locale)
        password = await self.passwords.hashed(wanted.password)
        return await run_in_threadpool(self._confirm, wanted, email, name, password, visitor)

    def _confirm(
        self, wanted: Confirm, email: str, name: str, password: str, visitor: Visitor
    ) -> tuple[AccountRow, str]:
        with self.writing() as connection:
            if rows.find(connection, accounts.c.email_key == address_key(email)):
                raise Invalid(GONE)
            check_nickname(connection, name)
            now = moment(connection)
            id = new_id()
            connection.execute(
                insert(accounts).values(
                    id=id,
                    nickname=name,
                    nickname_key=nickname_key(name),
                    email=email,
                    email_key=address_key(email),
                    password=password,
                    confirmed=now,
                    admin=False,
                    zone=wanted.zone,
                    locale=wanted.locale,
                    notices=rows.text(Notices()),
                    shows=rows.text(Shows()),
                    holidays="[]",
                    mail_off="",
                    created=now,
                    seen=now,
                )
            )
            return rows.by_id(connection, id), sign_in(connection, id, visitor.device)

    # -- logging in -------------------------------------------------------------------------------------------

    async def log_in(self, wanted: LogIn, visitor: Visitor) -> tuple[AccountRow, str]:
        try:
            key = address_key(address(wanted.email))
        except Invalid:
            key = ""
        tried = guesses.account_key(key), guesses.address_key(visitor.address)
        row = await run_in_threadpool(self._try, key, tried)
        right = await self.passwords.fits(wanted.password, row.password if row and row.closed is None else "")
        if not right or row is None:
            raise Invalid(WRONG)
        fresh = await self.passwords.hashed(wanted.password) if self.passwords.outdated(row.password) else row.password
        return await run_in_threadpool(self._enter, row, fresh, tried, visitor)

    def _try(self, key: str, tried: tuple[str, str]) -> AccountRow | None:
        with self.writing() as connection:
            guesses.attempt(connection, *tried)
            return rows.find(connection, accounts.c.email_key == key)

    def _enter(
        self, seen: AccountRow, password: str, tried: tuple[str, str], visitor: Visitor
    ) -> tuple[AccountRow, str]:
        with self.writing() as connection:
            row = rows.by_id(connection, seen.id, lock=True)
            if row.password != seen.password or row.closed is not None:
                raise Invalid(WRONG)
            guesses.succeeded(connection, *tried)
            rows.change(connection, row.id, password=password, seen=moment(connection))
            return row, sign_in(connection, row.id, visitor.device)

    # -- a forgotten password ---------------------------------------------------------------------------------

    def ask_reset(self, wanted: AskReset, visitor: Visitor) -> Sent:
        email = address(wanted.email)
        with self.writing() as connection:
            guesses.attempt(connection, guesses.address_key(visitor.address, "mail"))
            row = rows.find(connection, accounts.c.email_key == address_key(email))
            token = self.links.signed("reset", row.id if row else "-", fingerprint(row.password if row else "-"))
            if row and row.closed is None:
                self._mail(connection, "reset", row.email, {"to": row.email, "link": self.links.page(f"reset/{token}")})
        return SENT

    async def reset(self, wanted: Reset, visitor: Visitor) -> tuple[AccountRow, str]:
        id, was = self.links.read("reset", wanted.token, RESET_HOURS)
        password = await self.passwords.hashed(wanted.password)
        return await run_in_threadpool(self._reset, id, was, password, visitor)

    def _reset(self, id: str, was: str, password: str, visitor: Visitor) -> tuple[AccountRow, str]:
        """The link names the password that was forgotten: with another one it is of no use any more."""
        with self.writing() as connection:
            row = rows.find(connection, accounts.c.id == id, lock=True)
            if row is None or row.closed is not None or fingerprint(row.password) != was:
                raise Invalid(GONE)
            rows.change(connection, id, password=password, mail_off="")
            sign_out_all(connection, id)
            return rows.by_id(connection, id), sign_in(connection, id, visitor.device)

    # -- one who is in ----------------------------------------------------------------------------------------

    async def own(self, person: Person, password: str, visitor: Visitor) -> AccountRow:
        """The person's account, if that is the password; guessing is slowed here too."""
        row = await run_in_threadpool(self._own, person)
        tried = guesses.account_key(row.email_key), guesses.address_key(visitor.address)
        await run_in_threadpool(self._try, row.email_key, tried)
        if not await self.passwords.fits(password, row.password):
            raise Invalid("That is not your password.")
        await run_in_threadpool(self._right, tried)
        return row

    def _own(self, person: Person) -> AccountRow:
        with self.reading() as connection:
            return rows.by_id(connection, person.id)

    def _right(self, tried: tuple[str, str]) -> None:
        with self.writing() as connection:
            guesses.succeeded(connection, *tried)

    async def change_password(self, person: Person, wanted: ChangePassword, visitor: Visitor) -> AccountRow:
        await self.own(person, wanted.password, visitor)
        password = await self.passwords.hashed(wanted.new)
        return await run_in_threadpool(self._change_password, person, password)

    def _change_password(self, person: Person, password: str) -> AccountRow:
        with self.writing() as connection:
            rows.change(connection, person.id, password=password)
            sign_out_all(connection, person.id, person.session)
            return rows.by_id(connection, person.id)

    async def change_email(self, person: Person, wanted: ChangeEmail, visitor: Visitor) -> Sent:
        email = address(wanted.email)
        row = await self.own(person, wanted.password, visitor)
        return await run_in_threadpool(self._change_email, row, email, visitor)

    def _change_email(self, row: AccountRow, email: str, visitor: Visitor) -> Sent:
        token = self.links.signed("email", row.id, row.email_key, email)
        with self.writing() as connection:
            guesses.attempt(connection, guesses.address_key(visitor.address, "mail"))
            other = rows.find(connection, accounts.c.email_key == address_key(email), accounts.c.id != row.id)
            link = self.links.page("" if other else f"email/{token}")
            self._mail(connection, "known" if other else "email", email, {"to": email, "link": link})
        return SENT

    def confirm_email(self, token: str) -> AccountRow:
        id, was, email = self.links.read("email", token, EMAIL_HOURS)
        with self.writing() as connection:
            row = rows.find(connection, accounts.c.id == id, lock=True)
            taken = rows.find(connection, accounts.c.email_key == address_key(email), accounts.c.id != id)
            if row is None or row.closed is not None or row.email_key != was or taken:
                raise Invalid(GONE)
            rows.change(connection, id, email=email, email_key=address_key(email), mail_off="")
            self.post.enqueue(connection, "email-changed", f"email-changed:{fingerprint(token)}", {"to": row.email})
            return rows.by_id(connection, id)


def check_nickname(connection: Connection, name: str, own: str = "") -> None:
    """Refuse the nickname of somebody else. Nicknames are no secret."""
    found = rows.find(connection, accounts.c.nickname_key == nickname_key(name), accounts.c.id != own)
    if found or nickname_key(name) == nickname_key(rows.LEFT):
        raise Invalid(f"somebody else is called {name!r}; choose another nickname")
