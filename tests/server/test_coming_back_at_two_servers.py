"""Groups, deals of the day and orders of people who are at two servers of one database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from microciv.server.store.store import open_store
from tests.server.browsers import FIREFOX, PIXEL, Browser, browsers
from tests.server.site import Client, Site, play_through, serving, settings
from tests.server.test_groups import CUP, inside, make
from tests.server.test_orders import answer, rest_of_trade, three, to_trade
from tests.server.visits import leave, left

pytestmark = pytest.mark.postgres


@pytest.fixture
def sites(postgres_url: str) -> Iterator[tuple[Site, Site]]:
    with (
        serving(open_store(postgres_url), settings()) as one,
        serving(open_store(postgres_url), settings()) as other,
    ):
        yield one, other


def test_a_group_meets_at_two_servers(sites: tuple[Site, Site]):
    here, there = sites
    with browsers(here, FIREFOX) as [ann], browsers(there, PIXEL) as [ben]:
        group = make(ann, (ben, "Ben"))
        seat = ann.create("you", "open", "bot", group=group)
        [waiting] = inside(ben, group)["tables"]
        assert seat["table"] == waiting["table"]
        other = ben.sit(seat["table"], "Ben")
        ann.post(f"/api/tables/{seat['table']}/start", {}, seat["token"])
        play_through(
            [here.join(seat["table"], seat["token"]), there.join(seat["table"], other["token"])]
        )
        assert [1, 1] == [row["matches"] for row in told_alike(group, ann, ben)["evening"]]

        wish = {**CUP, "rounds": 1, "players": ["Ann", "Ben"]}
        ann.post(f"/api/groups/{group}/tournaments", wish)
        [cup] = inside(ben, group)["tournaments"]
        [drawn] = cup["drawn"][0]
        by_name = {"Ann": (ann, here), "Ben": (ben, there)}
        clients: list[Client] = []
        for name in drawn["names"]:
            browser, site = by_name[name]
            token = browser.post(f"/api/tables/{drawn['table']}/mine")["token"]
            if not clients:
                browser.post(f"/api/tables/{drawn['table']}/start", {}, token)
            clients.append(site.join(drawn["table"], token))
        play_through(clients)
        [cup] = told_alike(group, ann, ben)["tournaments"]
        assert ("over", [1, 1]) == (cup["state"], [row["matches"] for row in cup["standings"]])


def told_alike(group: str, *members: Browser) -> Any:
    """What all of these members see of what was played."""
    told = [
        {part: inside(one, group)[part] for part in ("evening", "tournaments")} for one in members
    ]
    for one in told:
        for row in [
            *one["evening"],
            *[row for cup in one["tournaments"] for row in cup["standings"]],
        ]:
            row.pop("you", None)
    assert all(one == told[0] for one in told)
    return told[0]


def test_a_deal_of_the_day_is_the_same_at_two_servers(sites: tuple[Site, Site]):
    here, there = sites
    with browsers(here, FIREFOX) as [ann], browsers(there, PIXEL) as [ben]:
        day = ann.get("/api/daily")["day"]
        seats = []
        for site, browser, name in ((here, ann, "Ann"), (there, ben, "Ben")):
            made = browser.post("/api/daily", {"game": "5x", "name": name})
            client = site.join(made["table"], made["token"])
            seats.append((client.update["seen"], client.update["legal"]))
            play_through([client])
        assert seats[0] == seats[1]
        for browser in (ann, ben):
            results = browser.get(f"/api/daily/{day}/5x")["results"]
            assert {"Ann", "Ben"} <= {one["name"] for one in results}


def test_an_order_that_is_left_at_one_server_answers_at_the_other(sites: tuple[Site, Site]):
    here, there = sites
    table, tokens = three(here)
    leave(there, table, tokens[0], *rest_of_trade())
    assert ["trade"] == [one["phase"] for one in left(here, table, tokens[0])["orders"]]
    to_trade(here, table, tokens)
    for token in tokens[1:]:
        answer(here, table, token, "pass")
    for site in (here, there):
        used = left(site, table, tokens[0])["used"][0]
        assert ("trade", ["pass"]) == (used["phase"], [move["text"] for move in used["moves"]])
