"""Hidden information at the socket: two matches that differ only in what a seat cannot know send
it the same bytes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from microciv.core.codec import plain
from microciv.core.match import Match
from microciv.games import open_game
from microciv.server.logs import Line
from microciv.server.settings import Settings
from microciv.server.store import sql
from microciv.server.store.rows import StoreError
from microciv.server.store.store import open_store
from microciv.server.table.live_match import LiveMatch
from microciv.server.table.seat_views import Sight, Sights, Told
from microciv.server.wire.messages import Refused
from microciv.trust import seed_hash
from tests.server.site import Client, Site, serving, settings

GAME = open_game("5x", {"seats": 3})
BASICS = ["exploit", "exterminate", "expand", "explore", "excavate"]
Deal = tuple[int, list[str]]


def hands(seed: int) -> list[list[str]]:
    """What each seat may pass on at the deal."""
    match = Match(GAME, seed)
    return [[move.text for move in match.observe(seat).legal] for seat in range(3)]


def what_ann_sees(seed: int) -> object:
    match = Match(GAME, seed)
    return match.heard(0), plain(match.observe(0))


@pytest.fixture(scope="module")
def twins() -> tuple[Deal, Deal]:
    """Two deals, and what is passed in them, that are alike to seat 0 even after the passing."""
    known: dict[str, list[int]] = {}
    for seed in range(1, 2000):
        known.setdefault(str(what_ann_sees(seed)), []).append(seed)
    for seeds in known.values():
        for one in seeds:
            for other in seeds:
                # Seat 2 sits to the right of seat 0 and passes to it.
                shared = set(hands(one)[2]) & set(hands(other)[2])
                if hands(one)[1] != hands(other)[1] and shared and hands(one)[2] != hands(other)[2]:
                    given = min(shared)
                    own = hands(one)[0][0]
                    return (
                        (one, [own, hands(one)[1][0], given]),
                        (other, [own, hands(other)[1][1], given]),
                    )
    raise AssertionError("no such twins")


def how(seed: int) -> Settings:
    """Always the same deal; nothing is answered by itself, so that the order is the test's."""
    return settings(
        seed=lambda: seed,
        table_id=lambda: "sametable",
        pause=(3600.0, 3600.0),
    )


def at_the_table(site: Site) -> tuple[list[str], list[Client]]:
    """Three people, who come one after the other."""
    host = site.create("you", "open", "open")
    tokens = [host["token"], *[site.sit("sametable", name)["token"] for name in ("Ben", "Cleo")]]
    clients = []
    for token in tokens:
        clients.append(site.join("sametable", token))
        for client in clients:
            client.sync()
    site.start("sametable", tokens[0])
    for client in clients:
        client.next("update")
        client.sync()
    return tokens, clients


def ask_for_everything(site: Site, token: str, ann: Client) -> Iterator[bytes]:
    """Whatever seat 0 can think of to find out more."""
    for move in GAME.moves.all[:40]:
        if move.text not in [legal["text"] for legal in ann.update["legal"]]:
            ann.play(move.text, id=move.text)
    ann.play("nonsense", "bid 1")
    ann.send_raw('{"type":"play"')
    for path in ("", "/record", "/replay?seat=1"):
        yield site.get(f"/api/tables/sametable{path}", token).content
    held = {"seats": [{"table": "sametable", "token": token}]}
    yield site.post("/api/held", held).content


def all_that_ann_gets(path: Path, deal: Deal, twist: bool) -> list[bytes]:
    """A match to its last question, as bytes; with a twist, the others hesitate differently."""
    seed, passed = deal
    got: list[bytes] = []
    with serving(open_store(str(path)), how(seed)) as site:
        tokens, clients = at_the_table(site)
        ann = clients[0]
        got += ask_for_everything(site, tokens[0], ann)
        answers = passed
        while ann.update["seen"]["phase"] != "over":
            number = ann.update["decision"]
            for client in clients:
                client.until_decision(number)
                client.sync()
            for seat in reversed(range(3)):
                client = clients[seat]
                if not client.update["legal"]:
                    continue
                wish = answers[seat] if number == 1 else common_choice(client, number + seat)
                if seat and 0 in client.update["seen"]["asked"]:
                    # Seat 0 answers last, so that there is time for a change of mind.
                    legal = client.update["legal"]
                    client.play(legal[-1 if twist else 0]["text"], id=f"{number} first")
                    ann.sync()
                client.play(wish, id=f"{number}")
                if seat == 1 and number == 3:
                    got += ask_for_everything(site, tokens[0], ann)
            ann.until_decision(number + 1)
        # The last update and the table with the seed are for everybody.
        opened = ann.frames.index(next(f for f in ann.frames if b'"state":["finished"]' in f))
        got += ann.frames[:opened]
    return [frame.replace(seed_hash(seed).encode(), b"HASH") for frame in got]


def common_choice(client: Client, turn: int) -> str:
    """A basic that anybody can play: leaders in hand stay there, unknown to others."""
    legal = [str(move["text"]) for move in client.update["legal"]]
    basics = [text for text in legal if text in BASICS]
    return basics[turn % len(basics)] if basics else legal[0]


@pytest.fixture(autouse=True)
def timeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """No two matches take the same number of seconds."""
    monkeypatch.setattr(sql, "now", lambda: 0)


def test_a_seat_gets_the_same_bytes_whatever_it_cannot_know(
    tmp_path: Path, twins: tuple[Deal, Deal]
):
    one, other = twins
    first = all_that_ann_gets(tmp_path / "one", one, twist=False)
    second = all_that_ann_gets(tmp_path / "other", other, twist=True)
    assert len(first) > 60
    assert first == second


def leaky_status(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveMatch.status

    def status(self: LiveMatch, seat: int) -> str:
        sealed = self.match.observe(seat).answer
        return honest(self, seat) + (f" {sealed[0].text}" if sealed else "")

    monkeypatch.setattr(LiveMatch, "status", status)


def leaky_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    honest, of = Sights._tell, Sights.of

    def tell(self: Sights, seat: int, *seen: Any) -> Told:
        match = self._live.match
        sealed = [len(str(match.observe(other).answer)) for other in range(3)]
        return {**honest(self, seat, *seen), "scores": sealed}

    def anew(self: Sights, seat: int, *, hints: bool) -> Sight:
        self._sources.pop(seat, None)
        return of(self, seat, hints=hints)

    monkeypatch.setattr(Sights, "_tell", tell)
    monkeypatch.setattr(Sights, "of", anew)


def leaky_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveMatch.answer

    def answer(self: LiveMatch, seat: int, moves: Any, *other: Any) -> Any:
        try:
            return honest(self, seat, moves, *other)
        except Refused as refused:
            told = f"{refused.message}, unlike {self.match.observe(1).legal}"
            raise Refused(refused.code, told) from None

    monkeypatch.setattr(LiveMatch, "answer", answer)


@pytest.mark.parametrize("leak", [leaky_status, leaky_scores, leaky_refusals])
def test_a_server_that_leaks_is_caught(
    tmp_path: Path,
    twins: tuple[Deal, Deal],
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
):
    leak(monkeypatch)
    one, other = twins
    first = all_that_ann_gets(tmp_path / "one", one, twist=False)
    assert first != all_that_ann_gets(tmp_path / "other", other, twist=True)


def test_the_twins_do_differ_in_what_others_hold(twins: tuple[Deal, Deal]):
    (one, _), (other, _) = twins
    assert hands(one)[1:] != hands(other)[1:]
    assert what_ann_sees(one) == what_ann_sees(other)


def test_who_watches_gets_the_same_bytes_whatever_was_dealt(tmp_path: Path):
    got = []
    for seed in (11, 12):
        with serving(open_store(str(tmp_path / str(seed))), how(seed)) as site:
            _, clients = at_the_table(site)
            watcher = site.join("sametable", None)
            for client in clients[:2]:
                client.play(client.update["legal"][seed % 2]["text"])
                watcher.sync()
            frames = [*watcher.frames, site.get("/api/tables/sametable").content]
            got.append([frame.replace(seed_hash(seed).encode(), b"HASH") for frame in frames])
    assert hands(11) != hands(12)
    assert got[0] == got[1]


@pytest.mark.parametrize("form", ["text", "json"])
def test_logs_and_faults_tell_nothing(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    form: Literal["text", "json"],
):
    """Whatever breaks in the middle of a match is answered and logged without its words, and of
    what was played, said or dealt nothing is logged.
    """
    monkeypatch.setattr(caplog.handler, "formatter", Line(form))
    caplog.set_level(logging.INFO)
    seed = 0xDEC0DED_5EED
    store = open_store(str(tmp_path / "site"))
    with serving(store, settings(seed=lambda: seed)) as site:
        table, tokens, [ann, *_] = site.three(talk="free")
        secret = ann.update["legal"][0]["text"]
        ann.play(secret)
        ann.send(type="say", match=1, text="meet me at the pyramids", id="say")
        ann.next("said")

        def fail(*_: Any, **__: Any) -> Any:
            raise RuntimeError(f"seat 0 has sealed {secret}")

        async def full(*_: Any, **__: Any) -> Any:
            raise StoreError(f"cannot store {secret}", "SQLITE_FULL")

        monkeypatch.setattr("microciv.server.table.views.table_view", fail)
        answer = site.get(f"/api/tables/{table}", tokens[0])
        assert (500, "fault") == (answer.status_code, answer.json()["error"])
        assert secret not in answer.text
        monkeypatch.setattr(store, "append", full)
        assert "unavailable" == ann.take_back(id="back")["code"]
        monkeypatch.setattr("microciv.server.api.socket.read_message", fail)
        ann.send(type="ping")
        ann.closed()
    for line in ("RuntimeError", "StoreError", "SQLITE_FULL"):
        assert line in caplog.text
    hidden = [secret, secret.split()[-1], "pyramids", str(seed), f"{seed:x}", *tokens]
    assert [] == [word for word in hidden if word in caplog.text]
