"""Civ Builder by the day, by offers in turn and with an open market: two visits a round, one to
trade, one to meld.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.site import sealed, serving_file
from tests.server.visits import Order, Visits, by_the_day, order, ordered

SEATS = 4
ROUNDS = 6
KINDS = ["Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng", "Dis", "Lea"]


def counts(seen: Any) -> dict[str, int]:
    hand = seen["table"][seen["seat"]]["known"]
    return {kind: hand.count(kind) for kind in KINDS}


def swaps(seen: Any) -> list[tuple[str, str]]:
    """What would be given for what: a card that is there once, for one of a kind that is there
    already, the most frequent first.
    """
    held = counts(seen)
    spare = [kind for kind in KINDS if held[kind] == 1 and kind != "Lea"]
    some = sorted(KINDS[:10], key=lambda kind: held[kind], reverse=True)
    pairs = [(given, wanted) for wanted in some if held[wanted] for given in spare]
    return [(given, wanted) for given, wanted in pairs if given != wanted][:25]


def offer(update: Any) -> list[str]:
    """The first swap that can be offered to all; else none."""
    seen = update["seen"]
    blind = not seen["table"][seen["seat"]]["sees_all"]  # who sees hands asks for what is there
    wanted = swaps(seen)
    any_ = "offer any" in [move["text"] for move in update["legal"]]
    return [f"offer {wanted[0][0]} > any : {wanted[0][1]}"] if wanted and blind and any_ else []


def takes(update: Any) -> list[str]:
    """Take what stands, if it is as good as a swap that is liked."""
    seen, legal = update["seen"], [move["text"] for move in update["legal"]]
    for deal in seen["deals"]:
        text = "accept" + (f" {'ABCDEF'[deal['seat']]}{deal['number']}" if deal["number"] else "")
        if text in legal and [*deal["wanted"], *deal["given"]] in [[*one] for one in swaps(seen)]:
            return [text]
    return []


def traded(update: Any) -> list[str]:
    """Take an offer that is liked, or make one to all, once; then wait."""
    seen = update["seen"]
    mine = [deal for deal in seen["deals"] if deal["seat"] == seen["seat"]]
    return takes(update) or (offer(update) if not mine else []) or ["pass"]


def answer(update: Any) -> list[str]:
    """Trade, then a meld of all cards of the most frequent kind, and no more."""
    seen, legal = update["seen"], [move["text"] for move in update["legal"]]
    if seen["phase"] == "market":
        return traded(update)
    if seen["phase"] in ("offer", "answer"):
        return takes(update) or offer(update) or [update["absent"]]
    if seen["phase"] == "meld" and not seen["melds"] and not update["answer"]:
        kinds = [text for text in legal if text.startswith("meld ")]
        return [max(kinds, key=lambda text: counts(seen)[text[5:]], default="stop")]
    if seen["phase"] == "meld" and update["answer"]:
        return [*sealed(update), legal[-1]]
    return [*sealed(update), update["absent"]]


def orders(update: Any) -> list[Order]:
    """With the last word in the market, that no more is wanted there; in turn, what would be given
    for what; with the rest, the end of the round: the kinds of which there are few go first.
    """
    seen = update["seen"]
    held, now = counts(seen), seen["round"]
    rare = sorted(KINDS, key=lambda kind: held[kind])
    told = [
        order("sixth", "draw"),
        order("point", *[f"point {kind}" for kind in KINDS[:10]]),
        order("dump", "keep"),
        order("discard", *[f"discard {kind}" for kind in rare], round=now),
    ]
    if seen["phase"] == "market" and traded(update) == ["pass"]:
        told.append(order("market", "pass", round=now))
    return [*told, *standing(swaps(seen), now)] if seen["pass_number"] else told


def standing(wanted: list[tuple[str, str]], now: int) -> list[Order]:
    """Each swap is offered to all, and taken of anybody; else nothing is traded."""
    terms = [(f"give {given}", f"want {want}") for given, want in wanted]
    swap: dict[str, Any] = {"when": "swap", "round": now}
    return [
        *[
            order("offer", "offer any", give, "for", want, "done", **swap)
            for give, want in terms[:4]
        ],
        *[order("answer", give, want, "accept", **swap) for give, want in terms],
        order("choose", *[f"with {seat}" for seat in "ABCDEF"], round=now),
        order("offer", "pass", round=now),
        order("answer", "decline", round=now),
        order("reply", "decline", round=now),
    ]


@pytest.mark.parametrize("mode, by_order", [("clock", "pass"), ("offers", "accept")])
def test_a_round_takes_two_visits(tmp_path: Path, mode: str, by_order: str):
    with serving_file(tmp_path / "site.sqlite3", seed=lambda: 3) as site:
        how: dict[str, Any] = {"trade_mode": mode, "civ_pick": "random", "rounds": ROUNDS}
        table, tokens = by_the_day(site, "civ-builder", SEATS, **how)
        visits = Visits(site, table, tokens)
        visits.play(answer, orders)
        given = [text.split()[0] for _, text in ordered(site, table)]
        record = site.get(f"/api/tables/{table}/record").json()
    assert max(visits.by_round.values()) <= 2
    accepted = [text for _, text in record["moves"] if text.startswith("accept")]
    assert len(accepted) >= 3
    assert {by_order, "discard"} <= {*given}
