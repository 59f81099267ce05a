"""The static part of every view: places with their terrain, boxes, cards, calendar, sequence of play, rules help."""

from __future__ import annotations

from functools import cache

from rasputitsa.board.topology import bits
from rasputitsa.kernel.view import Board, Box, CalendarTurn, CardEvent, CardFace, Phase, Place, Rule
from rasputitsa.titles.no_retreat import components, rulebook, sequence
from rasputitsa.titles.no_retreat.codes import BOXES, OUT, SIDES
from rasputitsa.titles.no_retreat.combat import report
from rasputitsa.titles.no_retreat.deck import CARDS, WHEN
from rasputitsa.titles.no_retreat.game import MAP, UNITS
from rasputitsa.titles.no_retreat.profile import PROFILES

BOX_LABELS = {
    "shattered": ("Shattered", "Come back for free and disorganized in the next Organization Phase (7.7)."),
    "destroyed": ("Destroyed", "One card to replace (7.9)."),
    "surrendered": ("Surrendered", "Two cards to replace; each counted a VP for the enemy (7.9, 12.7)."),
    "rail": ("Rail Movement", "Three units at most; they detrain at the end of the turn (9.0)."),
    "cadres": ("Cadres available", "May take the place of a two-step unit lost to DD or EX (14.9)."),
    "removed": ("Removed", "Out of the game."),
    "track": ("Turn track", "Arrive as reinforcements on their turn (7.8)."),
    "waiting": ("Waiting", "Arrive when Greater Germany is invaded, Ploesti falls or Warsaw falls (13.5)."),
}


@cache
def board() -> Board:
    """The board of No Retreat!, the same for all games."""
    return Board(
        title="no-retreat",
        label="No Retreat! The Russian Front",
        places=[_place(p) for p in bits(MAP.topology.everywhere)],
        boxes=[
            Box(id=f"box:{side}:{name}", label=BOX_LABELS[name][0], side=side, help=BOX_LABELS[name][1])
            for side in SIDES
            for code, name in BOXES.items()
            if code != OUT
        ],
        cards=[_card(c) for c in range(len(CARDS))],
        calendar=[_turn(n) for n in components.turns()],
        sequence=[
            Phase(id=f"{SIDES[p.side]}-{p.id}" if p.side >= 0 else p.id, label=p.label, rule=p.rule,
                  side=SIDES[p.side] if p.side >= 0 else "")
            for p in _phases()
        ],
        terrain=_terrain_table(),
        tables=report.tables(),
        results=report.MEANINGS,
        rules=[Rule(id=number, title=title, text=text) for number, (title, text) in rulebook.rules().items()],
    )  # fmt: skip


def _phases() -> list[sequence.Phase]:
    """The sequence of the board edition, with the Soviet Victory Phase that only the digital ones have (P.1)."""
    phases = list(sequence.sequence(PROFILES["board"]))
    known = {(p.side, p.id) for p in phases}
    extra = [p for p in sequence.sequence(PROFILES["digital-1.1"]) if (p.side, p.id) not in known]
    at = next(i for i, p in enumerate(phases) if p.side == 1)
    return [*phases[:at], *extra, *phases[at:]]


def _place(place: int) -> Place:
    site = MAP.sites[place]
    return Place(
        id=MAP.topology.ids[place],
        name=MAP.names[place],
        kind="objective" if site and site.objective else site.kind if site else "",
        info=_info(place),
    )


def _info(place: int) -> list[str]:
    """Terrain and what it does, a line each."""
    site, terrain = MAP.sites[place], MAP.terrain[place]
    chart = {t.name: t for t in components.tables().terrain}
    kind = site.kind if site and site.kind in chart else terrain
    lines = [kind.capitalize()]
    if kind in chart:
        row = chart[kind]
        lines[0] += f": {row.armor} MP for armor, {row.other} for others"
        if row.shift:
            lines.append(f"{row.shift} column{'s' if row.shift > 1 else ''} left for the attacker")
        if row.stops:
            lines.append("Stops an advance after combat")
        if row.armor_bonus:
            lines.append("Armor bonus applies")
    if site and site.objective:
        lines.append(f"{site.objective.capitalize()} objective: one column left, stops an advance")
    if site and site.vp:
        lines.append("1 VP")
    lines += [f"Coast: {sea.capitalize()} Sea" for sea, mask in MAP.coasts.items() if mask >> place & 1]
    return lines


def _card(number: int) -> CardFace:
    card = CARDS[number]
    known = components.events()
    events = dict.fromkeys((side, e) for side, found in zip(SIDES, card.events, strict=True) for e in found)
    return CardFace(
        id=number,
        number=card.name.split(" ", 1)[0],
        events=[
            CardEvent(side=side, name=known[e].name, text=known[e].text.strip(),
                      when=" or ".join(WHEN[moment] for moment in known[e].timing), initiative=known[e].mark or "")
            for side, e in events
        ],
        note="Leaves in 1945" if card.leaves_1945 else "From 1945" if card.joins_1945 else "",
    )  # fmt: skip


def _turn(number: int) -> CalendarTurn:
    turn = components.turns()[number]
    numbers = [(side, getattr(turn.sudden_death, side)) for side in SIDES]
    return CalendarTurn(
        turn=number,
        date=turn.date,
        weather=turn.weather + (f" or {turn.reverse}" if turn.reverse else ""),
        supports={"axis": turn.blitz, "soviet": turn.shock},
        events=[e.text for e in components.turn_effects().values() if e.first == number],
        second_front=turn.red_event or "",
        arrivals=[u.name for u in UNITS if u.arrival == number],
        sudden_death=", ".join(f"{side.capitalize()} more than {n}" for side, n in numbers if n is not None),
    )


def _terrain_table() -> list[list[str]]:
    head = ["Terrain", "Armor MP", "Other MP", "Columns left", "Stops advance", "Armor bonus"]
    rows = [
        [
            t.name.capitalize(),
            str(t.armor),
            str(t.other),
            str(t.shift),
            "yes" if t.stops else "",
            "yes" if t.armor_bonus else "",
        ]
        for t in components.tables().terrain
    ]
    extra = [
        [f.name.capitalize(), str(f.armor or ""), str(f.other or ""), str(f.shift), _yes(f.stops), ""]
        for f in components.tables().feature
    ]
    return [head, *rows, *extra]


def _yes(value: bool) -> str:
    return "yes" if value else ""
