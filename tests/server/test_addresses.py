"""An address that keeps a guest, and signs in."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from microciv.server.store import addresses_sql, people_sql
from microciv.server.store.store import open_store
from tests.server.browsers import PIXEL, Browser
from tests.server.post import SITE, STORES, Post, confirm, mailbox, words_in
from tests.server.site import serving, soon


def test_a_guest_is_kept_by_mail_and_signs_in_on_another_device(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben"))
        ann, phone = post.people["Ann"], Browser(site.port, PIXEL)
        me = ann.me()
        assert (True, mailbox("Ann"), "") == (me["account"], me["address"], me["unconfirmed"])
        asked = [
            phone.http.post("/api/sign-in/mail", json={"address": address})
            for address in (" ANN@example.org", "nobody@example.org")
        ]
        assert [(200, {})] * 2 == [(one.status_code, one.json()) for one in asked]
        soon(lambda: len(post.mails.kept) > 0)
        words = words_in(post.mails.to(mailbox("Ann"))[-1])
        assert f"{SITE}/#device/{words.replace(' ', '-')}\n" in post.mails.kept[0].get_content()
        phone.post("/api/me/device", {"words": words})
        assert 2 == len(phone.me()["devices"])
        assert "bad_code" == phone.refused("/api/me/device", {"words": words})
        told = ann.get("/api/me/export")["person"]["addresses"]
        assert [mailbox("Ann")] == [one["address"] for one in told]
        assert mailbox("Ann") not in post.people["Ben"].http.get("/api/me/export").text
        ann.post("/api/me/erase")
        assert [] == post.rows(f"SELECT 1 FROM addresses WHERE address = '{mailbox('Ann')}'")
        phone.http.close()


def test_words_for_an_address_are_good_where_they_were_asked_for(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben"))
        ann, ben = post.people["Ann"], post.people["Ben"]
        ann.post("/api/me/address", {"address": "new@example.org"})
        soon(lambda: bool(post.mails.kept))
        words = words_in(post.mails.kept[0])
        assert "bad_code" == ben.refused("/api/me/address/confirm", {"words": words})
        assert "bad_code" == ben.refused("/api/me/device", {"words": words})
        assert "new@example.org" == ann.me()["unconfirmed"]
        assert "new@example.org" == ann.post("/api/me/address/confirm", {"words": words})["address"]


def test_words_confirm_the_address_alone_that_they_were_sent_to(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Eve",))
        eve = post.people["Eve"]
        eve.post("/api/me/address", {"address": "eve@example.org"})
        soon(lambda: bool(post.mails.kept))
        words = words_in(post.mails.kept[0])
        eve.post("/api/me/address", {"address": "victim@example.org"})
        assert "bad_code" == eve.refused("/api/me/address/confirm", {"words": words})
        assert "victim@example.org" == eve.me()["unconfirmed"]


@pytest.mark.anyio
@pytest.mark.parametrize("kind", STORES)
async def test_an_address_does_not_change_while_another_is_confirmed(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    where = request.getfixturevalue("postgres_url") if kind == "postgres" else str(tmp_path / "s")
    store = open_store(where)
    await store.open()
    await store.run(people_sql.add_person("eve", "Eve", ("key", "hash", "")))
    for number in range(20):
        await store.run(addresses_sql.ask("eve", f"eve{number}@example.org", f"mine{number}", 10))
        await asyncio.gather(
            store.run(addresses_sql.ask("eve", f"victim{number}@example.org", f"its{number}", 10)),
            store.run(addresses_sql.confirm("eve", f"mine{number}", 5)),
        )
        await asyncio.gather(
            store.run(addresses_sql.ask("eve", f"eve{number}@example.org", f"again{number}", 10)),
            store.run(
                addresses_sql.ask("eve", f"victim{number}@example.org", f"twice{number}", 10)
            ),
        )
        await store.run(addresses_sql.confirm("eve", f"again{number}", 5))
        assert await store.run(addresses_sql.whose(f"victim{number}@example.org")) is None
    await store.close()


def test_a_guest_who_confirms_the_address_of_an_account_is_signed_in_there(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben"))
        phone = Browser(site.port, PIXEL)
        table = phone.create("you", "open", "open", name="Guest")["table"]
        me = confirm(post, phone, mailbox("Ann"))
        assert (2, [table]) == (len(me["devices"]), post.people["Ann"].me()["tables"])
        assert "bad_code" != post.people["Ben"].refused("/api/me/address", {"address": "no"})
        post.mails.kept.clear()
        post.people["Ben"].post("/api/me/address", {"address": mailbox("Ann")})
        soon(lambda: bool(post.mails.kept))
        words = words_in(post.mails.kept[0])
        assert "taken" == post.people["Ben"].refused("/api/me/address/confirm", {"words": words})
        phone.http.close()


def test_mails_with_words_are_metered_by_address_and_by_person(post: Post):
    with serving(open_store(post.address), post.settings(mails=(0.0001, 2))) as site:
        ann = Browser(site.port)
        ann.post("/api/me")
        for name in ("one", "two"):
            ann.post("/api/me/address", {"address": f"{name}@example.org"})
        assert "too_fast" == ann.refused("/api/me/address", {"address": "three@example.org"})
        ann.http.close()


def test_without_a_mail_server_there_is_nothing_of_mail(post: Post):
    with serving(open_store(post.address), post.settings(smtp=None)) as site:
        ann = Browser(site.port)
        ann.post("/api/me")
        wish = {"address": "ann@example.org"}
        paths = ("/api/me/address", "/api/sign-in/mail")
        assert ["not_found"] * 2 == [ann.refused(path, wish) for path in paths]
        assert not ann.get("/api/notices")["mail"]
        ann.http.close()
