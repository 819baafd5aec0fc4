"""Questions that are open only until somebody acts, and answers that cards leave no choice in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.site import Client, Site, sealed, serving_file

OPEN_MARKET: dict[str, Any] = {"game": "civ-builder", "trade_mode": "clock", "civ_pick": "random"}


def phase(client: Client) -> str:
    return str(client.update["seen"]["phase"])


def to_phase(clients: list[Client], wanted: str) -> None:
    """Nobody does more than has to be done until this phase comes."""
    while phase(clients[0]) != wanted:
        number = clients[0].update["decision"]
        for client in clients:
            if client.until_decision(number)["decision"] == number and client.update["legal"]:
                client.play(client.update["legal"][0]["text"])
        for client in clients:
            client.until_decision(number + 1)


def holds(client: Client) -> set[str]:
    seen = client.update["seen"]
    return set(seen["table"][seen["seat"]]["known"])


def deals(client: Client) -> list[Any]:
    return [deal for deal in client.update["seen"]["deals"] if deal["open"]]


@pytest.fixture
def market(tmp_path: Path) -> Iterator[list[Client]]:
    """Each of these hands has a card that the others lack."""
    with serving_file(tmp_path / "store", seed=lambda: 1) as site:
        _, _, clients = site.three(**OPEN_MARKET)
        to_phase(clients, "market")
        yield clients


def test_an_offer_stands_at_once(market: list[Client]):
    """CB-29: for all to see, though nobody else has said anything."""
    ann, ben, cleo = market
    number = ann.update["decision"]
    card, wanted = min(holds(ann)), min(holds(ben))
    assert ann.play(f"offer {card} > any : {wanted}")["type"] == "accepted"
    for client in market:
        client.until_decision(number + 1)
    assert [1, 1, 1] == [len(deals(client)) for client in market]
    assert "market" == phase(cleo)


def test_who_takes_an_offer_has_it_at_once(market: list[Client]):
    """CB-26, CB-29: the others are not waited for, and may go on."""
    ann, ben, cleo = market
    number = ann.update["decision"]
    card, wanted = min(holds(ann) - holds(ben)), min(holds(ben) - holds(ann))
    ann.play(f"offer {card} > any : {wanted}")
    ben.until_decision(number + 1)
    ben.play("accept A1", id="y")
    for client in market:
        client.until_decision(number + 2)
    assert (card in holds(ben), wanted in holds(ann)) == (True, True)
    assert [] == deals(cleo)
    assert {"market"} == {phase(client) for client in market}


def test_to_wait_is_no_act(market: list[Client]):
    """CB-29: the market shuts when all wait, and no sooner."""
    ann, ben, cleo = market
    number = ann.update["decision"]
    for client in (ann, ben):
        client.play("pass")
    for client in (ann, cleo):
        client.sync()
    assert (number, ["pass"]) == (cleo.update["decision"], sealed(ann.update))
    cleo.play("pass")
    assert "market" != cleo.until_decision(number + 1)["seen"]["phase"]


def test_bots_trade_while_a_person_thinks(site: Site):
    """CB-29: and then wait, for as long as the person does."""
    seating = site.create("you", "bot:easy", "bot:easy", **OPEN_MARKET)
    ann = site.join(seating["table"], seating["token"])
    while phase(ann) != "market":
        if ann.update["legal"] and not ann.update["answer"]:
            ann.play(ann.update["legal"][0]["text"], id=str(ann.update["decision"]))
        ann.next("update")
    waiting = ["thinking", "locked", "locked"]
    while [seat["status"] for seat in ann.table["seats"]] != waiting:
        ann.receive()
    assert ("market", []) == (phase(ann), ann.update["answer"])


def test_the_market_has_its_minutes_as_a_whole(site: Site):
    """CB-29: a tick is no shorter than what is left of them."""
    _, _, clients = site.three(**OPEN_MARKET, pace="normal", trade_minutes=2)
    to_phase(clients, "market")
    countdown = clients[0].countdown
    assert 120_000 == countdown["given"]
    assert 110_000 < countdown["part_left"] <= 120_000


@pytest.mark.parametrize("declines", [True, False])
def test_what_cannot_be_paid_is_declined(tmp_path: Path, declines: bool):
    """CB-28: by the table's leave; the proposer learns no more than from any other refusal."""
    with serving_file(tmp_path / "store", habit=(0.0, 0.0), seed=lambda: 1) as site:
        table = {"game": "civ-builder", "civ_pick": "random", "decline_unpayable": declines}
        _, _, clients = site.three(**table)
        to_phase(clients, "offer")
        proposer = next(client for client in clients if client.update["legal"])
        other = next(client for client in clients if client is not proposer)
        number, seat = proposer.update["decision"], "ABC"[clients.index(other)]
        lacking = min(set(KINDS) - holds(other))
        offer = f"offer {min(holds(proposer))} > {seat} : {lacking}"
        assert "accepted" == proposer.play(offer, id="offer")["type"]
        if declines:
            heard = proposer.until_decision(number + 2)["events"]
            assert "declined" in [event["event"] for event in heard]
        else:
            asked = other.until_decision(number + 1)
            assert None is asked["obvious"]
            assert ["decline", "counter"] == [move["text"] for move in asked["legal"]]


KINDS = ("Con", "Tra", "Cul", "Sci", "Agr", "Rel", "Sea", "Gov", "Equ", "Eng", "Lea", "Dis")
