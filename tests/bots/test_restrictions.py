"""Players under a restriction: what they avoid, they never do while there is anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from microciv.bots import check_level, levels, make_bot
from microciv.core.errors import BadOption
from microciv.core.match import Match, replay
from microciv.core.policy import Restriction
from microciv.games import catalogue, open_game, restrictions
from microciv.study.matches import Lineup

ROOT = Path(__file__).resolve().parents[2]
SEATS = 3
TABLES: dict[str, list[dict[str, object]]] = {
    "5-ages": [{"jokers": 4}],
    "civ-builder": [{}, {"trade_mode": "clock"}],
}
CASES = [(game, name) for game in catalogue() for name in restrictions(game)]


def choices(match: Match, restriction: Restriction, kept_from: int) -> tuple[int, int]:
    """How often the seats chose what the restriction avoids: the one under it, and the others."""
    state = match.game.deal(match.seed)
    own = others = 0
    for seat, text in match.record().moves:
        move = match.game.moves.parse(text)
        legal = state.legal(seat)
        assert move in legal
        left = restriction.left(state, seat, legal)
        assert left
        if move not in left:
            own, others = own + (seat == kept_from), others + (seat != kept_from)
        state.apply(seat, move)
    return own, others


@pytest.mark.parametrize("game, name", CASES)
def test_the_restricted_never_do_it_and_the_others_do(game: str, name: str) -> None:
    found = restrictions(game)[name]
    others = 0
    for options in TABLES.get(game, [{}]):
        opened = open_game(game, {**options, "seats": SEATS})
        lineup = Lineup(opened, ["easy", f"easy:{name}", "easy"])
        assert lineup.in_bulk()
        for seed in range(3):
            record = lineup.play(seed, recorded=True).record
            assert record is not None
            own, more = choices(replay(opened, record), found, kept_from=1)
            assert 0 == own
            others += more
    assert others > 0


@pytest.mark.parametrize("game, name", CASES)
def test_a_restriction_says_what_it_is(game: str, name: str) -> None:
    about = restrictions(game)[name].about
    assert about[0].isupper()
    assert about.endswith(".")
    assert ":" not in name + about
    assert name not in levels(game)


def test_one_that_is_left_nothing_plays_on() -> None:
    """A hand of nothing but Exploit is played."""
    game = open_game("5x", {"seats": SEATS})
    state = game.deal(1)
    seat = state.to_act[0]
    legal = state.legal(seat)
    everything = Restriction("never-plays", "Never plays.", lambda _state, _seat, _move: True)
    assert legal == everything.left(state, seat, legal)


def test_a_restricted_bot_sits_at_a_table() -> None:
    """From observations it plays as it does in bulk."""
    game = open_game("5x", {"seats": SEATS})
    bot = make_bot("easy:never-expands", game, 0, 7)
    match = Match(game, 3)
    while match.to_act():
        for seat in match.to_act():
            seen = match.observe(seat)
            move = bot.choose(seen) if seat == 0 else seen.legal[0]
            match.play(seat, move.text)
    own, _others = choices(match, restrictions("5x")["never-expands"], kept_from=0)
    assert 0 == own


@pytest.mark.parametrize("game", catalogue())
def test_the_page_on_studies_names_every_restriction(game: str) -> None:
    page = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")
    assert [] == [name for name in restrictions(game) if f"`{name}`" not in page]


@pytest.mark.parametrize(
    "level, why",
    [
        ("genius:never-expands", "no bot 'genius' for 5x; there are random, easy"),
        ("easy:never-melds", "no restriction 'never-melds' for 5x; there are never-exploits, "),
        ("easy:", "no restriction '' for 5x; there are never-exploits, "),
        ("hard:never-expands", "hard searches, and only random, easy can be restricted"),
    ],
)
def test_what_there_is_not_is_refused(level: str, why: str) -> None:
    with pytest.raises(BadOption) as refused:
        check_level(level, "5x")
    assert str(refused.value).startswith(why)
