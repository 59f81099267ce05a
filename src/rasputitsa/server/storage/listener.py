"""Hearing what other processes on the same PostgreSQL database have changed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine

from rasputitsa.server.storage.writer import postgres_connection

log = logging.getLogger("rasputitsa.server")
LOOK_UP = 0.5
"""Seconds between looks at whether we should end."""
RETRY = 1.0
"""Seconds until a lost connection is opened again."""


class Listener:
    """A thread that hears. `changed` is called with the id of each game that another process changed, and whether it
    was what its players agree on or talk about; `lost` whenever messages may have been missed: then every open game has
    to be compared with the stored one."""

    def __init__(
        self, engine: Engine, channel: str, tag: str, changed: Callable[[str, bool], object], lost: Callable[[], object]
    ) -> None:
        self._engine = engine
        self._channel = channel
        self._tag = tag
        self._changed = changed
        self._lost = lost
        self._ending = False
        self.hearing = threading.Event()
        """Set while the connection stands: what other processes change is heard at once."""
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ending = True
        self._thread.join(5)

    def _run(self) -> None:
        while not self._ending:
            try:
                self._hear()
            except Exception as error:
                self.hearing.clear()
                if not self._ending:
                    log.warning("what other processes change is not heard at present: %s", str(error).split("\n")[0])
                    time.sleep(RETRY)

    def _hear(self) -> None:
        connection = postgres_connection(self._engine)
        with connection:
            connection.execute(f"LISTEN {self._channel}")
            self.hearing.set()
            self._lost()
            while not self._ending:
                for message in connection.notifies(timeout=LOOK_UP):
                    self._heard(message)

    def _heard(self, message: Any) -> None:
        id, tag, *what = message.payload.split(" ")
        if tag != self._tag:
            self._changed(id, "match" in what)
