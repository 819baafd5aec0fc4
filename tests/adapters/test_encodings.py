"""What learners are given as numbers: the same blocks always, of what a seat knows alone."""

from __future__ import annotations

from hashlib import sha256

import pytest

from microciv import SPECTATOR, open_game, set_up
from microciv.core.features import MOST, Features, Layout
from microciv.core.game import Game
from microciv.core.match import Match
from microciv.core.moves import Seat
from microciv.core.rng import Rng
from microciv.core.state import State
from microciv.games import about
from microciv.laws.play import decisions
from tests.games.civ_builder import table as civ_builder
from tests.laws.cases import CASES, Case

SEEDS = (1, 2)
SAMPLE = 7

# Of the rows of a random match, by game and version: whoever changes them raises `About.encoding`.
DIGESTS = {
    ("5x", 2): "04f6a6eccb601560",
    ("5-ages", 2): "8ed535abc8db87a0",
    ("civ-builder", 3): "4fa82136c128fcd3",
    ("civ-card-game", 2): "4422e6f115fd18d5",
}


def layout_of(game: Game) -> Layout:
    layout = Layout()
    game.encode(game.deal(0), SPECTATOR, Features(layout))
    return layout


def row(game: Game, state: State, seat: Seat) -> list[int]:
    features = Features()
    game.encode(state, seat, features)
    return [(amount + 128) % 256 - 128 for amount in features.taken()]


def block(match: Match, seat: Seat, name: str) -> list[float]:
    """The numbers of one block."""
    layout, start = layout_of(match.game), 0
    for found in layout.blocks():
        if found.name == name:
            amounts = row(match.game, match.state, seat)[start : start + found.size]
            return [amount / layout.mosts[start + at] for at, amount in enumerate(amounts)]
        start += found.size
    raise AssertionError(name)


@pytest.mark.heavy
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_row_has_the_same_blocks_of_numbers_from_minus_one_to_one(case: Case):
    game = case.open()
    layout = layout_of(game)
    assert len(layout.blocks()) == len({one.name for one in layout.blocks()})
    match, rng = Match(game, 3), Rng(3)
    for number, _ in enumerate(decisions(match, rng)):
        if number > 400:
            break
        if number % SAMPLE:
            continue
        for seat in (*range(game.seats), SPECTATOR):
            amounts = row(game, match.state, seat)
            assert len(layout.mosts) == len(amounts)
            assert all(
                abs(amount) <= most for amount, most in zip(amounts, layout.mosts, strict=True)
            )


@pytest.mark.parametrize("name", ["5-ages", "civ-builder", "civ-card-game"])
@pytest.mark.parametrize("seed", SEEDS)
def test_two_steps_of_an_answer_never_look_alike(name: str, seed: int):
    """Else a policy could not tell where it is in its own answer, or what it has said in it."""
    game = open_game(name)
    match, rng = Match(game, seed), Rng(seed)
    compared = 0
    while match.to_act() and compared < 4000:
        seat = match.to_act()[0]
        seen: dict[tuple[int, ...], str] = {tuple(row(game, match.state, seat)): "nothing said"}
        for move in match.state.legal(seat):
            tried = match.state.clone()
            tried.apply(seat, move)
            if tried.sets == match.state.sets and seat in tried.to_act:
                now = tuple(row(game, tried, seat))
                assert now not in seen, (move.text, seen[now], match.observe(seat).phase)
                seen[now] = move.text
                compared += 1
        legal = match.observe(seat).legal
        match.play(seat, legal[rng.below(len(legal))].text)
    assert compared > 5


@pytest.mark.parametrize("name", [name for name, _version in DIGESTS])
def test_what_is_kept_from_row_to_row_is_what_would_be_written_now(name: str):
    """For everybody at every step of a match, and of the next one."""
    game, features, rng = open_game(name), Features(), Rng(9)
    for seed in (6, 7):
        state = game.deal(seed)
        for _ in range(400):
            if not state.to_act:
                break
            for seat in (*range(game.seats), SPECTATOR):
                game.encode(state, seat, features)
                kept = features.taken()
                game.encode(state, seat, features)
                assert kept == features.taken()
                fresh = Features()
                game.encode(state, seat, fresh)
                assert kept == fresh.taken()
            seat = state.to_act[rng.below(len(state.to_act))]
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])


@pytest.mark.parametrize("name, version", list(DIGESTS))
def test_the_version_of_an_encoding_rises_with_every_change(name: str, version: int):
    game, told = open_game(name), sha256()
    match, rng = Match(game, 5), Rng(5)
    for number, _ in enumerate(decisions(match, rng)):
        if number % SAMPLE == 0:
            for seat in (*range(game.seats), SPECTATOR):
                told.update(str(row(game, match.state, seat)).encode())
    assert about(name).encoding == version
    assert DIGESTS[name, version] == told.hexdigest()[:16]


def test_the_observer_comes_first_and_knows_its_own_cards_by_name():
    position: dict[str, object] = {
        "game": "5x",
        "round": 3,
        "table": [
            {"resources": 6, "leaders": ["cleopatra"]},
            {"resources": 5, "leaders": ["tokugawa"]},
            {"resources": 4, "leaders": ["gandhi"]},
        ],
    }
    match = set_up(position)
    leaders = block(match, 1, "seat+0 known")
    assert 2 == sum(leaders)
    assert 1.0 == leaders[8]  # Tokugawa, the ninth of the fifteen
    assert 0 == sum(block(match, 1, "seat+1 known"))
    assert [0.5, 0.125] == block(match, 1, "seat+0 resources")
    assert [0.4, 0.1] == block(match, 1, "seat+1 resources")
    assert [0.6, 0.15] == block(match, 1, "seat+2 resources")


def test_who_knows_a_passed_leader_sees_it_in_the_other_hand():
    match = Match(open_game("5x", seats=3), 11)
    passed = [match.observe(seat).legal[0].text for seat in range(3)]
    for seat in range(3):
        match.play(seat, passed[seat])
    assert 1 == sum(block(match, 0, "seat+1 known"))
    assert 0 == sum(block(match, 0, "seat+2 known"))
    assert block(match, 0, "passed") == block(match, 1, "received")


@pytest.mark.parametrize("seats, last", [(2, 48), (5, 120), (10, 240)])
def test_ticks_of_an_open_market_are_told_apart_to_its_end(seats: int, last: int):
    options = {"trade_mode": "clock", "allow_7_to_10": True}
    rows = [civ_builder.row("Cul" if seat % 2 else "Sci") for seat in range(seats)]
    told = []
    for tick in (1, 24, 26, last - 2, last):
        match = civ_builder.table(*rows, phase="market", trade={"tick": tick}, options=options)
        told.append(block(match, 0, "trade")[3])
    assert sorted(set(told)) == told
    assert told[-1] == 1


def test_a_game_that_says_nothing_has_who_is_asked_what():
    match = Match(open_game("goofspiel", seats=4), 1)
    assert ["phase", "asked", "seat", "steps"] == [
        one.name for one in layout_of(match.game).blocks()
    ]
    assert [0, 0, 1, 0] == block(match, 2, "seat")


def amounts_of(features: Features) -> list[int]:
    return [(amount + 128) % 256 - 128 for amount in features.taken()]


def test_amounts_beyond_the_most_look_like_the_most():
    features = Features()
    features.parts([7, 70, -70], 10)
    features.cards([4, 3, 9, 3, 3, -1], 2, 2, first=3)
    features.bag(0x7310, 4, 3)
    assert [7, 10, -10, 2, 1, 0, 1, 3, 3] == amounts_of(features)


def test_piles_of_any_size_are_written_card_by_card():
    features = Features()
    features.pile(0b1_0000_0011, 11)
    features.pile(0b110, 2, first=1)
    features.pile(0, 3)
    assert [1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0] == amounts_of(features)


def test_more_than_a_byte_cannot_be_told_apart():
    with pytest.raises(ValueError, match=f"expected to tell apart 1 to {MOST}, not 200"):
        Features(Layout()).part(7, 200)
