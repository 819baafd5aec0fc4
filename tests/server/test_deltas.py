"""Updates as what has changed in them: nothing is lost, and little is sent."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from microciv.core.moves import SPECTATOR
from microciv.core.rng import Rng
from microciv.games import catalogue, open_game
from microciv.server.store.rows import MatchRow
from microciv.server.table.live_match import LiveMatch, resume
from microciv.server.wire.deltas import Mirror, change, changed
from microciv.server.wire.messages import Changed, encode
from tests.server.site import Site, first_choice

MOST_SENT = 2_500
"""Bytes that an answer may cost on average, to four seats together."""

PAIRS: list[tuple[Any, Any, Any]] = [
    ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 2]}, {}),
    ({"a": 1, "b": 2}, {"a": 1, "b": None}, {"b": [None]}),
    ({"a": {"b": {"c": 1, "d": 2}}}, {"a": {"b": {"c": 3, "d": 2}}}, {"a": {"b": {"c": [3]}}}),
    ({"a": {"b": 1}}, {"a": {"c": 1}}, {"a": [{"c": 1}]}),
    ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "d": []}}, {"a": {"c": [], "d": [[]]}}),
    ({"a": {"b": 1, "c": 2}}, {"a": {"c": 2}}, {"a": {"b": []}}),
    ({"a": {"b": 1}}, {"a": {"c": 2, "b": 1}}, {"a": [{"c": 2, "b": 1}]}),
    ({"a": [1, 2]}, {"a": [3, 4]}, {"a": [[3, 4]]}),
    ({"a": [1, 2]}, {"a": [1, 3]}, {"a": [1, 1, [3]]}),
    ({"a": [1]}, {"a": [1, 2]}, {"a": [1, 0, [2]]}),
    ({"a": [1, 2, 3]}, {"a": [1, 3]}, {"a": [1, 1, []]}),
    ({"a": [1, 1]}, {"a": [1, 1, 1]}, {"a": [2, 0, [1]]}),
    ({"a": [1, 2, 1]}, {"a": [1]}, {"a": [1, 2, []]}),
    ({"a": []}, {"a": [{}]}, {"a": [[{}]]}),
    ([{"n": 1, "m": 1, "o": 1}, {}], [{"n": 2, "m": 1, "o": 1}, {}], {"0": {"n": [2]}}),
    (
        [{"n": 1, "m": 1}, {"n": 2, "m": 2}, {"n": 3, "m": 3}],
        [{"n": 1, "m": 4}, {"n": 3, "m": 5}],
        [1, 1, [], {"0": {"m": [4]}, "1": {"m": [5]}}],
    ),
    ([{"n": 1}, {"n": 2}], [{"n": 3}, {"n": 4}], [[{"n": 3}, {"n": 4}]]),
]


@pytest.mark.parametrize("before, now, told", PAIRS)
def test_a_change_tells_what_is_otherwise_and_no_more(before: Any, now: Any, told: Any):
    former, after = msgspec.json.encode(before), msgspec.json.encode(now)
    for difference in (change(before, now), change(msgspec.Raw(former), msgspec.Raw(after))):
        assert told == msgspec.json.decode(msgspec.json.encode(difference))
    assert msgspec.json.encode(now) == msgspec.json.encode(changed(before, told))
    assert former == msgspec.json.encode(before)


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_changes_add_up_to_the_updates_of_every_seat(name: str):
    game = open_game(name, {"seats": min(4, catalogue()[name].seats[-1])})
    live = LiveMatch(game, MatchRow("", 1, name, {}, [], 5))
    rng, views = Rng(5), [*range(game.seats), SPECTATOR]
    mirrors = {view: Mirror() for view in views}
    known = dict.fromkeys(views, (0, 0))
    sent = {"whole": 0, "changed": 0}
    answers = to_seats = 0
    for _ in range(60):
        for view in views:
            number, since = known[view]
            sight = live.sights.of(view, hints=False)
            whole = live.sights.update(view, since)
            if number in (sight.before, sight.number) and number:
                events = live.sights.events(view, since)
                steps = {} if number == sight.number else sight.change
                frame = encode(Changed(from_=since, events=events, change=steps))
                sent["whole"] += len(whole)
                sent["changed"] += len(frame)
                to_seats += 0 if view == SPECTATOR else len(frame)
            else:
                frame = whole
            told = mirrors[view].whole(msgspec.json.decode(frame))
            assert told == msgspec.json.decode(whole)
            known[view] = sight.number, live.heard()
        to_act = live.match.to_act()
        if not to_act:
            break
        seat = to_act[rng.below(len(to_act))]
        legal = live.observe(seat).legal
        live.answer(seat, (*live.sealed(seat), legal[rng.below(len(legal))].text))
        answers += 1
    assert sent["changed"] < 0.6 * sent["whole"]
    assert to_seats < MOST_SENT * answers


def test_nothing_is_new_when_a_log_is_read_anew():
    game = open_game("5x", {})
    row = MatchRow("", 1, "5x", {}, [], 5)
    live = LiveMatch(game, row)
    for _ in range(10):
        seat = live.match.to_act()[0]
        live.sights.of(seat, hints=False)
        live.answer(seat, (live.observe(seat).legal[0].text,))
    again = resume(game, row, live.log)
    again.sights.follow(live.sights)
    for view in (*range(game.seats), SPECTATOR):
        number = again.sights.of(view, hints=False).number
        assert number == live.sights.of(view, hints=False).number


def types(frames: list[bytes]) -> list[str]:
    return [msgspec.json.decode(frame)["type"] for frame in frames]


def test_the_others_are_told_how_far_an_answer_is_and_nothing_else(site: Site):
    _, _, (ann, ben, cleo) = site.three()
    before = {client: len(client.frames) for client in (ann, ben, cleo)}
    ann.play(first_choice(ann))
    for client in (ann, ben, cleo):
        client.sync()
    assert ["accepted", "status", "changed", "pong"] == types(ann.frames[before[ann] :])
    for client in (ben, cleo):
        assert ["status", "pong"] == types(client.frames[before[client] :])
        assert "locked" == client.table["seats"][0]["status"]


def test_whoever_comes_back_is_told_all_and_then_what_changes(site: Site):
    table, tokens, (ann, ben, cleo) = site.three()
    again = site.join(table, tokens[1])
    assert ["table", "update"] == types(again.frames)
    for client in (ann, ben, cleo):
        client.play(first_choice(client), id="all")
    for client in (ben, again):
        client.until_decision(2)
        client.sync()
    assert ben.update["seen"] == again.update["seen"]
    assert "update" not in types(again.frames[2:])


def test_a_change_of_nothing_is_no_message():
    with pytest.raises(ValueError, match="does not fit"):
        Mirror().whole({"type": "changed", "from": 0, "events": [], "change": {"decision": [2]}})
    with pytest.raises(ValueError, match="does not fit"):
        Mirror().whole({"type": "status", "change": {}})
