"""The same server on PostgreSQL."""

from __future__ import annotations

from rasputitsa.server.storage import open_engine
from rasputitsa.server.storage.writer import postgres_connection

from .running import running


def test_a_game_is_played_stored_and_taken_up_again_on_postgresql(address):
    with running(address) as client:
        id = client.new(name="Große Schlacht\u0000", options={"open_cards": True})
        client.play(id, "Red 2 B-C", "Blue 2 D-C", "stay")
        before = client.view(id)
        undo = {"seat": "axis", "rev": before["rev"], "to": before["ply"] - 1}
        assert client.post(f"/api/games/{id}/undo", json=undo).status_code == 200
        client.play(id, "stay")
    with running(address) as client:
        game = client.summary(id)
        assert game["name"] == "Große Schlacht" and game["ply"] == before["ply"]
        assert client.view(id)["view"] == before["view"]
        client.delete(f"/api/games/{id}")
        assert client.delete(f"/api/games/{id}").status_code == 204
        assert client.get("/api/games").json() == []


def test_two_servers_on_one_postgresql_never_overwrite_each_other(address):
    with running(address) as one, running(address) as two:
        id = one.new(options={"open_cards": True})
        two.view(id)
        one.play(id, "Red 2 B-C")
        late = two.post(f"/api/games/{id}/do", json={"seat": "axis", "rev": 0, "do": "stay"})
        assert late.status_code == 409 and late.json()["error"]["code"] == "stale"
        two.play(id, "stay")
        assert one.summary(id)["ply"] == 2


def test_a_database_that_vanished_without_a_word_is_missed_soon(address):
    engine = open_engine(address)
    with engine.connect() as pooled:
        writing = postgres_connection(engine)
        for connection in (pooled.connection.driver_connection, writing):
            found = connection.info.get_parameters()
            assert int(found["keepalives_idle"]) < 60 and int(found["tcp_user_timeout"]) < 60_000
        writing.close()
    engine.dispose()
