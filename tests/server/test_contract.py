"""One contract: the client's types are those of the server's messages, and what is sent keeps to them."""

from __future__ import annotations

import msgspec
import pytest

from rasputitsa.server import contract, messages


def test_the_clients_types_are_written_from_the_messages():
    """After a change of the messages: `make contract`."""
    assert contract.FILE.read_text(encoding="utf-8") == contract.typescript()


def test_a_field_may_be_absent_only_where_the_sender_leaves_it_out():
    text = contract.typescript()
    assert "  to_move: string | null\n" in text, "sent always"
    assert "  clicks?: string[]\n" in text, "left out when empty"
    assert "  handle?: string | null\n" in text, "a page need not name one"


def test_every_message_of_the_socket_keeps_to_the_contract(client):
    id = client.new()
    with client.live(id) as page:
        page.receive()
        page.do("stay")
        page.ask("choices")
        page.ask("now")
        page.ask("sit", seat="nowhere")
        client.patch(f"/api/games/{id}", json={"name": "Renamed"})
        page.until("game")
    kinds = {message["type"] for message in page.messages}
    assert {"view", "update", "done", "choices", "hurried", "refused", "game"} <= kinds
    for message in page.messages:
        msgspec.convert(message, messages.Push | messages.Reply)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/about", messages.About),
        ("/api/titles", list[messages.TitleInfo]),
        ("/api/titles/toy/board", messages.BoardPack),
        ("/api/symbols.json", messages.Symbols),
        ("/api/games", list[messages.Summary]),
        ("/api/games/{id}", messages.Summary),
        ("/api/games/{id}/view?seat=axis", messages.ViewMessage),
        ("/api/games/{id}/choices?seat=axis", messages.Choices),
        ("/api/games/{id}/timeline?seat=axis", messages.Timeline),
        ("/api/games/{id}/frames?seat=axis", messages.Frames),
        ("/api/games/{id}/log?seat=axis", messages.LogPage),
        ("/api/games/{id}/since?seat=axis", messages.Since),
        ("/api/games/{id}/dice", messages.DiceReport),
        ("/api/games/none", messages.Refusal),
    ],
)
def test_every_answer_keeps_to_the_contract(client, path, kind):
    id = client.new()
    client.play(id, "stay")
    msgspec.json.decode(client.get(path.format(id=id)).content, type=kind)
