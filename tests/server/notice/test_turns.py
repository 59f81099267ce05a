"""When somebody is told that it is his turn (N.6, N.8)."""

from __future__ import annotations

import asyncio

import msgspec
from sqlalchemy import update

from rasputitsa.kernel.testing import rule
from rasputitsa.server.accounts.messages import Notices
from rasputitsa.server.messages import NewGame
from rasputitsa.server.persons import Person
from rasputitsa.server.storage.online import matches

from .club import DAY, HOUR, MINUTE, WEEK, Club, in_club
from .post_office import html, pictures, text


@rule("N.6", book="no-retreat-digital")
def test_a_mail_goes_out_after_half_an_hour_and_only_once(both, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        await club.game("anna", "boris")
        club.ahead = 29 * MINUTE
        await club.tell()
        assert box.mails == []
        club.ahead = 31 * MINUTE
        await club.tell()
        await club.tell()
        assert [mail["To"] for mail in box.mails] == ["anna@example.org"]

    in_club(both, server, scene)


def test_who_acts_meanwhile_is_not_written_to(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        id = await club.game("anna", "boris")
        club.ahead = 31 * MINUTE
        await club.notice.look()
        assert [job.kind for job in club.jobs()] == ["turn"]
        club.ahead = 0
        await asyncio.sleep(0.01)
        with club.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE jobs SET created = created - 1860000, due = 0")
        await club.play(id, "stay")
        await club.notice.drain()
        assert box.mails == []
        (job,) = club.jobs()
        assert job.failed == "the game went on meanwhile" and job.done

    in_club(url, server, scene)


def test_the_half_hour_begins_anew_when_one_acts_within_his_turn(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        await club.game("anna", "boris")
        with club.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE games SET turn_since = turn_since - 3600000")
        club.ahead = 20 * MINUTE
        await club.tell()
        assert box.mails == []
        club.ahead = 31 * MINUTE
        await club.tell()
        assert len(box.mails) == 1

    in_club(url, server, scene)


def test_each_turn_is_a_cause_of_its_own(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        id = await club.game("anna", "boris")
        club.ahead = 31 * MINUTE
        await club.tell()
        while (await club.house.known(id)).standing.to_move == "axis":
            await club.play(id, "stay")
        club.ahead = 29 * MINUTE
        await club.tell()
        assert [mail["To"] for mail in box.mails] == ["anna@example.org"]
        club.ahead = 32 * MINUTE
        await club.tell()
        assert [mail["To"] for mail in box.mails] == ["anna@example.org", "boris@example.org"]
        assert len({mail["Message-ID"] for mail in box.mails}) == 2

    in_club(url, server, scene)


def test_the_minutes_are_the_person_s_choice(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna", turn_minutes=120), club.person("boris")
        await club.game("anna", "boris")
        club.ahead = 119 * MINUTE
        await club.tell()
        assert box.mails == []
        club.ahead = 121 * MINUTE
        await club.tell()
        assert len(box.mails) == 1

    in_club(url, server, scene)


def test_several_games_that_wait_are_one_mail(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        for _ in range(3):
            await club.game("anna", "boris")
        club.ahead = 31 * MINUTE
        await club.tell()
        (mail,) = box.mails
        assert mail["Subject"] == "3 games wait for you"
        assert html(mail).count("Go to the table") == 3
        assert len(pictures(mail)) == 3

    in_club(url, server, scene)


def test_who_wants_one_mail_a_day_gets_it_in_his_own_morning(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna", digest=True, zone="Asia/Tokyo"), club.person("boris")
        await club.game("anna", "boris")
        seen = []
        for hour in range(1, 60):
            club.ahead = hour * HOUR
            if hour == 5:
                await club.game("anna", "boris")
                with club.engine.begin() as connection:
                    connection.exec_driver_sql("UPDATE games SET turn_since = turn_since + 5*3600000 WHERE number = 2")
            before = len(box.mails)
            await club.tell()
            seen += [hour] * (len(box.mails) - before)
        days = {(hour + _tokyo(club)) // 24 for hour in seen}
        assert len(seen) == len(days) in (1, 2), "never two on one day"
        assert all((hour + _tokyo(club)) % 24 >= 7 for hour in seen)

    in_club(url, server, scene)


def _tokyo(club: Club) -> int:
    with club.engine.connect() as connection:
        return (club.clock(connection) - club.ahead) // HOUR % 24 + 9


@rule("N.8", book="no-retreat-digital")
def test_a_gentle_reminder_comes_each_week_but_not_for_ever(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        await club.game("anna", "boris")
        await club.game("anna", "boris")
        subjects = []
        for day in range(1, 120):
            club.ahead = day * DAY
            await club.tell()
        subjects = [mail["Subject"] for mail in box.mails]
        assert subjects == ["2 games wait for you"] + ["2 games still wait for you"] * 8

    in_club(url, server, scene)


def test_no_weekly_reminder_when_the_opponent_sent_one(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        id = await club.game("anna", "boris")
        club.ahead = HOUR
        await club.tell()
        club.ahead = WEEK + HOUR
        with club.engine.begin() as connection:
            reminded = club.clock(connection) - DAY
            connection.execute(update(matches).where(matches.c.game == id).values(reminded=reminded))
        await club.tell()
        assert len(box.mails) == 1
        club.ahead = 2 * WEEK
        await club.tell()
        assert len(box.mails) == 2

    in_club(url, server, scene)


def test_what_is_switched_off_is_not_sent(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna", turn=False, reminders=False), club.person("boris")
        await club.game("anna", "boris")
        for days in (1, 8, 15):
            club.ahead = days * DAY
            await club.tell()
        assert box.mails == []
        wanted = msgspec.json.encode(Notices(reminders=False)).decode()
        club.change("anna", notices=wanted)
        await club.notice.look()
        club.change("anna", notices=msgspec.json.encode(Notices(turn=False)).decode())
        await club.notice.drain()
        assert box.mails == [], "asked again in the sending transaction"

    in_club(url, server, scene)


def test_two_processes_that_look_at_the_same_time_leave_one_job(both, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris")
        for _ in range(3):
            await club.game("anna", "boris")
        club.ahead = 31 * MINUTE
        others = [club.another(server) for _ in range(4)]
        await asyncio.gather(*[notice.look() for notice in others])
        await asyncio.gather(*[notice.drain() for notice in others])
        assert len(club.jobs()) == 1
        assert len(box.mails) == 1
        for notice in others:
            await notice.close()

    in_club(both, server, scene)


def test_a_game_against_a_computer_or_at_home_is_told_to_nobody(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna")
        await club.house.create(NewGame(title="toy"), Person("anna", "Anna"))
        club.ahead = DAY
        await club.tell()
        assert box.mails == []

    in_club(url, server, scene)


def test_the_mail_says_what_happened_and_shows_the_map(url, office):
    box, server = office

    async def scene(club: Club) -> None:
        club.person("anna"), club.person("boris", zone="Europe/Moscow")
        id = await club.game("anna", "boris", name="Sunday <game>")
        while (await club.house.known(id)).standing.to_move == "axis":
            await club.play(id, "stay")
        club.ahead = 31 * MINUTE
        await club.tell()
        (mail,) = box.mails
        assert mail["Subject"] == "Your turn: Sunday <game> against Anna"
        assert "What happened since you last acted" in text(mail)
        assert f"https://club.example/#/game/{id}" in text(mail)
        assert "Sunday &lt;game&gt;" in html(mail) and "<game>" not in html(mail)
        (picture,) = pictures(mail)
        assert picture.startswith(b"\x89PNG")
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["List-Unsubscribe"].startswith("<https://club.example/api/unsubscribe/")

    in_club(url, server, scene)
