"""digital V02.21 What the new-game dialog offers: editions, optional rules (chapter 15) and digital modules. Their
switches are in `profile`: digital X.7 is `go_on`, digital X.8 the `*_draw` and `*_die` of each side."""

from __future__ import annotations

from rasputitsa.kernel import Option
from rasputitsa.titles.no_retreat import components
from rasputitsa.titles.no_retreat.profile import BOARD, DIGITAL, DIGITAL_11, EDITIONS

__all__ = ["EDITIONS", "OPTIONS"]

LATER = (BOARD, DIGITAL_11)
"""digital 0.2 V02.21 The modules that came after 0.2 are not offered there."""

OPTIONS = (
    Option(name="variable_weather", label="Variable weather", rule="14.14", default=True, editions=(BOARD,),
           help="Weather cards may change the mud and snow turns. Off: optional rule 15.4, as in tournaments."),
    Option(name="fixed_1941", label="Fixed weather in 1941", rule="15.4.1", editions=(BOARD,),
           help="Weather cards drawn in 1941 are ignored; from 1942 on they count."),
    Option(name="abteilung", label="Abteilung units", rule="15.1", editions=LATER,
           help="Once a game from turn 8 the Axis may split an infantry army into detachments."),
    Option(name="fortified_front", label="Fortified Fronts", rule="15.2", editions=LATER,
           help="Once a game from turn 5 the Soviets may turn a Front into two fortified ones."),
    Option(name="local_support", label="Local combat support", rule="15.3", editions=LATER,
           help="Each side may strengthen one supplied unit after its moves."),
    Option(name="faster_reorganization", label="Faster reorganization", rule="15.5", editions=(BOARD,),
           help="A card with the mark of the side that has the Initiative reorganizes two units."),
    Option(name="no_surrender", label="No surrender", rule="15.6", editions=LATER,
           help="Sudden Death costs the other side cards instead of the game."),
    Option(name="joker", label="The Joker", rule="15.7", editions=(BOARD,),
           help="One more card passes from hand to hand each time it is used."),
    Option(name="rezervy", label="Rezervy", rule="15.8", editions=(BOARD,),
           help="A Soviet reserve unit that stacks for free and takes losses."),
    Option(name="paratroops", label="Partisans and paratroops", rule="15.9", editions=LATER,
           help="In bad weather the Soviets may disrupt an Axis unit near their lines."),
    Option(name="variable_initiative", label="Variable card initiative", rule="15.11", editions=(BOARD,),
           help="Victory points buy earlier or later use of the Initiative events."),
    Option(name="simultaneous", label="Simultaneous battles", rule="X.1", editions=DIGITAL,
           help="All battles are supported first and then resolved together."),
    Option(name="go_on", label="Go on to 1945", rule="X.7", editions=LATER,
           scenarios=tuple(scenario.id for scenario in components.scenarios() if scenario.go_on),
           help="The scenario goes on by the campaign rules instead of ending."),
    *(
        Option(name=f"{side}_{what}", label=f"{side.title()} {label}", rule="X.8", help=text, default=0,
               choices=(-1, 0, 1))
        for what, label, text in (
            ("draw", "card draw", "Balance: cards more or fewer each turn."),
            ("die", "die", "Balance: added to this side's combat dice, kept within 1 to 6."),
        )
        for side in ("axis", "soviet")
    ),
    Option(name="ask_always", label="Ask everybody for events", rule="5.0", between_people=True,
           help="Whoever could hold an event for the moment is asked, so that being asked tells the enemy nothing. On "
                "by itself when people play over the network."),
)  # fmt: skip
