"""Hands as a side sees them: its cards with the ways to spend each one, and why one of them is closed now."""

from __future__ import annotations

from rasputitsa.kernel import Action, Refusal
from rasputitsa.kernel.view import CardFigure, CardUse, CardView, Hand
from rasputitsa.titles.stalins_war.action_round import ChooseAction, ops_of
from rasputitsa.titles.stalins_war.actions.combat import UseCard
from rasputitsa.titles.stalins_war.actions.rounds import PlayEvent, PlayOps, PlayRp, Swap
from rasputitsa.titles.stalins_war.combat.card_window import CardWindow
from rasputitsa.titles.stalins_war.components import CARDS
from rasputitsa.titles.stalins_war.state import FACE_UP, SIDES, Position


def figures(card: int) -> list[CardFigure]:
    """What is printed on a card: OPS, and RPs by their kind."""
    points = CARDS[card].rp
    kinds = (("GE", points.GE), ("PZ", points.PZ), ("AX", points.AX), ("SU", points.SU))
    return [
        CardFigure(label="OPS", value=str(CARDS[card].ops)),
        *(CardFigure(label=f"RP {kind}", value=str(number)) for kind, number in kinds if number),
    ]


def hands(s: Position, side: str, acting: set[int]) -> list[Hand]:
    """A side's cards, and those of the enemy it knows: combat cards that lie face up are known to all."""
    out = []
    for number, name in enumerate(SIDES):
        held, ours = s.hand(number), side in (name, "open")
        visible = [card for card in held if ours or s.seen >> card & 1] + s.cards_in(FACE_UP, number)
        asked = ours and s.side == name
        cards = [_card(s, card, card in acting and asked, asked) for card in visible]
        out.append(Hand(side=name, count=len(held), cards=cards if cards or ours else None))
    return out


def _card(s: Position, card: int, playable: bool, asked: bool) -> CardView:
    found = uses(s, card) if asked else []
    return CardView(id=card, playable=playable, why="Lies face up" if s.card[card] == FACE_UP else "", uses=found)


def uses(s: Position, card: int) -> list[CardUse]:
    """7.2.6, 7.5.5a The ways to spend a card in the question under way; none when it is not about cards to play."""
    if isinstance(s.step, ChooseAction):
        return _of_a_round(s, card)
    if isinstance(s.step, CardWindow) and CARDS[card].combat:
        return [_use(s, "combat", "Use in this combat", "", UseCard(card))]
    return []


def _of_a_round(s: Position, card: int) -> list[CardUse]:
    """7.2.6 OPS, RPs, the event; and without playing it, another card for it."""
    printed = CARDS[card]
    worth, count = ops_of(s, card), s.count[s.active]
    reduced = f"{worth} ({printed.ops} - {count} in a row)" if count else str(worth)
    points = ", ".join(f"{figure.value} {figure.label[3:]}" for figure in figures(card)[1:])
    event = "Reinforcements" if printed.reinforcement else "Combat card" if "round" not in printed.timing else "Event"
    return [
        _use(s, "ops", "OPS", reduced, PlayOps(card)),
        _use(s, "rp", "RPs", points or "0", PlayRp(card)),
        _use(s, "event", event, "", PlayEvent(card)),
        _use(s, "swap", "Idle round: swap it", "", Swap(card)),
    ]


def _use(s: Position, id: str, label: str, value: str, action: Action) -> CardUse:
    refusal: Refusal | None = s.step.why_not(s, action)
    if refusal is None:
        return CardUse(id=id, label=label, value=value, do=str(action))
    return CardUse(id=id, label=label, value=value, why=f"{refusal.text} ({refusal.rule})")
