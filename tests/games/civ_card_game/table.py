"""Small tables for the tests of Civilization: The Card Game: laid by hand, played step by step.

A table is a position document as docs/games/civ-card-game.md describes it, written with texts:
`2 Chariot, City Walls` are three cards, `Plains:3+Granary, Forest` two plots, of which the first
has three population and a Granary, and `7F 4C` is a stock. Plots that are not named are filled up
to four. Seats are numbered from 0; in moves they are letters, A for seat 0.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import pytest

import microciv
from microciv import SPECTATOR, IllegalMove, Match, Rng
from microciv.core.codec import plain_event
from microciv.games.civ_card_game.cards import Card
from microciv.games.civ_card_game.game import CivCardGame
from microciv.games.civ_card_game.people import notation
from microciv.games.civ_card_game.rules.state import CivCardGameState
from microciv.games.civ_card_game.views.observation import CivCardGameObservation, SeatSeen
from tests.games.civ_card_game.printed import CARDS, FIRST_PLOT, FIRST_TECH, KINDS, NAMES
from tests.games.saving import saved

Row: TypeAlias = dict[str, Any]
Event: TypeAlias = dict[str, object]

A, B, C, D = 0, 1, 2, 3
NAME: Final = "civ-card-game"
IN_TURN: Final = ("collecting", "bought", "loose", "demolished", "pending", "due")


FIERCE: Final[list[Row]] = [  # much fighting, small piles, odd numbers
    {"name": "Chariot", "copies": 9, "damage": [["steal_population", 2]]},
    {"name": "Library", "effects": [["steal_card", 1], ["steal_resources", 2], ["draw", 1]]},
    {"name": "City Walls", "copies": 9, "cost": 1, "effects": [["bounce", 1], ["wall"]]},
    {"name": "Catapult", "copies": 9, "breach": 2}, {"name": "Temple", "effects": [["grow", 2]]},
    {"name": "Granary", "effects": [["places", 2], ["gain_per_plot", "F", 2], ["vp", 1]]},
]  # fmt: skip
TABLES: Final[list[tuple[int, dict[str, Any]]]] = [  # seats, options
    (2, {}), (3, {}), (4, {}), (3, {"cards": FIERCE, "overfull": "return", "bounce": "per_wall"}),
    (2, {"steal_timing": "on_purchase", "goods_change": "lose", "fresh_market": "wait"}),
    (3, {"steal_timing": "each_turn", "steal_kinds": "victim", "purchase_limit": "one_each"}),
    (4, {"tie_status": "incumbent", "bonus_kinds": "current", "steal_scope": "adjacent",
         "duplicates_on_plot": "allow", "demolish": True, "overfull": "return"}),
    (2, {"end_trigger": "round", "bank_mix": "any", "population_supply": 0, "drought_rounds": 1}),
    (3, {"end_trigger": "turn", "population_supply": 9, "max_rounds": 5, "peace_rounds": 2,
         "catapult_bombards": True, "tie_status": "all", "dealer": "last_seat"}),
]  # fmt: skip


# --- laying a table


def cards(text: str) -> list[str]:
    """`2 Chariot, City Walls` by name."""
    found: list[str] = []
    for part in filter(None, re.split(r", *", text)):
        number, name = re.fullmatch(r"(?:(\d+) )?(.+)", part).groups()  # type: ignore[union-attr]
        found += [name] * int(number or 1)
    return found


def land(text: str) -> list[Row]:
    """`Plains:3+Granary, Forest` as plots of a document."""
    found: list[Row] = []
    for part in filter(None, re.split(r", *", text)):
        ground, *structures = part.split("+")
        name, _, population = ground.partition(":")
        plot = {"card": name, "population": int(population or 0), "structures": structures}
        found.append(plot)
    return found


def amounts(text: str) -> dict[str, int]:
    """`7F 4C` as a stock of a document."""
    return {part[-1]: int(part[:-1]) for part in text.split()}


def row(plots: str = "", hand: str = "", stock: str = "", techs: str = "", **more: Any) -> Row:
    """A seat: its land, its hand, its stock, its technologies."""
    laid: Row = {"plots": land(plots), "hand": cards(hand), "stock": amounts(stock)}
    return {**laid, "techs": cards(techs), **more}


def document(*rows: Row, phase: str = "turn", **fields: Any) -> dict[str, Any]:
    """A position. Piles may be texts; the fields of a turn may be given on their own."""
    written: dict[str, Any] = {"game": NAME, "phase": phase, "table": list(rows)}
    written["options"] = {"seats": len(rows), **fields.pop("options", {})}
    question = {name: fields.pop(name) for name in IN_TURN if name in fields}
    if question:
        written["question"] = question
    market = {
        name: cards(fields.pop(field))
        for name, field in (("plots", "plots"), ("techs", "techs"))
        if field in fields
    }
    if market:
        written["market"] = market
    for name in ("deck", "discard", "plot_deck", "tech_deck", "faded", "revealed"):
        if isinstance(fields.get(name), str):
            fields[name] = cards(fields[name])
    return written | fields


def table(*rows: Row, **fields: Any) -> Match:
    """A match that goes on from such a position."""
    return microciv.set_up(document(*rows, **fields))


def house(*rows: Row, **options: Any) -> dict[str, Any]:
    """The option `cards`, with rows that differ, and other options."""
    return {"options": {"cards": list(rows), **options}}


def attack(declared: str, *rows: Row, **fields: Any) -> Match:
    """A match in which seat 0, which has these units besides its own hand, has just attacked:
    `B Chariot, B Axemen, C Catapult`.
    """
    units = [part.split(" ", 1) for part in re.split(r", *", declared)]
    attacker = {**rows[0], "hand": [*rows[0]["hand"], *[card for _seat, card in units]]}
    match = table(attacker, *rows[1:], **fields)
    do(match, "done", *[f"attack {seat} {card}" for seat, card in units], "fight")
    return match


def new_match(seats: int = 3, seed: int = 1, **options: object) -> Match:
    """A match from its deal."""
    return Match(microciv.open_game(NAME, seats=seats, **options), seed=seed)


def changed(good: dict[str, Any], changes: Mapping[str, object]) -> dict[str, Any]:
    """A copy of a document with changes by path: `table.0.hand`, `market.plots`."""
    other = copy.deepcopy(good)
    for path, value in changes.items():
        *parents, last = [int(name) if name.isdigit() else name for name in path.split(".")]
        where: Any = other
        for name in parents:
            where = where.setdefault(name, {}) if isinstance(where, dict) else where[name]
        where[last] = value
    return other


def again(match: Match) -> Match:
    """The match set up anew from its position."""
    return microciv.set_up(saved(match))


def techs_but(*left: str) -> str:
    """All technologies but these."""
    return rest_of(NAMES[FIRST_TECH:FIRST_PLOT], ", ".join(left))


def land_but(*left: str) -> str:
    """All plots but these."""
    box = game_of(new_match(2)).box
    return rest_of([NAMES[card] for card in box.deck(FIRST_PLOT, CARDS)], ", ".join(left))


def rest_of(whole: list[str], text: str) -> str:
    """The cards less those of the text."""
    left = whole[:]
    for name in cards(text):
        left.remove(name)
    return ", ".join(left)


# --- playing


def do(match: Match, *steps: str) -> None:
    """Whoever is asked, the one seat, takes these steps; several may stand in one text."""
    for step in [part.strip() for text in steps for part in text.split(";")]:
        (seat,) = match.to_act()
        match.play(seat, step)


def let_through(match: Match) -> None:
    """Nobody blocks anything."""
    while match.to_act() and phase(match) == "block":
        do(match, "pass")


def end_turn(match: Match) -> None:
    """Whoever is asked does nothing more, and discards goods first, until the next turn."""
    mine = at(match).turn
    while match.to_act() and (at(match).turn == mine or phase(match) != "turn"):
        idle(match)


def idle(match: Match) -> None:
    """A step that does as little as it can; goods are discarded before units and structures."""
    seat = match.to_act()[0]
    moves = legal(match, seat)
    quiet = [move for move in moves if move in ("done", "peace", "pass", "waive")]
    match.play(seat, quiet[0] if quiet else moves[-1 if phase(match) == "discard" else 0])


def random_step(match: Match, rng: Rng) -> None:
    """A random step: of all kinds of steps alike, so that much is bought and fought."""
    seat = match.to_act()[0]
    kinds: dict[str, list[str]] = {}
    for move in legal(match, seat):
        kinds.setdefault(move.split(" ", 1)[0], []).append(move)
    if len(kinds) > 1 and rng.below(4):
        kinds.pop("done", None)
    if len(kinds) > 1 and rng.below(3):
        kinds.pop("bank", None)
    moves = list(kinds.values())[rng.below(len(kinds))]
    match.play(seat, moves[rng.below(len(moves))])


def random_match(
    seed: int, seats: int = 3, most: int = 100_000, **options: object
) -> Iterator[Match]:
    """A match of random answers, shown before each step and at the end."""
    match = new_match(seats, seed, **options)
    rng = Rng(seed)
    for _step in range(most):
        if not match.to_act():
            break
        yield match
        random_step(match, rng)
    yield match


def is_refused(match: Match, *steps: str) -> bool:
    """May whoever is asked not do any of this now?"""
    (seat,) = match.to_act()
    for step in steps:
        if step in legal(match, seat):
            return False
        with pytest.raises(IllegalMove, match=r"^not now: "):
            match.play(seat, step)
    return True


# --- looking


def at(match: Match, seat: int = SPECTATOR) -> CivCardGameObservation:
    """What the seat sees."""
    seen = match.observe(seat)
    assert isinstance(seen, CivCardGameObservation)
    return seen


def seat_at(match: Match, seat: int) -> SeatSeen:
    """A seat as it sees itself, its sealed steps carried out."""
    return at(match, seat).table[seat]


def truth(match: Match) -> CivCardGameState:
    """The state itself."""
    assert isinstance(match.state, CivCardGameState)
    return match.state


def game_of(match: Match) -> CivCardGame:
    """The rules of the match."""
    assert isinstance(match.game, CivCardGame)
    return match.game


def redealt(match: Match, seat: int, rng: Rng) -> CivCardGameState:
    """A state that looks like the match from this seat."""
    state = match.game.redeal(match.observe(seat), rng)
    assert isinstance(state, CivCardGameState)
    return state


def phase(match: Match) -> str:
    """What is asked."""
    return match.game.phases[match.state.phase]


def asked(match: Match) -> tuple[str, int]:
    """What is asked, and who."""
    (seat,) = match.to_act()
    return phase(match), seat


def legal(match: Match, seat: int | None = None) -> list[str]:
    """What the seat, or whoever is asked, may answer."""
    return [move.text for move in at(match, match.to_act()[0] if seat is None else seat).legal]


def options_of(match: Match, verb: str) -> list[str]:
    """What may follow a verb now: `claim` may have Forest and Coast."""
    return [move[len(verb) + 1 :] for move in legal(match) if move.split(" ", 1)[0] == verb]


def stock(match: Match, seat: int) -> tuple[int, int, int]:
    """Food, hammers and coins."""
    return seat_at(match, seat).stock


def plots(match: Match, seat: int) -> list[str]:
    """The cards of a seat's land."""
    return [plot.card for plot in seat_at(match, seat).plots]


def pops(match: Match, seat: int) -> list[int]:
    """The population of each plot."""
    return [plot.population for plot in seat_at(match, seat).plots]


def standing(match: Match, seat: int) -> str:
    """The structures of a seat with their plots: `1 Granary, 2 Forge`."""
    return ", ".join([
        f"{number} {name}"
        for number, plot in enumerate(seat_at(match, seat).plots, 1)
        for name in plot.structures
    ])  # fmt: skip


def hand(match: Match, seat: int) -> str:
    """The cards in hand, as its owner sees them."""
    return text_of(seat_at(match, seat).known)


def hands(match: Match) -> list[str]:
    """Everybody's hand."""
    return [hand(match, seat) for seat in range(match.game.seats)]


def techs(match: Match, seat: int) -> list[str]:
    """The technologies of a seat."""
    return list(seat_at(match, seat).techs)


def known(match: Match, seat: int, observer: int) -> str:
    """The cards of a hand that the observer knows."""
    return text_of(at(match, observer).table[seat].known)


def points(match: Match) -> list[int]:
    """Everybody's victory points."""
    return match.scores()


def text_of(names: tuple[str, ...] | list[str]) -> str:
    """Cards as a text, in the order of the set."""
    counts = Counter(names)
    ordered = sorted(counts, key=NAMES.index)
    return ", ".join([f"{counts[name]} {name}" if counts[name] > 1 else name for name in ordered])


def hand_text(text: str) -> str:
    """A text of cards as `hand` and `discard` tell it."""
    return text_of(cards(text))


def discard(match: Match) -> str:
    """The discard pile."""
    pile = at(match).discard
    return text_of([NAMES[card] for card in range(KINDS) for _copy in range(pile[card])])


def deck(match: Match) -> list[str]:
    """The play deck from its top, as it truly is."""
    state = truth(match)
    return [NAMES[card] for card in state.deck[state.drawn :]]


def events(match: Match, seat: int = SPECTATOR, since: int = 0) -> list[Event]:
    """All that a seat heard."""
    return [plain_event(match.game, heard) for heard in match.heard(seat, since)]


def told(match: Match, *names: str, to: int = SPECTATOR) -> list[tuple[object, ...]]:
    """The parts of the events of these kinds."""
    return [
        tuple(value for part, value in event.items() if part != "event")
        for event in events(match, to)
        if event["event"] in names
    ]


def all_cards(match: Match) -> Counter[Card]:
    """Every card of the play deck, wherever it is."""
    state = truth(match)
    found = Counter(state.deck[state.drawn :])
    for seat_hand in state.hands:
        found.update(seat_hand)
    for card, number in enumerate(state.discard):
        found[card] += number
    for realm in state.realms:
        found.update([card for _plot, card in realm.standing()])
    for unit in state.units:
        found.update([unit.card, unit.blocker] if unit.blocker >= 0 else [unit.card])
    return +found


# --- lines


def steps(match: Match, line: str, seat: int | None = None) -> list[str]:
    """What a line stands for."""
    who = match.to_act()[0] if seat is None else seat
    return notation.steps(game_of(match), at(match, who), line)


def buying(**fields: Any) -> Match:
    """Seat 0 of three is in its Purchase, and is rich."""
    hand = "Granary, Library, City Walls, Great Library, Corn, Corn, Iron, Chariot, Axemen, Archers"
    land = "Plains:1, Forest:1, Coast:1+Granary, Grassland, Grassland"
    return table(
        row(land, hand, "40F 40H 40C"), row("Forest:1", "2 Chariot", "4F 2C"), row("Forest:1"),
        plots="Forest, Coast, Gem Field", techs="Mining, Music, Engineering", **fields,
    )  # fmt: skip
