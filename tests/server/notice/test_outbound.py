"""The mail server as settings describe it; nothing secret is printed."""

from __future__ import annotations

import pytest

from rasputitsa.kernel import Invalid
from rasputitsa.server.notice.mail import MailServer
from rasputitsa.server.notice.outbound import mail_server
from rasputitsa.server.run import check
from rasputitsa.server.settings import Settings, read_settings, shown

CLUB = {"database_url": "sqlite:///x.db", "accounts": True, "public_url": "https://club.example"}


def test_an_address_says_it_all():
    found = mail_server(Settings(**CLUB, mail_url="smtp://us%40x:p%20w@mail.example:2525", mail_from="C <c@x.example>"))
    assert found == MailServer(
        host="mail.example", port=2525, user="us@x", password="p w", sender="C <c@x.example>", tls="starttls"
    )


@pytest.mark.parametrize(
    ("address", "tls", "port", "how"),
    [
        ("smtp://m", "", 587, "starttls"),
        ("smtps://m", "", 465, "tls"),
        ("smtp://m", "none", 25, "none"),
        ("smtp://m", "tls", 465, "tls"),
    ],
)
def test_how_it_is_spoken_to(address, tls, port, how):
    found = mail_server(Settings(**CLUB, mail_url=address, mail_tls=tls))
    assert found and (found.port, found.tls, found.sender) == (port, how, "rasputitsa@club.example")


def test_the_password_may_lie_in_a_file(tmp_path):
    (tmp_path / "secret").write_text("from the file\n")
    found = mail_server(Settings(**CLUB, mail_url="smtp://u@m", mail_password_file=str(tmp_path / "secret")))
    assert found and found.password == "from the file"
    with pytest.raises(Invalid, match="cannot read mail_password_file"):
        mail_server(Settings(**CLUB, mail_url="smtp://u@m", mail_password_file=str(tmp_path / "none")))


def test_no_secret_is_printed():
    settings = read_settings(
        None, {"RASPUTITSA_MAIL_URL": "smtp://u:hush@m:25", "RASPUTITSA_HOOK_NETWORKS": "10.0.0.0/8"}
    )
    lines = shown(settings)
    assert "hush" not in "".join(lines)
    assert 'mail_url = "smtp://u:***@m:25"' in lines and 'hook_networks = ["10.0.0.0/8"]' in lines


@pytest.mark.parametrize("bad", ["http://m", "smtp://", "smtp://u:hush@m:port", "mail.example"])
def test_an_address_that_is_none_is_refused_without_repeating_it(bad):
    with pytest.raises(Invalid) as error:
        check(Settings(**CLUB, mail_url=bad))
    assert "hush" not in str(error.value)


def test_a_network_that_is_none_is_refused():
    with pytest.raises(Invalid, match="is no network"):
        check(Settings(**CLUB, mail_url="smtp://m", hook_networks=("home",)))
