"""Small tables for the tests of Civ Builder: laid by hand, played answer by answer.

A table is a position document as docs/games/civ-builder.md describes it. Seats are numbered from 0;
in answers they are letters, A for seat 0. Scores that are not named are 0, so that at a table
without scores everybody is top in everything.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import pytest

import microciv
from microciv import SPECTATOR, IllegalMove, Match, Rng
from microciv.core.codec import plain_event
from microciv.games.civ_builder.cards import ATTRIBUTES, KINDS, NAMES, bag_from, names_of
from microciv.games.civ_builder.game import CivBuilderGame
from microciv.games.civ_builder.people.naming import joined, listed
from microciv.games.civ_builder.rules.state import CivBuilderState
from microciv.games.civ_builder.views.observation import CivBuilderObservation, SeatSeen
from microciv.hidden.bags import copies_in

Row: TypeAlias = dict[str, Any]
Event: TypeAlias = dict[str, object]

NINE_EACH: Final = "+".join([f"9{name}" for name in NAMES])
TURN_PHASES: Final = ("meld", "act", "exchange", "study")
OFFER_PHASES: Final = ("offer", "answer", "reply", "choose")


# --- laying a table


def row(hand: str = "", *, points: int = 0, civ: str = "", **scores: int) -> Row:
    """A seat: its hand, its victory points, its scores by name: `Cul=3`."""
    laid: Row = {"hand": hand, "points": points, "scores": dict(scores)}
    if civ:
        laid["civ"] = civ
    return laid


def ahead(hand: str = "", *, points: int = 0, **scores: int) -> Row:
    """A seat that is top in everything, but for scores that are named."""
    laid = row(hand, points=points)
    laid["scores"] = dict.fromkeys(NAMES[:ATTRIBUTES], 20) | scores
    return laid


def document(*rows: Row, phase: str = "meld", **fields: Any) -> dict[str, Any]:
    """A position. `deck` may be a text of names; the fields of a turn may be given on their own."""
    seats = len(rows)
    written: dict[str, Any] = {"game": "civ-builder", "phase": phase}
    written["options"] = {"seats": seats, **fields.pop("options", {})}
    turn = {
        name: fields.pop(name) for name in ("melds", "melded", "action", "target") if name in fields
    }
    if phase in TURN_PHASES:
        written["turn"] = turn
    if phase in (*OFFER_PHASES, "market") and "trade" not in fields:
        written["trade"] = {}
    if isinstance(fields.get("deck"), str):
        fields["deck"] = fields["deck"].split()
    written["table"] = list(rows)
    return written | fields


def table(*rows: Row, **fields: Any) -> Match:
    """A match that goes on from such a position."""
    return microciv.set_up(document(*rows, **fields))


def deal_of(seat: int, target: int | str, given: str, wanted: str) -> dict[str, Any]:
    """An offer in a document."""
    return {"seat": seat, "target": target, "given": given, "wanted": wanted}


def rest_of(*held: str) -> str:
    """All cards that are not among these."""
    cards = Counter(listed(NINE_EACH))
    for text in held:
        cards -= Counter(listed(text))
    return joined(sorted(cards.elements(), key=NAMES.index))


def generator(picks: list[tuple[int, int]]) -> list[int]:
    """A generator that will draw these numbers, each below its bound."""
    for seed in range(100_000):
        rng = Rng(seed)
        words = rng.words()
        if all([wanted == rng.below(bound) for wanted, bound in picks]):
            return words
    raise AssertionError(picks)


def seeded(seed: int) -> list[int]:
    """A fresh generator as a document has it."""
    return Rng(seed).words()


def new_match(seats: int = 3, seed: int = 1, **options: object) -> Match:
    """A match from its deal."""
    return Match(microciv.open_game("civ-builder", seats=seats, **options), seed=seed)


def at_round(number: int = 1, seats: int = 3, seed: int = 1, **options: object) -> Match:
    """A match at the first question of a round, everybody having been absent before."""
    match = new_match(seats, seed, **options)
    while at(match).round < number:
        silent_step(match)
    return match


def changed(good: dict[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """A copy of a document with changes by path: `table.0.hand`, `trade.offers.1`."""
    other = copy.deepcopy(good)
    for path, value in changes.items():
        *parents, last = [int(name) if name.isdigit() else name for name in path.split(".")]
        where: Any = other
        for name in parents:
            where = where[name]
        where[last] = value
    return other


# --- playing


def answer(match: Match, seat: int, *lines: str) -> None:
    """The seat answers in whole lines."""
    for line in lines:
        for step in match.game.steps(match.observe(seat), line):
            match.play(seat, step)


def say(match: Match, *lines: str) -> None:
    """Whoever is asked, the one seat, answers in whole lines."""
    for line in lines:
        (seat,) = match.to_act()
        answer(match, seat, line)


def silent_step(match: Match) -> None:
    """A step for the first who is to act, as if out of time."""
    seat = match.to_act()[0]
    match.play(seat, match.game.absent(match.observe(seat)).text)


def silence(match: Match, *phases: str) -> None:
    """Everybody is out of time until one of these is asked."""
    while phase(match) not in phases:
        silent_step(match)


def silent_until_round(match: Match, number: int) -> None:
    """Everybody is out of time until this round."""
    while at(match).round < number:
        silent_step(match)


def random_step(match: Match, rng: Rng) -> None:
    """A random step of a random seat, offers being rarer than passes."""
    seat = match.to_act()[rng.below(len(match.to_act()))]
    moves = at(match, seat).legal
    quiet = [move for move in moves if move.text in ("pass", "decline", "ready")]
    if quiet and rng.below(3):
        moves = (quiet[0],)
    match.play(seat, moves[rng.below(len(moves))].text)


def random_match(seed: int, seats: int = 3, **options: object) -> Iterator[Match]:
    """A match of random answers, shown before each of them and at the end."""
    match = new_match(seats, seed, **options)
    rng = Rng(seed)
    while match.to_act():
        yield match
        random_step(match, rng)
    yield match


def refusal(match: Match, seat: int, text: str) -> str:
    """Why the seat may not answer so."""
    with pytest.raises(IllegalMove, match=r"^not now: ") as refused:
        match.play(seat, text)
    return str(refused.value).split("; ", 1)[1]


# --- looking


def at(match: Match, seat: int = SPECTATOR) -> CivBuilderObservation:
    """What the seat sees."""
    seen = match.observe(seat)
    assert isinstance(seen, CivBuilderObservation)
    return seen


def seat_at(match: Match, seat: int, observer: int = SPECTATOR) -> SeatSeen:
    """A seat as somebody sees it."""
    return at(match, observer).table[seat]


def truth(match: Match) -> CivBuilderState:
    """The state itself."""
    assert isinstance(match.state, CivBuilderState)
    return match.state


def game_of(match: Match) -> CivBuilderGame:
    """The rules of the match."""
    assert isinstance(match.game, CivBuilderGame)
    return match.game


def redealt(match: Match, seat: int, rng: Rng) -> CivBuilderState:
    """A state that looks like the match from this seat."""
    state = match.game.redeal(match.observe(seat), rng)
    assert isinstance(state, CivBuilderState)
    return state


def phase(match: Match) -> str:
    """What is asked."""
    return match.game.phases[match.state.phase]


def cards(text: str) -> str:
    """A list of cards as the tests compare it: in the order of the deck."""
    return joined(list(names_of(bag_from(listed(text)))))


def hand(match: Match, seat: int) -> str:
    """The cards in hand."""
    return joined(list(at(match, seat).hand))


def hands(match: Match) -> list[str]:
    """Everybody's hand."""
    return [hand(match, seat) for seat in range(match.game.seats)]


def sizes(match: Match) -> list[int]:
    """How many cards everybody has."""
    return [seat.hand for seat in at(match).table]


def known(match: Match, seat: int, observer: int) -> str:
    """The cards of a hand that the observer knows."""
    return joined(list(seat_at(match, seat, observer).known))


def score(match: Match, seat: int, attribute: str) -> int:
    """A score."""
    return seat_at(match, seat).scores[NAMES.index(attribute)]


def scores(match: Match, seat: int) -> dict[str, int]:
    """The scores that are not 0."""
    named = zip(NAMES, seat_at(match, seat).scores, strict=False)
    return {name: value for name, value in named if value}


def points(match: Match) -> list[int]:
    """Everybody's victory points."""
    return [seat.points for seat in at(match).table]


def sources(match: Match, seat: int) -> dict[str, int]:
    """Where a seat's points came from, without what brought nothing."""
    return {name: value for name, value in seat_at(match, seat).sources if value}


def deck(match: Match) -> list[str]:
    """The deck from its top, as it truly is."""
    state = truth(match)
    return [NAMES[kind] for kind in state.deck[state.drawn :]]


def discard(match: Match) -> str:
    """The discard pile."""
    return joined([NAMES[kind] for kind in copies_in(truth(match).discard)])


def tops(match: Match, attribute: str) -> list[int]:
    """Who has the privilege of the attribute."""
    return list(at(match).tops[NAMES.index(attribute)])


def legal(match: Match, seat: int | None = None) -> list[str]:
    """What the seat, or whoever is asked, may answer."""
    asked = match.to_act()[0] if seat is None else seat
    return [move.text for move in at(match, asked).legal]


def events(match: Match, seat: int = SPECTATOR) -> list[Event]:
    """All that a seat heard."""
    return [plain_event(match.game, heard) for heard in match.heard(seat)]


def news_of(match: Match, since: int) -> list[Event]:
    """What everybody heard from an event on."""
    return [plain_event(match.game, heard) for heard in match.heard(SPECTATOR, since)]


def told(match: Match, *names: str, to: int = SPECTATOR) -> list[tuple[object, ...]]:
    """The parts of the events of these kinds."""
    return [
        tuple(value for part, value in event.items() if part != "event")
        for event in events(match, to)
        if event["event"] in names
    ]


def all_cards(match: Match) -> Counter[int]:
    """Every card there is, by kind."""
    state = truth(match)
    found = Counter(state.deck[state.drawn :])
    for bag in (*state.hands, state.discard):
        found.update(copies_in(bag))
    return found


WHOLE_DECK: Final = Counter(dict.fromkeys(range(KINDS), 9))
