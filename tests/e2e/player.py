"""A person who plays by what is on the screen: taps or keys, and counts them."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Mapping
from typing import Final

from playwright.sync_api import Locator, Page, expect

from microciv.games import about
from tests.server.site import Site as Server
from tests.server.site import play_through

MOVES: Final = "[data-move]:not([aria-disabled='true']):not([aria-pressed='true'])"

# At the end of a match the table stands for a moment before the result comes by itself.
WANTED_OR_OVER: Final = f"""() =>
    (document.querySelector('[data-ended]')?.click(), document.querySelector('#result')) ? 'over' :
    document.querySelector('[data-wanted="true"]') && document.querySelector("{MOVES}")
    ? 'wanted' : null"""

OVERFLOW: Final = """() => {
    const root = document.documentElement;
    const over = [root.scrollHeight - innerHeight, root.scrollWidth - innerWidth];
    return over.filter((pixels) => pixels > 0);
}"""

WATCH: Final = """(moves) => {
    if (window.moved) return;
    window.moved = new Set();
    let board = null;
    let tapped = false;
    let stood = new Map();
    const anew = () => { tapped = false; stood = new Map(); };
    const forget = () => { stood = new Map(); };
    const tap = () => { tapped = true; };
    for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, tap, true);
    for (const sign of ['scroll', 'resize']) addEventListener(sign, forget, true);
    const look = () => {
        requestAnimationFrame(look);
        const asks = document.querySelector('[data-wanted]');
        if (asks !== board) {
            board = asks;
            anew();
            const attributeFilter = ['data-wanted'];
            if (asks) new MutationObserver(anew).observe(asks, { attributeFilter });
        }
        if (tapped || board?.dataset.wanted !== 'true') return;
        if (document.fonts.status !== 'loaded') return;
        for (const one of document.querySelectorAll(`${moves}, .dock button`)) {
            const { left, top, width, height } = one.getBoundingClientRect();
            if (!width) continue;
            const at = [left + width / 2, top + height / 2].map(Math.round);
            const before = stood.get(one) ?? at;
            const far = Math.hypot(at[0] - before[0], at[1] - before[1]) > 4;
            stood.set(one, far ? at : before);
            if (far) {
                const asked = document.querySelector('.board').className.split(' ')[1];
                const name = one.textContent.trim().slice(0, 30);
                moved.add(`${asked}: ${name}, from ${before} to ${at}`);
            }
        }
    };
    look();
}"""
"""From here on it is noted what could be tapped and moves, from when a question is asked to the
first tap.
"""

UNLABELLED: Final = """() => [...document.querySelectorAll('button, a, input, select')]
    .filter((one) => !one.innerText?.trim() && !one.ariaLabel && !one.labels?.length)
    .map((control) => control.outerHTML)"""

SMALL: Final = """(least) => [...document.querySelectorAll('main button')]
    .map((button) => [button.getBoundingClientRect(), button.outerHTML.slice(0, 90)])
    .filter(([box]) => box.width && (box.height < least || box.width < least))
    .map(([, html]) => html)"""


def play_now(page: Page, seats: int = 4, game: str = "5X") -> None:
    """From the lobby to the table: one tap, if this number of players is expected there."""
    play_button(page, seats, game).click()
    wait(page)


def play_button(page: Page, seats: int, game: str = "5X") -> Locator:
    """The button that begins a match; it is told of the number of players first."""
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=game))
    play = card.get_by_role("button", name=f"Play {game} with")
    if f"with {seats} players" not in (play.get_attribute("aria-label") or ""):
        card.locator("summary").click()
        card.get_by_role("button", name=f"{seats} players", exact=True).click()
    return play


MOST_TAPS: Final = 1000
BOT: Final = {"kind": "bot", "level": "random"}
NAME: Final = "Maximiliane von Habsburg"


def sit_down(
    page: Page,
    url: str,
    game: str,
    seats: int,
    options: Mapping[str, object] | None = None,
    others: Mapping[str, str] = BOT,
) -> Page:
    """Take the first seat of a table with bots that do anything, so that some of it is trade; or
    with others.
    """
    plan = [{"kind": "you"}, *[others] * (seats - 1)]
    body = {"game": game, "seats": plan, "options": options or {}, "name": NAME}
    request = urllib.request.Request(
        f"{url}/api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        seat = json.load(answer)
    mine = {**seat, "game": game, "title": about(game).title, "finished": False, "since": 1}
    page.evaluate("seat => localStorage.setItem('microciv.seats', JSON.stringify([seat]))", mine)
    page.goto(f"{url}/t/{seat['table']}")
    return page


def play_by_program(port: int, page: Page) -> None:
    """The match of the page's first table is played to its end, without the page."""
    seats = json.loads(page.evaluate("() => localStorage.getItem('microciv.seats')"))
    server = Server(port)
    play_through([server.join(seats[0]["table"], seats[0]["token"])])
    server.close()


def wait(page: Page) -> str:
    """Until this person is asked or the match is over; says which."""
    return str(page.wait_for_function(WANTED_OR_OVER).json_value())


def legal(page: Page) -> Locator:
    """What can be tapped now."""
    return page.locator(MOVES)


def choose(page: Page, turn: int) -> None:
    """Some move, another each time, as a person would tap it."""
    moves = legal(page)
    count = moves.count()
    if count:  # else the answer before is still under way, and is asked for again
        moves.nth(turn * 5 % count).click()


def play_out(
    page: Page,
    answer: Callable[[Page, int], None] = choose,
    look: Callable[[str], None] = lambda phase: None,
    *,
    still: bool = False,
) -> int:
    """Answer until the match is over; `look` is called at each decision. The number of answers.
    `still`: nothing moves under a finger meanwhile.
    """
    taps = 0
    if still:
        page.evaluate(WATCH, MOVES)
    while wait(page) == "wanted":
        if not legal(page).count():
            continue  # the answer before is still under way
        look(phase(page))
        answer(page, taps)
        taps += 1
        assert taps < MOST_TAPS, "this match goes round in circles"
    moved = page.evaluate("() => [...(window.moved ?? [])]")
    assert not moved, "\n".join(moved)
    return taps


def more(page: Page) -> Page:
    """The result with all that can be done besides another match."""
    page.locator("details.more").evaluate("one => { one.open = true }")
    return page


def watch_again(page: Page, axe: Callable[[Page], list[str]], *decisions: str) -> None:
    """From the table of a match that is over to its replay, at these decisions, as a seat and as a
    spectator see it.
    """
    page.get_by_role("button", name="To the result").click()
    more(page).get_by_role("link", name="Watch again").click()
    scrubber = page.get_by_label("Decision", exact=True)
    expect(scrubber).to_have_value("0")
    assert axe(page) == []
    for seat in ("2", "15"):
        page.get_by_label("Seen by").select_option(seat)
        for decision in decisions:
            scrubber.fill(decision)
            assert page.evaluate(OVERFLOW) == []
            assert axe(page) == []
    scrubber.focus()
    page.keyboard.press("End")


def phase(page: Page) -> str:
    """What kind of move is wanted: "card", "pass", "bid" ..."""
    first = page.evaluate(f"""() => document.querySelector("{MOVES}")?.dataset.move ?? ''""")
    words = first.split()
    return words[0] if len(words) > 1 else "card"
