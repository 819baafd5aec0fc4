"""Small tables for the tests of 5X: laid by hand, played a round at a time, told as vectors.

A table is a position document as docs/games/5x.md describes it; seats are numbered from 0, so that
P1 of a scenario is seat 0.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import microciv
from microciv import Match, Rng
from microciv.core.codec import plain_event
from microciv.games.five_x.cards import LEADER_NAMES
from microciv.games.five_x.views.observation import FiveXObservation, SeatSeen

Vector = list[int]
Event = dict[str, object]
Answers = dict[int, str]

ALL15: Final[dict[str, object]] = {"leader_pool": "all15"}
WITHOUT: Final[dict[str, object]] = {"leaders": False}
STEPS: Final = ("S1", "S2", "S3", "S4", "S5", "END")
ANYBODY: Final = 15  # a spectator, who sees what is public and nothing else


def five_x(
    resources: Vector,
    cards: str = "",
    *,
    round: int = 3,  # noqa: A002  # the field's name
    phase: str = "select",
    options: Mapping[str, object] | None = None,
    removed: str | None = None,
    **rows: dict[int, object],
) -> Match:
    """A table in the middle of a match: `cards` that the seats are going to play, in seat order,
    are in their hands; `rows` give fields of a seat by name: `pile={0: "exploit gandhi"}`.
    """
    named = cards.split()
    table: list[dict[str, object]] = []
    for seat, amount in enumerate(resources):
        row: dict[str, object] = {"resources": amount}
        for field, values in rows.items():
            value = values.get(seat)
            lists = field in {"hand", "leaders", "pile", "shown", "wonders"}
            if value is not None:
                row[field] = value.split() if lists and isinstance(value, str) else value
        if seat < len(named) and named[seat] in LEADER_NAMES and "hand" not in row:
            held = row.get("leaders", [])
            assert isinstance(held, list)
            row["leaders"] = [named[seat], *held]
        table.append(row)
    document: dict[str, object] = {"game": "5x", "options": {"seats": len(resources)}}
    document["options"] = {"seats": len(resources), **(options or {})}
    document |= {"round": round, "phase": phase, "table": table}
    if removed is not None:
        document["removed"] = list(removed)
    return microciv.set_up(document)


RANDOM: list[tuple[int, int, dict[str, object]]] = [
    *[(seats, seed, {}) for seats in (3, 4, 5, 6) for seed in range(3)],
    *[(seats, seed, WITHOUT) for seats in (3, 4) for seed in range(3)],
    *[(seats, 7, ALL15) for seats in (3, 4, 5, 6)],
]

SHORT: dict[str, Any] = {
    "game": "5x",
    "round": 3,
    "table": [{"resources": 5}, {"resources": 5}, {"resources": 5}],
}


def short(**changes: Any) -> dict[str, Any]:
    """The short document with changes: `table_0_pile=[...]` goes to a field of a seat."""
    document = copy.deepcopy(SHORT)
    for name, value in changes.items():
        if name.startswith("table_"):
            _, seat, field = name.split("_", 2)
            document["table"][int(seat)][field] = value
        else:
            document[name] = value
    return document


def new_match(seats: int = 3, seed: int = 1, **options: object) -> Match:
    """A match from its deal."""
    return Match(microciv.open_game("5x", seats=seats, **options), seed=seed)


def pass_leaders(match: Match) -> None:
    """Everybody passes the first of the two."""
    for seat in match.to_act():
        match.play(seat, match.observe(seat).legal[0].text)


def choose(match: Match, cards: str) -> None:
    """Every seat that is asked plays its card of these, in as many groups as it takes."""
    named = cards.split()
    number = at(match).round
    while at(match).phase == "select" and at(match).round == number and match.to_act():
        for seat in match.to_act():
            if at(match).table[seat].played == "":
                match.play(seat, named[seat])


def answer(match: Match, answers: Answers) -> None:
    """These seats answer so."""
    for seat, text in answers.items():
        match.play(seat, text)


def at(match: Match, seat: int = ANYBODY) -> FiveXObservation:
    """What the seat sees."""
    seen = match.observe(seat)
    assert isinstance(seen, FiveXObservation)
    return seen


def seat_at(match: Match, seat: int) -> SeatSeen:
    """A seat as it sees itself."""
    return at(match, seat).table[seat]


def resources(match: Match) -> Vector:
    """What everybody holds."""
    return [seat.resources for seat in at(match).table]


def hand(match: Match, seat: int) -> set[str]:
    """The names of the cards in hand."""
    return set(at(match, seat).hand)


def pile(match: Match, seat: int) -> set[str]:
    """The names of the cards in its own pile."""
    return set(at(match).table[seat].pile)


def wonders(match: Match, seat: int) -> str:
    """The letters of the Wonders built."""
    return "".join(at(match).table[seat].wonders)


def removed(match: Match) -> str:
    """The letters of the Wonders out of the game."""
    return "".join(at(match).removed)


def legal(match: Match, seat: int) -> list[str]:
    """What the seat may answer."""
    return [move.text for move in at(match, seat).legal]


def events(match: Match, seat: int = ANYBODY) -> list[Event]:
    """All that a seat heard."""
    return [plain_event(match.game, heard) for heard in match.heard(seat)]


def told(match: Match, *names: str) -> list[Event]:
    """The events of these kinds."""
    return [event for event in events(match) if event["event"] in names]


@dataclass
class Round:
    """A round as it went: the vectors of the ledger, and the match after it."""

    match: Match
    vectors: dict[str, Vector]

    def __getitem__(self, step: str) -> Vector:
        return self.vectors[step]

    def brought(self, step: str) -> Vector:
        """What this step brought to each seat."""
        before = self.vectors[("S0", *STEPS)[STEPS.index(step)]]
        return [new - old for old, new in zip(before, self.vectors[step], strict=True)]


def play_round(match: Match, cards: str, *answers: Answers) -> Round:
    """One whole round: cards, then these answers set by set. The vectors folded from the events
    are compared with the resources at every question that is asked on the way.
    """
    seats, number = range(match.game.seats), at(match).round
    start, since = resources(match), len(events(match))
    choose(match, cards)
    for number_of_set, answers_of_set in enumerate(answers):
        step = {"bid": "S2", "dido": "S4", "dig": "S5"}[at(match).phase]
        so_far = vectors(start, events(match)[since:])
        assert so_far[step] == resources(match), (step, number_of_set)
        answer(match, answers_of_set)
    over = at(match).phase == "over"
    assert over or at(match).round == number + 1, f"asked: {at(match).phase} {match.to_act()}"
    assert not any(at(match).table[seat].played for seat in seats)
    outcome = Round(match, vectors(start, events(match)[since:]))
    assert outcome["END"] == resources(match)
    return outcome


def round_of(cards: str, *answers: Answers, held: Vector | None = None, **table: Any) -> Round:
    """A round of its own, with any of the fifteen leaders; everybody holds 5 unless said."""
    options = {**ALL15, **table.pop("options", {})}
    resources = held or [5] * len(cards.split())
    return play_round(five_x(resources, cards, options=options, **table), cards, *answers)


def asked_after(cards: str, held: Vector | None = None, **table: Any) -> Match:
    """The match at the first question after these cards are open."""
    options = {**ALL15, **table.pop("options", {})}
    match = five_x(held or [5] * len(cards.split()), cards, options=options, **table)
    choose(match, cards)
    return match


def random_match(seed: int, seats: int = 3, **options: object) -> Iterator[Match]:
    """A match of random answers, shown before each of them and at the end."""
    match = new_match(seats, seed, **options)
    rng = Rng(seed)
    while match.to_act():
        yield match
        seat = match.to_act()[rng.below(len(match.to_act()))]
        moves = match.observe(seat).legal
        match.play(seat, moves[rng.below(len(moves))].text)
    yield match


def vectors(start: Vector, happened: list[Event]) -> dict[str, Vector]:
    """The resources after each step, folded from what happened; S0 is the start."""
    found: dict[str, Vector] = {"S0": list(start)}
    held, step = list(start), 0
    for change, seat, amount in changes(happened):
        while step < STEPS.index(change):
            found[STEPS[step]] = list(held)
            step += 1
        held[seat] += amount
    for name in STEPS[step:]:
        found[name] = list(held)
    return found


def changes(happened: list[Event]) -> Iterator[tuple[str, int, int]]:
    """Step, seat and amount of everything that moved resources."""
    cards: dict[object, object] = {}
    for event in happened:
        kind, seat, amount = event["event"], event.get("seat"), event.get("amount")
        if kind == "revealed":
            cards[seat] = event["card"]
        if not isinstance(seat, int):
            continue
        if kind == "hit":
            target, supply = event["target"], event["supply"]
            assert isinstance(target, int)
            assert isinstance(supply, int)
            yield "S2", target, supply - 1
            yield "S2", seat, 1
        if not isinstance(amount, int):
            continue
        if kind == "exploited":
            yield "S1", seat, amount
        elif kind in {"won", "lost"}:
            yield "S3", seat, -amount
        elif kind == "explored":
            yield "S4", seat, amount
        elif kind == "built":
            yield "S4" if cards[seat] == "dido" else "S5", seat, -amount
        elif kind == "granted":
            yield "S5", seat, amount
        elif kind == "bonus":
            yield "END", seat, amount
