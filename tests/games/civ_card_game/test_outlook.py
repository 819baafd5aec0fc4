"""What is worked out for people: by hand on small tables, and on whole matches."""

from __future__ import annotations

from typing import Any

import pytest

from microciv import SPECTATOR, IllegalMove, Match, Rng
from microciv.core.plain import plain
from microciv.games.civ_card_game.people import outlook
from microciv.games.civ_card_game.solver.means import filled
from microciv.games.civ_card_game.solver.solver import Route, Situation, solve, wishes
from microciv.games.civ_card_game.solver.steps import shares
from microciv.games.civ_card_game.views.sight import collects_to_come
from tests.games.civ_card_game.printed import CARD, FIRST_GOODS, KINDS, NAMES
from tests.games.civ_card_game.table import (
    at,
    attack,
    do,
    end_turn,
    game_of,
    house,
    new_match,
    phase,
    random_match,
    redealt,
    row,
    stock,
    table,
    techs_but,
    truth,
)
from tests.games.saving import saved


def notes(match: Match, seat: int | None = None) -> dict[str, Any]:
    """What is worked out for whoever is asked, or for a seat."""
    viewer = match.to_act()[0] if seat is None else seat
    told = plain(outlook.notes(game_of(match), at(match, viewer)))
    assert isinstance(told, dict)
    return told


def wish(match: Match, text: str, on: int = 0, seat: int | None = None) -> Route:
    """What has become of a wish."""
    viewer = match.to_act()[0] if seat is None else seat
    return solve(game_of(match), at(match, viewer), text, on)


def missing(route: Route) -> tuple[str, int, tuple[int, int, int]]:
    return route.verdict, route.turns, route.short


# --- wishes at the table


def test_bank_trades_are_found():
    """CS-15: F7 H4 C6, a technology costs 9: three trades."""
    match = table(row(stock="7F 4H 6C"), row(), techs="Pottery, Music, Drama")
    route = wish(match, "buy Pottery")
    assert ("now-with", 9, "C") == (route.verdict, route.price, route.kind)
    assert sorted(["bank F C", "bank F C", "bank H C", "buy Pottery"]) == sorted(route.steps)
    do(match, *route.steps)
    assert (1, 1, 4) == stock(match, 0)  # four coins by Pottery itself


def test_goods_come_before_the_bank():
    """CS-17: C7 and a Gold card; a Furs card is enough and keeps the Gold."""
    match = table(row(stock="3F 7C", hand="Gold"), row(), techs="Mysticism, Music, Drama")
    assert ("play Gold", "buy Mysticism") == wish(match, "buy Mysticism").steps
    match = table(row(stock="3F 7C", hand="Gold, Furs"), row(), techs="Mysticism, Music, Drama")
    assert ("play Furs", "buy Mysticism") == wish(match, "buy Mysticism").steps


def test_splits_serve_the_wish():
    """CS-03: Plains with three population; all that is asked for is taken, the rest is even."""
    match = table(
        row("Plains:3, Grassland, Grassland, Grassland", hand="Monastery"), row(), collecting=True
    )
    assert {"fixed": [7, 1, 0], "free": 3} == notes(match)["income"][0]
    route = wish(match, "build Monastery")
    assert ("split 0", "bank F H", "build Monastery", "on 1") == route.steps  # 4 H, and one for 3 F
    assert ("split 0", "populate 2") == wish(match, "populate 2").steps
    route = wish(match, "populate 1")  # ten food, and a hammer is no trade
    assert ("later", 1, (2, 5, 6)) == missing(route)


def test_a_plot_of_ones_own_choice():
    """CC-47, CC-50: where it may stand, the best place first, and why it may not."""
    land = "Flood Plain, Grassland+Granary, Forest+Temple, Plains"
    match = table(row(land, hand="Granary, Forge", stock="20H"), row())
    route = wish(match, "build Granary")
    assert ((1, 4), "now") == (route.plots, route.verdict)
    assert ("build Granary", "on 1") == route.steps
    assert ("build Granary", "on 4") == wish(match, "build Granary", 4).steps
    assert "place" == wish(match, "build Granary", 2).why
    assert "place" == wish(match, "build Granary", 3).why
    assert "gone" == wish(match, "build Theatre").why
    assert "gone" == wish(match, "buy Music").why or "Music" in at(match).market_techs
    full = row("Forest+Granary, Forest+Forge, Forest+Temple, Forest:3+Forge", hand="Forge")
    assert "twice" == wish(table(full, row()), "build Forge").why
    with pytest.raises(IllegalMove):
        wish(match, "build Granary", 9)
    for nonsense in ("", "buy", "buy Granary", "populate 9", "claim Mining", "win"):
        with pytest.raises(IllegalMove):
            wish(match, nonsense)


def test_free_population_is_placed():
    """CC-59: Hanging Gardens asks for a plot; a third population gives a place."""
    match = table(
        row("Forest:2, Plains:5, Forest, Coast:1", hand="Hanging Gardens", stock="15H"), row()
    )
    route = wish(match, "build Hanging Gardens")
    assert "grow 1" == route.steps[-1]
    do(match, *route.steps)
    assert 3 == at(match, 0).table[0].plots[0].population


def test_what_cannot_be_had_says_why():
    """CC-27, CC-35, CC-42, CC-115: one of each, no population left, the last round."""
    match = table(row(stock="20F 20C"), row(), options={"purchase_limit": "one_each"})
    do(match, "populate 1")
    route = wish(match, "populate 2")
    assert ("later", 1, "bought") == (route.verdict, route.turns, route.why)
    match = table(
        *(row(stock="9F"), row(stock="14C")),
        options={"max_rounds": 3},
        round=3,
        techs="Music, Drama, Monarchy",
    )
    route = wish(match, "buy Music")
    assert ("short", -1, "rounds") == (route.verdict, route.turns, route.why)
    assert (33, 33, 11) == route.short  # nine food are three coins
    route = wish(match, "buy Music", seat=1)
    assert ("later", 1) == (route.verdict, route.turns)


def test_rounds_are_counted_from_where_one_sits():
    """CC-12, CC-110, CC-115: Collects that are still to come, the present turn's not counted."""
    match = new_match(3, 1, max_rounds=4)
    assert [4, 4, 4] == collects(match)
    match = table(row(), row(), row(), options={"max_rounds": 4}, round=3, turn=1, first=2)
    assert [1, 1, 1] == collects(match)
    match = table(row(), row(), row(), options={"max_rounds": 4}, round=3, turn=2, first=2)
    assert [2, 2, 1] == collects(match)
    match = table(row(), row(), options={"max_rounds": 0}, round=3)
    assert [-1, -1] == collects(match)


def collects(match: Match) -> list[int]:
    """By seat."""
    return [collects_to_come(game_of(match), at(match), seat) for seat in range(match.game.seats)]


def test_plans_are_made_in_others_turns():
    """UX: a pin can be looked at at any time; one turn is the next Collect."""
    land = "Gem Field:3, River Bank, River Bank, River Bank"
    match = table(row(), row(land, stock="1C", hand="Gold"), techs="Music, Mysticism, Drama")
    assert ("later", 1) == missing(wish(match, "buy Music", seat=1))[:2]  # 1 + 3 + 3 + 6 + Gold
    assert () == wish(match, "buy Music", seat=1).steps
    end_turn(match)
    assert "now-with" == wish(match, "buy Music", seat=1).verdict
    assert ("play Gold", "buy Music") == wish(match, "buy Music", seat=1).steps


def test_a_purchase_that_waits_counts_as_paid():
    """While a structure waits for its plot, its hammers are gone for everything else."""
    match = table(row("Forest, Forest, Coast, Coast", hand="Temple, Forge", stock="9H"), row())
    do(match, "build Temple")
    route = wish(match, "build Forge")
    assert ("later", ()) == (route.verdict, route.steps)
    do(match, "on 1")
    assert "later" == wish(match, "build Forge").verdict


def test_every_wish_has_its_note():
    """Technologies, structures, population, plots: each once, with what clients need."""
    match = table(
        row(hand="2 Granary, Pyramids, Chariot", stock="3F"),
        row(),
        techs="Mining, Music, Writing",
        plots="Forest, Forest, Coast",
    )
    told = notes(match)["wishes"]
    assert ["buy Mining", "buy Music", "buy Writing", "build Granary", "build Pyramids"] == [
        note["wish"] for note in told[:5]
    ]
    assert [f"populate {plot}" for plot in range(1, 5)] == [note["wish"] for note in told[5:9]]
    assert ["claim Forest", "claim Coast"] == [note["wish"] for note in told[9:]]
    names = {"wish", "on", "verdict", "turns", "steps", "price", "kind", "short", "why", "exact"}
    assert names == set(told[0])


def test_wishes_and_steps_travel_with_their_parts():
    """No client has to take a text apart."""
    match = table(row(hand="Granary", stock="9H"), row(), techs="Mining, Music, Writing")
    told = plain(outlook.notes(game_of(match), at(match, 0)), parts=True)
    assert isinstance(told, dict)
    one = next(wish for wish in told["wishes"] if wish["wish"]["text"] == "build Granary")
    assert {"text": "build Granary", "verb": "build", "card": "Granary"} == one["wish"]
    beside = {move["text"]: move["verb"] for move in told["moves"]}
    beside |= {move.text: move.parts()["verb"] for move in at(match, 0).legal}
    assert ["build", "on"] == [beside[step] for step in one["steps"]]


# --- lands


def test_what_plots_and_their_population_give():
    """CC-17, CC-19: doubled where something doubles it; players are told of their own."""
    match = table(row("Plains:2+Granary, Coast:1"), row("Forest:1"))
    printed = [
        game_of(match).box.yields[game_of(match).box.card[name]] for name in ("Plains", "Coast")
    ]
    plains, coast = notes(match, 0)["lands"]["0"][:2]
    assert [2 * printed[0][0], *printed[0][1:]] == plains["gives"]
    assert printed[1] == coast["gives"]
    kinds = [[kind for kind, amount in zip("FHC", row, strict=True) if amount] for row in printed]
    assert kinds == [plains["kinds"], coast["kinds"]]
    assert ["0"] == list(notes(match, 0)["lands"])
    assert ["0", "1"] == list(notes(match, SPECTATOR)["lands"])


def test_where_population_has_a_choice():
    """CC-20: plot by plot, with what the suggested splits give, those said already included."""
    match = table(
        row("Plains:2, Coast:3, Forest", stock="2F 8C", hand="Theatre"), row(), collecting=True
    )
    before = notes(match)["bonuses"]
    splits = notes(match)["splits"]
    assert splits == [amount for one in before for amount in one["gives"][:-1]]
    assert [2, 3] == [sum(one["gives"]) for one in before]
    do(match, "split 0")
    after = notes(match)["bonuses"]
    assert [0, 2] == after[0]["gives"]
    assert [3] == [sum(one["gives"]) for one in after[1:]]
    for one in notes(match)["wishes"]:
        assert all(min(gives) >= 0 for gives in one.get("gives", []))


def test_who_may_be_attacked_after_the_purchases():
    """CC-67, CC-68, CC-73: nobody without a unit that attacks, nobody in the rounds of peace."""
    hand = row(hand="Chariot")
    assert [1, 2] == notes(table(hand, row(), row()), 0)["targets"]
    assert [] == notes(table(row(hand="Granary"), row(), row()), 0)["targets"]
    peace = {"peace_rounds": 5}
    assert [] == notes(table(hand, row(), row(), options=peace), 0)["targets"]


# --- suggestions


def test_default_splits_buy_the_cheapest_thing():
    """What the cheapest wish needs; of the rest, what others lack."""
    land = "Plains:2, Coast:2, Forest, River Bank"
    match = table(
        row(land, stock="2F 8C", hand="Theatre"),
        row(),
        techs="Mining, Music, Drama",
        collecting=True,
    )
    splits = notes(match)["splits"]
    assert splits == outlook.default_splits(game_of(match), at(match, 0))
    do(match, *[f"split {amount}" for amount in splits])
    assert "buy Mining" in [move.text for move in at(match, 0).legal]
    assert [] == outlook.default_splits(game_of(match), at(match, 0))


def test_a_plot_is_paid_with_what_is_least_useful():
    """CC-37: what the next purchases need is kept."""
    match = table(
        row(stock="6F 9H 12C", hand="Colosseum"),
        row(),
        techs="Music, Mysticism, Drama",
        plots="Forest, Forest, Coast",
    )
    paid = outlook.payment(game_of(match), at(match, 0), "Forest")
    assert 15 == sum(paid)
    assert {"Forest": list(paid), "Coast": list(paid)} == notes(match)["payment"]
    route = wish(match, "claim Forest")
    do(match, "claim Forest")
    assert paid == outlook.payment(game_of(match), at(match, 0), "Forest")
    while at(match, 0).stage == "pay":
        paid = outlook.payment(game_of(match), at(match, 0), "Forest")
        verb = at(match, 0).legal[0].text.split()[0]
        do(match, f"{verb} {paid[0] if verb == 'food' else paid[1]}")
    assert "claim Forest" == route.steps[0]
    assert 12 == sum(stock(match, 0))
    assert (0, 0, 0) == outlook.payment(game_of(match), at(match, 0), "Oasis")


def test_boards_are_told_who_attacks_and_who_can_stop_each():
    """CC-90 to CC-93: the least useful blocker first, and a sent one stays sent."""
    match = attack(
        "B Chariot, B Catapult, B Swordsmen, B Axemen",
        row(),
        row("Forest:2+Granary, Forest:2", hand="Archers, 2 Axemen, Corn"),
    )
    told = notes(match)["attackers"]
    assert [0, 1, 2, 3] == [one["place"] for one in told]
    assert ["Chariot", "Catapult", "Swordsmen", "Axemen"] == [one["card"] for one in told]
    assert [True, False, True, False] == [one["takes_population"] for one in told]
    assert [] == told[0]["blockers"]
    assert ["Archers", "Axemen"] == told[2]["blockers"]
    do(match, "pass")
    assert told == notes(match)["attackers"]


def test_what_was_done_together_is_taken_back_together():
    """CC-27: a collection, a purchase with its place and its payment."""
    own = row("Plains:2, Forest", "Granary, 2 Corn", "99F 99H 99C")
    match = table(own, row(), plots="Oasis, Pasture, Gold Hill")
    for step, expected in [
        ("play Corn", [1]), ("build Granary", [1, 1]), ("on 2", [1, 2]),
        ("bank F H", [1, 2, 1]), ("claim Oasis", [1, 2, 1, 1]), ("food 3", [1, 2, 1, 2]),
    ]:  # fmt: skip
        do(match, step)
        assert expected == notes(match)["deeds"]


def test_blockers_are_counted_where_they_are_seen():
    """UX: Spearmen, 3 of 6 seen."""
    match = table(row(hand="Chariot, Spearmen, Archers"), row(), discard="2 Spearmen")
    blockers = notes(match)["blockers"]
    assert [{"card": "Spearmen", "copies": 6, "seen": 3}] == blockers["Chariot"]
    assert {"Archers", "Axemen"} == {row["card"] for row in blockers["Spearmen"]}
    assert "Archers" not in blockers


def test_the_least_loss_comes_first():
    """CC-81, CC-97, CC-98: population that is cheap to win back, buildings that are."""
    match = attack("B Swordsmen", row(), row("Gem Field:3+Market, Plains:1+Granary, Forest:4"))
    while phase(match) == "block":
        do(match, "pass")
    assert ["yield 2", "yield 3", "yield 1"] == notes(match)["losses"]


# --- for everybody


def test_prices_are_everybodys():
    fields = house({"name": "Mining", "cost": 5})
    match = table(row(stock="3F"), row("Forest:2"), techs="Mining, Music, Drama", **fields)
    told = notes(match, SPECTATOR)
    assert {"population": [10, 6, 6, 6], "plot": 15} == told["rivals"][1]
    assert "wishes" not in told
    assert {"Mining": 5, "Music": 14, "Drama": 12} == notes(match)["prices"]["techs"]


# --- whole matches


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_notes_can_be_made_at_any_moment(seats: int):
    """And their suggestions are legal."""
    suggested: set[str] = set()
    for number, match in enumerate(
        random_match(seats, seats, overfull="return", steal_kinds="victim")
    ):
        if not match.to_act():
            break
        seat = match.to_act()[0]
        if number % 3:
            continue
        seen = at(match, seat)
        legal = [move.text for move in seen.legal]
        told = notes(match, seat)
        notes(match, SPECTATOR)
        notes(match, (seat + 1) % seats)
        if "splits" in told:
            assert f"split {told['splits'][0]}" in legal
            suggested.add("splits")
        if told.get("payment") and seen.stage in ("collect", "buy"):
            follow_payment(match, told)
            suggested.add("payment")
        if "cheapest_block" in told:
            assert told["cheapest_block"][0] in legal
        if "losses" in told:
            assert sorted(legal) == sorted(told["losses"])
        suggested |= set(told)
    assert {"splits", "payment", "attackers", "losses", "wishes"} <= suggested


@pytest.mark.parametrize("when", ["immediate", "turn", "round"])
def test_the_last_technology_is_known_to_end_the_match(when: str):
    """CC-110: while there is one only, and none behind it; CC-112: at which place."""
    last = {"card": "Mining", "when": when}
    others = row(techs=techs_but("Mining"))
    match = table(row(), others, techs="Mining", options={"end_trigger": when})
    told = [notes(match, seat)["last"] for seat in (0, 1, SPECTATOR)]
    assert [{**last, "place": 2}, {**last, "place": 1}, last] == told
    for techs in ("Mining, Music", "Mining, Music, Writing"):
        others = row(techs=techs_but(*techs.split(", ")))
        assert "last" not in notes(table(row(), others, techs=techs), 0)


def follow_payment(match: Match, told: dict[str, Any]) -> None:
    """Take the splits and claim a plot, paid as it is suggested."""
    state, seat = truth(match).clone(), match.to_act()[0]
    name, paid = next(iter(told["payment"].items()))
    steps = [f"split {amount}" for amount in told.get("splits", [])]
    for step in [*steps, f"claim {name}"]:
        move = match.game.moves.parse(step)
        if "plot" in state.game.observe(state, seat).bought or move not in state.legal(seat):
            assert step.startswith("claim")  # not in this turn
            return
        state.apply(seat, move)
    for verb, amount in (("food", paid[0]), ("hammers", paid[1])):
        if seat in state.to_act and state.legal(seat)[0].text.startswith(verb):
            move = match.game.moves.parse(f"{verb} {amount}")
            assert move in state.legal(seat)
            state.apply(seat, move)
    assert len(state.realms[seat].plots) == len(truth(match).realms[seat].plots) + 1


def test_nobody_is_told_more_than_it_sees():
    """The same observation, the same notes: whatever others hold."""
    match = new_match(3, 4)
    assert notes(match, 0)
    for number, match in enumerate(random_match(8, 3)):
        if number % 40 == 0 and match.to_act():
            for seat in range(3):
                seen = at(match, seat)
                again = game_of(match).observe(redealt(match, seat, Rng(number)), seat)
                assert wishes(game_of(match), seen) == wishes(game_of(match), again)
                assert outlook.notes(game_of(match), seen) == outlook.notes(game_of(match), again)


def save_up(match: Match, route: Route) -> None:
    """Let a turn go by: all that can be of the wished kind is, nothing is bought, and what the
    route counts on is not discarded.
    """
    mine = at(match).turn
    wished = route.wish.split(" ", 1)[1]
    while at(match).turn == mine or phase(match) != "turn":
        seat = match.to_act()[0]
        seen = at(match, seat)
        moves = [move.text for move in seen.legal]
        step = "done" if "done" in moves else moves[0]
        if seen.stage == "collect":
            situation = Situation(game_of(match), seen)
            kind = "FHC".find(route.kind) if route.kind else 0
            given = [0, 0, 0]
            given[kind] = situation.means.caps[kind]
            means = situation.means
            given = filled(given, means.caps, means.free, [0, 0, 0], [0, 0, 0])
            step = f"split {shares(means.due, given)[0]}"
        elif phase(match) == "discard":
            goods = [NAMES[card] for card in range(FIRST_GOODS, KINDS)]
            step = next(move for move in moves if move.split(" ", 1)[1] not in [wished, *goods])
        match.play(seat, step)


@pytest.mark.parametrize("seed", range(12))
def test_turns_count_down_at_the_table(seed: int):
    """Whoever saves up for what can be bought in some turns buys it then, and not sooner."""
    rng, counted = Rng(seed), 0
    for match in random_match(seed, 2, peace_rounds=20):
        if not match.to_act() or at(match).round > 12 or counted > 3:
            break
        if phase(match) != "turn" or rng.below(8):
            continue
        seat = match.to_act()[0]
        routes = [
            route for route in notes_of(match) if route.verdict == "later" and route.turns < 4
        ]
        if at(match, seat).stage != "buy" or not routes:
            continue
        counted += 1
        route = routes[rng.below(len(routes))]
        trial = Match(match.game, seed=1, position=saved(match))
        for turns in range(route.turns - 1, -1, -1):
            save_up(trial, route)
            while at(trial).turn != seat:
                save_up(trial, route)
            found = wish(trial, route.wish)
            if found.price != route.price:  # somebody else is the happiest now
                break
            assert found.turns <= turns, (route, found)
            if goods_of(trial, seat) != goods_of(match, seat):  # it has drawn some more
                break
            assert turns == found.turns, (route, found)


def goods_of(match: Match, seat: int) -> list[str]:
    """The goods cards of a hand."""
    return [name for name in at(match, seat).hand if FIRST_GOODS <= CARD[name] < KINDS]


def notes_of(match: Match) -> list[Route]:
    """Plans of whoever is asked."""
    return wishes(game_of(match), at(match, match.to_act()[0]))
