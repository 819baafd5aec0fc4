"""Why a move is not allowed: a sentence with its clause and numbers, from what the seat knows.

What a sentence names as the thing to do is legal: what may be done is taken from `seen.legal`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from microciv.core.lists import each_of
from microciv.core.moves import Move, Seat
from microciv.games.civ_card_game.cards import LETTERS, Card
from microciv.games.civ_card_game.moves import (
    MOST_PLOTS,
    MOST_POPULATION,
    SEATS,
    Against,
    Bank,
    Named,
    Number,
    Resource,
    Standing,
    name_of,
)
from microciv.games.civ_card_game.people.asking import VERBS, asking, waiting
from microciv.games.civ_card_game.people.fighting import (
    why_not_attack,
    why_not_attack_yet,
    why_not_block,
    why_not_raze,
    why_not_repel,
    why_not_settle,
    why_not_yield,
)
from microciv.games.civ_card_game.people.naming import called, choices
from microciv.games.civ_card_game.people.saying import (
    kind_counted,
    kind_word,
    seats_named,
    stock_of,
    why_no_more,
    why_no_plot,
    why_no_room,
    why_not_standing,
    why_not_target,
    why_too_fresh,
)
from microciv.games.civ_card_game.rules.prices import plot_price, population_price
from microciv.games.civ_card_game.views.sight import card_price, hand_seen, realm_seen
from microciv.speech import t, tn

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

Reason: TypeAlias = "Callable[[CivCardGame, CivCardGameObservation, Move], str]"

# --- what a person may look for


def expected(game: CivCardGame, seen: CivCardGameObservation) -> list[Move]:
    """The moves of the kind that is asked."""
    if seen.seat >= len(seen.table) or seen.seat not in seen.asked:
        return []
    plots = len(seen.table[seen.seat].plots)
    phase = seen.phase
    if phase == "turn":
        return expected_in_turn(game, seen, plots)
    if phase == "block":
        units = [card for card in dict.fromkeys(hand_seen(game, seen)) if game.box.is_unit(card)]
        return [game.box.moves.blocks[card] for card in units]
    if phase == "repel":
        return [
            game.box.moves.repels[card] for card in range(game.box.first_unit, game.box.first_goods)
        ]
    if phase == "draft":
        return [game.box.moves.takes[game.box.card[name]] for name in dict.fromkeys(seen.revealed)]
    if phase == "found":
        return game.box.moves.founds[:plots]
    return game.box.moves.yields[:plots] if phase == "yield" else []


def expected_in_turn(game: CivCardGame, seen: CivCardGameObservation, plots: int) -> list[Move]:
    """By stage of the turn; in Purchase all that lies there to be bought."""
    if seen.stage == "place":
        return game.box.moves.ons[:plots]
    if seen.stage == "rob":
        return game.box.moves.robs
    others = [seat for seat in range(len(seen.table)) if seat != seen.seat]
    hand = list(dict.fromkeys(hand_seen(game, seen)))
    if seen.stage == "declare":
        units = [card for card in hand if game.box.is_unit(card)]
        return [game.box.moves.attack(seat, card) for seat in others for card in units]
    if seen.stage != "buy":
        return []
    box, moves = game.box, game.box.moves
    powers = [box.card[name] for name in dict.fromkeys(seen.table[seen.seat].powers)]
    return [
        *[moves.buys[box.card[name]] for name in dict.fromkeys(seen.market_techs)],
        *[moves.claims[box.card[name]] for name in dict.fromkeys(seen.market_plots)],
        *moves.populates[:plots],
        *[moves.builds[card] for card in hand if box.is_structure(card)],
        *moves.trades[-1],
        *[moves.use(seat, card) for card in powers for seat in others],
    ]


# --- why not


def why_not(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    if seen.phase == "over":
        return t("the match is over (CC-110, CC-115)")
    if seen.seat >= len(seen.table):
        return t("you are watching: only the players act (CC-15)")
    if seen.seat not in seen.asked:
        return waiting(seen)
    verb = str(move.parts()["verb"])
    stage = seen.stage if seen.phase == "turn" else seen.phase
    if stage == "buy" and verb in ("attack", "fight", "peace"):
        return why_not_attack_yet(game, seen, move)
    if verb not in VERBS[stage]:
        return asking(seen)
    return REASONS[verb](game, seen, move)


def why_not_draft(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    there = choices(game.box, game.box.cards_of(seen.revealed))
    return t(
        "{card} is not on offer; there is {there} (CC-04)", card=called(name_of(move)), there=there
    )


def why_not_found(_game: CivCardGame, seen: CivCardGameObservation, _move: Move) -> str:
    return why_no_plot(seen, "CC-08")


def why_not_discard(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    clause = "CC-10" if seen.phase == "cull" else "CC-103"
    return t("you have no {card} to discard ({clause})", card=called(name_of(move)), clause=clause)


def why_not_split(_game: CivCardGame, seen: CivCardGameObservation, _move: Move) -> str:
    return t("plot {plot} has {due} of its bonus to give (CC-20)", plot=seen.plot, due=seen.left)


def why_not_play(_game: CivCardGame, _seen: CivCardGameObservation, move: Move) -> str:
    return t("you have no {card} in hand (CC-29)", card=called(name_of(move)))


def why_not_bank(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Bank)
    own = seen.table[seen.seat]
    clause = "CC-30" if own.rate > 2 else "CC-31"
    if len(move.given) == 1:
        kind = LETTERS.index(move.given)
        return t(
            "the bank wants {rate} {kind} for one of another kind, you have {held} ({clause})",
            rate=own.rate,
            kind=kind_word(kind),
            held=own.stock[kind],
            clause=clause,
        )
    if not game.mixed_bank:
        return t("at this table the bank takes resources of one kind at a time (CC-30)")
    if len(move.given) != own.rate:
        return t(
            "the bank wants {rate} resources for one, not {named} ({clause})",
            rate=own.rate,
            named=len(move.given),
            clause=clause,
        )
    given = each_of(
        [kind_counted(kind, amount) for kind, amount in enumerate(move.amounts) if amount]
    )
    return t(
        "that takes {given}, you have {stock} ({clause})",
        given=given,
        stock=stock_of(seen),
        clause=clause,
    )


def why_not_populate(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Number)
    plot = move.number - 1
    own = seen.table[seen.seat]
    if plot >= len(own.plots):
        return why_no_plot(seen, "CC-33")
    if seen.supply == 0:
        return t("no population is left in the supply (CC-35)")
    if "population" in seen.bought:
        return why_no_more()
    if own.plots[plot].population >= MOST_POPULATION:
        return t(
            "no more than {most} population can be bought for a plot (CC-34)", most=MOST_POPULATION
        )
    price = population_price(game, realm_seen(game, seen, seen.seat), plot)
    return t(
        "one more population on a plot that has {population} costs {price}"
        " food, you have {held} (CC-33)",
        population=own.plots[plot].population,
        price=price,
        held=own.stock[0],
    )


def why_not_claim(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    name = name_of(move)
    if name not in seen.market_plots:
        there = choices(game.box, [game.box.card[plot] for plot in seen.market_plots])
        if not there:
            return t("{name} is not in the market; there is no plot (CC-38)", name=called(name))
        return t(
            "{name} is not in the market; there is {there} (CC-38)", name=called(name), there=there
        )
    if "plot" in seen.bought:
        return why_no_more()
    if name not in seen.market_plots[: len(seen.market_plots) - seen.fresh_plots]:
        return why_too_fresh(name)
    own = seen.table[seen.seat]
    if len(own.plots) >= MOST_PLOTS:
        return t("nobody can have more than {most} plots (CC-36)", most=MOST_PLOTS)
    price = plot_price(game, realm_seen(game, seen, seen.seat))
    return t(
        "a plot costs {price} of anything, you have {stock}, {total} in all (CC-36)",
        price=price,
        stock=stock_of(seen),
        total=sum(own.stock),
    )


def why_not_buy(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    name = name_of(move)
    if name not in seen.market_techs:
        owners = [
            seat for seat, other in enumerate(seen.table) for own in other.techs if own == name
        ]
        copies = game.box.copies[game.box.card[name]]
        if owners and len(owners) >= copies:
            return why_all_bought(seen, name, owners, copies)
        there = choices(game.box, [game.box.card[tech] for tech in seen.market_techs])
        if not there:
            return t(
                "{name} is not in the market; there is no technology (CC-39)", name=called(name)
            )
        return t(
            "{name} is not in the market; there is {there} (CC-39)", name=called(name), there=there
        )
    if "tech" in seen.bought:
        return why_no_more()
    if name not in seen.market_techs[: len(seen.market_techs) - seen.fresh_techs]:
        return why_too_fresh(name)
    return why_too_dear(game, seen, game.box.card[name])


def why_all_bought(seen: CivCardGameObservation, name: str, owners: list[Seat], copies: int) -> str:
    """All copies of a technology have their owners."""
    if owners[0] == seen.seat and copies == 1:
        return t("{name} is yours already, and there is one of each (CC-40)", name=called(name))
    if owners[0] == seen.seat:
        return t(
            "{name} is yours already, and there is no other: the box has {copies} (CC-40)",
            name=called(name),
            copies=copies,
        )
    if copies == 1:
        return t(
            "{name} is sold to {seats}, and there is one of each (CC-40)",
            name=called(name),
            seats=seats_named(owners),
        )
    return t(
        "{name} is sold to {seats}, and there is no other: the box has {copies} (CC-40)",
        name=called(name),
        seats=seats_named(owners),
        copies=copies,
    )


def why_too_dear(game: CivCardGame, seen: CivCardGameObservation, card: Card) -> str:
    """The price after discounts, and what there is."""
    name = game.box.names[card]
    price = card_price(game, seen, seen.seat, realm_seen(game, seen, seen.seat), card)
    kind, clause = (1, "CC-44") if card < game.box.first_unit else (2, "CC-39")
    have = seen.table[seen.seat].stock[kind]
    if price == game.box.cost[card]:
        return t(
            "{name} costs {price} {kind}, you have {have} ({clause})",
            name=called(name),
            price=price,
            kind=kind_word(kind),
            have=have,
            clause=clause,
        )
    return t(
        "{name} costs {price} {kind} after discounts, you have {have} ({clause})",
        name=called(name),
        price=price,
        kind=kind_word(kind),
        have=have,
        clause=clause,
    )


def why_not_build(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Named)
    name = name_of(move)
    if name not in seen.hand:
        owners = [
            seat
            for seat, other in enumerate(seen.table)
            for plot in other.plots
            for built in plot.structures
            if built == name
        ]
        copies = game.box.copies[move.card]
        if owners and len(owners) >= copies:
            return why_all_built(seen, name, owners, copies)
        return t("you have no {name} in hand (CC-43)", name=called(name))
    realm = realm_seen(game, seen, seen.seat)
    free = [at for at in range(len(realm.plots)) if realm.places_of(at) > len(realm.structures[at])]
    if not free and realm.places > 1:
        return t("no plot of yours has a free place (CC-47)")
    if not free:
        return t(
            "no plot of yours has a free place; with {crowd} population a plot has two (CC-47)",
            crowd=game.box.crowd,
        )
    if not game.duplicates and all([move.card in realm.structures[at] for at in free]):
        return t("every plot with a free place has a {name} already (CC-50)", name=called(name))
    return why_too_dear(game, seen, move.card)


def why_all_built(seen: CivCardGameObservation, name: str, owners: list[Seat], copies: int) -> str:
    """All copies of a structure stand somewhere."""
    if set(owners) == {seen.seat} and copies == 1:
        return t("you have built {name}, and there is one (CC-43)", name=called(name))
    if set(owners) == {seen.seat}:
        return t(
            "you have built {name}, and there is no other: the box has {copies} (CC-43)",
            name=called(name),
            copies=copies,
        )
    if copies == 1:
        return t(
            "{seats} has built {name}, and there is one (CC-43)",
            seats=seats_named(owners),
            name=called(name),
        )
    if len(set(owners)) == 1:
        return t(
            "{seats} has built {name}, and there is no other: the box has {copies} (CC-43)",
            seats=seats_named(owners),
            name=called(name),
            copies=copies,
        )
    return t(
        "{seats} have built {name}, and there is no other: the box has {copies} (CC-43)",
        seats=seats_named(owners),
        name=called(name),
        copies=copies,
    )


def why_not_on(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Number)
    plots = seen.table[seen.seat].plots
    if move.number > len(plots):
        return why_no_plot(seen, "CC-43")
    plot = plots[move.number - 1]
    if not game.duplicates and seen.card in plot.structures:
        return t(
            "plot {plot} has a {card} already (CC-50)", plot=move.number, card=called(seen.card)
        )
    return tn(
        plot.places,
        "plot {plot} has one place, taken by {standing} (CC-47)",
        "plot {plot} has {n} places, taken by {standing} (CC-47)",
        plot=move.number,
        standing=choices(game.box, [game.box.card[name] for name in plot.structures]),
    )


def why_not_pay(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    """The other resource is asked, or the amount leaves too much or too little for the rest."""
    now = str(seen.legal[0].parts()["verb"])
    low, high = [step.parts()["amount"] for step in (seen.legal[0], seen.legal[-1])]
    stock = stock_of(seen)
    if move.parts()["verb"] == now == "food":
        return t(
            "{due} are still to be paid and you have {stock}: pay {low} to {high} food (CC-37)",
            due=seen.left,
            stock=stock,
            low=low,
            high=high,
        )
    if move.parts()["verb"] == now:
        return t(
            "{due} are still to be paid and you have {stock}: pay {low} to {high} hammers (CC-37)",
            due=seen.left,
            stock=stock,
            low=low,
            high=high,
        )
    if now == "food":
        return t(
            "food comes first: {due} are still to be paid and you have {stock}: pay"
            " {low} to {high} food (CC-37)",
            due=seen.left,
            stock=stock,
            low=low,
            high=high,
        )
    return t(
        "hammers come now: {due} are still to be paid and you have {stock}: pay"
        " {low} to {high} hammers (CC-37)",
        due=seen.left,
        stock=stock,
        low=low,
        high=high,
    )


def why_not_grow(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    return why_no_room(seen, move, "CC-59")


def why_not_use(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Against)
    name, seat = move.name, SEATS[move.seat]
    box = game.box
    if not box.card_thefts[move.card] and not box.thefts[move.card]:
        return t("{name} has no theft to use (CC-54)", name=called(name))
    own = seen.table[seen.seat]
    if name not in own.powers + seen.pending:
        if name not in own.techs + tuple([card for plot in own.plots for card in plot.structures]):
            return t("you do not have {name} (CC-54)", name=called(name))
        if game.at_once:
            return t(
                "at this table {name} is used when it is bought, or never (CC-54)",
                name=called(name),
            )
        if game.every_turn:
            return t("you have already used {name} in this turn (CC-54)", name=called(name))
        return t("you have already used {name} (CC-54)", name=called(name))
    reason = why_not_target(seen, move.seat, "CC-57")
    if reason:
        return reason
    if move.seat not in game.victims(seen.seat):
        return t("at this table only neighbours can be hit by {name} (CC-57)", name=called(name))
    if box.card_thefts[move.card] and box.thefts[move.card]:
        return t("seat {seat} has no card in hand and no resources (CC-55)", seat=seat)
    if box.card_thefts[move.card]:
        return t("seat {seat} has no card in hand (CC-55)", seat=seat)
    return t("seat {seat} has no resources (CC-56)", seat=seat)


def why_not_rob(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Resource)
    use = [step for step in seen.answer if isinstance(step, Against)][-1]
    return t(
        "seat {seat} has no {kind} left to take (CC-56)",
        seat=SEATS[use.seat],
        kind=kind_word(move.kind),
    )


def why_not_give(_game: CivCardGame, _seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Resource)
    return t("you have no {kind} to give (CC-56)", kind=kind_word(move.kind))


def why_not_demolish(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    if not game.demolish:
        return t("structures cannot be taken down at this table (CC-51)")
    assert isinstance(move, Standing)
    standing = why_not_standing(seen, move, "CC-51")
    return standing or t("one structure a turn may be taken down (CC-51)")


REASONS: Final[dict[str, Reason]] = {
    "take": why_not_draft,
    "found": why_not_found,
    "discard": why_not_discard,
    "split": why_not_split,
    "play": why_not_play,
    "bank": why_not_bank,
    "populate": why_not_populate,
    "claim": why_not_claim,
    "buy": why_not_buy,
    "build": why_not_build,
    "on": why_not_on,
    "food": why_not_pay,
    "hammers": why_not_pay,
    "grow": why_not_grow,
    "use": why_not_use,
    "rob": why_not_rob,
    "give": why_not_give,
    "demolish": why_not_demolish,
    "attack": why_not_attack,
    "fight": why_not_attack,
    "peace": why_not_attack,
    "block": why_not_block,
    "repel": why_not_repel,
    "yield": why_not_yield,
    "settle": why_not_settle,
    "raze": why_not_raze,
}
