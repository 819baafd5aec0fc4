"""Somebody's program at a table: its account on the page, and how a host asks for it."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, REFUSED, ROOT, Open, Site
from tests.e2e.player import play_by_program

WIDER = "() => document.documentElement.scrollWidth - innerWidth"

pytestmark = pytest.mark.browser


@contextmanager
def running(site: Site, token: str, log: Path) -> Iterator[None]:
    script = str(ROOT / "examples" / "programs" / "program.py")
    with (
        log.open("wb") as out,
        subprocess.Popen(
            [sys.executable, script, site.url], env={"MICROCIV_TOKEN": token}, stderr=out
        ) as program,
    ):
        try:
            yield
        finally:
            program.terminate()


def fits(page: Page, axe: Callable[[Page], list[str]]) -> None:
    assert page.evaluate(WIDER) <= 0
    assert axe(page) == []


@pytest.mark.console(REFUSED)
def test_a_host_asks_a_program_and_plays_with_it(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]], tmp_path: Path
):
    owner = browse(own_site.url)
    owner.evaluate(
        "fetch('/api/me', {method: 'POST', body: JSON.stringify({name: 'Olga'}),"
        " headers: {'content-type': 'application/json'}})"
    )
    owner.goto(f"{own_site.url}/#me")
    owner.get_by_label("Name of a new bot account").fill("Ada")
    owner.get_by_role("button", name="Make it").click()
    token = owner.get_by_label("Token of Ada").input_value()
    assert token.startswith("mcb_")
    expect(owner.get_by_text("never used")).to_be_visible()
    fits(owner, axe)
    owner.set_viewport_size(PHONE)
    fits(owner, axe)
    owner.reload()
    expect(owner.get_by_text("never used")).to_be_visible()
    expect(owner.get_by_label("Token of Ada")).to_have_count(0)

    host = browse(f"{own_site.url}/#new/5x?seats=3")
    host.get_by_label("Your name").fill("Ann")
    host.get_by_label("Others’ programs").check()
    host.get_by_label("Seat 2").select_option("program")
    host.get_by_label("Name of the program in seat 2").fill("Nobody")
    fits(host, axe)
    host.get_by_label("Seat 3").select_option("bot:easy")
    host.get_by_role("button", name="Make the table").click()
    expect(host.get_by_role("alert")).to_contain_text("no bot account called 'Nobody'")
    host.get_by_label("Name of the program in seat 2").fill("ada")
    host.get_by_role("button", name="Make the table").click()
    expect(host.get_by_text("Ada, bot of Olga: asked")).to_be_visible()
    fits(host, axe)
    host.set_viewport_size(PHONE)
    fits(host, axe)
    with running(own_site, token, tmp_path / "program.log"):
        expect(host.get_by_text("waiting for players")).to_have_count(0)
        play_by_program(own_site.port, host)
        expect(host.locator("#result")).to_be_visible()
        expect(host.get_by_text("Ada (bot of Olga)").first).to_be_visible()
        fits(host, axe)
    host.goto(f"{own_site.url}/#ladder/5x/3")
    expect(host.get_by_text("Nobody has a rating yet")).to_be_visible()
    host.get_by_label("Who").select_option("Programs")
    expect(host.get_by_role("cell", name="Ada bot of Olga")).to_be_visible()
    fits(host, axe)
    assert json.load(urllib.request.urlopen(f"{own_site.url}/api/ladder?bots=1"))["total"] == 1
