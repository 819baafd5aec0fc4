"""Taking back: a turn that is half given can be undone to its last barrier, and leaves no trace."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import SPECTATOR, IllegalMove, Match
from tests.games.civ_card_game.table import (
    TABLES,
    A,
    B,
    asked,
    at,
    attack,
    do,
    events,
    hand,
    legal,
    phase,
    pops,
    random_match,
    row,
    standing,
    stock,
    table,
)
from tests.games.saving import saved

PLENTY = "99F 99H 99C"


def builder(**fields: Any) -> Match:
    """A can do everything that can be taken back."""
    held = "2 Chariot, 2 Corn, Granary, Hanging Gardens, Monastery, Parthenon"
    own = row("Plains:2, Forest, River Bank+Temple, Grassland", held, PLENTY, "Code of Laws")
    return table(own, row("Coast:1", "Archers", "5F 5C"), techs="Mysticism, Music, Drama",
                 plots="Oasis, Pasture, Gold Hill", **fields)  # fmt: skip


def everything(match: Match) -> list[object]:
    """All that anybody sees and heard, and the truth."""
    seats = [*range(match.game.seats), SPECTATOR]
    return [saved(match), *[(at(match, seat), events(match, seat)) for seat in seats]]


STEPS: list[list[str]] = [
    ["play Corn"], ["bank F H"], ["populate 1"], ["build Granary"], ["build Granary", "on 2"],
    ["build Hanging Gardens", "on 1"], ["build Hanging Gardens", "on 1", "grow 3"],
    ["claim Oasis"], ["claim Oasis", "food 3"], ["use B Code of Laws"],
    ["use B Code of Laws", "rob F"], ["build Parthenon", "on 1", "build Monastery", "on 2"],
    ["done"], ["done", "attack B Chariot"], ["done", "attack B Chariot", "attack B Chariot"],
    ["play Corn", "play Corn", "bank H F", "populate 1", "populate 1", "build Granary", "on 4"],
]  # fmt: skip


@pytest.mark.parametrize("steps", STEPS)
def test_what_is_taken_back_never_was(steps: list[str]):
    """CI-16, CC-27: in the middle of an answer, whatever it says so far."""
    match = builder()
    before = everything(match)
    do(match, *steps)
    assert before != everything(match)
    match.take_back(A)
    assert before == everything(match)
    assert () == match.record().moves


@pytest.mark.parametrize("steps", STEPS)
def test_the_last_step_is_undone_by_sealing_the_others_again(steps: list[str]):
    """CI-16: as a client does it; the table is as if the last step had never been taken."""
    match, straight = builder(), builder()
    do(match, *steps)
    match.take_back(A)
    for other in (match, straight):
        for step in steps[:-1]:
            do(other, step)
    assert everything(straight) == everything(match)


def test_another_answer_after_taking_back():
    """CI-16: nothing of the first one is left, not even in what is reckoned."""
    match, straight = builder(), builder()
    do(match, "populate 1; build Monastery; on 2; build Parthenon; on 1")
    match.take_back(A)
    for other in (match, straight):
        do(other, "build Granary; on 4; buy Mysticism")
    assert everything(straight)[1:] == everything(match)[1:]
    assert saved(straight) == saved(match)
    assert (99 - 9, "3 Temple, 4 Granary") == (stock(match, A)[2], standing(match, A))


BARRIERS: list[list[str]] = [
    ["buy Mysticism"], ["claim Oasis", "food 15"],
    ["use B Code of Laws", "rob F", "rob F", "rob F"], ["populate 1", "buy Drama"],
    ["done", "peace"], ["done", "attack B Chariot", "fight"],
]  # fmt: skip


@pytest.mark.parametrize("steps", BARRIERS)
def test_a_barrier_cannot_be_undone(steps: list[str]):
    """CC-41, CC-56, CC-70: what turned up a card, touched others or was declared."""
    match = builder()
    do(match, *steps)
    after = everything(match)
    with pytest.raises(IllegalMove, match=r"^nothing to take back: "):
        match.take_back(A)
    assert after == everything(match)


def test_from_barrier_to_barrier():
    """CI-16: only what came after the last one goes."""
    match = builder()
    do(match, "populate 1; play Corn; buy Mysticism")
    middle = everything(match)
    do(match, "populate 2; build Granary; on 4")
    match.take_back(A)
    assert middle == everything(match)
    assert ([3, 0, 0, 0], ("Mysticism",)) == (pops(match, A), at(match).table[A].techs[1:])
    assert ["populate 1", "play Corn", "buy Mysticism"] == [
        text for _seat, text in match.record().moves
    ]


def test_cards_that_were_drawn_stay_drawn():
    """CC-58: Oracle closes the answer."""
    match = table(row("", "Oracle", PLENTY), row(), deck="2 Iron, Gold, Corn")
    do(match, "build Oracle; on 2")
    with pytest.raises(IllegalMove, match=r"^nothing to take back: "):
        match.take_back(A)
    assert "2 Iron, Gold" == hand(match, A)


def test_collect_is_taken_back_too():
    """CC-20: how the bonus was split, as long as nothing else has happened."""
    match = builder(collecting=True)
    before = everything(match)
    do(match, "split 2; populate 1; build Granary")
    match.take_back(A)
    assert before == everything(match)
    assert ["split 0", "split 1", "split 2"] == legal(match)


def test_blocks_and_discards():
    """CC-90, CC-103: other answers of several steps."""
    match = attack("B Chariot, B Axemen", row(), row("Plains:1", "Spearmen, Archers"),
                   deck="2 Corn, 2 Furs")  # fmt: skip
    before = everything(match)
    do(match, "block Spearmen")
    match.take_back(B)
    assert before == everything(match)
    do(match, "pass; pass; settle 1")
    before = everything(match)
    do(match, "discard Corn")
    match.take_back(A)
    assert (before, ("discard", A)) == (everything(match), asked(match))


def test_opening_discards_and_what_is_given():
    """CC-10, CC-56, steal_kinds=victim."""
    match = table(row(hand="3 Corn"), row(hand="3 Furs"), phase="cull")
    before = everything(match)
    do(match, "discard Corn")
    match.take_back(A)
    assert before == everything(match)
    match = table(row(techs="Code of Laws"), row(stock="4F 4C"), options={"steal_kinds": "victim"})
    do(match, "use B Code of Laws")
    before = everything(match)
    do(match, "give F")
    match.take_back(B)
    assert before == everything(match)


def test_nobody_takes_back_for_another():
    """CC-15: nor what was not answered."""
    match = builder()
    for seat in (A, B):
        with pytest.raises(IllegalMove, match=r"^nothing to take back: "):
            match.take_back(seat)


def test_a_status_that_was_nearly_won():
    """CC-64, tie_status=incumbent: taking back leaves it with who has it."""
    match = table(row("", "Parthenon, Monastery", PLENTY), row(techs="Music"),
                  options={"tie_status": "incumbent"})  # fmt: skip
    before = everything(match)
    do(match, "build Parthenon; on 1; build Monastery; on 2")
    match.take_back(A)
    assert (before, (B,)) == (everything(match), at(match).highest_culture)


@pytest.mark.parametrize("number", [1, 3, 6])
def test_taking_back_at_any_moment(number: int):
    """CI-16: in random matches; an answer is undone and given again, and all is as before."""
    seats, options = TABLES[number]
    undone = 0
    for step, match in enumerate(random_match(90 + number, seats, **options)):
        if not match.to_act() or step % 19:
            continue
        (seat,) = match.to_act()
        steps = [move.text for move in at(match, seat).answer]
        if not steps:
            continue
        sealed = saved(match), at(match, seat), at(match)
        match.take_back(seat)
        assert ((), None) == (at(match, seat).answer, at(match, seat).before)
        do(match, *steps)
        assert sealed == (saved(match), at(match, seat), at(match))
        undone += 1
    assert undone > 3
    assert phase(match) == "over"
