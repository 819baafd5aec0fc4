"""Somebody comes back: a guest's matches, another device, a passkey, and the way out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.conftest import PHONE, Open, Site
from tests.e2e.player import OVERFLOW, play_by_program, play_now, wait
from tests.e2e.test_together import set_table

WIDER = "() => document.documentElement.scrollWidth - innerWidth"

pytestmark = pytest.mark.browser


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """A device of the browser's that makes passkeys, and whose owner always agrees."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    how = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": how})
    return session, added["authenticatorId"]


def sure(page: Page, words: str, yes: str) -> None:
    page.get_by_role("button", name=words, exact=True).first.click()
    page.get_by_role("button", name=yes).click()


def test_a_guest_comes_back_on_other_devices_and_can_go(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    url = f"http://localhost:{own_site.port}"  # passkeys want a name
    laptop = browse(url)
    play_now(laptop, 3)
    play_by_program(own_site.port, laptop)
    expect(laptop.locator("#result")).to_be_visible()
    laptop.goto(url)
    set_table(laptop, "Ana")
    laptop.goto(f"{url}/#matches")
    matches = laptop.get_by_role("list", name="Matches").get_by_role("listitem")
    expect(matches).to_have_count(1)
    expect(matches).to_contain_text("easy bots")

    # Another device, by six words: a telephone, which has played before.
    laptop.goto(f"{url}/#me")
    laptop.get_by_role("button", name="Show six words").click()
    words = laptop.locator(".words").inner_text()
    assert laptop.evaluate(WIDER) <= 0
    assert axe(laptop) == []
    phone = browse(f"{url}/#device", PHONE)
    phone.get_by_label("Six words").fill(words)
    assert phone.evaluate(WIDER) <= 0
    assert axe(phone) == []
    phone.get_by_role("button", name="They are my own").click()
    expect(phone.get_by_text("this one")).to_be_visible()
    assert phone.evaluate(WIDER) <= 0
    assert axe(phone) == []
    phone.goto(f"{url}/#matches")
    expect(phone.get_by_role("list", name="Matches").get_by_role("listitem")).to_have_count(1)
    assert phone.evaluate(WIDER) <= 0
    assert axe(phone) == []
    phone.goto(url)
    expect(phone.get_by_role("link", name="Continue 5X").first).to_be_visible()

    # A passkey, and a third device that has it.
    session, id_ = authenticator(laptop)
    laptop.reload()
    laptop.get_by_role("button", name="Keep this with a passkey").click()
    expect(laptop.get_by_role("heading", name="You can sign in anywhere")).to_be_visible()
    [credential] = session.send("WebAuthn.getCredentials", {"authenticatorId": id_})["credentials"]
    third = browse(f"{url}/#me")
    other, other_id = authenticator(third)
    other.send("WebAuthn.addCredential", {"authenticatorId": other_id, "credential": credential})
    third.get_by_role("button", name="Sign in by passkey").click()
    expect(third.get_by_text("1 match played")).to_be_visible()

    # Signed out from the laptop, the telephone is a guest again; erased, so are all.
    laptop.reload()
    sure(laptop, "Sign out all others", "Yes, all others")
    expect(laptop.get_by_role("status")).to_contain_text("signed out")
    phone.goto(f"{url}/#me")
    phone.reload()
    expect(phone.get_by_text("You are a guest here")).to_be_visible()
    assert phone.evaluate(WIDER) <= 0
    assert axe(phone) == []
    sure(laptop, "Erase me", "Yes, erase me")
    expect(laptop.get_by_role("link", name="My matches")).to_be_visible()
    laptop.goto(f"{url}/#matches")
    expect(laptop.get_by_text("Nothing yet on this device")).to_be_visible()


def test_a_match_that_is_over_is_played_once_more(
    own_site: Site, browse: Open, axe: Callable[[Page], list[str]]
):
    page = browse(own_site.url, PHONE)
    play_now(page, 3)
    play_by_program(own_site.port, page)
    expect(page.locator("#result")).to_be_visible()
    page.goto(f"{own_site.url}/#matches")
    with page.expect_download() as download:
        page.get_by_role("link", name="All records as a file").click()
    assert "microciv-records.zip" == download.value.suggested_filename
    page.get_by_role("button", name="Same deal again").click()
    assert "wanted" == wait(page)
    page.get_by_role("button", name="Link to this table").click()
    expect(page.get_by_role("heading", name="This deal is known")).to_be_visible()
    assert axe(page) == []

    page.goto(f"{own_site.url}/#matches")
    page.get_by_role("link", name="Watch again").click()
    page.get_by_role("button", name="Step on").click()
    assert page.evaluate(OVERFLOW) == []
    assert axe(page) == []
    page.get_by_role("button", name="Play from here").click()
    assert "wanted" == wait(page)
    page.get_by_role("button", name="Link to this table").click()
    expect(page.get_by_text("from one of its decisions on")).to_be_visible()
