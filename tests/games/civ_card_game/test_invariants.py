"""The invariants (D), watched over random matches; each with eyes of its own."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import pytest

import microciv
from microciv import SPECTATOR, Match, Rng
from microciv.games.civ_card_game.views.observation import CivCardGameObservation
from tests.games.civ_card_game.printed import (
    FIRST_GOODS,
    FIRST_PLOT,
    FIRST_TECH,
    FIRST_UNIT,
    FIRST_WONDER,
    KINDS,
    NAMES,
)
from tests.games.civ_card_game.table import (
    TABLES,
    Event,
    at,
    events,
    game_of,
    new_match,
    phase,
    random_match,
)
from tests.games.saving import saved

pytestmark = pytest.mark.heavy

EVERY = 9  # steps from one look at the whole truth to the next
BUILDINGS, WONDERS = NAMES[:FIRST_WONDER], NAMES[FIRST_WONDER:FIRST_UNIT]
UNITS, GOODS = NAMES[FIRST_UNIT:FIRST_GOODS], NAMES[FIRST_GOODS:KINDS]
COMBAT = ("breach", "repel", "block", "yield", "receive", "raze", "vacate")
SETTING_UP = ("draft", "found", "cull")
HOUSES = [number for number, (_seats, options) in enumerate(TABLES) if "cards" in options]

every_table = pytest.mark.parametrize("number", range(len(TABLES)))
printed_set = pytest.mark.parametrize(
    "number", [number for number in range(len(TABLES)) if number not in HOUSES]
)


class Moment(NamedTuple):
    """What is open between two answers, and what was told since the last one."""

    seen: CivCardGameObservation
    news: list[Event]
    document: dict[str, Any]  # the whole truth; now and then, else nothing


@cache
def whole_match(number: int) -> tuple[Match, list[Moment]]:
    """A random match on one of the tables, moment by moment."""
    seats, options = TABLES[number]
    moments: list[Moment] = []
    heard = 0
    for step, match in enumerate(random_match(40 + number, seats, **options)):
        news = events(match, SPECTATOR, heard)
        heard += len(news)
        looked = step % EVERY == 0 or not match.to_act()
        moments.append(Moment(at(match), news, saved(match) if looked else {}))
    return match, moments


def moments(number: int) -> list[Moment]:
    """All moments of the match."""
    return whole_match(number)[1]


def truths(number: int) -> list[dict[str, Any]]:
    """The moments at which all cards are looked at."""
    return [moment.document for moment in moments(number) if moment.document]


def option(number: int, name: str) -> Any:
    """How the table is settled."""
    return getattr(game_of(whole_match(number)[0]).settled, name)


def copies(number: int) -> dict[str, int]:
    """The box of the table, by card."""
    return dict(zip(NAMES, game_of(whole_match(number)[0]).box.copies, strict=True))


def structures(document: dict[str, Any]) -> list[str]:
    """All that stands on plots."""
    return [
        name for row in document["table"] for plot in row["plots"] for name in plot["structures"]
    ]


def units(document: dict[str, Any]) -> list[str]:
    """The combat area: units, and blockers."""
    area = document.get("combat", {}).get("units", [])
    return [unit[part] for unit in area for part in ("card", "blocker") if part in unit]


def amount(event: Event, part: str) -> int:
    """A number of an event."""
    value = event[part]
    assert isinstance(value, int)
    return value


# --- cards


@every_table
def test_all_cards_are_there(number: int):
    """CI-01: deck, discard pile, hands, structures and units in combat are the play deck."""
    whole = +Counter({name: copies(number)[name] for name in NAMES[:KINDS]})
    for document in truths(number):
        found = Counter(document["deck"] + document["discard"] + structures(document))
        found += Counter(units(document) + [card for row in document["table"]
                                            for card in row["hand"]])  # fmt: skip
        assert whole == found


@every_table
def test_all_population_is_there(number: int):
    """CI-02: on plots, in the supply, and one that is on its way."""
    supply = option(number, "population_supply")
    for moment in moments(number):
        on_plots = sum([seat.population for seat in moment.seen.table])
        on_its_way = moment.seen.phase == "receive"
        assert not supply or supply == on_plots + moment.seen.supply + on_its_way


@every_table
def test_all_plots_and_technologies_are_there(number: int):
    """CI-03: owned, on the market, in their decks; the market has three or all that are left."""
    box = copies(number)
    for document in truths(number):
        market, land, arts = document["market"], Counter[str](), Counter[str]()
        for row in document["table"]:
            land.update([plot["card"] for plot in row["plots"]])
            arts.update(row["techs"])
        land.update(market["plots"] + document["plot_deck"] + document.get("revealed", []))
        arts.update(market["techs"] + document["tech_deck"] + document["faded"])
        assert +Counter({name: box[name] for name in NAMES[FIRST_PLOT:]}) == land
        assert +Counter({name: box[name] for name in NAMES[FIRST_TECH:FIRST_PLOT]}) == arts
        if document["phase"] != "draft":
            assert len(market["plots"]) == 3 or not document["plot_deck"]
            assert len(market["techs"]) == 3 or not document["tech_deck"]
            assert len(market["plots"]) <= 3 >= len(market["techs"])


@every_table
def test_stocks_are_whole_numbers(number: int):
    """CI-04: never below 0."""
    for moment in moments(number):
        for seat in moment.seen.table:
            assert {int} == {type(pile) for pile in seat.stock}
            assert min(seat.stock) >= 0


@every_table
def test_everybody_has_four_plots(number: int):
    """CI-05: once the drafts are over."""
    for moment in moments(number):
        if moment.seen.phase != "draft":
            assert min([len(seat.plots) for seat in moment.seen.table]) >= 4


@every_table
def test_two_structures_on_a_plot(number: int):
    """CI-06: at most, and not of one name."""
    for moment in moments(number):
        for seat in moment.seen.table:
            for plot in seat.plots:
                assert len(plot.structures) <= 2
                twice = len(set(plot.structures)) < len(plot.structures)
                assert not twice or option(number, "duplicates_on_plot") == "allow"


@every_table
def test_only_structures_stand_on_plots(number: int):
    """CI-08: and units lie in deck, discard pile, hand or combat, goods not even there."""
    for document in truths(number):
        assert set(structures(document)) <= {*BUILDINGS, *WONDERS}
        assert set(units(document)) <= set(UNITS)
        assert not set(document["deck"]) & {*NAMES[KINDS:]}


@every_table
def test_no_unit_lies_open_outside_combat(number: int):
    """CI-09: and nothing else of a combat is left."""
    for moment in moments(number):
        seen = moment.seen
        assert bool(seen.units) == (seen.phase in COMBAT)
        if seen.phase not in COMBAT:
            assert (0, 0, 0) == (seen.instruction, seen.vacating, seen.sent_back)


# --- points, statuses, prices


@every_table
def test_points(number: int):
    """CI-10: population, technologies and wonders in play; and what patched cards add."""
    box = game_of(whole_match(number)[0]).box
    for moment in moments(number):
        for seat in moment.seen.table:
            names = [name for plot in seat.plots for name in plot.structures]
            wonders = [name for name in names if name in WONDERS]
            more = [effect[1] for name in (*names, *seat.techs)
                    for effect in box.rows[NAMES.index(name)].effects
                    if effect[0] == "vp"]  # fmt: skip
            population = sum([plot.population for plot in seat.plots])
            assert seat.points == population + len(seat.techs) + len(wonders) + sum(more)
            assert (population, len(wonders)) == (seat.population, seat.wonders)


@every_table
def test_who_has_the_statuses(number: int):
    """CI-11: the highest, with 3 culture or 2 happiness; one at most unless the table says so."""
    ties = option(number, "tie_status")
    for moment in moments(number):
        seen = moment.seen
        for holders, sums, least in (
            (seen.highest_culture, [seat.culture for seat in seen.table], 3),
            (seen.highest_happiness, [seat.happiness for seat in seen.table], 2),
        ):
            best = [seat for seat, value in enumerate(sums) if value == max(sums) >= least]
            if ties == "all" or len(best) == 1:
                assert best == list(holders)
            else:
                assert set(holders) <= set(best if ties == "incumbent" else [])
                assert len(holders) <= 1


@every_table
def test_culture_and_happiness_are_counted_anew(number: int):
    """CI-11, CC-61, CC-64: sums over all that is in play."""
    box = game_of(whole_match(number)[0]).box
    for moment in moments(number):
        for seat in moment.seen.table:
            names = [*seat.techs, *[name for plot in seat.plots for name in plot.structures]]
            effects = [effect for name in names for effect in box.rows[NAMES.index(name)].effects]
            sums = Counter[str]()
            for name, *numbers in effects:
                if name in ("culture", "happiness"):
                    sums[name] += numbers[0]
            assert (sums["culture"], sums["happiness"]) == (seat.culture, seat.happiness)


@every_table
def test_no_price_is_below_nothing(number: int):
    """CI-12: whatever was bought."""
    for moment in moments(number):
        assert all([amount(event, "price") >= 0 for event in moment.news if "price" in event])


# --- what happens


class Account:
    """Land, places and stocks, kept from nothing but what everybody hears."""

    def __init__(self, number: int) -> None:
        self.box = game_of(whole_match(number)[0]).box
        seats = TABLES[number][0]
        self.pops: list[list[int]] = [[] for _seat in range(seats)]
        self.standing: list[list[list[str]]] = [[] for _seat in range(seats)]
        self.arts: list[list[str]] = [[] for _seat in range(seats)]
        self.stock = [0] * seats

    def places(self, seat: int, plot: int) -> int:
        """How many structures may be on the plot."""
        cards = [*self.arts[seat], *[card for plot_ in self.standing[seat] for card in plot_]]
        wide = [card for card in cards if self.box.places[NAMES.index(card)] == 2]
        return 2 if self.pops[seat][plot] >= 3 or wide else 1

    def hear(self, event: Event) -> None:
        """Take an event in; structures are put up where a place is free (CI-07)."""
        name, card = event["event"], str(event.get("card"))
        seat, plot = int(str(event.get("seat", 0))), int(str(event.get("plot", 1))) - 1
        if name in ("dealt_plot", "took_plot", "claimed"):
            self.pops[seat].append(0)
            self.standing[seat].append([])
        elif name in ("founded", "populated", "grew", "resettled"):
            self.pops[seat][plot] += 1
        elif name == "robbed":
            self.pops[int(str(event["target"]))][plot] -= 1
        elif name == "built":
            assert len(self.standing[seat][plot]) < self.places(seat, plot)
            self.standing[seat][plot].append(card)
        elif name in ("breached", "razed", "vacated", "demolished"):
            self.standing[seat][plot].remove(card)
        elif name == "bought":
            self.arts[seat].append(card)
        self.reckon(event, seat, str(name), card)

    def reckon(self, event: Event, seat: int, name: str, card: str) -> None:
        """What comes into the stock and what leaves it."""
        if name in ("collected", "gained"):
            self.stock[seat] += amount(event, "amount")
        elif name == "played":
            self.stock[seat] += sum(self.box.yields[NAMES.index(card)])
        elif name == "banked":
            self.stock[seat] -= amount(event, "amount")
        elif name == "exchanged":
            self.stock[seat] += 1
        elif name in ("populated", "claimed", "bought", "paid"):
            self.stock[seat] -= amount(event, "price")
        elif name == "stole":
            self.stock[seat] += 1
            self.stock[amount(event, "target")] -= 1


@every_table
def test_structures_were_put_where_a_place_was_free(number: int):
    """CI-07: step by step, by what was told; and the table is what was told."""
    account = Account(number)
    for moment in moments(number):
        for event in moment.news:
            account.hear(event)
        for seat, other in enumerate(moment.seen.table):
            assert account.pops[seat] == [plot.population for plot in other.plots]
            assert account.standing[seat] == [list(plot.structures) for plot in other.plots]
            assert account.arts[seat] == list(other.techs)


@every_table
def test_stocks_change_only_so(number: int):
    """CI-15: Collect, goods and gains, less purchases and trades; thefts move them. What goods
    leave over may be lost.
    """
    account, loses = Account(number), option(number, "goods_change") == "lose"
    for moment in moments(number):
        for event in moment.news:
            account.hear(event)
        now = [sum(seat.stock) for seat in moment.seen.table]
        assert account.stock == now or (
            loses and all([more >= less for more, less in zip(account.stock, now, strict=True)])
        )
        account.stock = now


@every_table
def test_thefts_to_come(number: int):
    """CI-13: of cards that one owns, each copy once."""
    for moment in moments(number):
        for seat in moment.seen.table:
            names = [*seat.techs, *[name for plot in seat.plots for name in plot.structures]]
            assert not Counter(seat.powers) - Counter(names)


@printed_set
def test_thefts_happen_once(number: int):
    """CI-13: by default as often as their technology was bought."""
    if option(number, "steal_timing") == "each_turn":
        return
    news = [event for moment in moments(number) for event in moment.news]
    stolen = [event for event in news if event["event"] == "stole_card"]
    taken = [event for event in news if event["event"] == "stole"]
    assert (len(stolen) <= 1, len(taken) <= 3) == (True, True)
    assert len({event["seat"] for event in taken}) <= 1


@every_table
def test_nothing_returns(number: int):
    """CI-14: no technology to the market; no wonder leaves play unless its owner takes it down."""
    sold: set[str] = set()
    built: set[tuple[int, str]] = set()
    for moment in moments(number):
        now = {
            (seat, name)
            for seat, other in enumerate(moment.seen.table)
            for plot in other.plots
            for name in plot.structures
            if name in WONDERS
        }
        gone = {card for event in moment.news if event["event"] == "demolished"
                for card in [event["card"]]}  # fmt: skip
        assert {name for _seat, name in built - now} <= gone
        built = now
        assert not sold & set(moment.seen.market_techs)
        sold |= {tech for other in moment.seen.table for tech in other.techs}
        sold |= set(moment.seen.faded)


@every_table
def test_seed_and_answers_are_the_whole_match(number: int):
    """CI-16: draws and thefts included."""
    match = whole_match(number)[0]
    again = microciv.replay(match.game, match.record())
    assert match.position() == again.position()
    assert events(match) == events(again)


def test_a_copy_plays_on_alone():
    """CI-16: nothing done to a copy changes the original."""
    for step, match in enumerate(random_match(11, 3)):
        if step % 60 == 0 and match.to_act():
            before, seen = saved(match), at(match, match.to_act()[0])
            other, rng = match.state.clone(), Rng(step)
            for _answer in range(40):
                if other.to_act:
                    moves = other.legal(other.to_act[0])
                    other.apply(other.to_act[0], moves[rng.below(len(moves))])
            assert before == saved(match)
            assert seen == at(match, match.to_act()[0])


@pytest.mark.parametrize("number", [0, 1, 3, 6])
def test_nobody_is_shown_what_is_hidden(number: int):
    """CI-17: of other hands only what is truly there, declarations and half answers not at all."""
    seats, options = TABLES[number]
    for step, match in enumerate(random_match(70 + number, seats, **options)):
        if step % 17 or not match.to_act():
            continue
        document = saved(match)
        (mover,) = match.to_act()
        for observer in (*range(seats), SPECTATOR):
            seen = at(match, observer)
            for seat, other in enumerate(seen.table):
                if seat == observer == mover:
                    continue
                held = Counter(document["table"][seat]["hand"])
                assert not Counter(other.known) - held
                assert other.hand == held.total()
            if observer != mover:
                assert ((), (), None) == (seen.answer, seen.legal, seen.before)
                assert "declared" not in [unit.state for unit in seen.units]


@every_table
def test_when_a_match_is_over(number: int):
    """CI-18: when no technology is left, or the last round is played; and only then."""
    end, last = option(number, "end_trigger"), option(number, "max_rounds")
    for moment in moments(number):
        seen = moment.seen
        sold_out = not seen.market_techs and seen.tech_deck == 0 and seen.phase != "draft"
        if seen.phase == "over":
            assert sold_out or seen.round == last
        elif sold_out:
            assert (end != "immediate", seen.ending) == (True, True)
    assert "over" == phase(whole_match(number)[0])


@every_table
def test_a_turn_ends(number: int):
    """CC-13, CC-12: everybody has one turn in each round, in the order of seats."""
    seats = TABLES[number][0]
    first = moments(number)[0].seen.first
    turns = [event["seat"] for moment in moments(number) for event in moment.news
             if event["event"] == "turn"]  # fmt: skip
    assert [(first + place) % seats for place in range(len(turns))] == turns


def test_the_tables_are_worth_their_while():
    """Almost every kind of event and of question happens somewhere."""
    names, phases = set[str](), set[str]()
    for number in range(len(TABLES)):
        for moment in moments(number):
            names |= {str(event["event"]) for event in moment.news}
            phases.add(moment.seen.phase)
    game = new_match(2).game
    rare = {"waived", "vacated", "nobody_left", "exhausted"}
    assert {kind.name for kind in game.events} - names <= rare
    assert set(game.phases) - phases <= {"breach", "vacate"}
