"""Without a server: the engine in the browser's WebAssembly."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from microciv.games import about, brought, catalogue
from tests.e2e import replays, test_civ_builder, test_civ_card_game, test_five_ages
from tests.e2e.conftest import LOST, PHONE, Open, Site
from tests.e2e.player import choose, more, play_now, play_out, wait
from tools.golden import RECORDS

SEED: Final = int(os.environ.get("MICROCIV_SEED", "0"))
MATCHES: Final = int(os.environ.get("MICROCIV_MATCHES", "1"))
MANY: Final = int(os.environ.get("MICROCIV_MATCHES", "1000"))
GAMES: Final = [name for name in catalogue() if not brought(name)]
SLOW: Final = 120_000.0
"""Milliseconds, for a machine on which all cores have something else to do."""
RUNS: Final = 0.01
"""Seconds for which a slower device runs at a time."""
ENGINE: Final = """async () => {
    const { folder } = await (await fetch('/engine.json')).json();
    const { loadPyodide } = await import(`/${folder}/pyodide.mjs`);
    const python = await loadPyodide({ indexURL: `/${folder}/` });
    for (const name of ['msgspec.whl', 'microciv.zip']) {
        const archive = await (await fetch(`/${folder}/${name}`)).arrayBuffer();
        const extractDir = '/lib/python3.14/site-packages';
        python.unpackArchive(archive, 'zip', { extractDir });
    }
    window.python = python;
}"""

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def engine(built_page: Path) -> None:
    if not (built_page / "engine.json").is_file():
        pytest.skip("the engine is not built: `make page`")


def sample() -> tuple[list[Any], list[tuple[str, int, int]]]:
    """A golden record of each game and matches with random answers: others every day."""
    records = []
    for game in GAMES:
        files = sorted(RECORDS.glob(f"{game}-*.json"))
        chosen = files[SEED % len(files)]
        records.append(json.loads(chosen.read_text(encoding="utf-8"))["record"])
    random = [
        (game, about(game).seats[(SEED + one) % 3], SEED % 10_000 + one)
        for game in GAMES
        for one in range(MATCHES)
    ]
    return records, random


def woken(chromium: Browser, site: Site) -> Page:
    """A page whose own thread has the engine."""
    page = chromium.new_page(bypass_csp=True)  # only a worker may do what is tried here
    page.goto(site.url)
    page.evaluate(ENGINE)
    page.evaluate("it => python.runPython(it)", Path(replays.__file__).read_text(encoding="utf-8"))
    return page


def compare(page: Page, records: list[Any], random: list[tuple[str, int, int]]) -> None:
    """What is told of these matches there and here."""
    asked = json.dumps(records), json.dumps(random)
    there = page.evaluate("([one, two]) => python.globals.get('digests')(one, two)", [*asked])
    assert json.loads(replays.digests(*asked)) == json.loads(there), (len(records), random)


def test_webassembly_plays_the_same_matches_and_tells_the_same_of_them(
    chromium: Browser, site: Site
):
    page = woken(chromium, site)
    compare(page, *sample())
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_webassembly_plays_a_thousand_matches_and_all_golden_records(
    chromium: Browser, site: Site, game: str
):
    page = woken(chromium, site)
    for file in sorted(RECORDS.glob(f"{game}-*.json")):
        compare(page, [json.loads(file.read_text(encoding="utf-8"))["record"]], [])
    seats = about(game).seats[:5]  # more than the rules are for have to be allowed
    for seed in range(MANY):  # one after the other: a failure names its match
        compare(page, [], [(game, seats[seed % len(seats)], SEED + seed)])
    page.close()


def load_it(page: Page) -> None:
    """As who asks for it; how fast bots think here is known already."""
    page.context.set_default_timeout(SLOW)
    quick = {game: {"random": 0, "easy": 0} for game in GAMES}
    page.evaluate("(it) => localStorage.setItem('microciv.levels', it)", json.dumps(quick))
    page.get_by_role("link", name="Play offline").click()
    page.get_by_role("button", name="Load it").click()
    expect(page.get_by_text("This device plays without the server")).to_be_visible(timeout=SLOW)


@contextmanager
def slower(chromium: Browser, times: int) -> Iterator[None]:
    """All that belongs to the browser runs for so small a part of the time: Chromium's own
    throttling slows no worker.
    """
    done = threading.Event()
    session = chromium.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    group = os.getpgid(next(one["id"] for one in processes if one["type"] == "browser"))
    assert group != os.getpgrp()

    def slow_down() -> None:
        while not done.wait(RUNS):
            os.killpg(group, signal.SIGSTOP)
            done.wait(RUNS * (times - 1))
            os.killpg(group, signal.SIGCONT)

    thread = threading.Thread(target=slow_down)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


PLAYERS: Final[dict[str, Callable[[], Callable[[Page, int], None]]]] = {
    "5X": lambda: choose,
    "5 Ages": lambda: test_five_ages.Taps().answer,
    "Civilization: The Card Game": lambda: test_civ_card_game.Taps().answer,
    "Civ Builder": lambda: test_civ_builder.Taps().answer,
}


@pytest.mark.console(LOST)
@pytest.mark.parametrize(
    "game, times",
    [
        ("5X", 1),
        *[pytest.param(game, 4, marks=pytest.mark.slow) for game in PLAYERS],
    ],
)
def test_a_whole_match_is_played_with_the_server_gone_and_survives_a_new_page(
    chromium: Browser,
    browse: Open,
    own_site: Site,
    axe: Callable[[Page], list[str]],
    game: str,
    times: int,
):
    answer = PLAYERS[game]()
    page = browse(own_site.url, PHONE)
    load_it(page)
    assert [] == axe(page)
    own_site.kill()
    with ExitStack() as until_the_end:
        if times > 1:
            until_the_end.enter_context(slower(chromium, times))
        page.goto(own_site.url)
        expect(page.get_by_text("played on this device")).to_be_visible()
        play_now(page, 3, game)
        page.get_by_role("button", name="Hint").click()
        expect(page.get_by_role("region", name="Hint")).to_contain_text("% to win")
        answer(page, 0)
        page.reload()  # in the midst of it
        play_out(page, answer)
        page.reload()
        assert "over" == wait(page)
        more(page).get_by_role("link", name="Review").click()
        whole = page.get_by_role("heading", name="What cost most")
        expect(whole.or_(page.get_by_text("Decision 2 of")).first).to_be_visible()
        page.get_by_role("link", name="Watch again").click()
        expect(page.get_by_role("button", name="Step on")).to_be_visible(timeout=SLOW)


def test_a_second_tab_waits_until_the_first_has_gone(browse: Open, own_site: Site):
    page = browse(own_site.url)
    load_it(page)
    page.get_by_role("link", name="To the games").click()
    play_now(page, 3)
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.get_by_text("open in another tab")).to_be_visible(timeout=SLOW)
    page.close()
    assert "wanted" == wait(second)
