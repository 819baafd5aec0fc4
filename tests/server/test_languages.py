"""What people are told by the server is in their language, and the same for programs."""

from __future__ import annotations

import pytest

from microciv.server.http.middleware import by_weight
from microciv.server.notices.texts import News, hook_body, said
from microciv.server.store.store import open_store
from microciv.speech import known, speaking
from tests.server.post import Post, mailbox
from tests.server.site import Site, serving, soon


def test_a_refusal_is_said_in_the_language_of_the_request(site: Site):
    asked = [
        site.http.get("/api/tables/none", headers={"accept-language": wanted})
        for wanted in ("de-AT, en;q=0.5", "fr")
    ]
    german, english = [one.json() for one in asked]
    assert (asked[0].status_code, german["error"]) == (asked[1].status_code, english["error"])
    assert german["message"].startswith("einen solchen Tisch gibt es nicht")
    assert english["message"].startswith("there is no such table")


@pytest.mark.parametrize("wanted, spoken", [
    ("en;q=0.5, de", "de"),
    ("fr, en;q=0.2, es;q=0.9", "es"),
    ("de;q=0, es;q=0.001", "es"),
    ("es;q=0", "en"),
    ("de;q=much, es;q=0.1", "es"),
    ("de;level=1, es", "es"),
    ("es , de", "es"),
    ("*, de;q=0.3", "de"),
    ("", "en"),
    (",;,", "en"),
])  # fmt: skip
def test_a_language_is_spoken_that_is_wanted_most(wanted: str, spoken: str):
    assert known(by_weight(wanted)) == spoken


def test_the_weights_of_a_request_count(site: Site):
    asked = site.http.get("/api/tables/none", headers={"accept-language": "en;q=0.1, de;q=0.7"})
    assert asked.json()["message"].startswith("einen solchen Tisch gibt es nicht")


def test_mails_are_in_the_language_that_somebody_reads_here(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site)
        ann, ben, _ = post.people.values()
        ann.http.headers["accept-language"] = "de"
        for browser in (ann, ben):
            browser.post("/api/me/address/mails", {"wanted": True})
        ann.http.headers["accept-language"] = "es"  # and so she reads on
        assert ann.get("/api/me")["mails"]
        post.begin()
        post.passes(61)
        told = post.told()
    assert (["Tu turno en 5X"], ["Your turn in 5X"]) == (told["Ann"], told["Ben"])
    letters = {mail["To"]: mail.get_content() for mail in post.letters}
    assert "Es tu turno en 5X con Ben y Cleo.\n" in letters[mailbox("Ann")]
    assert "No más correos como este: https://" in letters[mailbox("Ann")]
    assert "It is your turn in 5X with Ann and Cleo.\n" in letters[mailbox("Ben")]


def test_who_was_told_before_languages_were_kept_is_told_in_theirs(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site)
        ann, *_ = post.people.values()
        ann.http.headers["accept-language"] = "de"
        assert ann.get("/api/me")["devices"][0]["label"] == "Firefox auf Windows"
    kept = dict(post.rows("SELECT name, language FROM people"))
    assert ("de", None) == (kept["Ann"], kept["Ben"])
    assert ("Firefox on Windows",) == tuple(post.rows("SELECT label FROM keys")[0])


@pytest.mark.parametrize("kept, subject", [("'es'", "Iniciar sesión"), ("NULL", "Anmelden")])
def test_words_to_sign_in_are_in_the_language_of_whose_address_it_is(
    post: Post, kept: str, subject: str
):
    with serving(open_store(post.address), post.settings()) as site:
        post.come(site)
        post.rows(f"UPDATE people SET language = {kept}")
        wish, asked = {"address": mailbox("Ann")}, {"accept-language": "de"}
        assert site.http.post("/api/sign-in/mail", json=wish, headers=asked).is_success
        soon(lambda: bool(post.mails.kept))
        assert [subject] == [mail["Subject"] for mail in post.mails.kept]


def test_who_turns_mails_off_reads_why(post: Post):
    with serving(open_store(post.address), post.settings()) as site:
        page = site.http.get("/off/none-at-all", headers={"accept-language": "es"})
    assert '<html lang="es">' in page.text
    assert "Este enlace no sirve" in page.text


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_webhook_is_told_in_english(language: str):
    with speaking(language):
        body = hook_body(News("turn", "abc", "5X", ("Ann", "Ben")), "https://play.example")
    assert b'"text":"5X: Ann and Ben to play. https://play.example/t/abc"' in body


@pytest.mark.parametrize("language, name", [("de", "Reisender 2"), ("es", "Viajero 2")])
def test_who_gave_no_name_is_called_so_in_the_language_of_who_reads(language: str, name: str):
    news = News("turn", "abc", "5X", ("Traveller 2", "Travellers", "The Traveller"))
    with speaking(language):
        assert name in said(news)
        assert "Travellers" in said(news)
        assert "The Traveller" in said(news)
    assert "Traveller 2" in said(news)
