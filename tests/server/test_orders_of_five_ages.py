"""5 Ages by the day: two visits an age are enough, as trade and building go by order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.site import Site, serving_file
from tests.server.visits import Order, Visits, by_the_day, order, ordered

RANKS = "23456789TJQKA"
SEATS = 7


def worth(card: str, others: list[str]) -> float:
    """How well a card goes with others: pairs first, then suits."""
    alike = len([other for other in others if other[0] == card[0]])
    suited = len([other for other in others if other[1] == card[1]])
    return 3 * alike + suited + RANKS.index(card[0]) / 100


def mine(seen: Any) -> list[str]:
    return [*seen["hand"], *seen["civ"], *open_cards(seen, seen["seat"])]


def open_cards(seen: Any, seat: int) -> list[str]:
    row = seen["table"][seat]
    return [card for card in (row["left"], row["right"]) if card]


def gain(seen: Any, move: Any) -> float:
    """What a swap is worth."""
    own = mine(seen)
    own.remove(move["given"])
    return worth(move["wanted"], own) - worth(move["given"], own)


def swaps(update: Any) -> list[tuple[float, str, str]]:
    """What may be offered, the best first."""
    found = [
        (gain(update["seen"], move), move["text"], move["side"])
        for move in update["legal"]
        if move.get("verb") == "offer"
    ]
    return sorted(found, reverse=True)


def answer(update: Any) -> list[str]:
    """The best card is kept; what brings most is offered to each neighbour; the best is built."""
    seen, legal = update["seen"], update["legal"]
    if seen["phase"] == "row":
        own = [*seen["hand"], *seen["civ"]]
        return [max(legal, key=lambda move: worth(move["card"], own))["text"]]
    if seen["phase"] == "trade":
        good = [(text, side) for gained, text, side in swaps(update) if gained > 0]
        first = {side: text for text, side in reversed(good)}
        return [*first.values(), "pass"]
    return [f"build {max(seen['hand'], key=lambda card: worth(card, seen['civ']))}", "done"][
        : 1 + bool(seen["civ"])
    ]


def orders(update: Any) -> list[Order]:
    """With the first answer in trade: what would be agreed to, and what to build then."""
    seen = update["seen"]
    if seen["phase"] != "trade":
        return []
    now, seats = seen["round"], len(seen["table"])
    agreeable = [text for gained, text, _ in swaps(update) if gained > -0.5]
    beside = [(seen["seat"] + 1) % seats, (seen["seat"] - 1) % seats]
    cards = [*seen["hand"], *open_cards(seen, seen["seat"])]
    cards += [card for seat in beside for card in open_cards(seen, seat)]
    cards.sort(key=lambda card: worth(card, seen["civ"]), reverse=True)
    return [
        order("trade", *agreeable, "pass", when="asked", round=now),
        order("build", *[f"build {card}" for card in cards], "done", round=now),
    ]


def played(site: Site) -> tuple[str, Visits]:
    table, tokens = by_the_day(site, "5-ages", SEATS)
    visits = Visits(site, table, tokens)
    visits.play(answer, orders)
    return table, visits


def test_a_match_of_seven_takes_ten_visits_a_person(tmp_path: Path):
    with serving_file(tmp_path / "site.sqlite3", seed=lambda: 7) as site:
        table, visits = played(site)
        replay = site.get(f"/api/tables/{table}/replay?seat=15").json()
        given = ordered(site, table)
    assert SEATS == len(visits.count)
    assert max(visits.count.values()) <= 10
    assert max(visits.by_round.values()) <= 2
    # Swaps were made that one neighbour had offered, and the other's order agreed to.
    trades = [step for step in replay["steps"] if step["seen"]["phase"] == "trade"]
    agreed = [
        (seat, move["text"])
        for step in trades
        for seat in step["ordered"]
        for move in step["answers"][str(seat)]
        if move["verb"] == "offer"
    ]
    handed = [
        (event["seat"], event["card"])
        for step in replay["steps"]
        for event in step["events"]
        if event["event"] == "gave"
    ]
    by_order = [(seat, text) for seat, text in agreed if (seat, text.split()[1]) in handed]
    assert len(by_order) >= 3
    assert {*by_order} <= {*given}
    # And everything was built by order.
    builds = [step for step in replay["steps"] if step["seen"]["phase"] == "build"]
    assert [[*range(SEATS)]] * 5 == [step["ordered"] for step in builds]
