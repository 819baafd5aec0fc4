"""The numbers of the rule sheet: the rules, the words and `easy` follow each that is changed."""

from __future__ import annotations

from typing import Any

import pytest

import microciv
from microciv import BadOption
from microciv.core.options import describe
from microciv.games.five_x.options import FiveXOptions
from microciv.speech.things import card_called
from microciv.study.matches import Lineup
from microciv.texts import texts_for
from tests.games.five_x.table import Answers, asked_after, legal, new_match, resources, round_of

BIDS: Answers = {0: "bid 4", 1: "bid 3"}
BONUSES = [
    *("wonder_a_bonus", "wonder_b_bonus", "wonder_c_bonus", "wonder_d_bonus"),
    *("wonder_e_bonus", "wonder_f_bonus", "wonder_g_bonus"),
]


@pytest.mark.parametrize("number, value, cards, answers, end", [
    ("exploit_pays", 5, "exploit exploit explore", [], [9, 9, 6]),
    ("gandhi_weighs", 1, "gandhi exploit explore", [], [7, 7, 6]),
    ("qin_takes", 4, "qin exploit explore", [], [9, 7, 6]),
    ("exterminate_takes", 2, "exterminate exploit explore", [], [7, 6, 6]),
    ("expand_loser_pays", 2, "expand expand explore", [BIDS], [1, 3, 6]),
    ("expand_loser_pays", 9, "expand expand explore", [BIDS], [1, 2, 6]),
    ("cleopatra_loser_pays", 1, "expand cleopatra explore", [BIDS], [1, 4, 6]),
    ("napoleon_loser_pays", 2, "expand napoleon explore", [BIDS], [1, 3, 6]),
    ("tokugawa_loser_pays", 1, "expand tokugawa explore", [BIDS], [1, 4, 6]),
    ("napoleon_adds", 0, "expand napoleon explore", [{0: "bid 5", 1: "bid 5"}], [4, 2, 6]),
    ("napoleon_adds", 1, "expand napoleon explore", [BIDS], [4, 2, 6]),
    ("napoleon_adds", 1.5, "expand napoleon explore", [BIDS], [4, 2, 6]),
    ("explore_pays", 2, "explore isabella erik", [], [7, 7, 7]),
    ("isabella_pays", 3, "explore isabella erik", [], [6, 8, 6]),
    ("dido_price", 1, "dido explore explore", [{0: "build C"}], [5, 6, 6]),
    ("catharine_takes", 3, "catharine explore explore", [], [8, 6, 6]),
    ("wonder_c_bonus", 4, "dido explore explore", [{0: "build C"}], [7, 6, 6]),
])  # fmt: skip
def test_a_round_follows_the_number(
    number: str, value: float, cards: str, answers: list[Answers], end: list[int]
):
    """5X-29, 74, 75, 32, 48, 79, 80, 81, 56, 84, 82, 86, 70; the price of a lost bid is at most the
    bid.
    """
    assert end == round_of(cards, *answers, options={number: value})["END"]
    assert end != round_of(cards, *answers)["END"]


@pytest.mark.parametrize("number, card", [
    ("expand_least_bid", "expand"), ("cleopatra_least_bid", "cleopatra"),
    ("napoleon_least_bid", "napoleon"), ("tokugawa_least_bid", "tokugawa"),
])  # fmt: skip
def test_bids_begin_at_the_least(number: str, card: str):
    """5X-41."""
    match = asked_after(f"{card} explore explore", options={number: 4})
    assert ["bid 4", "bid 5"] == legal(match, 0)
    title = card_called("5x", card)
    with pytest.raises(microciv.IllegalMove, match=f"with {title} you must bid at least 4"):
        match.play(0, "bid 3")


def test_what_is_paid_in_the_last_round():
    """5X-56, 5X-84: explore_pays_last and isabella_pays_last."""
    options = {"explore_pays_last": 4, "isabella_pays_last": 7}
    assert [9, 12, 9] == round_of("explore isabella erik", round=7, options=options)["END"]


def test_suleiman_pays_his_price():
    """5X-87: suleiman_price; Wonder A brings 2."""
    options = {"suleiman_price": 1}
    table: dict[str, Any] = {"removed": "AB", "options": options}
    assert [6, 6, 6] == round_of("suleiman explore explore", {0: "build A"}, **table)["END"]


def test_a_match_begins_and_ends_as_the_numbers_say():
    """5X-03, 5X-14, 5X-114, 5X-104: start_resources, rounds, rounds_without_leaders,
    resources_a_point.
    """
    match = new_match(start_resources=8, resources_a_point=2, rounds=1)
    assert ([8, 8, 8], [8, 8, 8]) == (resources(match), match.state.scores())
    assert 1 == match.game.rounds  # type: ignore[attr-defined]
    assert 4 == new_match(leaders=False, rounds_without_leaders=4).game.rounds  # type: ignore[attr-defined]


def test_a_wonder_has_its_points():
    """5X-105: by a number or by a row of wonder_table, and not by both."""
    for at, bonus in enumerate(BONUSES):
        game = microciv.open_game("5x", **{bonus.removesuffix("_bonus"): 10, bonus: 5})
        row = game.card_data()["wonders"][at]
        assert (20, 5, "patched") == (row["halves"], row["bonus"], row["source"])
    rows = [{"letter": "E", "name": "the Taj"}]
    assert (
        "the Taj" == microciv.open_game("5x", wonder_table=rows).card_data()["wonders"][4]["name"]
    )
    with pytest.raises(BadOption, match=r"^wonder_e: Wonder E has a row in wonder_table as well"):
        microciv.open_game("5x", wonder_e=10, wonder_table=rows)


def test_the_words_follow_the_numbers():
    """What a player of a changed table reads; every number is told somewhere."""
    changed = {
        info.name: info.default + 1 if info.default < info.most else info.default - 1
        for info in describe(FiveXOptions)
        if info.kind == "number"
    }
    options = microciv.open_game("5x", **changed).options
    printed, told = texts_for("5x"), texts_for("5x", options)
    assert "his bid counts ½ more" in printed.effect("napoleon")
    assert "a bid of 4 or more; his bid counts 1½ more" in told.effect("napoleon")
    sections = "".join(section.text for section in told.sections)
    assert "**1 VP for every 4 resources**" in sections
    assert "| E | the Taj Mahal | 4½ | 1 |" in sections
    assert "{#" not in f"{printed.plain()}{told.plain()}"


@pytest.mark.parametrize("number, value", [
    ("exploit_pays", 6), ("napoleon_adds", 1), ("wonder_e", 10), ("start_resources", 6),
    ("explore_pays", 4), ("exterminate_takes", 2), ("qin_takes", 9), ("tokugawa_least_bid", 1),
])  # fmt: skip
def test_easy_sees_the_number(number: str, value: float):
    """Some of its matches end otherwise."""
    games = [
        microciv.open_game("5x", seats=6),
        microciv.open_game("5x", seats=6, **{number: value}),
    ]
    scores = [
        [Lineup(game, ["easy"] * 6).play(seed).scores for seed in range(30)] for game in games
    ]
    assert scores[0] != scores[1]
