"""A game as lists show it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from rasputitsa import players, table
from rasputitsa.kernel import Title, commitment
from rasputitsa.kernel.title import titles
from rasputitsa.server.messages import Chair, Parent, PlayerInfo, SideInfo, Summary, TitleInfo
from rasputitsa.server.storage.games import GameRow


def summary(row: GameRow, names: Mapping[str, str] | None = None) -> Summary:
    """What lists, tiles and the banner of the page need to know of a game; `names` of its people by their ids."""
    now = row.standing
    title = titles().get(row.title)
    return Summary(
        id=row.id,
        name=row.name,
        title=row.title,
        title_label=title.label if title else row.title,
        scenario=row.scenario,
        scenario_label=scenario_label(row.title, row.scenario),
        edition=row.edition,
        options=row.options,
        mode=row.seats.mode,
        seats={side: _chair(row, side, chair, names or {}) for side, chair in row.seats.chairs.items()},
        open=row.seats.open,
        seconds=row.seconds,
        ply=now.ply,
        rev=row.rev,
        turn=now.turn,
        last_turn=now.last_turn,
        date=now.date,
        phase=now.phase,
        phase_label=_phase(title, now.phase),
        to_move=None if row.over else now.to_move or None,
        over=row.over,
        result=row.result,
        created=_time(row.created),
        updated=_time(row.updated),
        deleted=None if row.deleted is None else _time(row.deleted),
        parent=Parent(row.parent, row.parent_ply or 0) if row.parent else None,
        commitment=commitment(row.seed) if row.seed else "",
        shared=len(set(row.people.seats.values())) > 1,
    )


def title_info(title: Title) -> TitleInfo:
    """What the new-game dialog needs to know of a title."""
    return TitleInfo(
        name=title.name,
        label=title.label,
        help=title.help,
        sides=[SideInfo(side, title.side_labels.get(side, side)) for side in title.sides],
        editions=title.editions,
        scenarios=title.scenarios,
        options=title.options,
        players=[PlayerInfo(p.name, p.label, p.help) for p in players.infos(title.name)],
        credits=title.credits,
    )


def _chair(row: GameRow, side: str, chair: table.Chair, names: Mapping[str, str]) -> Chair:
    if chair.human:
        return Chair("human", "", names.get(row.people.seats.get(side, ""), "You"))
    labels = {info.name: info.label for info in players.infos(row.title)}
    return Chair("computer", chair.player, labels.get(chair.player, chair.player))


def scenario_label(title: str, name: str) -> str:
    known = titles().get(title)
    found = known.scenarios if known else ()
    return next((scenario.label for scenario in found if scenario.name == name), name)


def _phase(title: Title | None, name: str) -> str:
    found = title.board().sequence if title else ()
    return next((phase.label for phase in found if phase.id == name), name)


def _time(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
