"""Civ Builder by the day, with an open market: two visits a round, one to trade, one to meld."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.site import sealed, serving_file
from tests.server.visits import Order, Visits, by_the_day, order, ordered

SEATS = 4
ROUNDS = 6
KINDS = ["Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng", "Dis", "Lea"]


def counts(seen: Any) -> dict[str, int]:
    hand = seen["table"][seen["seat"]]["known"]
    return {kind: hand.count(kind) for kind in KINDS}


def likes(seen: Any, gets: list[str], gives: list[str]) -> bool:
    """A card of a kind that it has already, for one that it has once."""
    held = counts(seen)
    return all([held[kind] > 0 for kind in gets]) and all([held[kind] == 1 for kind in gives])


def traded(update: Any) -> list[str]:
    """Take an offer that is liked, or make one to all, once; then wait."""
    seen, legal = update["seen"], [move["text"] for move in update["legal"]]
    for deal in seen["deals"]:
        text = f"accept {'ABCDEF'[deal['seat']]}{deal['number']}"
        if text in legal and likes(seen, deal["given"], deal["wanted"]):
            return [text]
    held = counts(seen)
    mine = [deal for deal in seen["deals"] if deal["seat"] == seen["seat"]]
    spare = [kind for kind, count in held.items() if count == 1 and kind != "Lea"]
    wanted = max(KINDS[:10], key=lambda kind: held[kind])
    blind = not seen["table"][seen["seat"]]["sees_all"]  # who sees hands asks for what is there
    if not mine and spare and held[wanted] > 1 and blind and "offer any" in legal:
        return [f"offer {spare[0]} > any : {wanted}"]
    return ["pass"]


def answer(update: Any) -> list[str]:
    """Trade, then a meld of all cards of the most frequent kind, and no more."""
    seen, legal = update["seen"], [move["text"] for move in update["legal"]]
    if seen["phase"] == "market":
        return traded(update)
    if seen["phase"] == "meld" and not seen["melds"] and not update["answer"]:
        kinds = [text for text in legal if text.startswith("meld ")]
        return [max(kinds, key=lambda text: counts(seen)[text[5:]], default="stop")]
    if seen["phase"] == "meld" and update["answer"]:
        return [*sealed(update), legal[-1]]
    return [*sealed(update), update["absent"]]


def orders(update: Any) -> list[Order]:
    """With the last word in the market, that no more is wanted there; with the rest, the end of the
    round: the kinds of which there are few go first.
    """
    seen = update["seen"]
    held = counts(seen)
    rare = sorted(KINDS, key=lambda kind: held[kind])
    told = [
        order("sixth", "draw"),
        order("point", *[f"point {kind}" for kind in KINDS[:10]]),
        order("dump", "keep"),
        order("discard", *[f"discard {kind}" for kind in rare], round=seen["round"]),
    ]
    if seen["phase"] == "market" and traded(update) == ["pass"]:
        told.append(order("market", "pass", round=seen["round"]))
    return told


def test_a_round_takes_two_visits(tmp_path: Path):
    with serving_file(tmp_path / "site.sqlite3", seed=lambda: 3) as site:
        how: dict[str, Any] = {"trade_mode": "clock", "civ_pick": "random", "rounds": ROUNDS}
        table, tokens = by_the_day(site, "civ-builder", SEATS, **how)
        visits = Visits(site, table, tokens)
        visits.play(answer, orders)
        given = [text.split()[0] for _, text in ordered(site, table)]
        record = site.get(f"/api/tables/{table}/record").json()
    assert max(visits.by_round.values()) <= 2
    accepted = [text for _, text in record["moves"] if text.startswith("accept ")]
    assert len(accepted) >= 3
    assert {"pass", "discard"} <= {*given}
