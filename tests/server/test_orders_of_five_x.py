"""5X by the day: a visit a round, as bids and what is dug up go by order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.site import serving_file
from tests.server.visits import Order, Visits, by_the_day, order, ordered

SEATS = 5
BASICS = ["exploit", "exterminate", "expand", "explore", "excavate"]


def answer(update: Any) -> list[str]:
    """Each its own mixture, with many bids; what orders should have answered, is not."""
    seen = update["seen"]
    legal = [move["text"] for move in update["legal"]]
    if seen["phase"] == "select":
        first = ["expand", "exploit", "excavate", "expand", "explore"]
        turned = [first[(seen["seat"] + seen["round"] + at) % 5] for at in range(5)]
        return [next((card for card in [*turned, *BASICS] if card in legal), legal[0])]
    return [legal[0]]


def orders(update: Any) -> list[Order]:
    """With the card: one more for each who bids besides, and a fresh Expand first."""
    seen = update["seen"]
    now = seen["round"]
    bids = [f"bid {amount}" for amount in range(1, 30)]
    return [
        order("bid", bids[0], when="alone", round=now),
        order("bid", bids[1], bids[0], when="one", round=now),
        order("bid", *bids[seen["seat"] % 3 : 20], *bids[:2], when="more", round=now),
        order("dig", *[f"take {card}" for card in ["expand", *BASICS[:4]]], round=now),
        order("dido", "decline"),
    ]


def test_a_round_takes_a_visit_and_the_first_two(tmp_path: Path):
    with serving_file(tmp_path / "site.sqlite3", seed=lambda: 5) as site:
        table, tokens = by_the_day(site, "5x", SEATS)
        visits = Visits(site, table, tokens)
        visits.play(answer, orders)
        given = [text.split()[0] for _, text in ordered(site, table)]
        record = site.get(f"/api/tables/{table}/record").json()
    played = [text.split()[0] for _, text in record["moves"]]
    assert SEATS == len(visits.count)
    for (_, round_), count in visits.by_round.items():
        assert count <= (2 if round_ == 1 else 1)
    # All bids were ordered but those that the ruling makes for a sole bidder, and all that was dug.
    assert 5 <= given.count("bid")
    assert {"bid", "take"} <= {*given}
    assert given.count("take") == played.count("take")
