"""Each kind of mail, what the mail server's answers do, and that nothing is lost or sent twice."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, update
from sqlalchemy.exc import OperationalError

from rasputitsa.server.notice import deliver, queue, words
from rasputitsa.server.notice.letters import message_id
from rasputitsa.server.storage.online import chat, matches, offers

from .club import DAY, HOUR, Club, in_club
from .post_office import SENDER, html, pictures, post_office, text

LINK = "https://club.example/#/confirm/abc"


@pytest.mark.parametrize("kind", ["confirm", "known", "reset", "email", "email-changed"])
def test_mails_about_an_address(url, office, kind):
    box, server = office

    async def scene(club: Club) -> None:
        link = {} if kind == "email-changed" else {"link": LINK}
        club.leave(kind, f"{kind}:1", to="new@example.org", **link)
        await club.tell()
        (job,) = club.jobs()
        assert job.data == "{}", "the link is not kept"

    in_club(url, server, scene)
    (mail,) = box.mails
    assert mail["To"] == "new@example.org" and mail["From"] == SENDER
    assert mail["Message-ID"] == message_id(f"{kind}:1", SENDER)
    assert (LINK in text(mail)) == (LINK in html(mail)) == (kind != "email-changed")
    assert mail["List-Unsubscribe"] is None, "one cannot unsubscribe from a mail one asked for"


GAMES = {
    "joined": "Your game with Boris begins",
    "remind": "Boris waits for your move: Sunday",
    "over": "Game over: Sunday against Boris",
    "draw": "Boris offers a draw: Sunday",
    "take-back": "Boris asks to take back: Sunday",
}


@pytest.mark.parametrize("kind", GAMES)
def test_mails_about_a_game(url, office, kind):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        id = await club.game("anna", "boris", name="Sunday")
        proposed = msgspec.json.encode({kind.replace("-", "_"): {"side": "soviet", "at": 1}}).decode()
        with club.engine.begin() as connection:
            connection.execute(update(matches).values(proposals=proposed))
        club.leave(kind, f"{kind}:{id}:1", person="anna", game=id)
        club.leave(kind, f"{kind}:{id}:1", person="anna", game=id)
        await club.tell()
        assert f"https://club.example/#/game/{id}" in text(box.mails[0])

    in_club(url, server, scene)
    (mail,) = box.mails
    assert mail["Subject"] == GAMES[kind] and mail["To"] == "anna@example.org"
    assert len(pictures(mail)) == 1
    assert "unsubscribe" in mail["List-Unsubscribe"]


@pytest.mark.parametrize("kind", ["draw", "take-back"])
def test_what_was_answered_meanwhile_is_not_told(url, office, kind):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        id = await club.game("anna", "boris")
        club.leave(kind, f"{kind}:{id}:1", person="anna", game=id)
        await club.tell()

    in_club(url, server, scene)
    assert box.mails == []


def test_an_offer_and_a_closed_account(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        game = msgspec.json.encode({"title": "toy", "scenario": "line", "edition": "first", "options": {}}).decode()
        row = {"id": "o1", "owner": "boris", "guest": "anna", "side": "", "game": game, "terms": "{}", "created": 1}
        with club.engine.begin() as connection:
            connection.execute(insert(offers).values(**row, words="Care for a <game>?"))
        club.leave("offer", "offer:o1", person="anna", offer="o1")
        club.leave("closed", "closed:anna", person="anna", why="Rude words.")
        await club.tell()

    in_club(url, server, scene)
    offer, closed = sorted(box.mails, key=lambda mail: str(mail["Subject"]))
    assert offer["Subject"] == "Boris would like to play with you"
    assert "> Care for a <game>?" in text(offer) and "&lt;game&gt;" in html(offer)
    assert "Rude words." in text(closed)


def test_an_offer_that_was_withdrawn_is_not_told(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna")
        club.leave("offer", "offer:gone", person="anna", offer="gone")
        await club.tell()

    in_club(url, server, scene)
    assert box.mails == []


def test_several_lines_of_chat_are_one_mail_and_come_once(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        id = await club.game("anna", "boris", name="Sunday")

        def say(number: int, words: str) -> None:
            with club.engine.begin() as connection:
                at = club.clock(connection)
                row = {"number": number, "game": id, "account": "boris", "text": words, "at": at}
                connection.execute(insert(chat).values(**row))
            club.leave("chat", f"chat:{id}:{number}", person="anna", game=id)

        say(1, "Hello!"), say(2, "Are you there?")
        await club.tell()
        (mail,) = box.mails
        assert mail["Subject"] == "Boris wrote to you: Sunday"
        assert "> Boris: Hello!" in text(mail) and "> Boris: Are you there?" in text(mail)
        await asyncio.sleep(0.01)
        say(3, "No?")
        await club.tell()
        assert "No?" in text(box.mails[1]) and "Hello!" not in text(box.mails[1])

    in_club(url, server, scene)


def test_an_address_that_bounces_is_switched_off(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna", email="gone@example.org"), club.person("boris")
        await club.game("anna", "boris")
        club.ahead = HOUR
        await club.tell()
        assert "550" in club.account("anna").mail_off and "gone@example.org" in club.account("anna").mail_off
        (job,) = club.jobs()
        assert job.done and job.failed.startswith("bounced")
        club.ahead = 30 * DAY
        await club.tell()
        assert len(club.jobs()) == 1, "nothing is sent there any more"

    in_club(url, server, scene)
    assert box.mails == []


def test_what_the_mail_server_cannot_take_now_is_tried_again_and_in_the_end_given_up(url, office, caplog):
    _, server = office

    async def scene(club: Club) -> None:
        club.leave("confirm", "confirm:1", to="busy@example.org", link=LINK)
        await club.tell()
        (job,) = club.jobs()
        assert job.tries == 1 and job.done is None and "451" in job.failed
        pauses = [job.due - job.created]
        while job.done is None:
            with club.engine.connect() as connection:
                club.ahead += job.due - club.clock(connection) + 1000
            await club.tell()
            (job,) = club.jobs()
            pauses.append(job.due - job.created)
        assert job.tries == len(queue.PAUSES) and job.failed.startswith("given up: ")
        assert pauses == sorted(pauses)
        assert "is given up" in caplog.text

    in_club(url, server, scene)


def test_a_mail_that_is_refused_for_its_content_is_given_up_but_the_address_stays(url, office):
    box, server = office
    box.refuse = "554 5.7.1 looks like spam"

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        id = await club.game("anna", "boris")
        club.leave("joined", "joined:1", person="anna", game=id)
        await club.tell()
        (job,) = club.jobs()
        assert "spam" in job.failed and club.account("anna").mail_off == ""

    in_club(url, server, scene)


def test_no_mail_server_no_loss_when_it_comes_back(url):
    with post_office() as (_, dead):
        pass

    async def scene(club: Club) -> None:
        club.leave("confirm", "confirm:1", to="new@example.org", link=LINK)
        await club.tell()
        (job,) = club.jobs()
        assert job.done is None and job.tries == 1
        with post_office() as (box, server):
            club.ahead = HOUR
            notice = club.another(server)
            await notice.drain()
            await notice.close()
            assert len(box.mails) == 1

    in_club(url, dead, scene)


def test_a_mail_whose_sending_was_not_noted_is_sent_again_with_the_same_id(both, office, monkeypatch):
    box, server = office

    async def scene(club: Club) -> None:
        club.leave("confirm", "confirm:1", to="new@example.org", link=LINK)

        def killed(*_: object) -> None:
            raise asyncio.CancelledError

        with monkeypatch.context() as patched:
            patched.setattr(queue.Queue, "sent", killed)
            await club.notice.work()
            await asyncio.wait(club.notice._busy)
        assert len(box.mails) == 1
        await club.notice.drain()
        assert len(box.mails) == 1, "the job is still held"
        club.ahead = queue.LEASE + 1000
        await club.notice.drain()
        assert len(box.mails) == 2
        assert len({mail["Message-ID"] for mail in box.mails}) == 1
        await club.notice.drain()
        assert len(box.mails) == 2

    in_club(both, server, scene)


def test_a_database_that_is_busy_when_a_mail_was_taken_is_no_reason_to_send_it_again(url, office, monkeypatch):
    box, server = office
    note, tries = queue.Queue.sent, []

    def busy(self: queue.Queue, job: queue.Job) -> None:
        tries.append(job)
        if len(tries) < 3:
            raise OperationalError("UPDATE jobs", {}, Exception("database is locked"))
        note(self, job)

    monkeypatch.setattr(queue.Queue, "sent", busy)
    monkeypatch.setattr("rasputitsa.server.notice.patience.AGAIN", 0.01)

    async def scene(club: Club) -> None:
        club.leave("confirm", "confirm:1", to="new@example.org", link=LINK)
        await club.tell()
        assert club.jobs()[0].done

    in_club(url, server, scene)
    assert len(box.mails) == 1 and len(tries) == 3


@pytest.mark.parametrize("step", [(queue.Queue, "take"), (deliver.Deliverer, "_hold")])
def test_a_database_that_is_busy_before_a_mail_is_sent_costs_the_job_no_try(url, office, monkeypatch, step):
    box, server = office
    whose, name = step
    real, tries = getattr(whose, name), []

    def busy(self: Any, *args: Any) -> Any:
        tries.append(name)
        if len(tries) < 3:
            raise OperationalError("BEGIN IMMEDIATE", {}, Exception("database is locked"))
        return real(self, *args)

    monkeypatch.setattr(whose, name, busy)
    monkeypatch.setattr("rasputitsa.server.notice.patience.AGAIN", 0.01)

    async def scene(club: Club) -> None:
        club.leave("confirm", "confirm:1", to="new@example.org", link=LINK)
        await club.tell()
        assert club.jobs()[0].done and club.jobs()[0].tries == 0

    in_club(url, server, scene)
    assert len(box.mails) == 1


def test_who_has_lost_a_job_does_not_send_it(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.leave("confirm", "confirm:1", to="new@example.org", link=LINK)
        (late,) = await asyncio.to_thread(club.notice.queue.take, 1)
        club.ahead = queue.LEASE + 1000
        await club.notice.drain()
        await club.notice._do(late)
        assert len(box.mails) == 1

    in_club(url, server, scene)


def test_many_processes_share_the_jobs(both, office):
    box, server = office

    async def scene(club: Club) -> None:
        for number in range(40):
            club.leave("confirm", f"confirm:{number}", to=f"n{number}@example.org", link=LINK)
        others = [club.another(server) for _ in range(4)]
        await asyncio.gather(*[notice.drain() for notice in others])
        for notice in others:
            await notice.close()

    in_club(both, server, scene)
    assert sorted(mail["To"] for mail in box.mails) == sorted(f"n{number}@example.org" for number in range(40))


def test_notices_run_by_themselves(url, office, monkeypatch):
    """The loops of a process, not driven by hand."""
    box, server = office
    monkeypatch.setattr("rasputitsa.server.notice.runner.POLL", 0.02)
    monkeypatch.setattr("rasputitsa.server.notice.runner.LOOK", 0.02)

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        await club.game("anna", "boris")
        club.ahead = HOUR
        club.notice.start()
        while not box.mails:
            await asyncio.sleep(0.02)

    in_club(url, server, scene)
    assert [mail["To"] for mail in box.mails] == ["anna@example.org"]


def test_a_mail_to_somebody_who_may_never_have_heard_of_the_server_says_where_it_comes_from():
    for kind in ("confirm", "known", "reset"):
        subject, blocks = words.TO_ADDRESS[kind](f"https://club.example/#/{kind}/x")
        assert subject.endswith(" at club.example") and " at club.example" in blocks[0].text
    assert words.TO_ADDRESS["known"]("")[0] == "You have an account already"
