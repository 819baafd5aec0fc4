"""An address and a device that are told whose turn it is: asked for, confirmed, turned off."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import LOST, PHONE, REFUSED, Open
from tests.e2e.test_daily import looked
from tests.e2e.test_together import sit_and_start
from tests.server.post import words_in
from tests.server.processes import server_process
from tests.server.receivers import receiving
from tests.server.site import soon
from tests.server.test_push import DEVICE

pytestmark = pytest.mark.browser

SUBSCRIBED = """(() => {
    const told = {endpoint: 'https://push.example/1', keys: KEYS};
    Notification.requestPermission = () => Promise.resolve('granted');
    Object.defineProperty(Notification, 'permission', {get: () => 'default'});
    PushManager.prototype.subscribe = () => Promise.resolve({toJSON: () => told});
})()""".replace("KEYS", str(DEVICE.keys()))
"""No push service is to be had here: what the browser makes of one."""


@pytest.mark.console(REFUSED, LOST)  # the site ends before its pages
def test_a_guest_is_kept_by_mail_and_a_device_is_told(
    tmp_path: Path, built_page: Path, browse: Open, axe: Callable[[Page], list[str]]
):
    given = {"site": "https://play.example", "smtp": "127.0.0.1", "smtp_tls": "none"}
    with receiving() as (mails, _):
        given |= {"smtp_port": str(mails.port), "sender": "civ@play.example"}
        flags = [part for name, value in given.items() for part in ("--set", f"{name}={value}")]
        with server_process(str(tmp_path / "site.sqlite3"), *flags) as (_, site):
            here = f"http://127.0.0.1:{site.port}"
            ana = browse(here, PHONE)
            ana.get_by_role("link", name="Make a table for friends").first.click()
            ana.get_by_label("Your name").fill("Ana")
            ana.get_by_role("button", name="Make the table and get its link").click()
            expect(ana.get_by_label("Link to this table")).to_be_visible()
            ana.add_init_script(SUBSCRIBED)
            ana.goto(f"{here}/#me")
            ana.get_by_label("E-mail address").fill("ana@example.org")
            ana.get_by_role("button", name="Keep this by e-mail").click()
            expect(ana.get_by_text("Six words are on the way to ana@example.org")).to_be_visible()
            soon(lambda: bool(mails.kept))
            looked(ana, axe, "mail-words")
            ana.goto(f"{here}/#mail/{words_in(mails.kept[0]).replace(' ', '-')}")
            ana.get_by_role("button", name="This is my address").click()
            expect(ana.get_by_text("E-mail to ana@example.org")).to_be_visible()
            expect(ana.get_by_role("checkbox", name="Mail me")).to_be_checked()

            told = ana.get_by_role("region", name="When it is my turn")
            told.get_by_role("button", name="Tell me when it is my turn").click()
            expect(told).to_contain_text("This device tells you")
            looked(ana, axe, "told")
            told.get_by_role("button", name="No more on this device").click()
            expect(told.get_by_role("button", name="Tell me when it is my turn")).to_be_visible()

            bo = browse(f"{here}/#me")
            bo.get_by_label("E-mail address").fill("ana@example.org")
            bo.get_by_role("button", name="Sign in by e-mail").click()
            expect(bo.get_by_text("If ana@example.org is known here")).to_be_visible()
            soon(lambda: len(mails.kept) > 1)
            looked(bo, axe, "sign-in")
            bo.goto(f"{here}/#device/{words_in(mails.kept[1]).replace(' ', '-')}")
            bo.get_by_role("button", name="They are my own").click()
            expect(bo.get_by_text("E-mail to ana@example.org")).to_be_visible()


@pytest.mark.console(LOST)  # the site ends before its page
def test_a_host_names_a_webhook_and_turns_it_off_in_one_tap(
    tmp_path: Path, built_page: Path, browse: Open, axe: Callable[[Page], list[str]]
):
    flags = ("--set", "site=https://play.example", "--set", "webhooks=true")
    with server_process(str(tmp_path / "site.sqlite3"), *flags) as (_, site):
        here = f"http://127.0.0.1:{site.port}"
        ana = browse(here, PHONE)
        ana.get_by_role("link", name="Make a table for friends").first.click()
        ana.get_by_role("button", name="3", exact=True).click()
        ana.get_by_role("button", name="By the day").click()
        ana.get_by_role("button", name="Make the table and get its link").click()
        expect(ana.get_by_label("Link to this table")).to_be_visible()
        bo = browse(ana.url)
        bo.get_by_label("Your name").fill("Bo")
        sit_and_start(bo, ana)
        ana.get_by_role("button", name="Link to this table").click()
        hook = ana.get_by_label("Webhook of this table")
        off = ana.get_by_role("button", name="Tell nobody")
        hook.fill("https://chat.example/x")
        expect(off).to_have_count(0)
        ana.get_by_role("button", name="Set", exact=True).click()
        expect(off).to_be_visible()
        looked(ana, axe, "webhook")
        off.click()
        expect(hook).to_have_value("")
        expect(off).to_have_count(0)
