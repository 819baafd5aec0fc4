"""Who is told whose turn it is, and when."""

from __future__ import annotations

import logging
import re
from contextlib import ExitStack
from datetime import UTC, datetime

import msgspec
import pytest

from microciv.server.store.store import open_store
from tests.server.post import HOUR, MINUTE, NAMES, SITE, STORES, Post, confirm, mailbox, words_in
from tests.server.processes import server_process
from tests.server.receivers import Web
from tests.server.site import serving, soon
from tests.server.spelling import offer_spelling
from tests.server.test_push import DEVICE

# --- a match of five days


def pushed(post: Post) -> list[str]:
    """What is pushed to Cleo, since this was asked last: titles, as the device alone reads them."""
    found = [sent for sent in post.web.kept if sent.path == "/push/cleo"]
    post.web.kept[:] = [sent for sent in post.web.kept if sent not in found]
    post.pushes += found
    return [msgspec.json.decode(DEVICE.reads(sent.body))["title"] for sent in found]


def heard(post: Post) -> dict[str, list[str]]:
    """What Ben has in the mail, and Cleo on the screen of the telephone; Ann's is the webhook."""
    return {**post.told(), "Cleo": pushed(post)}


@pytest.mark.parametrize("kind", STORES)
def test_three_people_are_told_what_is_due_in_five_days_and_no_more(
    kind: str, post: Post, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG, "microciv.server")
    if kind == "postgres":
        post.address = request.getfixturevalue("postgres_url")
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, kept=False)
        # Ann has a webhook of the table, Ben is written to, and Cleo has a push.
        assert confirm(post, post.people["Ben"], mailbox("Ben"))["account"]
        endpoint = f"{post.web.address}/push/cleo"
        post.people["Cleo"].post("/api/me/push", {"endpoint": endpoint, "keys": DEVICE.keys()})
        words = [words_in(mail) for mail in post.mails.kept]
        post.mails.kept.clear()
        post.begin()
        post.passes(30)
        nothing: dict[str, list[str]] = {name: [] for name in NAMES}
        assert nothing == heard(post)
        post.passes(31)  # a minute in all
        turn, half, over = "Your turn in 5X", "5X waits for you", "5X is over"
        everybody = [*NAMES]
        assert {**nothing, "Ben": [turn], "Cleo": [turn]} == heard(post)
        # On the second day two of them have answered, and the third is reminded, once.
        post.passes(30 * HOUR)
        post.answer("Ann", "Ben")
        post.passes(7 * HOUR)
        assert {**nothing, "Cleo": [half]} == heard(post)
        post.passes(10 * HOUR)
        assert nothing == heard(post)
        assert [("turn", everybody), ("half", ["Cleo"])] == post.hooked()
        post.answer("Cleo")
        # Who looks at the table sees that it is their turn; who does so and goes is reminded.
        ben = post.join("Ben")
        secrets = [f" {move['text']}" for move in ben.update["legal"]]
        post.passes(61)
        assert {**nothing, "Cleo": [turn]} == heard(post)
        ben.close()
        post.passes(37 * HOUR)
        post.answer("Cleo")
        assert {**nothing, "Ben": [half], "Cleo": [half]} == heard(post)
        assert [("turn", everybody), ("half", everybody)] == post.hooked()
        post.answer("Ann", "Ben")
        # So it goes on: whoever is asked looks in within some hours, is told of it once before,
        # and of the end is told who did not see it.
        last = ""
        while asked := post.asked():
            assert nothing == heard(post)
            assert [] == post.hooked()
            post.passes(HOUR + 1)  # nobody gets two mails an hour
            assert {
                name: [turn] if name in asked and name != "Ann" else [] for name in NAMES
            } == heard(post)
            assert [("turn", asked)] == post.hooked()
            post.passes(7 * HOUR)
            *others, last = asked
            post.answer(*others)
            sees = post.join(last)
            post.reply(sees)
            post.settles()
            sees.close()
        assert {name: [] if name in ("Ann", last) else [over] for name in NAMES} == heard(post)
        assert [("over", [])] == post.hooked()
        assert post.passed > 5 * 24 * HOUR
        secrets += [*words, *[one.key or "?" for one in post.people.values()]]
        secrets += [*post.tokens.values()]
        secrets += ["127.0.0.1", "Firefox", *map(mailbox, NAMES), *DEVICE.keys().values()]
    assert {mailbox("Ben")} == {mail["To"] for mail in post.letters}
    for mail in post.letters:
        assert f"{SITE}/t/{post.table}\n" in mail.get_content()
        assert not [word for word in secrets if word in mail.get_content()]
        others = [mailbox("Ann"), mailbox("Cleo")]
        assert not [word for word in others if word in mail.as_string()]
    for sent in post.pushes:  # whoever carries it does not know what about
        assert post.table not in f"{sent.headers}{sent.body!r}"
    read = [DEVICE.reads(sent.body).decode() for sent in post.pushes]
    told = [*read, *[sent.body.decode() for sent in post.hooks]]
    logged = [one.getMessage() for one in caplog.records if one.name == "microciv.server"]
    assert not [(word, text) for word in secrets for text in [*told, *logged] if word in text]


# --- what is said when


def test_who_does_not_look_is_told_that_it_is_over(post: Post, monkeypatch: pytest.MonkeyPatch):
    offer_spelling(monkeypatch)
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben"))
        post.begin(game="spelling", rounds=1)
        post.passes(61)
        post.passes(HOUR)
        post.told()
        for name in ("Ben", "Ann"):
            client = post.join(name)
            client.play("a", "stop")
            if name == "Ben":
                client.close()
        post.settles()
        assert {"Ann": [], "Ben": ["Spelling is over"]} == post.told()
        assert ("over", []) == post.hooked()[-1]


def test_what_comes_within_an_hour_of_a_mail_waits_and_comes_in_one(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        post.begin()
        post.passes(61)
        assert ["Your turn in 5X"] == post.told()["Ann"]
        tables = [post.table]
        for _ in range(2):
            post.begin()
            tables.append(post.table)
            post.passes(61)
        post.passes(50 * MINUTE)
        assert [] == post.told()["Ann"]
        post.passes(10 * MINUTE)
        [mail] = post.mails.to(mailbox("Ann"))
        assert "2 tables have news for you" == mail["Subject"]
        links = [table for table in tables if f"/t/{table}\n" in mail.get_content()]
        assert tables[1:] == links


def test_nobody_is_told_in_their_quiet_hours(post: Post):
    minute = datetime.now(UTC).hour * 60 + datetime.now(UTC).minute
    quiet = {"zone": "UTC", "start": (minute - 60) % 1440, "end": (minute + 120) % 1440}
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site)
        post.people["Ben"].post("/api/me/quiet", {"quiet": quiet})
        post.begin()
        post.passes(61)
        assert {"Ann": 1, "Ben": 0, "Cleo": 1} == {
            one: len(told) for one, told in post.told().items()
        }
        [(due,)] = post.rows("SELECT due FROM notices WHERE person IS NOT NULL AND kind = 'turn'")
        assert 110 * MINUTE < due / 1000 - datetime.now(UTC).timestamp() <= 120 * MINUTE
        post.people["Ben"].post("/api/me/quiet", {"quiet": None})
        post.passes(3 * HOUR)
        assert ["Your turn in 5X"] == post.told()["Ben"]


def test_who_is_on_holiday_is_told_when_half_of_their_last_hours_is_left(post: Post):
    back = round(datetime.now(UTC).timestamp()) + 5 * 24 * HOUR
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        post.begin(24)
        wishes = f"/api/tables/{post.table}/wishes"
        [wish] = post.people["Ben"].post(wishes, {"back": back}, post.tokens["Ben"])["wishes"]
        for name in ("Ann", "Cleo"):
            post.people[name].post(f"{wishes}/{wish['id']}", {"agree": True}, post.tokens[name])
        post.goes_on()
        soon(lambda: 5 == len(post.rows("SELECT 1 FROM notices WHERE person IS NOT NULL")))
        post.passes(61)
        assert {"Ann": 1, "Ben": 0, "Cleo": 1} == {
            one: len(told) for one, told in post.told().items()
        }
        post.passes(4 * 24 * HOUR + 13 * HOUR)
        assert ["Your turn in 5X"] == post.told()["Ben"]


# --- turned off


def test_one_tap_in_a_mail_ends_mails_and_looking_at_the_link_does_not(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site)
        post.begin()
        post.passes(61)
        [mail] = post.mails.to(mailbox("Ann"))
        [link] = re.findall(r"<(.*)>", mail["List-Unsubscribe"])
        assert "List-Unsubscribe=One-Click" == mail["List-Unsubscribe-Post"]
        assert link in mail.get_content()
        path = link.removeprefix(SITE)
        assert "Turn them off" in site.http.get(path).text
        assert post.people["Ann"].me()["mails"]
        forged = path[:-1] + ("0" if path[-1] != "0" else "1")
        assert 404 == site.http.post(forged).status_code
        body = {"List-Unsubscribe": "One-Click"}
        assert "You get no more mails" in site.http.post(path, data=body).text
        assert not post.people["Ann"].me()["mails"]
        post.told()
        post.passes(37 * HOUR)
        assert {"Ann": 0, "Ben": 1, "Cleo": 1} == {
            one: len(told) for one, told in post.told().items()
        }
        assert post.people["Ann"].post("/api/me/address/mails", {"wanted": True})["mails"]


def test_a_mailbox_that_is_gone_gets_no_more_mails(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        post.mails.refusing = "550 no such mailbox"
        post.begin()
        post.passes(61)
        assert not post.people["Ann"].me()["mails"]
        assert 'outcome="gone"' in site.get("/metrics").text


def test_what_fails_is_tried_again_and_not_for_ever(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site, ("Ann", "Ben", "Cleo"))
        post.begin()
        token = post.tokens["Ann"]
        hook = f"/api/tables/{post.table}/hook"
        post.people["Ann"].post(hook, {"url": f"{post.web.address}/500"}, token)
        post.goes_on()
        soon(lambda: bool(post.rows("SELECT 1 FROM notices WHERE person IS NULL")))
        post.rows("UPDATE notices SET due = due - 61000")
        soon(lambda: 1 == len(post.web.kept))

        def is_given_up() -> bool:
            post.rows("UPDATE notices SET due = due - 7200000 WHERE channel = 'hook'")
            return not post.rows("SELECT 1 FROM notices WHERE channel = 'hook'")

        soon(is_given_up)
        assert [{"/500"}, 5] == [{sent.path for sent in post.web.kept}, len(post.web.kept)]
        # One that is gone is forgotten.
        post.people["Ann"].post(hook, {"url": f"{post.web.address}/410"}, token)
        post.goes_on()
        soon(lambda: bool(post.rows("SELECT 1 FROM notices WHERE person IS NULL")))
        post.rows("UPDATE notices SET due = due - 61000")
        soon(lambda: post.rows("SELECT 1 FROM hooks") == [])


# --- what outlives what


def test_a_killed_server_tells_what_it_had_to_tell(post: Post):
    with server_process(post.address, *post.flags("webhooks=true")) as (process, site):
        post.come(site)
        post.web = Web()  # nothing is sent there: this server takes no private address
        post.site = site
        ann = post.people["Ann"]
        seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]
        made = ann.post(
            "/api/tables", {"game": "5x", "seats": seats, "name": "Ann", "pace": "daily"}
        )
        for name in ("Ben", "Cleo"):
            post.people[name].sit(made["table"], name)
        ann.post(f"/api/tables/{made['table']}/start", {}, made["token"])
        soon(lambda: 6 == len(post.rows("SELECT 1 FROM notices")))
        process.kill()
    post.web.server_close()
    with serving(open_store(post.address), post.settings()):
        post.passes(61)
        assert {name: ["Your turn in 5X"] for name in NAMES} == post.told()


@pytest.mark.postgres
def test_two_processes_tell_it_once(post: Post, postgres_url: str):
    post.address = postgres_url
    how = post.settings(beat=0.05)
    with ExitStack() as stack:
        sites = [stack.enter_context(serving(open_store(postgres_url), how)) for _ in range(2)]
        post.come(sites[0])
        for _ in range(4):
            post.begin()
        post.passes(61)
        post.passes(HOUR)
        post.passes(HOUR)
        told = [mail.get_content() for mail in post.mails.to(mailbox("Ann"))]
        links = [link for text in told for link in re.findall(r"/t/(\w+)", text)]
        assert 4 == len(links) == len({*links})
        assert 4 == len([sent for sent in post.web.kept if b'"turn"' in sent.body])
