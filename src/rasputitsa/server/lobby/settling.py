"""The end of a game between people: its result is entered and counts for the ratings, once, in one transaction."""

from __future__ import annotations

import logging
from typing import Any

from sqlalchemy import Connection, insert, select

from rasputitsa.server.accounts.post import Post
from rasputitsa.server.lobby import ratings
from rasputitsa.server.lobby.rows import MatchRow, change, match_of, other
from rasputitsa.server.storage.games import GameRow, Games, Missing, end, stored
from rasputitsa.server.storage.online import matches, moment, results
from rasputitsa.server.storage.schema import games
from rasputitsa.server.storage.transactions import Transactions
from rasputitsa.table import Ending

log = logging.getLogger("rasputitsa.server")
MOST_AT_ONCE = 100


class Settling(Transactions):
    def __init__(self, stored_games: Games, post: Post) -> None:
        super().__init__(stored_games.engine)
        self._games = stored_games
        self._post = post

    def end(self, connection: Connection, game: GameRow, match: MatchRow, ending: Ending) -> None:
        """The players end a game."""
        end(connection, game.id, ending)
        self._games.tell(connection, game.id)
        self._settle(connection, stored(connection, game.id), match)

    def settle(self, id: str) -> None:
        """Enter the result of a game that is over, unless that was done."""
        with self.writing() as connection:
            game, match = match_of(connection, id, lock=True)
            if match.settled is None and game.over:
                self._settle(connection, game, match)
                self._games.tell(connection, id, match=True)

    def sweep(self) -> None:
        """Settle whatever was not, because a process died between the last action and this."""
        wanted = select(matches.c.game).join(games, games.c.id == matches.c.game)
        with self.reading() as connection:
            over = wanted.where(matches.c.settled.is_(None), games.c.to_move == "").limit(MOST_AT_ONCE)
            found = connection.execute(over).scalars().all()
        for id in found:
            try:
                self.settle(id)
            except Missing as error:
                log.warning("a game could not be settled: %s", error)

    def _settle(self, connection: Connection, game: GameRow, match: MatchRow) -> None:
        now, how = moment(connection), game.ended.how if game.ended else "rules"
        scores = _scores(game)
        counts = match.terms.rated and how != "abandoned" and len(scores) == len(game.seats.chairs)
        after = ratings.enter(connection, game.title, scores) if counts else {}
        same: dict[str, Any] = {"game": game.id, "title": game.title, "scenario": game.scenario, "how": how, "at": now}
        for side, person in game.people.seats.items():
            skill = after.get(person)
            rating = {"mu": skill.mu if skill else None, "sigma": skill.sigma if skill else None, "rated": counts}
            who = {"account": person, "opponent": game.people.seats[other(game, side)], "side": side}
            connection.execute(insert(results).values(**same, **who, **rating, score=scores[person]))
            data = {"person": person, "game": game.id}
            self._post.enqueue(connection, "over", f"over:{game.id}:{person}", data)
        change(connection, game.id, settled=now)


def _scores(game: GameRow) -> dict[str, float]:
    """1 for the winner, 0 for the loser, a half each without one."""
    winner = game.result.winner if game.result else ""
    people = game.people.seats
    return {id: 0.5 if winner not in people else float(side == winner) for side, id in people.items()}
