"""Orders by the day: left on the page, used while nobody is there, and told by the replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from microciv import open_game
from microciv.core.codec import plain
from microciv.core.match import Match
from microciv.core.rng import Rng
from microciv.games import about
from microciv.games.civ_card_game.views.observation import CivCardGameObservation
from tests.e2e.conftest import DESKTOP, PHONE, Open, Site
from tests.e2e.player import legal
from tests.e2e.test_daily import looked
from tests.server.site import Site as Server
from tests.server.test_orders_of_the_card_game import People
from tests.server.visits import turn

pytestmark = pytest.mark.browser
ON_BOTH_SCREENS = pytest.mark.parametrize(
    "size", [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE], ids=["desktop", "phone"]
)
"""A drawer holds the same on both: every time it is looked at where there is less room."""


@pytest.fixture
def server(site: Site) -> Iterator[Server]:
    """The same site, for those who have no page."""
    running = Server(site.port)
    yield running
    running.close()


def at_a_table(page: Page, server: Server, game: str, **options: Any) -> tuple[str, list[str]]:
    """A match by the day of three, the first of whom has the page."""
    made = server.create("you", "open", "open", game=game, pace="daily", name="Ana", **options)
    table, token = made["table"], made["token"]
    tokens = [token, *[server.sit(table, name)["token"] for name in ("Ben", "Cleo")]]
    server.start(table, token)
    mine = {**made, "game": game, "title": about(game).title, "finished": False, "since": 1}
    page.evaluate("seat => localStorage.setItem('microciv.seats', JSON.stringify([seat]))", mine)
    page.goto(f"{server.http.base_url}/t/{table}")
    return table, tokens


def leave_orders(page: Page) -> Locator:
    """The sheet on which orders are left."""
    page.locator("section.orders").get_by_role("button", name="Leave orders").click()
    return page.get_by_role("dialog", name="Your orders")


def answer(server: Server, table: str, token: str, *said: str) -> None:
    """Look in, answer, with the first that is legal if it is not said, and go."""
    client = server.join(table, token)
    first = client.update["legal"][0]["text"]
    told = client.play(*(said or [first]), id=str(client.update["decision"]))
    assert "accepted" == told["type"], told
    client.sync()
    client.close()


@ON_BOTH_SCREENS
def test_an_order_trades_and_builds_while_nobody_is_there(
    site: Site,
    server: Server,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
):
    ana = browse(site.url, size)
    table, tokens = at_a_table(ana, server, "5-ages", rounds=1)
    name = f"orders-{size['width']}"
    mine = ana.locator("section.orders")
    expect(legal(ana).first).to_be_visible()
    expect(mine).to_have_count(0)  # there is nothing yet that could be left
    legal(ana).first.click()
    for token in tokens[1:]:
        answer(server, table, token)
    expect(mine).to_contain_text("You need not come back for each step.")
    looked(ana, axe, f"{name}-bar")

    # By keyboard: the drawer opens, a swap with the left neighbour is ranked first, then another.
    mine.get_by_role("button", name="Leave orders").press("Enter")
    sheet = ana.get_by_role("dialog", name="Your orders")
    expect(sheet).to_contain_text("only you see your orders")
    expect(sheet).to_contain_text("Nothing yet.")
    swap = sheet.locator("[data-order*=' for W:']").first
    other = sheet.locator("[data-order*=' for E:']").first
    builds = sheet.locator("[data-order^='build ']")
    for choice in (swap, other, builds.nth(0), builds.nth(1)):
        choice.press("Enter")
    expect(swap).to_contain_text("1.")
    expect(builds.nth(1)).to_contain_text("2.")
    other.click()
    other.click()  # out, and in again as the last
    looked(ana, axe, name)
    said = str(swap.get_attribute("data-order"))
    built = str(builds.nth(0).get_attribute("data-order"))  # kept, so it is there
    sheet.get_by_role("button", name="Leave these orders").press("Enter")
    expect(mine).to_contain_text("2 orders of yours stand.")
    mine.get_by_role("button", name="Leave orders").click()
    expect(sheet.get_by_role("button", name="Withdraw")).to_have_count(2)
    expect(sheet).to_contain_text("if the neighbour offers it")
    looked(ana, axe, f"{name}-standing")
    ana.keyboard.press("Escape")
    ana.locator("[data-move='pass']").click()
    expect(ana.locator("[data-move='pass'][aria-pressed='true']")).to_be_visible()
    ana.close()

    # Ben offers what Ana's order agrees to; she is not asked again in this age.
    _, given, _, wanted = said.split()
    answer(server, table, tokens[1], f"offer {wanted[2:]} for E:{given}", "pass")
    answer(server, table, tokens[2], "pass")
    while turn(server, table, tokens[1]) or turn(server, table, tokens[2]):
        assert not turn(server, table, tokens[0])
        for token in tokens[1:]:
            if turn(server, table, token):
                trades = server.join(table, token).update["seen"]["phase"] == "trade"
                answer(server, table, token, *(["pass"] if trades else []))

    record = server.get(f"/api/tables/{table}/record").json()
    by_order = [tuple(record["moves"][ply]) for ply in record["ordered"]]
    assert {(0, said), (0, built)} <= {*by_order}
    replay = server.get(f"/api/tables/{table}/replay?seat=0").json()
    second = next(step["decision"] for step in replay["steps"] if step["ordered"])
    eve = browse(f"{site.url}/replay/{table}#set/{second}", size)
    expect(eve.get_by_text("By order, left beforehand: Ana.")).to_be_visible()
    looked(eve, axe, f"{name}-replay")
    expect(eve.get_by_text("Never used: ")).to_have_count(0)
    eve.get_by_role("button", name="Step back").click()
    expect(eve.get_by_text("By order, left beforehand")).to_have_count(0)


@ON_BOTH_SCREENS
def test_a_bid_is_ordered_with_the_card(
    site: Site,
    server: Server,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
):
    ana = browse(site.url, size)
    table, tokens = at_a_table(ana, server, "5x", leaders=False)
    mine = ana.locator("section.orders")
    ana.locator("[data-move='expand']").click()
    sheet = leave_orders(ana)
    crowd = sheet.get_by_role("group", name="If one other bids")
    crowd.locator("[data-order='bid 2']").click()
    crowd.locator("[data-order='bid 1']").click()
    looked(ana, axe, f"orders-5x-{size['width']}")
    sheet.get_by_role("button", name="Leave these orders").click()
    expect(mine).to_contain_text("1 order of yours stands.")
    ana.close()
    answer(server, table, tokens[1], "expand")
    answer(server, table, tokens[2], "explore")
    assert not turn(server, table, tokens[0])
    answer(server, table, tokens[1], "bid 1")
    used = server.get(f"/api/tables/{table}/orders", tokens[0]).json()["used"]
    assert [["bid 2"]] == [[move["text"] for move in one["moves"]] for one in used]


@ON_BOTH_SCREENS
def test_what_goes_at_the_end_of_a_round_is_ordered(
    site: Site,
    server: Server,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
):
    ana = browse(site.url, size)
    how = {"trade_mode": "clock", "civ_pick": "random"}
    table, tokens = at_a_table(ana, server, "civ-builder", **how)
    mine = ana.locator("section.orders")
    sheet = leave_orders(ana)
    for kind in ("Dis", "Agr"):
        sheet.locator(f"[data-order='discard {kind}']").click()
    looked(ana, axe, f"orders-civ-builder-{size['width']}")
    sheet.get_by_role("button", name="Leave these orders").click()
    expect(mine).to_contain_text("2 orders of yours stand.")
    told = server.get(f"/api/tables/{table}/orders", tokens[0]).json()["orders"]
    assert [("market", ["pass"]), ("discard", ["discard Dis", "discard Agr"])] == [
        (one["phase"], [move["text"] for move in one["wishes"]]) for one in told
    ]


@ON_BOTH_SCREENS
def test_a_defence_is_ordered(
    site: Site,
    server: Server,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
):
    ana = browse(site.url, size)
    table, tokens = at_a_table(ana, server, "civ-card-game")
    people, ids = People(), iter(range(1000))
    while (client := server.join(table, tokens[0])).update["seen"]["round"] == 0:
        for token in tokens:
            while turn(server, table, token):
                client = server.join(table, token)
                client.play(*people.answer(client.update), id=str(next(ids)))
                client.close()
    mine = ana.locator("section.orders")
    sheet = leave_orders(ana)
    attacked = sheet.get_by_role("group", name="When I am attacked")
    attacked.get_by_label("Else").or_(attacked.get_by_label("Then")).select_option(
        label="I let it through"
    )
    won = sheet.get_by_role("group", name="When I win population")
    for plot in (2, 1):
        won.locator(f"[data-order='settle {plot}']").click()
    # Nobody has walls yet, or two structures on a plot.
    expect(sheet.get_by_role("group", name="walls")).to_have_count(0)
    expect(sheet.get_by_role("group", name="more structures")).to_have_count(0)
    looked(ana, axe, f"orders-card-game-{size['width']}")
    sheet.get_by_role("button", name="Leave these orders").click()
    expect(mine).to_contain_text("2 orders of yours stand.")
    told = server.get(f"/api/tables/{table}/orders", tokens[0]).json()["orders"]
    assert [("block", 0, "pass"), ("receive", 0, "settle 1")] == [
        (one["phase"], one["round"], one["wishes"][-1]["text"]) for one in told
    ]


def with_walls() -> Match:
    """A match in which the first seat has walls on two plots, and two buildings on one."""
    match, rng = Match(open_game("civ-card-game", seats=3), 97), Rng(97)
    while True:
        seen = match.observe(0)
        assert isinstance(seen, CivCardGameObservation)
        lands = [plot.structures for plot in seen.table[0].plots]
        walled = [land for land in lands if "City Walls" in land]
        crowded = [land for land in lands if len({*land}) > 1]
        if seen.phase == "turn" and crowded and len(walled) > 1:
            return match
        for seat in match.to_act():
            legal = match.observe(seat).legal
            match.play(seat, legal[rng.below(len(legal))].text)


@ON_BOTH_SCREENS
def test_what_walls_and_crowds_come_to_is_ordered(
    site: Site,
    server: Server,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
):
    ana = browse(site.url, size)
    where = plain(with_walls().position())
    table, tokens = at_a_table(ana, server, "civ-card-game", position=where)
    mine = ana.locator("section.orders")
    sheet = leave_orders(ana)
    breached = sheet.get_by_role("group", name="When my walls are breached")
    breached.locator("[data-order^='raze']").nth(1).click()
    held = sheet.get_by_role("group", name="When my walls hold")
    held.locator("[data-order^='repel']").first.click()
    crowd = sheet.get_by_role("group", name="When a plot has more structures than it may have")
    crowd.locator("[data-order^='raze']").last.click()
    looked(ana, axe, f"orders-walls-{size['width']}")
    sheet.get_by_role("button", name="Leave these orders").click()
    expect(mine).to_contain_text("3 orders of yours stand.")
    # What is asked stands in sight all the same.
    expect(ana.get_by_role("button", name="End your turn")).to_be_in_viewport(ratio=0.99)
    told = server.get(f"/api/tables/{table}/orders", tokens[0]).json()["orders"]
    assert ["breach", "repel", "vacate"] == [one["phase"] for one in told]


def test_an_order_is_withdrawn_on_the_page(site: Site, server: Server, browse: Open):
    ana = browse(site.url, PHONE)
    table, tokens = at_a_table(ana, server, "5-ages", rounds=1)
    for token in tokens:
        answer(server, table, token)
    mine = ana.locator("section.orders")
    sheet = leave_orders(ana)
    sheet.get_by_label("Else").select_option(label="I have finished trading")
    sheet.get_by_role("button", name="Leave these orders").click()
    expect(mine).to_contain_text("1 order of yours stands.")
    mine.get_by_role("button", name="Leave orders").click()
    sheet.get_by_role("button", name="Withdraw").click()
    expect(sheet).to_contain_text("Nothing yet.")
    expect(sheet.get_by_role("heading", name="What stands")).to_be_focused()
    ana.keyboard.press("Escape")
    expect(mine).to_contain_text("You need not come back for each step.")
    assert [] == server.get(f"/api/tables/{table}/orders", tokens[0]).json()["orders"]


@ON_BOTH_SCREENS
def test_a_swap_is_ordered_and_taken(
    site: Site,
    server: Server,
    browse: Open,
    axe: Callable[[Page], list[str]],
    size: ViewportSize,
):
    ana = browse(site.url, size)
    how = {"trade_mode": "offers", "civ_pick": "random", "rounds": 1}
    table, tokens = at_a_table(ana, server, "civ-builder", **how)
    hands = [server.join(table, token).update["seen"] for token in tokens]
    mine_, theirs = ([*seen["table"][seen["seat"]]["known"]] for seen in hands[:2])
    given = next(card for card in mine_ if card not in theirs)
    wanted = next(card for card in theirs if card != given)
    mine = ana.locator("section.orders")
    sheet = leave_orders(ana)
    swaps = sheet.get_by_role("group", name="What I would give for what")
    add = swaps.get_by_role("button", name="Add this swap")
    expect(add).to_be_disabled()
    gives, wants = (swaps.get_by_role("list", name=name) for name in ("You give", "You want"))
    put = gives.locator(f"[data-kind='{given}']"), wants.locator(f"[data-kind='{wanted}']")
    for card in put:
        card.click()
    add.press("Enter")
    listed = swaps.locator("[data-order]")
    expect(listed).to_contain_text("1.")
    # The focus goes where what had it has gone, and back when that goes.
    expect(listed).to_be_focused()
    listed.press("Enter")
    expect(listed).to_have_count(0)
    expect(gives.get_by_role("button").first).to_be_focused()
    leave = sheet.get_by_role("button", name="Leave these orders")
    put[0].click()
    leave.click()
    expect(sheet).to_contain_text("The last swap is not whole: Tap what you want for it.")
    put[1].click()  # it is left with the others, though it is not added
    swaps.get_by_label("When it is my turn to offer").select_option(label="I make no offer")
    others = sheet.get_by_role("group", name="Other offers to me in this round")
    others.get_by_label("Then").select_option(label="I decline")
    looked(ana, axe, f"orders-swap-{size['width']}")
    leave.click()
    # Whatever asks for it, the swap is one line, and so is that the rest is declined.
    expect(mine).to_contain_text("3 orders of yours stand.")
    expect(mine.get_by_role("button")).to_be_focused()
    [seat] = ana.evaluate("JSON.parse(localStorage.getItem('microciv.seats'))")
    ana.close()

    while not turn(server, table, tokens[1]):  # who comes before Ben offers nothing
        [token] = [token for token in tokens if turn(server, table, token)]
        answer(server, table, token, "pass")
    answer(server, table, tokens[1], f"offer {wanted} > A : {given}")
    told = server.get(f"/api/tables/{table}/orders", tokens[0]).json()
    answers = [one for one in told["used"] if one["phase"] == "answer"]
    assert [(1, ["accept"])] == [
        (one["round"], [move["text"] for move in one["moves"]]) for one in answers
    ]

    # What was used stands below what is open, out of the way.
    ana = browse(site.url, size)
    ana.evaluate("seat => localStorage.setItem('microciv.seats', JSON.stringify([seat]))", seat)
    ana.goto(f"{server.http.base_url}/t/{table}")
    ana.locator("section.orders").get_by_role("button", name="orders").click()
    sheet = ana.get_by_role("dialog", name="Your orders")
    line = sheet.locator("details li").filter(has_text="Accept")
    expect(line).to_be_hidden()
    sheet.get_by_text("Used: ").click()
    expect(line).to_contain_text(", round 1: ")
    expect(line).to_be_visible()
    looked(ana, axe, f"orders-used-{size['width']}")
