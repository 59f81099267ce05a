"""A stretch of a game as an animated picture, for the seat that asks and for no other."""

from __future__ import annotations

import io

from PIL import Image

from rasputitsa.kernel.view import Banner, Piece, View
from rasputitsa.server.film import MOST_PLIES, moves

from ..browser.situations import discard_all, do
from .running import Client


def test_a_film_is_an_animated_picture_of_what_a_seat_saw(client: Client) -> None:
    game = client.new(title="no-retreat", open=True, seed="1")
    discard_all(client, game)
    start = client.summary(game)["ply"]
    do(client, game, "6th Army 1608-1609")
    made = client.get(
        f"/api/games/{game}/film.webp", params={"seat": "open", "from": start, "to": start + 1}, timeout=120
    )
    assert made.status_code == 200, made.text
    picture = Image.open(io.BytesIO(made.content))
    assert picture.format == "WEBP" and picture.n_frames >= 3


def test_a_film_must_be_of_plies_that_were_played(client: Client) -> None:
    game = client.new(title="toy", open=True)
    for first, last in ((0, 99), (-1, 1), (1, 1), (0, MOST_PLIES + 1)):
        asked = client.get(f"/api/games/{game}/film.webp", params={"seat": "open", "from": first, "to": last})
        assert asked.status_code == 400, (first, last)


def test_no_film_for_the_enemys_seat(client: Client) -> None:
    game = client.new(title="toy", seats={"axis": "human", "soviet": "computer:random"})
    asked = client.get(f"/api/games/{game}/film.webp", params={"seat": "soviet", "from": 0, "to": 1})
    assert asked.status_code in (403, 409)


def test_a_move_is_a_piece_seen_in_two_places_of_the_map() -> None:
    banner = Banner(turn=1, last_turn=2, date="", phase="")
    see = lambda *pieces: View(side="open", banner=banner, prompt=None, pieces=list(pieces), places=[])
    before = see(Piece(id=1, owner="axis", at="A"), Piece(id=2, owner="axis", at="box:pool"))
    after = see(Piece(id=1, owner="axis", at="B"), Piece(id=2, owner="axis", at="B"))
    assert moves(before, after) == [("axis", "A", "B")]
