"""The clock of a game: until when the side to move has time, and when it has vanished.

All of it is reckoned from times of the database's clock; holidays are whole days in the person's own time zone.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from rasputitsa.server.accounts.messages import Holiday

DAY = 24 * 60 * 60 * 1000
VANISHED = 30 * DAY
"""Without a clock: how long the side to move has not acted when the game may be claimed."""
REMINDERS = 2
"""And how often it was reminded."""
BETWEEN_REMINDERS = 7 * DAY


def pauses(holidays: Sequence[Holiday], zone: str) -> list[tuple[int, int]]:
    """Holidays as moments: from the first one's beginning to the last one's end."""
    return sorted((_midnight(day.start, zone), _midnight(day.until, zone, 1)) for day in holidays)


def _midnight(day: str, zone: str, later: int = 0) -> int:
    at = datetime.combine(date.fromisoformat(day) + timedelta(days=later), time(), ZoneInfo(zone))
    return int(at.timestamp() * 1000)


def deadline(since: int, days: int, stops: Sequence[tuple[int, int]] = ()) -> int:
    """When a clock of `days` days runs out that began at a moment and stands still between others."""
    at, left = since, days * DAY
    for start, end in stops:
        if end <= at:
            continue
        if at + left <= start:
            break
        left -= max(0, start - at)
        at = end
    return at + left
