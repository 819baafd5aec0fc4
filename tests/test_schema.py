"""The schemas describe what seats of every game and option really see, and each field of it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from microciv import Match
from microciv.core.codec import plain_event, plain_move, plain_seen
from microciv.core.moves import SPECTATOR
from microciv.games import catalogue
from microciv.schema import DIALECT, made_from, schema_of
from tests.laws.cases import CASES, Case

OURS = ["5x", "5-ages", "civ-card-game", "civ-builder"]
LOOKS = 4
"""Moments of a match that are looked at, besides its end."""


@cache
def validator(game: str, definition: str = "") -> Draft202012Validator:
    """A strict check against the schema of a game, or against one of its definitions."""
    schema = schema_of(game)
    Draft202012Validator.check_schema(schema)
    if not definition:
        return Draft202012Validator(schema)
    part = {"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]}
    return Draft202012Validator({"$schema": DIALECT, **part})


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_every_seat_sees_is_as_the_schema_says(case: Case):
    game, chance = case.open(), Random(str(case))
    seen, move, event = [validator(case.game, part) for part in ("", "Move", "Event")]
    state = game.deal(7)
    looks = sorted(chance.sample(range(20 * game.seats), LOOKS))
    plies = 0
    while state.to_act:
        asked = state.to_act[0]
        if plies in looks:
            whose = chance.choice([asked, *range(game.seats), SPECTATOR])
            seen.validate(plain_seen(state.observe(whose)))
            for option in chance.sample(state.legal(asked), 1):
                move.validate(plain_move(option))
        state.apply(asked, chance.choice(state.legal(asked)))
        plies += 1
    seen.validate(plain_seen(state.observe(chance.randrange(game.seats))))
    kinds = {happened.kind.name: happened for happened in state.log}
    for name, happened in kinds.items():
        parts = happened.seen_by(chance.choice([0, SPECTATOR]))
        event.validate(plain_event(game, (name, parts)))


@pytest.mark.parametrize("game", OURS)
def test_a_field_more_or_less_or_of_another_type_is_found(game: str):
    match = Match(Case(game).open(), 1)
    check = validator(game)
    seen: Any = plain_seen(match.observe(0))
    assert check.is_valid(seen)
    for name, value in seen.items():
        assert not check.is_valid({other: seen[other] for other in seen if other != name}), name
        assert not check.is_valid({**seen, name: {"of": value}}), name
    assert not check.is_valid({**seen, "truth": 1})


@pytest.mark.parametrize("game", OURS)
def test_every_class_field_move_and_event_is_described(game: str):
    schema = schema_of(game)
    assert schema["title"] == type(Match(Case(game).open(), 0).observe(0)).__name__
    parts = {"": schema, **schema["$defs"]}
    told = {name: part.get("description", "") for name, part in parts.items()}
    for name, part in parts.items():
        for field, of in part.get("properties", {}).items():
            told[f"{name}.{field}"] = of.get("description", "")
        for one in part.get("oneOf", []):
            key = one["properties"]["verb" if name == "Move" else "event"]["const"]
            told[f"{name} {key}"] = one.get("description", "")
    assert [] == [name for name, words in told.items() if not words.endswith((".", "?"))]


def test_a_game_of_somebody_elses_has_a_schema_too():
    assert "goofspiel" in catalogue()
    schema = schema_of("goofspiel")
    assert schema == made_from(Case("goofspiel").open())
    assert "$defs" in schema


@pytest.mark.interpreted
def test_events_of_somebody_elses_are_described_by_the_words_beside_them():
    [turned, *_] = made_from(Case("goofspiel").open())["$defs"]["Event"]["oneOf"]
    assert turned["properties"]["event"] == {"const": "turned"}
    assert turned["description"] == "The next prize."
