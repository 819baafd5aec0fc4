"""Orders at the terminal: seen, left and withdrawn as on the page."""

from __future__ import annotations

from typing import Any

import pytest

from microciv.cli import seats
from microciv.cli.site import Link
from tests.server.site import serving_file
from tests.server.visits import by_the_day, leave, left, order, turn

HOW: dict[str, dict[str, Any]] = {
    "5x": {"leaders": False},
    "5-ages": {},
    "civ-builder": {"civ_pick": "random"},
    "civ-card-game": {},
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    path = tmp_path_factory.mktemp("site") / "site.sqlite3"
    with serving_file(path, seed=lambda: 3) as running:
        yield running
        running.hang_up()


@pytest.fixture
def table(site, cli):
    """A match by the day, its tokens, and what the first who is asked reads after typing."""

    def sit(game, **options):
        table, tokens = by_the_day(site, game, 3, **(HOW[game] | options))
        tokens.sort(key=lambda token: not turn(site, table, token))  # who is asked comes first
        link = Link(f"http://127.0.0.1:{site.port}", table)
        seats.keep(link, tokens[0])

        def typed(*lines, **how):
            return cli("join", link, typed="\n".join([*lines, "quit", ""]), **how).output

        return table, tokens, typed

    return sit


def standing(site, table, token):
    told = left(site, table, token)["orders"]
    return [
        (one["phase"], one["round"], one["when"], [move["text"] for move in one["wishes"]])
        for one in told
    ]


TERMS = ["give Cul", "give Cul", "want Sci"]


@pytest.mark.parametrize(
    "game, typed, kept, shown",
    [
        ("5x", "order bid alone: bid 2; bid 1", [("bid", 1, "alone", ["bid 2", "bid 1"])],
         "Bid for the Wonder · Round 1 · if nobody else bids: bid 2; bid 1"),
        ("5x", "order bid always: if alone bid 1, if one bid 3; bid 2; else bid 4",
         [("bid", 0, "alone", ["bid 1"]), ("bid", 0, "one", ["bid 3", "bid 2"]),
          ("bid", 0, "", ["bid 4"])], "Bid for the Wonder · else: bid 4"),
        ("5x", "order bid: if-alone: bid 1, else: bid 2",
         [("bid", 1, "alone", ["bid 1"]), ("bid", 1, "", ["bid 2"])],
         "Bid for the Wonder · Round 1 · else: bid 2"),
        ("5x", "order bid one more one: bid 2",
         [("bid", 1, "one", ["bid 2"]), ("bid", 1, "more", ["bid 2"])],
         "Bid for the Wonder · Round 1 · if two or more others bid: bid 2"),
        ("5x", "order dig always: take explore", [("dig", 0, "", ["take explore"])],
         "take explore"),
        ("5-ages", "order trade asked: offer qh for w:10d; pass",
         [("trade", 1, "asked", ["offer QH for W:TD", "pass"])],
         "if the neighbour offers it: offer QH for W:TD; pass"),
        ("civ-builder", "order answer: 2cul : sci", [("answer", 1, "swap", [*TERMS, "accept"])],
         "for these cards: 2Cul : Sci"),
        ("civ-builder", "order offer: 2cul > c : sci; pass",
         [("offer", 1, "swap", ["offer C", *TERMS[:2], "for", TERMS[2], "done"]),
          ("offer", 1, "", ["pass"])], "2Cul > C : Sci"),
        ("civ-builder", "order offer: cul : sci",
         [("offer", 1, "swap", [*[f"offer {whom}" for whom in ("any", *"ABC")],
                                "give Cul", "for", "want Sci", "done"])], "Cul > any : Sci"),
        ("civ-card-game", "order block always: block archers; pass",
         [("block", 0, "", ["block Archers", "pass"])], "Defence: block Archers; pass"),
    ],
)  # fmt: skip
def test_an_order_is_left_and_withdrawn(site, table, game, typed, kept, shown):
    made, tokens, join = table(game)
    said = " ".join(join(typed).split())
    assert (kept, True) == (standing(site, made, tokens[0]), shown in said), said
    assert [] == standing(site, made, tokens[1])
    more = " ".join(join("orders", "order drop 1", "orders").split())
    assert (kept[1:], True) == (standing(site, made, tokens[0]), "What may be left:" in more)
    assert "No order of yours stands." in " ".join(join("order drop all").split())


@pytest.mark.parametrize(
    "typed, why",
    [
        ("order bid", "write an order as in `order bid alone: bid 2; bid 1`"),
        ("order vote: bid 1", "'vote': expected one of bid, dido, dig"),
        ("order bid rich: bid 1", "'rich': expected one of alone, one, more, always"),
        ("order bid: jump 1", "jump 1"),
        ("order bid: if rich bid 1, else bid 2", "'rich': expected one of alone, one, more"),
        ("order bid: if alone bid 1, else bid 2, if one bid 3", "nothing can follow `else`"),
        ("order bid: if alone bid 1, if alone bid 2", "'alone': this condition is said twice"),
        ("order bid: if alone, else bid 2", "'if alone': say what to answer then"),
        ("order bid one: if alone bid 1", "say conditions before the colon or by `if`, not both"),
        ("order dig: if alone take explore", "this question has no conditions"),
        ("order drop 1", "No order of yours stands."),
    ],
)
def test_what_is_no_order_is_refused(site, table, typed, why):
    made, tokens, join = table("5x")
    assert f"! {why}" in join(typed) or why in join(typed)
    assert [] == standing(site, made, tokens[0])


def test_what_has_no_condition_answers_last(site, table):
    made, tokens, join = table("civ-builder")
    join("order answer: cul : sci", "order answer: decline")
    assert ["swap", ""] == [when for _, _, when, _ in standing(site, made, tokens[0])]


def test_another_number_than_one_that_stands_is_refused(site, table):
    made, tokens, join = table("5x")
    leave(site, made, tokens[0], order("bid", "bid 1"))
    assert "the number of an order, 1 to 1" in " ".join(join("order drop 2").split())
    assert 1 == len(standing(site, made, tokens[0]))


def test_what_was_used_is_told(site, table):
    made, tokens, join = table("5x")
    join("order bid alone: bid 1", "order bid one: bid 3; bid 2")
    answers = [*zip(tokens, ("expand", "expand", "explore"), strict=True), (tokens[1], "bid 1")]
    for number, (token, said) in enumerate(answers):
        client = site.join(made, token)
        assert "accepted" == client.play(said, id=str(number))["type"]
        client.close()
    said = " ".join(join("orders").split())
    assert "Given for you: Bid for the Wonder · Round 1: bid" in said


def test_orders_are_for_tables_by_the_day(site, cli):
    live, tokens, _ = site.three(game="5x")
    link = Link(f"http://127.0.0.1:{site.port}", live)
    seats.keep(link, tokens[0])
    assert "! orders are for tables by the day" in cli("join", link, typed="orders\nquit\n").output


@pytest.mark.parametrize(
    "language, stands, nothing",
    [
        ("de", "wenn sonst niemand bietet", "Gerade gilt keine Vorgabe von dir."),
        ("es", "si nadie más puja", "No rige ninguna instrucción tuya."),
    ],
)
def test_orders_speak_the_readers_language(site, table, monkeypatch, language, stands, nothing):
    monkeypatch.setenv("MICROCIV_LANGUAGE", language)
    _, _, join = table("5x")
    assert stands in " ".join(join("order bid alone: bid 2").split())
    assert nothing in " ".join(join("order drop 1").split())
