"""The trials of trials.py, a few seconds each; that of people with accounts is in online/test_hostile_online.py."""

from __future__ import annotations

import pytest

from . import trials


@pytest.mark.parametrize("name", [name for name in trials.NAMES if name != "members"])
def test_a_short_trial_loses_nothing(name, address):
    assert all("none lost" in line for line in trials.run(name, 3, address))


def test_a_stopped_server_finishes_what_was_begun(tmp_path):
    server = trials.Server(f"sqlite:///{tmp_path / 'games.db'}")
    with trials.players([server]) as found:
        while min(player.answers for player in found) < 2:
            pass
        assert server.stop() in (0, -15)
        server.start()
    server.kill()
    assert [fault for player in found for fault in player.faults] == []


def test_a_page_that_never_reads_is_sent_away_and_holds_up_nobody(client, monkeypatch):
    monkeypatch.setattr("rasputitsa.server.room.QUEUE", 4)
    id = client.new(open=True, options={"open_cards": True})
    with client.live(id, "open"):
        for _ in range(6):
            game = client.summary(id)
            assert client.do(id, "stay", "open", game["rev"]).status_code == 200
