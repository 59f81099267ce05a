"""[10.5] What events may do to a battle: the notes of `mods` and the functions of `hooks`."""

from __future__ import annotations

import pytest

from rasputitsa.kernel.testing import rule
from rasputitsa.titles.no_retreat.combat import battle, hooks, mods

from .combat import DR, DS, EX, NE, asked, declare, field, given, join, launch, reckoned, roll, said
from .situation import do, place, unit, where


def pending(**how):
    """A battle of 9th and 6th Army against South Front in 1215 that waits for its support decision, so that events may
    be noted before the odds are taken."""
    s = field(
        **{
            "axis": {"9th Army": "1214", "6th Army": "1214"},
            "soviet": {"South Front": "1215"},
            "supports": (1, 0),
            **how,
        }
    )
    declare(s, "1215")
    join(s, "1215", *[s.game.names[u] for u in s.on_map(0) if s.game.names[u] != "4th Army"])
    launch(s)
    assert asked(s) == "Commitment"
    return s


def go(s) -> None:
    do(s, "no support marker")


def at_moment(monkeypatch, moment: str, deed) -> list[tuple[str, int]]:
    """Do something at a moment of the battle in place of an event; the list of moments as they come."""
    moments: list[tuple[str, int]] = []

    def one(s, timing, side):
        moments.append((timing, side))
        if timing == moment:
            deed(s)

    def both(s, first, second):
        one(s, *first)
        one(s, *second)

    monkeypatch.setattr(battle, "open_window", one)
    monkeypatch.setattr(battle, "open_both", both)
    return moments


@rule("10.5", "5.3.1")
def test_a_shift_counts_for_the_side_that_plays_it():
    s = pending()
    hooks.shift(s, 0, 2)
    hooks.shift(s, 1, 1)
    go(s)
    assert said(s, "8 to 3 is 2:1; events +1: 3:1")


@rule("10.5")
def test_a_shift_after_the_roll_reads_the_same_die_again(monkeypatch):
    """Yeremenko: a 4 at 2:1 is DR, one column left it is EX."""
    s = pending()
    at_moment(monkeypatch, "defend-roll", lambda s: hooks.shift(s, 1, 1))
    go(s)
    roll(s, 4)
    assert asked(s) == "Losses" and said(s, "The die shows 4: DR") and said(s, "The die shows 4: EX")


@rule("10.5")
def test_a_die_taken_back_is_rolled_again(monkeypatch):
    s = pending()
    at_moment(monkeypatch, "attack-roll", lambda s: hooks.reroll(s) if s.die == 1 else None)
    go(s)
    roll(s, 1)
    assert s.side == "chance", "once more"
    roll(s, 3)
    assert asked(s) == "Losses", "the second roll stands: EX"


@rule("10.5")
def test_a_changed_result_is_the_one_applied(monkeypatch):
    s = pending()
    at_moment(monkeypatch, "defend-roll", lambda s: hooks.change_result(s, "NE"))
    go(s)
    given(s, DR)
    assert where(s, "South Front") == "1215" and s.fields == []


@rule("10.5", "5.0")
def test_of_two_fixed_results_the_last_counts():
    s = pending()
    hooks.fix_result(s, "DR")
    hooks.fix_result(s, "CB")
    go(s)
    assert where(s, "South Front") == "1215" and [*s.blows, *s.next_blows] == [place("1214")]


@rule("10.5", "10.7.4")
def test_a_fort_holds_against_a_fixed_retreat():
    s = pending(soviet={"Moscow Front": "1215 full"})
    hooks.fix_result(s, "DR")
    go(s)
    assert where(s, "Moscow Front") == "1215"


@rule("10.5")
@pytest.mark.parametrize(("dice", "loser"), [((5, 6), "axis"), ((6, 5), "soviet"), ((4, 4), None)])
def test_in_a_contest_the_lower_roll_loses_a_step(dice, loser):
    """Hedgehogs: odds are set aside, nobody retreats, and no cadre forms: it was neither an EX nor a DD."""
    s = pending(soviet={"South Front": "1215", "Ostatky": "cadres"})
    mods.add(s, mods.CONTEST)
    go(s)
    roll(s, *dice)
    if loser == "axis":
        do(s, "6th Army loses a step")
    assert (where(s, "South Front") == "destroyed") is (loser == "soviet")
    assert bool(s.full[unit(s, "6th Army")]) is (loser != "axis")
    assert asked(s) not in ("AdvanceStep", "CadreStep")


@rule("10.5")
def test_defenders_may_withdraw_and_the_attackers_advance_one_hex():
    s = pending()
    assert hooks.can_withdraw(s)
    mods.add(s, mods.WITHDRAW)
    go(s)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert asked(s) == "AdvanceStep"
    assert {str(a) for a in s.legal()} == {
        "9th Army advances to 1215",
        "6th Army advances to 1215",
        "no more advances",
    }


@rule("10.5")
def test_forts_and_surrounded_units_do_not_withdraw():
    assert not hooks.can_withdraw(pending(soviet={"Moscow Front": "1215 full"}))
    s = field(
        axis={"9th Army": "1214", "6th Army": "1115", "17th Army": "1316", "11th Army": "1216"},
        soviet={"South Front": "1215"},
        supports=(1, 0),
    )
    declare(s, "1215")
    join(s, "1215", "9th Army")
    launch(s)
    assert not hooks.can_withdraw(s)


@rule("10.5")
def test_extra_losses_come_after_the_result_and_before_any_advance():
    """No Mercy!: after a DS the attackers lose a step; the shattered defender has none left to lose."""
    s = pending(axis={"2nd Panzer": "1214", "1st Panzer": "1214"})
    mods.add(s, mods.EXTRA_LOSSES, 1)
    go(s)
    given(s, DS)
    assert asked(s) == "Losses" and s.side == "axis"
    do(s, "1st Panzer loses a step")
    assert not s.full[unit(s, "1st Panzer")] and where(s, "South Front") == "shattered"
    assert asked(s) == "AdvanceStep"


@rule("10.5")
def test_extra_losses_follow_an_indecisive_battle_too():
    s = pending()
    mods.add(s, mods.EXTRA_LOSSES, 1)
    go(s)
    given(s, NE)
    do(s, "9th Army loses a step")
    assert where(s, "South Front") == "destroyed"


@rule("10.5")
def test_an_absorbed_exchange_costs_only_the_other_side():
    s = pending()
    mods.add(s, mods.ABSORB, 0, 1)
    go(s)
    given(s, EX)
    assert s.full[unit(s, "9th Army")] and s.full[unit(s, "6th Army")] and where(s, "South Front") == "destroyed"


@rule("10.5")
def test_void_takes_the_armor_bonus_even_from_ss_panzer_and_the_support():
    s = pending(turn=14, axis={"SS Panzer": "1214", "9th Army": "1214"})
    assert hooks.armor_counts(s)
    mods.add(s, mods.NO_ARMOR)
    mods.add(s, mods.NO_SUPPORT)
    do(s, "commit a support marker")
    assert s.supports == [0, 0], "spent for nothing"
    assert said(s, "10 to 3 is 3:1; no shift: 3:1")


@rule("10.5")
@pytest.mark.parametrize(
    ("features", "left"),
    [
        (mods.RIVER, {"city", "Objective"}),
        (mods.HEX, {"Objective", "river"}),
        (mods.CITY | mods.OBJECTIVE, {"river"}),
        (mods.HEX | mods.RIVER | mods.OBJECTIVE, set()),
    ],
)
def test_ignored_features_give_no_shift(features, left):
    s = field(
        turn=8,
        side="soviet",
        axis={"6th Army": "Stalingrad"},
        soviet={"West Front": "722", "Kalinin Front": "821"},
        supports=(0, 1),
    )
    declare(s, "721")
    join(s, "721", "West Front", "Kalinin Front")
    mods.add(s, mods.IGNORE, features)
    go(s)
    causes = {"city", "Objective", "river"}
    line = next(entry.text for entry in reversed(s.ear) if " is 2:1; " in entry.text)
    assert {cause for cause in causes if f"{cause} -1" in line} == left


@rule("10.5")
def test_a_unit_may_count_double_and_points_may_be_added():
    """Manstein doubles 9th Army, Panzerfausts add to the defence."""
    s = pending()
    mods.add(s, mods.TIMES, unit(s, "9th Army"), 2)
    mods.add(s, mods.POINTS, 1, 2)
    go(s)
    assert said(s, "12 to 5 is 2:1")


@rule("10.5", "14.1")
def test_a_flipped_fort_counts_as_a_regional_unit_and_may_be_driven_back():
    """Siege Artillery on Moscow Front: 4 becomes 2, and it is no fort in this battle."""
    s = pending(soviet={"Moscow Front": "1215 full"})
    assert hooks.forts_to_flip(s) == [unit(s, "Moscow Front")]
    hooks.flip_fort(s, unit(s, "Moscow Front"))
    go(s)
    assert said(s, "8 to 2 is 4:1")
    given(s, DR)
    while asked(s) == "Retreats":
        s.apply(s.legal()[0])
    assert where(s, "Moscow Front") != "1215"


@rule("10.5")
def test_finns_and_one_sided_forts_are_not_flipped():
    s = field(
        turn=12,
        side="soviet",
        axis={"Finnish": "finland"},
        soviet={"South Front": "2518", "West Front": "2519"},
        supports=(0, 1),
    )
    declare(s, "finland")
    join(s, "finland", "South Front")
    launch(s)
    assert hooks.forts_to_flip(s) == []


@rule("10.5")
def test_events_of_one_battle_are_forgotten_in_the_next():
    s = pending(
        axis={"9th Army": "1214", "6th Army": "1214", "4th Army": "1115"},
        soviet={"South Front": "1215"},
    )
    hooks.shift(s, 0, 2)
    go(s)
    given(s, EX)
    do(s, "9th Army loses a step")
    assert s.battle_mods == []
    assert reckoned(field(axis={"9th Army": "1214"}, soviet={"South Front": "1215"}), "1215", "9th Army").shifts == []


@rule("10.5", "5.3.1")
def test_the_moments_of_a_won_battle_come_in_order(monkeypatch):
    s = pending(axis={"2nd Panzer": "1214", "1st Panzer": "1214", "9th Army": "1216", "6th Army": "1115"})
    moments = at_moment(monkeypatch, "", None)
    go(s)
    given(s, DR)
    assert moments == [
        ("attack", 0),
        ("defend", 1),
        ("attack-roll", 0),
        ("defend-roll", 1),
        ("loss", 1),
        ("advance", 0),
        ("enemy-advance", 1),
    ]
