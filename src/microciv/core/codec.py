"""Moves, events, observations and records as plain data for files and networks, and back."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any

from microciv.core.deal import plain_deal, plain_witness, read_deal, read_witness
from microciv.core.errors import BadRecord, MicrocivError
from microciv.core.events import HIDDEN, Heard
from microciv.core.game import Game
from microciv.core.match import Ply, Record
from microciv.core.moves import SPECTATOR, Move
from microciv.core.orders import LeftOrder, Order
from microciv.core.plain import field_names, plain
from microciv.core.rng import FAST, GENERATORS, STRONG
from microciv.core.state import Observation
from microciv.speech import t

__all__ = [
    "digest",
    "fields_seen",
    "plain",
    "plain_event",
    "plain_move",
    "plain_record",
    "plain_seen",
    "read_record",
    "read_seen",
]

DIGITS = 12
MOST_ROUNDS = 2**31
HEXADECIMAL = "0123456789abcdef"
BY_TEXT = ("legal", "answer")


def plain_move(move: Move) -> dict[str, object]:
    """A move with its parts: {"text": "bid 2", "verb": "bid", "amount": 2}."""
    return {"text": move.text, **move.parts()}


def plain_seen(seen: Observation) -> dict[str, object]:
    """An observation as clients get it. Moves in it come with their parts, except in `legal` and
    `answer`, which have texts: messages have these moves with their parts beside the observation.
    """
    kind: Any = type(seen)  # mypy does not consider a class hashable
    return {
        name: plain(getattr(seen, name), parts=name not in BY_TEXT) for name in field_names(kind)
    }


def fields_seen(seen: Observation) -> dict[str, object]:
    """The fields of an observation, except `legal` and `answer`, which messages have beside it."""
    kind: Any = type(seen)
    return {name: getattr(seen, name) for name in field_names(kind) if name not in BY_TEXT}


def read_seen(game: Game, data: dict[str, Any]) -> Observation:
    """Read an observation back from the plain data of `plain_seen`. It is not checked beyond being
    readable.

    :raises MicrocivError: if it is not an observation of this game.
    """
    try:
        seen = _made(game, _kind_seen(game), data)
    except (KeyError, TypeError, ValueError) as error:
        raise MicrocivError(f"this is no observation of {game.name}: {error}"[:200]) from None
    assert isinstance(seen, Observation)
    return seen


@lru_cache(maxsize=8)
def _kind_seen(game: Game) -> Any:  # noqa: ANN401  # a class of observations
    return type(game.deal(0).observe(SPECTATOR))


def _made(game: Game, kind: Any, data: dict[str, Any]) -> Any:  # noqa: ANN401  # an object of `kind`
    return kind(**{name: _part(game, name, data[name]) for name in field_names(kind)})


def _part(game: Game, name: str, value: Any) -> Any:  # noqa: ANN401
    """The value of a field: lists become tuples, and texts of moves, or objects with one, moves."""
    if isinstance(value, dict):
        if "text" in value:
            return game.moves.parse(str(value["text"]))
        return _made(game, game.seen_kinds()[name], value)
    if isinstance(value, list):
        kind = game.seen_kinds().get(name)
        if name in BY_TEXT:
            return tuple([game.moves.parse(text) for text in value])
        if kind is not None and not field_names(kind):
            return tuple([kind(*row) for row in value])
        return tuple([_part(game, name, item) for item in value])
    return value


def plain_event(game: Game, heard: Heard) -> dict[str, object]:
    """An event as one seat heard it, with its parts by name; hidden parts are null."""
    name, parts = heard
    kind = game.kinds[name]
    event: dict[str, object] = {"event": name}
    for part, is_card, value in zip(kind.parts, kind.cards, parts, strict=False):
        hidden = value == HIDDEN and is_card
        event[part] = None if hidden else game.part_text(part, value)
    return event


def plain_record(record: Record) -> dict[str, object]:
    """A record as plain data, which `read_record` reads back."""
    data: dict[str, object] = {
        "game": record.game,
        "rules": record.rules,
        "options": plain(record.options),
        "seed": record.seed,
        "moves": [[seat, text] for seat, text in record.moves],
    }
    if record.position is not None:
        data["position"] = plain(record.position)
    if record.agreed is not None:
        data["agreed"] = record.agreed
    if record.generator != FAST:
        data["generator"] = record.generator
    if record.deal is not None:
        data["deal"] = plain_deal(record.deal)
    if record.witness is not None:
        data["witness"] = plain_witness(record.witness)
    if record.ordered:
        data["ordered"] = [*record.ordered]
    if record.left:
        data["left"] = [_plain_left(left) for left in record.left]
    return data


def digest(data: object) -> str:
    """A hash of plain data, in twelve hexadecimal digits."""
    text = json.dumps(data, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def read_record(data: object) -> Record:
    """Read a record from plain data.

    :raises BadRecord: if it is wrong; the message names the field and says what was expected.
    """
    if not isinstance(data, dict):
        raise BadRecord(t("record: expected an object"))
    game, rules, seed = data.get("game"), data.get("rules"), data.get("seed", "0")
    options, moves, position = data.get("options", {}), data.get("moves"), data.get("position")
    if not isinstance(game, str):
        raise BadRecord(t("game: expected the name of a game"))
    if isinstance(rules, bool) or not isinstance(rules, int):
        raise BadRecord(t("rules: expected a number"))
    if not isinstance(options, dict):
        raise BadRecord(t("options: expected an object"))
    generator = data.get("generator", FAST)
    if generator not in GENERATORS:
        raise BadRecord(t("generator: expected one of {allowed}", allowed=", ".join(GENERATORS)))
    least, most = (64, 64) if generator == STRONG else (1, 32)
    if not isinstance(seed, str) or not least <= len(seed) <= most or seed.strip(HEXADECIMAL):
        if least == most:
            raise BadRecord(t("seed: expected {most} hexadecimal digits", most=most))
        raise BadRecord(t("seed: expected up to {most} hexadecimal digits", most=most))
    if position is not None and not isinstance(position, dict):
        raise BadRecord(t("position: expected an object"))
    if not isinstance(moves, list):
        raise BadRecord(t("moves: expected a list of [seat, move]"))
    agreed = data.get("agreed")
    if agreed is not None and not _is_ply(agreed, len(moves)):
        raise BadRecord(t("agreed: expected the number of a ply, 0 to {last}", last=len(moves)))
    by_order = data.get("ordered", [])
    if not isinstance(by_order, list) or not all(
        [_is_ply(ply, len(moves) - 1) for ply in by_order]
    ):
        raise BadRecord(t("ordered: expected the numbers of plies, below {most}", most=len(moves)))
    return Record(
        game,
        rules,
        options,
        seed,
        tuple(_plies(moves)),
        position,
        agreed,
        generator,
        read_deal(data["deal"]) if data.get("deal") is not None else None,
        read_witness(data["witness"]) if data.get("witness") is not None else None,
        tuple(by_order),
        tuple(_left(data.get("left", []))),
    )


def _plain_left(left: LeftOrder) -> dict[str, object]:
    order = left.order
    return {
        "seat": left.seat,
        "phase": order.phase,
        "round": order.round,
        "when": order.when,
        "wishes": [*order.wishes],
        "used": left.used,
    }


def _left(data: object) -> list[LeftOrder]:
    expected = t("left: expected orders, each with seat, phase, round, when, wishes and used")
    if not isinstance(data, list):
        raise BadRecord(expected)
    found: list[LeftOrder] = []
    for item in data:
        one = item if isinstance(item, dict) else {}
        seat, round_, used = one.get("seat"), one.get("round"), one.get("used")
        phase, when, wishes = one.get("phase"), one.get("when"), one.get("wishes")
        if (
            not _is_ply(seat, SPECTATOR - 1)
            or not _is_ply(round_, MOST_ROUNDS)
            or not (isinstance(phase, str) and isinstance(when, str) and isinstance(used, bool))
            or not isinstance(wishes, list)
            or not all([isinstance(wish, str) for wish in wishes])
        ):
            raise BadRecord(expected)
        found.append(
            LeftOrder(int(one["seat"]), Order(phase, int(one["round"]), when, tuple(wishes)), used)
        )
    return found


def _is_ply(number: object, last: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= last


def _plies(moves: list[object]) -> list[Ply]:
    plies: list[Ply] = []
    for index, ply in enumerate(moves):
        if not isinstance(ply, list) or len(ply) != 2:
            raise BadRecord(t("moves[{index}]: expected [seat, move]", index=index))
        seat, text = ply
        if isinstance(seat, bool) or not isinstance(seat, int) or not isinstance(text, str):
            raise BadRecord(t("moves[{index}]: expected [seat, move]", index=index))
        plies.append((seat, text))
    return plies
