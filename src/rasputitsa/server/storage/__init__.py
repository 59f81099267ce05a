"""Where games are kept: SQLite by default, PostgreSQL for many players."""

from rasputitsa.server.storage.database import CannotOpen, home, local_url, open_engine
from rasputitsa.server.storage.games import GameRow, Games

__all__ = ["CannotOpen", "GameRow", "Games", "home", "local_url", "open_engine"]
