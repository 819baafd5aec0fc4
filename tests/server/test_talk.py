"""Table talk: what is said reaches all at the table, and a bot's reason not before its answer."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from microciv.bots import Reason
from microciv.server.bots import workers
from microciv.server.bots.workers import Question, Thought
from microciv.server.rooms.talk import Talk
from microciv.server.store.rows import MatchRow
from microciv.server.store.store import open_store
from microciv.server.table.live_match import LiveMatch
from microciv.texts import texts_for
from tests.server.site import Client, Site, serving, serving_file, settings
from tests.server.spelling import offer_spelling, spelling

NO_WORDS = {"text": "", "name": "", "id": ""}
QUICK = (1e6, 30)
"""As many phrases as one likes, up to the limit for a match."""


def bots_spell(monkeypatch: pytest.MonkeyPatch, *reasons: Reason) -> None:
    """Bots spell "aa", and say at each step something else, at the last the last of these."""

    def think(asked: Question) -> Thought:
        step = len(workers.unpack(spelling(), asked.seen).answer)
        return Thought("a", reasons[step])

    offer_spelling(monkeypatch)
    monkeypatch.setattr(workers, "think", think)


def with_a_bot(site: Site, **how: Any) -> Client:
    """A person whose only opponent has answered the open question."""
    made = site.create("you", "bot:random", game="spelling", **how)
    ann = site.join(made["table"], made["token"])
    while ann.table["seats"][1]["status"] != "locked":
        ann.next("table")
    ann.sync()
    return ann


# --- bots


def test_a_reason_is_told_when_its_set_closes_and_not_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    bots_spell(monkeypatch, ("suit", {"suit": "S"}), ("attack", {"target": 0}))
    with serving_file(tmp_path / "site") as site:
        ann = with_a_bot(site)
        eve = site.join(ann.table["table"], None)
        eve.sync()
        assert [] == ann.said + eve.said
        ann.play("a", "stop")
        ann.until_decision(2)
        reason = {"type": "said", "match": 1, "decision": 1, "seat": 1}
        reason |= {"key": "attack", "parts": {"target": 0}, "after": 2, **NO_WORDS}
        assert reason == ann.next("said") == eve.next("said")
        while ann.table["seats"][1]["status"] != "locked":
            ann.next("table")
        ann.sync()
        assert [reason] == ann.said
        ann.play("a", "stop", id="last")
        assert 2 == ann.next("said")["decision"]
        record = site.get(f"/api/tables/{ann.table['table']}/record").text
        assert "attack" not in record


def test_nothing_of_a_reason_travels_while_the_set_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    got = []
    reasons: list[Reason] = [("accept", {}), ("attack", {"target": 0})]
    for index, reason in enumerate(reasons):
        bots_spell(monkeypatch, reason, reason)
        how = {"seed": lambda: 7, "table_id": lambda: "sametable"}
        with serving_file(tmp_path / str(index), **how) as site:
            ann = with_a_bot(site)
            ann.play("a")
            ann.say("hello")
            eve = site.join("sametable", None)
            eve.sync()
            ann.sync()
            table = site.get("/api/tables/sametable").content
            got.append([*sorted({*ann.frames}), *eve.frames, table])
    assert got[0] == got[1]


@pytest.mark.parametrize("talk", ["phrases", "off"])
def test_that_the_game_answered_for_a_bot_is_told_whatever_it_says_of_the_steps_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talk: str
):
    def think(asked: Question) -> Thought:
        if not workers.unpack(spelling(), asked.seen).answer:
            raise ZeroDivisionError
        return Thought("a", ("attack", {"target": 0}))

    offer_spelling(monkeypatch)
    monkeypatch.setattr(workers, "think", think)
    with serving_file(tmp_path / "site") as site:
        ann = with_a_bot(site, talk=talk)
        assert [] == ann.said
        ann.play("a", "stop")
        ann.until_decision(2)
        told = ann.next("said")
        assert ("no_answer", {}, 1, 1) == (
            told["key"],
            told["parts"],
            told["decision"],
            told["seat"],
        )
        while ann.table["seats"][1]["status"] != "locked":
            ann.next("table")
        ann.sync()
        assert [told] == ann.said
    words = "I found no answer: the game answered that one for me."
    assert words == texts_for("5x").said("no_answer", {}, ())


def test_where_talk_is_off_bots_say_nothing_and_people_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    bots_spell(monkeypatch, ("accept", {}), ("accept", {}))
    with serving_file(tmp_path / "site") as site:
        ann = with_a_bot(site, talk="off")
        assert "off" == ann.table["talk"]
        assert ("illegal", "talk is off at this table") == of(ann.say("hello"))
        for number in (1, 2):
            ann.play("a", "stop", id=str(number))
            ann.until_decision(number + 1)
        ann.sync()
        assert [] == ann.said


def of(refusal: Any) -> tuple[str, str]:
    return refusal["code"], refusal["message"]


def begun() -> tuple[LiveMatch, Talk]:
    return LiveMatch(spelling(), MatchRow("t", 1, "spelling", {}, ["Ann", "Ben"], 7)), Talk(
        QUICK, QUICK
    )


@pytest.mark.parametrize(
    "later, told",
    [
        ((("a", "stop"), "obvious"), True),  # nothing was decided by that
        ((("a", "stop"), "bot easy"), False),  # by another process, which tells
        ((("a", "stop"), "absent"), False),
        ((("b", "stop"), "person"), False),  # who has the seat again
    ],
)
def test_a_reason_belongs_to_the_last_step_that_was_decided(
    later: tuple[tuple[str, ...], str], told: bool
):
    live, talk = begun()
    talk.intend(live, live.answer(1, ("a",), by="bot easy"), ("accept", {}))
    moves, by = later
    live.answer(1, moves, by=by)
    assert [] == talk.opened(live)
    live.answer(0, ("a", "stop"))
    assert ["accept"] * told == [said.key for said in talk.opened(live)]
    assert [] == talk.opened(live)


# --- people


@pytest.fixture
def table(tmp_path: Path) -> Any:
    with serving(open_store(str(tmp_path / "site")), settings(phrases=QUICK)) as site:
        yield site, *site.three(game="5-ages")


def test_everybody_hears_a_phrase_who_watches_too(table: Any):
    site, name, _, [ann, ben, cleo] = table
    eve = site.join(name, None)
    said = ben.say("collect_suit", suit="S")
    wanted = {"match": 1, "decision": 1, "seat": 1, "key": "collect_suit", "parts": {"suit": "S"}}
    assert {"type": "said", **wanted, "after": len(ben.heard), **NO_WORDS} == said
    assert [said] * 3 == [client.next("said") for client in (ann, cleo, eve)]
    # Who comes later hears the last of each seat.
    ben.say("look", target=0)
    ann.say("hello")
    late = site.join(name, None)
    late.sync()
    assert [(1, "look"), (0, "hello")] == [(one["seat"], one["key"]) for one in late.said]


@pytest.mark.parametrize(
    "phrase, parts, words",
    [
        (
            "shout",
            {},
            "phrase: expected one of hello, think, sorry, thanks, well_played, good_game",
        ),
        ("hello", {"suit": "S"}, "parts of 'hello': expected none"),
        ("collect_suit", {}, "parts of 'collect_suit': expected suit"),
        ("collect_suit", {"suit": "X"}, "suit: expected one of S, H, D, C"),
        ("collect_rank", {"ranks": 2}, "ranks: expected one of 2, 3, 4"),
        ("look", {"target": 3}, "target: expected one of 0, 1, 2"),
        ("look", {"target": True}, "object"),
        ("look", {"target": "0"}, "target: expected one of 0, 1, 2"),
    ],
)
def test_nothing_else_can_be_said(table: Any, phrase: str, parts: Any, words: str):
    [ann, *_] = table[3]
    refusal = ann.say(phrase, **parts)
    assert refusal["code"] in ("illegal", "malformed")
    assert words in refusal["message"] or refusal["code"] == "malformed"
    assert [] == ann.said


def test_who_watches_does_not_talk(table: Any):
    site, name, _, [ann, *_] = table
    eve = site.join(name, None)
    code, words = of(eve.say("hello"))
    assert ("not_your_seat", True) == (code, "only players" in words)
    ann.send(type="say", match=2, phrase="hello")
    assert "stale" == ann.next("refused")["code"]


def test_a_seat_can_say_so_much_in_a_match_and_no_more(table: Any):
    [ann, ben, cleo] = table[3]
    for _ in range(QUICK[1]):
        assert "said" == ann.say("hello")["type"]
        cleo.sync()
    assert ("too_fast", "at most 30 phrases in a match") == of(ann.say("hello"))
    assert 1 == ben.until(lambda message: message.get("seat") == 0)["decision"]
    assert "said" == ben.say("hello")["type"]


def test_one_phrase_after_the_other(tmp_path: Path):
    with serving_file(tmp_path / "site") as site:
        _, _, [ann, ben, _] = site.three()
        assert "said" == ann.say("hello")["type"]
        assert "too_fast" == ann.say("hello")["code"]
        ben.until(lambda message: message["type"] == "said")
        assert "said" == ben.say("thanks")["type"]


def test_talk_goes_on_after_the_end_and_begins_anew_with_the_next_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    offer_spelling(monkeypatch)
    with serving_file(tmp_path / "site", phrases=(1e6, 1)) as site:
        name, tokens, [ann, ben] = site.people(2, game="spelling", rounds=1)
        ann.play("a", "stop")
        ben.play("a", "stop")
        ann.until(lambda _: ann.update["seen"]["phase"] == "over")
        assert "said" == ann.say("good_game")["type"]
        assert "refused" == ann.say("good_game")["type"]
        for token in tokens:
            assert 200 == site.post(f"/api/tables/{name}/rematch", {}, token).status_code
        ann.until(lambda message: message["type"] == "update" and message["match"] == 2)
        late = site.join(name, None)
        late.sync()
        assert [] == late.said
        assert "said" == ann.say("hello")["type"]


def test_before_the_match_nobody_talks(tmp_path: Path):
    with serving_file(tmp_path / "site") as site:
        made = site.create("you", "open", "open")
        ann = site.join(made["table"], made["token"])
        ann.send(type="say", match=0, phrase="hello")
        assert "not_started" == ann.next("refused")["code"]


# --- in words of one's own


def write(client: Client, text: str, match: int = 1) -> Any:
    client.send(type="say", match=match, text=text, id="say")
    return client.until(lambda message: message["type"] in ("said", "refused"))


def words(client: Client) -> list[tuple[str, str]]:
    client.sync()
    return [(one["name"], one["text"]) for one in client.said if one["text"]]


def test_words_are_heard_from_the_lobby_on_and_told_again_to_who_comes_later(site: Site):
    made = site.create("you", "open", "bot:random", talk="free")
    table = made["table"]
    ann = site.join(table, made["token"])
    assert "Is anybody there?" == write(ann, " Is  anybody there? ", 0)["text"]
    token = site.sit(table, "Ben")["token"]
    ben = site.join(table, token)
    assert [("Ann", "Is anybody there?")] == words(ben)
    site.start(table, made["token"])
    for client in (ann, ben):
        client.next("update")
    write(ben, "I am")
    heard = [("Ann", "Is anybody there?"), ("Ben", "I am")]
    assert heard == words(ann) == words(ben)
    late = site.join(table, None)
    assert heard == words(late)
    assert "not_your_seat" == write(late, "me too")["code"]


def test_what_is_written_is_short_visible_and_not_too_much(tmp_path: Path):
    with serving_file(tmp_path / "site", words=(1e-6, 2)) as site:
        _, _, [ann, *_] = site.three(talk="free")
        for text in ("", " ", "\u2800", "x" * 201):
            assert write(ann, text)["code"] in ("illegal", "malformed")
        assert "said" == write(ann, "x" * 200)["type"] == write(ann, "two")["type"]
        assert ("too_fast", "one line at a time; wait a moment") == of(write(ann, "three"))


@pytest.mark.parametrize("talk", ["phrases", "off"])
def test_words_are_heard_only_where_talk_is_free(site: Site, talk: str):
    _, _, [ann, *_] = site.three(talk=talk)
    assert "illegal" == write(ann, "hello")["code"]


@pytest.mark.parametrize("listed, talk", [(True, "phrases"), (False, "free")])
def test_among_friends_talk_is_free_and_among_strangers_phrases(
    site: Site, listed: bool, talk: str
):
    made = site.create("you", "open", "open", listed=listed, talk=None)
    assert talk == site.get(f"/api/tables/{made['table']}").json()["talk"]


# --- several processes


@contextmanager
def at_two_servers(postgres_url: str) -> Iterator[tuple[Client, Client]]:
    """Two people and a bot at one table, each of the people at another server."""
    with (
        serving(open_store(postgres_url)) as here,
        serving(open_store(postgres_url)) as there,
    ):
        made = here.create("you", "open", "bot:random", game="spelling")
        ben_sits = there.sit(made["table"], "Ben")
        ann = here.join(made["table"], made["token"])
        ben = there.join(made["table"], ben_sits["token"])
        here.start(made["table"], made["token"])
        yield ann, ben


@pytest.mark.postgres
def test_what_is_said_reaches_those_at_another_server(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
):
    bots_spell(monkeypatch, ("accept", {}), ("refuse", {}))
    with at_two_servers(postgres_url) as (ann, ben):
        for client in (ann, ben):
            client.next("update")
        assert "thanks" == ann.say("thanks")["key"]
        assert "thanks" == ben.next("said")["key"]
        for number, client in itertools.product((1, 2), (ann, ben)):
            client.until_decision(number)
            client.play("a", "stop", id=str(number))
        for client in (ann, ben):
            while len(client.said) < 3:
                client.receive()
            said = [(one["key"], one["decision"]) for one in client.said]
            assert [("refuse", 1), ("refuse", 2), ("thanks", 1)] == sorted(said)
