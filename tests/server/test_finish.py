"""It is decided: the people at the table agree that bots play out the rest, or do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from microciv.core.codec import read_record
from microciv.core.match import replay
from microciv.core.moves import SPECTATOR
from microciv.games import open_game
from microciv.server.rooms.talk import last_word
from microciv.server.store.rows import MatchRow
from microciv.server.table.live_match import MOST_CHANGES, LiveMatch, resume
from microciv.server.wire.messages import Finish, Refused
from tests.server.site import Client, Site, serving_file
from tests.server.spelling import Spelling, offer_spelling, spelling

ROW = MatchRow("t", 1, "spelling", {}, ["Ann", "Ben"], 7)


@pytest.fixture(autouse=True)
def winner(monkeypatch: pytest.MonkeyPatch) -> dict[str, int | None]:
    """Who has as good as won, from the next decision set on."""
    known: dict[str, int | None] = {"seat": 1}

    def decided(_: Spelling, seen: Any) -> int | None:
        assert SPECTATOR == seen.seat
        return known["seat"]

    monkeypatch.setattr(Spelling, "decided", decided)
    offer_spelling(monkeypatch)
    return known


def agree(client: Client, yes: bool = True, **other: Any) -> Any:
    """The `accepted` or `refused` that comes back."""
    wish = {"type": "finish", "match": client.update["match"], "agree": yes, "id": "f"}
    client.send(**{**wish, **other})
    return client.until(lambda message: message["type"] in ("accepted", "refused"))


def until_agreed(client: Client, *seats: int) -> None:
    """Wait until the table says that these agree."""
    while client.table["finish"] is None or client.table["finish"]["agreed"] != [*seats]:
        client.next("table")


def until_over(client: Client) -> Any:
    while client.update["seen"]["phase"] != "over":
        client.next("update")
    client.sync()
    return client.table


def is_update(frame: bytes) -> bool:
    return b'"type":"update"' in frame or b'"type":"changed"' in frame


def phase_of(frame: bytes) -> bytes:
    return frame.partition(b'"phase":["')[2].partition(b'"')[0]


def spell(client: Client, *letters: str) -> None:
    """A word, as the answer to the open question."""
    number = client.update["decision"]
    assert "accepted" == client.play(*letters, id=f"{number}-{letters}")["type"]


# --- at a table


def test_when_all_people_agree_bots_play_the_rest_out_and_the_record_says_so(site: Site):
    made = site.create("you", "open", "bot:random", game="spelling", rounds=100)
    tokens = [made["token"], site.sit(made["table"], "Ben")["token"]]
    site.start(made["table"], tokens[0])
    ann, ben = (site.join(made["table"], token) for token in tokens)
    for client in (ann, ben):
        spell(client, "a", "b")
    for client in (ann, ben):
        client.until_decision(2)
    assert {"winner": 1, "decision": 2, "people": [0, 1], "agreed": []} == ann.table["finish"]
    spell(ann, "b", "stop")
    assert "accepted" == agree(ann)["type"]
    until_agreed(ben, 0)
    assert (None, 2) == (ben.table["agreed"], ben.update["decision"])
    assert "accepted" == agree(ben)["type"]
    for client in (ann, ben):
        table = until_over(client)
        assert ("finished", 2, None) == (table["state"], table["agreed"], table["finish"])
        assert client.update["places"] is not None
        assert 300 == len(client.heard)
    # What was played out came at once, and without a word of the bots in the people's seats.
    begun = next(index for index, frame in enumerate(ben.frames) if b'"agreed":[2]' in frame)
    assert [b"over"] == [phase_of(frame) for frame in ben.frames[begun:] if is_update(frame)]

    answer = site.get(f"/api/tables/{made['table']}/record").json()
    record = read_record(answer)
    begins = answer["agreed"]
    assert [(0, "b"), (0, "stop")] == [*record.moves[begins : begins + 2]]
    assert {0, 1, 2} == {seat for seat, _ in record.moves[:begins]}
    game = open_game("spelling", {**record.options})
    assert ann.update["scores"] == replay(game, record).scores()
    assert 2 == site.get(f"/api/tables/{made['table']}/replay").json()["agreed"]


def test_an_agreement_can_be_taken_back(site: Site):
    _, _, [ann, ben] = site.people(2, game="spelling", rounds=100)
    agree(ann)
    until_agreed(ben, 0)
    assert "accepted" == agree(ann, yes=False, id="back")["type"]
    until_agreed(ben)
    agree(ben)
    until_agreed(ann, 1)
    spell(ann, "a", "a")
    spell(ben, "a", "a")
    for client in (ann, ben):
        client.until_decision(2)
        assert [1] == client.table["finish"]["agreed"]
        assert client.table["agreed"] is None


def test_one_person_among_bots_is_enough(site: Site):
    made = site.create("you", "bot:random", game="spelling", rounds=100)
    ann = site.join(made["table"], made["token"])
    assert [0] == ann.table["finish"]["people"]
    agree(ann)
    until_over(ann)
    assert 0 == site.get(f"/api/tables/{made['table']}/record").json()["agreed"]


def test_a_match_without_agreement_has_a_record_without_a_word_of_it(site: Site):
    made = site.create("you", "bot:random", game="spelling", rounds=1)
    ann = site.join(made["table"], made["token"])
    spell(ann, "a", "stop")
    until_over(ann)
    assert "agreed" not in site.get(f"/api/tables/{made['table']}/record").json()


def test_what_was_agreed_lapses_when_it_is_open_again_who_wins(
    site: Site, winner: dict[str, int | None]
):
    _, _, [ann, ben] = site.people(2, game="spelling", rounds=100)
    agree(ann)
    for seat, shown in ((None, None), (1, []), (0, [])):
        winner["seat"] = seat
        number = ann.update["decision"]
        for client in (ann, ben):
            spell(client, "a", "stop")
        for client in (ann, ben):
            client.until_decision(number + 1)
            client.sync()
            finish = client.table["finish"]
            assert shown == (finish and finish["agreed"])
        if seat is None:
            assert "stale" == agree(ben, id="late")["code"]
        if seat == 1:  # the next set is decided for somebody else
            agree(ann, id="again")
            until_agreed(ben, 0)
    assert ann.table["agreed"] is None


def test_who_watches_agrees_to_nothing(site: Site):
    table, _, [ann, _] = site.people(2, game="spelling", rounds=100)
    watcher = site.join(table, None)
    assert "not_your_seat" == agree(watcher)["code"]
    assert "stale" == agree(ann, match=7)["code"]
    watcher.sync()
    assert [] == watcher.table["finish"]["agreed"]


def test_who_leaves_is_not_asked_any_more(site: Site):
    table, tokens, [ann, _] = site.people(2, game="spelling", rounds=100)
    agree(ann)
    assert 200 == site.post(f"/api/tables/{table}/leave", {}, tokens[1]).status_code
    until_over(ann)
    assert 1 == ann.table["agreed"]


def test_nothing_is_played_by_people_once_all_agree(site: Site):
    table, tokens, [ann, ben] = site.people(2, game="spelling", rounds=100)
    agree(ann)
    agree(ben)
    ann.until(lambda _: ann.table["agreed"] is not None)
    assert "over" == ann.play("a", "a", id="late")["code"]
    assert "over" == agree(ann, yes=False, id="late")["code"]
    newcomer = site.join(table, tokens[0])  # sees how far it is, whenever it comes
    assert newcomer.update["decision"] >= 1
    until_over(newcomer)


def test_a_clock_stands_still_while_bots_play_the_rest_out(tmp_path: Path):
    with serving_file(tmp_path / "site.sqlite3", second=1, grace=0) as site:
        made = site.create("you", "bot:random", game="spelling", rounds=100, pace="blitz")
        ann = site.join(made["table"], made["token"])
        ann.next("countdown")
        agree(ann)
        until_over(ann)
        assert 1 == len([frame for frame in ann.frames if b'"type":"countdown"' in frame])


def test_agreements_and_what_follows_outlive_the_server(tmp_path: Path):
    path = tmp_path / "site.sqlite3"
    with serving_file(path) as site:
        table, tokens, [ann, _] = site.people(2, game="spelling", rounds=100)
        agree(ann)
    with serving_file(path) as site:
        ann, ben = (site.join(table, token) for token in tokens)
        assert [0] == ben.table["finish"]["agreed"]
        assert "accepted" == agree(ann)["type"]  # known already
        agree(ben)
        until_over(ann)
    with serving_file(path) as site:
        assert 1 == site.join(table, tokens[0]).table["agreed"]


# --- in the log


def wish(yes: bool = True, id_: str | None = None) -> Finish:
    return Finish(match=1, agree=yes, id=id_)


def test_the_log_gives_who_agreed_and_from_where_bots_play():
    live = LiveMatch(spelling(), ROW)
    live.answer(0, ("a", "b"))
    assert live.agree(0, wish(id_="x")) is not None
    assert live.agree(0, wish()) is None
    again = resume(spelling(), ROW, live.log)
    assert (frozenset({0}), None, True) == (again.agreeing, again.agreed, again.knows(0, "x"))
    live.agree(1, wish())
    live.agree(1, wish(yes=False))
    assert {0} == live.agreeing
    live.finish()
    again = resume(spelling(), ROW, live.log)
    assert (1, 0, live.plies) == (again.agreed, again.match.record().agreed, again.plies)
    assert [(0, "a"), (0, "b")] == [*again.match.record().moves]
    for refused in (lambda: live.agree(1, wish()), lambda: live.check(1, 1)):
        with pytest.raises(Refused, match="bots play out the rest"):
            refused()


def test_an_answer_that_is_refused_leaves_the_agreement_alone():
    """Even where its first steps would have closed the set, and the log is played again."""
    live = LiveMatch(spelling(), ROW)
    live.agree(1, wish())
    live.answer(0, ("a", "b"))
    with pytest.raises(Refused, match="the answer ends with"):
        live.answer(1, ("a", "b", "a"))
    assert (frozenset({1}), 1, 2) == (live.agreeing, live.decision, live.plies)


def test_agreeing_is_no_answer():
    """Nobody is thought to be back by it, nor does it keep a bot from saying why."""
    live = LiveMatch(spelling(), ROW)
    said = live.answer(1, ("a", "b"), by="bot random")
    live.agree(1, wish())
    assert said.ply == last_word(live, said)
    live.absent(0)
    live.agree(0, wish())
    live.absent(0)
    assert 1 == live.missed(0)


def test_nobody_agrees_and_disagrees_for_ever():
    live = LiveMatch(spelling(), ROW)
    for turn in range(MOST_CHANGES):
        live.agree(0, wish(yes=turn % 2 == 0))
    with pytest.raises(Refused, match="it cannot be changed again"):
        live.agree(0, wish())
    assert live.agree(1, wish()) is not None
