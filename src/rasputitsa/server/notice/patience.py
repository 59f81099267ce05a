"""Waiting for a database that is busy: many processes that share one stand in each other's way for moments."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree
from starlette.concurrency import run_in_threadpool

from rasputitsa.server.storage.database import why

log = logging.getLogger("rasputitsa.server")
AGAIN = 0.5
"""Seconds until it is tried again."""
LONGEST = 60.0
"""Seconds for which something is tried that can also be done later."""

T = TypeVar("T")
P = ParamSpec("P")


async def surely(note: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Note what was sent, as often as it takes: a database that is busy or away for a moment is no reason to send it
    again."""
    while True:
        try:
            return await run_in_threadpool(note, *args, **named)
        except SQLAlchemyError as error:
            log.warning("what was sent could not be noted yet: %s", why(error))
            await asyncio.sleep(AGAIN)


async def patiently(work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Do what comes before sending: a database that is busy is no failure of the job, which would cost it a try and
    the pause after it. Not all come again at the same moment."""
    end = time.monotonic() + LONGEST
    while True:
        try:
            return await run_in_threadpool(work, *args, **named)
        except (OperationalError, NoneFree) as error:
            if not _busy(error) or time.monotonic() > end:
                raise
            await asyncio.sleep(AGAIN * random.uniform(0.2, 1.0))


def _busy(error: SQLAlchemyError) -> bool:
    return isinstance(error, NoneFree) or "locked" in why(error)
