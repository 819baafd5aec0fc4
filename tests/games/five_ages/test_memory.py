"""5A-39: what a perfect memory can tell of others' cards, in stories."""

from __future__ import annotations

from typing import Any

from microciv import SPECTATOR, Match, Rng
from microciv.games.five_ages.views.observation import FiveAgesObservation
from tests.games.five_ages.table import (
    at,
    build,
    five_ages,
    hand,
    lay,
    no_trade,
    row,
    seat_at,
    tick,
)


def memory(match: Match, seat: int, observer: int = SPECTATOR) -> tuple[str, str]:
    """The cards that the seat has for certain, and those that it may have."""
    seen = seat_at(match, seat, observer)
    return " ".join(seen.known), " ".join(seen.suspected)


def begin(**parts: Any) -> Match:
    """Three players, of whom seat 0 laid 7S and QH in the first round and kept a card."""
    match = five_ages(
        3, hand={0: "AS 7S QH", 1: "KC 2C 2D", 2: "KD 3C 3D"}, deck="4C 5C 6C 4D 5D 6D 4H 5H 6H",
        options={"jokers": 4, **parts.pop("options", {})}, **parts,
    )  # fmt: skip
    lay(match, "AS", "KC", "KD")
    return match


def no_war(match: Match, builds: dict[int, str]) -> None:
    """The rest of the round without trade."""
    no_trade(match)
    build(match, builds)


def test_what_lies_open_is_not_repeated():
    """5A-39: cards in a row are seen there."""
    match = begin()
    assert ("", "") == memory(match, 0)


def test_a_card_seen_and_taken_back_is_with_its_owner():
    """5A-39: in hand or built; the card that was kept is not known."""
    match = begin()
    no_war(match, {0: "build 7S"})
    for observer in (0, 1, 2, SPECTATOR):
        assert ("7S QH", "") == memory(match, 0, observer)


def test_a_swapped_card_is_with_the_other():
    """5A-39: from that moment on."""
    match = begin()
    tick(match, {0: "offer QH for W:2C", 1: "offer 2C for E:QH"})
    assert (("2C", ""), ("QH", "")) == (memory(match, 0), memory(match, 1))
    no_war(match, {})
    assert (("2C 7S", ""), ("2D QH", "")) == (memory(match, 0), memory(match, 1))


def rob(match: Match, keep: str) -> None:
    """Seat 1 robs seat 0 in the second round; seat 0 keeps this card."""
    lay(match, keep, "attack E", "-")


def robbed(keep: str, built: str, **parts: Any) -> Match:
    """Seat 1, who has a Joker, robs seat 0 of the card it built."""
    match = five_ages(
        3, hand={0: "AS 7S QH", 1: "Jk 2C 2D", 2: "KD 3C 3D"}, deck="9C 5C 6C TC JC QC KC KH",
        options={"jokers": 4, **parts},
    )  # fmt: skip
    lay(match, "AS", "Jk", "KD")
    no_war(match, {0: f"build {built}", 1: "build 2C"})
    rob(match, keep)
    return match


def test_thief_and_victim_know_what_was_stolen():
    """5A-41, 5A-39: for them nothing is in doubt."""
    match = robbed("9C", "AS")
    for observer in (0, 1):
        assert "AS" in memory(match, 1, observer)[0].split()
        assert "" == memory(match, 1, observer)[1] == memory(match, 0, observer)[1]


def test_a_theft_makes_others_doubt_what_the_victim_may_have_built():
    """5A-39, 5A-41: it may be the card; cards of this round's row were in hand and stay certain."""
    match = robbed("QH", "AS")  # seat 0 lays 7S and 9C
    assert "7S 9C" == row(match, 0)
    for observer in (2, SPECTATOR):
        assert ("", "QH") == memory(match, 0, observer)
        known, suspected = memory(match, 1, observer)
        assert ("QH", True) == (suspected, "QH" not in known)
    no_war(match, {0: "build QH, build 7S"})
    assert ("7S 9C", "QH") == memory(match, 0)


def test_a_row_of_the_thief_settles_the_doubt():
    """5A-39: there lies the stolen card."""
    match = robbed("9C", "QH")  # seat 0 lays 7S and the ace
    assert ("", "QH") == memory(match, 0)
    no_war(match, {0: "build AS, build 7S", 1: "build 2D, done"})
    assert ("7S AS", "QH") == memory(match, 0)
    lay(match, "9C", "QC", "-")
    assert ("5C QH", "TC JC") == (row(match, 1), row(match, 0))
    assert (("7S AS", ""), "") == (memory(match, 0), memory(match, 1)[1])


def test_a_row_of_the_victim_settles_it_the_other_way():
    """5A-39: so the thief has something that nobody has seen."""
    match = robbed("QH", "AS")
    no_war(match, {0: "build 7S, build 9C", 1: "build 2D, done"})
    assert (("7S 9C", "QH"), "QH") == (memory(match, 0), memory(match, 1)[1])
    lay(match, "TC", "QC", "-")
    assert "JC QH" == row(match, 0)
    assert ("7S 9C", "") == memory(match, 0)
    assert ("2C 2D", "") == memory(match, 1)


def test_new_cards_tell_what_was_built():
    """5A-39: of the three first cards 7S and QH were seen. Then two new ones are laid, so the third
    was not built: 7S or QH was, and is stolen.
    """
    match = robbed("QH", "7S")
    assert "9C AS" == row(match, 0)
    for observer in (2, SPECTATOR):
        assert ("", "7S QH") == memory(match, 0, observer)
        assert "7S QH" == memory(match, 1, observer)[1]
    assert ("QH", "") == memory(match, 0, 1)
    no_war(match, {0: "build AS, build QH", 1: "build 2D, done"})
    lay(match, "-", "5C", "-")
    assert "7S" in row(match, 1).split()
    assert ("QH AS", "") == (memory(match, 0)[0].replace("9C ", ""), memory(match, 0)[1])


def test_a_stolen_joker_is_known_to_thief_and_victim():
    """5A-41, 5A-74: and when it is fired, everybody knows that it is gone."""
    match = five_ages(
        3, round=2, hand={0: "2C 3C 4C", 1: "Jk 2D 3D"}, civ={0: "Jk"}, options={"jokers": 3}
    )
    lay(match, "4C", "3D attack E")
    assert ("Jk", "") == memory(match, 1, 0) == memory(match, 1, 1)
    assert ("", "") == memory(match, 1, 2)
    no_war(match, {1: "build 2D, done"})
    assert ("2D Jk", "2D") == (memory(match, 1, 0)[0], memory(match, 1, 2)[0])
    lay(match, "-", "3D attack W")
    assert ["2D", "2D 2S"] == [memory(match, 1, observer)[0] for observer in (0, 2)]


def test_two_stolen_jokers_are_two():
    """5A-41, 5A-74: who has gained one and lost one knows of both."""
    match = five_ages(
        3, round=2, hand={0: "Jk 2C 3C", 2: "Jk 2H 3H"}, civ={0: "Jk", 1: "Jk"},
        options={"jokers": 4},
    )  # fmt: skip
    lay(match, "3C attack W", "-", "3H attack W")
    assert [("Jk", ""), ("", ""), ("Jk", "")] == [memory(match, seat, 0) for seat in range(3)]
    assert [("Jk", ""), ("", "")] == [memory(match, seat, 1) for seat in (0, 2)]
    assert [("", ""), ("Jk", "")] == [memory(match, seat, 2) for seat in (0, 2)]


def test_a_ring_of_thefts_moves_every_doubt_on():
    """5A-39, 5A-66: a card may be with the seat that laid it or with its thief."""
    match = five_ages(
        3, hand={0: "AS 7S QS", 1: "AC 7C QC", 2: "AD 7D QD"}, deck="Jk Jk Jk",
        options={"jokers": 4},
    )  # fmt: skip
    lay(match, "AS", "AC", "AD")
    no_war(match, {0: "build 7S", 1: "build 7C", 2: "build 7D"})
    lay(match, "AS attack W", "AC attack W", "AD attack W")
    spectator = [memory(match, seat) for seat in range(3)]
    assert [("", "7C 7S"), ("", "7C 7D"), ("", "7D 7S")] == spectator
    first = [memory(match, seat, 0) for seat in range(3)]
    assert [("7C", ""), ("", "7D"), ("7S", "7D")] == first


def test_a_card_that_lies_in_the_row_after_it_could_have_been_built_was_not():
    """5A-39: so it is certain, whatever was stolen in that round."""
    match = robbed("QH", "AS")
    no_war(match, {0: "build 9C, build QH"})
    assert "7S 9C" == memory(match, 0, 2)[0]


def test_a_swap_after_a_theft_is_certain():
    """5A-39: a card of the row was not in the civilization."""
    match = robbed("QH", "AS")
    own, other = row(match, 0).split()[0], row(match, 2).split()[0]
    tick(match, {0: f"offer {own} for E:{other}", 2: f"offer {other} for W:{own}"})
    assert own in memory(match, 2)[0].split()
    assert other in memory(match, 0)[0].split()
    assert "QH" == memory(match, 0)[1]


def last_joker() -> Match:
    """Four Jokers: seat 3 steals one from seat 0, who holds another; then seat 2 robs seat 3 out of
    the sight of seat 0; then seat 3 fires the stolen one, the third that goes.
    """
    match = five_ages(
        4, round=3, options={"jokers": 4}, steals=[(1, 2), (0, 3)],
        hand={0: "Jk 2C 3C", 1: "5C 5D 5H", 2: "Jk 2H 3H", 3: "Jk 2D 3D"},
        civ={0: "Jk 4C", 1: "6C 6D", 2: "7C 7D", 3: "8C 8D"},
    )  # fmt: skip
    lay(match, "Jk", "-", "Jk", "3D attack W")
    no_war(match, {0: "build 2C, build 3C, done", 3: "build 3D, done"})
    lay(match, "Jk", "-", "attack W", "Jk")
    no_war(match, {})
    lay(match, "Jk", "-", "-", "attack E")
    return match


def test_who_holds_the_last_joker_knows_that_nobody_else_has_one():
    """5A-39, 5A-61: three are fired, and the fourth is in its own hand."""
    match = last_joker()
    assert ("Jk", 3) == (hand(match, 0), at(match).fired)
    for seat in (1, 2, 3):
        assert "Jk" not in " ".join(memory(match, seat, 0))


def test_who_holds_the_last_joker_deals_none_to_others():
    """5A-39, 5A-61: in no world that fits."""
    match, rng = last_joker(), Rng(1)
    for _draw in range(100):
        state = match.game.redeal(match.observe(0), rng)
        assert match.observe(0) == state.observe(0)
        for seat in (1, 2, 3):
            seen = state.observe(seat)
            assert isinstance(seen, FiveAgesObservation)
            assert "Jk" not in seen.hand + seen.civ
