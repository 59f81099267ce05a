"""A game as lists show it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from rasputitsa import players
from rasputitsa.kernel import Title, commitment
from rasputitsa.kernel.title import titles
from rasputitsa.server.storage.games import GameRow
from rasputitsa.table import Chair

Json = dict[str, Any]


def summary(row: GameRow) -> Json:
    """What lists, tiles and the banner of the page need to know of a game."""
    now = row.standing
    title = titles().get(row.title)
    return {
        "id": row.id,
        "name": row.name,
        "title": row.title,
        "title_label": title.label if title else row.title,
        "scenario": row.scenario,
        "scenario_label": _scenario(title, row.scenario),
        "edition": row.edition,
        "options": row.options,
        "mode": row.seats.mode,
        "seats": {side: _seat(row.title, chair) for side, chair in row.seats.chairs.items()},
        "open": row.seats.open,
        "seconds": row.seconds,
        "ply": now.ply,
        "rev": row.rev,
        "turn": now.turn,
        "last_turn": now.last_turn,
        "date": now.date,
        "phase": now.phase,
        "phase_label": _phase(title, now.phase),
        "to_move": now.to_move or None,
        "over": now.result is not None,
        "result": msgspec.to_builtins(now.result),
        "created": _time(row.created),
        "updated": _time(row.updated),
        "deleted": _time(row.deleted),
        "parent": {"id": row.parent, "ply": row.parent_ply} if row.parent else None,
        "commitment": commitment(row.seed) if row.seed else "",
    }


def title_info(title: Title) -> Json:
    """What the new-game dialog needs to know of a title."""
    return {
        "name": title.name,
        "label": title.label,
        "help": title.help,
        "sides": [{"name": side, "label": title.side_labels.get(side, side)} for side in title.sides],
        "editions": title.editions,
        "scenarios": title.scenarios,
        "options": title.options,
        "players": [{"name": p.name, "label": p.label, "help": p.help} for p in players.infos(title.name)],
    }


def _seat(title: str, chair: Chair) -> Json:
    if chair.human:
        return {"kind": "human", "player": "", "label": "You"}
    labels = {info.name: info.label for info in players.infos(title)}
    return {"kind": "computer", "player": chair.player, "label": labels.get(chair.player, chair.player)}


def _scenario(title: Title | None, name: str) -> str:
    found = title.scenarios if title else ()
    return next((scenario.label for scenario in found if scenario.name == name), name)


def _phase(title: Title | None, name: str) -> str:
    found = title.board().sequence if title else ()
    return next((phase.label for phase in found if phase.id == name), name)


def _time(moment: int | None) -> str | None:
    if moment is None:
        return None
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
