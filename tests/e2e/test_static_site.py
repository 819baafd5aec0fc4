"""The site of plain files: any web server has it, in any folder."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from microciv.games import catalogue
from tests.e2e.conftest import PHONE, REFUSED, Open
from tests.e2e.player import choose, more, play_now, play_out, wait
from tools.static_site import lay

SLOW: Final = 120_000.0
"""Milliseconds, for a machine on which all cores have something else to do."""

FOLDER: Final = Path("www", "some", "folder")

pytestmark = pytest.mark.browser


class Quiet(SimpleHTTPRequestHandler):
    """Files, and no word about them."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its name there
        """Say nothing."""


@pytest.fixture
def address(tmp_path: Path, built_page: Path) -> Iterator[str]:
    """Where a web server that knows nothing of us has the site."""
    if not (built_page / "engine.json").is_file():
        pytest.skip("the engine is not built: `make page`")
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.html").touch()
    lay(built_page, docs, tmp_path / FOLDER)
    handler = partial(Quiet, directory=str(tmp_path / "www"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/folder/"
    server.shutdown()
    server.server_close()


def test_a_folder_of_files_plays_shows_a_match_in_a_link_and_a_position_set_up_by_hand(
    browse: Open, address: str, axe: Callable[[Page], list[str]]
):
    page = browse(address, PHONE)
    page.context.set_default_timeout(SLOW)
    missing: list[str] = []
    page.context.on("response", lambda one: missing.append(one.url) if one.status >= 400 else None)
    expect(page.get_by_text("These pages are plain files")).to_be_visible()
    assert [] == axe(page)
    play_now(page, 3)
    choose(page, 0)
    page.reload()  # in the midst of it
    play_out(page)
    more(page).get_by_role("button", name="Link to the replay").click()
    link = page.get_by_role("textbox", name="Link to this replay").input_value()
    assert link.startswith(f"{address}#r=")

    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("button", name="Step on").click(timeout=SLOW)
    page.get_by_role("link", name="Review").click()
    page.get_by_label("Whose").select_option("2")
    expect(page.get_by_role("heading", name="Chance to win by decision")).to_be_visible()
    expect(page.get_by_role("heading", name="What cost most")).to_be_visible(timeout=SLOW)
    page.get_by_role("link", name="Watch again").click()
    page.get_by_role("button", name="Play from here").click()
    assert "wanted" == wait(page)
    expect(page.get_by_title("Whose deal it is")).to_be_attached()

    page.goto(link)
    page.get_by_role("button", name="Step on").click(timeout=SLOW)
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Edit this position").click()
    text = page.get_by_label("Position", exact=True)
    expect(text).to_have_value(re.compile('"game": "5x"'))
    position = text.input_value()
    assert [] == axe(page)
    text.fill(position.replace('"rules": ', '"rules": -'))
    page.get_by_role("button", name="Play from here").click()
    expect(page.get_by_role("alert")).to_contain_text("Rules: expected a whole number")
    assert "-" in page.evaluate("() => getSelection().toString()")
    text.fill(position)
    page.get_by_role("button", name="Play from here").click()
    assert "wanted" == wait(page)
    expect(page.get_by_title("Whose deal it is")).to_be_attached()

    page.goto(f"{link[:-9]}A{link[-8:]}")
    expect(page.get_by_text("This link is damaged")).to_be_visible()

    page.goto(f"{address}#matches")
    played = page.get_by_label("Matches").get_by_role("listitem")
    expect(played).to_have_count(1)
    assert [] == axe(page)
    played.get_by_role("link", name="Watch again").click()
    page.get_by_role("button", name="Step on").click(timeout=SLOW)

    page.goto(f"{address}#ladder/5x/4")
    expect(page.get_by_role("heading", name="This needs a server")).to_be_visible()
    page.goto(f'{address}#design/5x?set={{"wonder_a":5}}')
    page.get_by_label("Matches, each played").select_option("100")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text("All matches are played.", exact=True)).to_be_visible()
    expect(page.get_by_text("100 matches of each, on the same deals").last).to_be_visible()
    assert [] == axe(page)
    assert [] == missing


@pytest.mark.console(REFUSED)
def test_an_update_that_breaks_off_leaves_the_version_that_is_there(
    browse: Open, address: str, tmp_path: Path
):
    page = browse(address, PHONE)
    page.context.set_default_timeout(SLOW)
    quick = {name: {"random": 0, "easy": 0} for name in catalogue()}
    page.evaluate("(it) => localStorage.setItem('microciv.levels', it)", json.dumps(quick))
    page.goto(f"{address}#offline")
    load = page.get_by_role("button", name="Load it")
    load.click()
    expect(page.get_by_text("This device plays without the network")).to_be_visible(timeout=SLOW)

    folder = tmp_path / FOLDER
    told = json.loads((folder / "engine.json").read_text(encoding="utf-8"))
    newer = {**told, "version": "newer", "files": {"newer.js": [9, 9], **told["files"]}}
    (folder / "engine.json").write_text(json.dumps(newer), encoding="utf-8")
    page.reload()
    load.click()
    expect(page.get_by_text("newer.js cannot be loaded")).to_be_visible()
    gone = folder.rename(tmp_path / "gone")
    page.goto(f"{address}#")
    page.reload()
    play_now(page, 3)
    choose(page, 0)

    gone.rename(folder)
    (folder / "newer.js").touch()
    page.goto(f"{address}#offline")
    page.reload()
    load.click()
    expect(page.get_by_text("This device plays without the network")).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("There is a newer version")).to_have_count(0)
    kept = page.evaluate("() => caches.keys()")
    assert 2 == len(kept), kept
    assert [name for name in kept if name.endswith("-newer")]
