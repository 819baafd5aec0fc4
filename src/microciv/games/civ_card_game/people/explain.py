"""Why a move is not allowed: a sentence with its clause and numbers, from what the seat knows.

What a sentence names as the thing to do is legal: what may be done is taken from `seen.legal`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from microciv.core.moves import Move, Seat
from microciv.games.civ_card_game.cards import LETTERS, MOST_ON_PLOT, Card
from microciv.games.civ_card_game.moves import (
    FIGHT,
    MOST_PLOTS,
    MOST_POPULATION,
    PEACE,
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
from microciv.games.civ_card_game.people.naming import choices
from microciv.games.civ_card_game.rules.prices import plot_price, population_price
from microciv.games.civ_card_game.views.sight import card_price, hand_seen, realm_seen

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.views.observation import CivCardGameObservation

Reason: TypeAlias = "Callable[[CivCardGame, CivCardGameObservation, Move], str]"

KIND_WORDS: Final = ("food", "hammers", "coins")
ONE: Final = ("food", "hammer", "coin")
LIMITED: Final = "at this table only one of each may be bought in a turn (CC-27)"
FRESH: Final = "is new in the market, and at this table waits for the next turn (CC-42)"

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
        return "the match is over (CC-110, CC-115)"
    if seen.seat >= len(seen.table):
        return "you are watching: only the players act (CC-15)"
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
    return f"{name_of(move)} is not on offer; there is {there} (CC-04)"


def why_not_found(_game: CivCardGame, seen: CivCardGameObservation, _move: Move) -> str:
    return f"{plots_of(seen)} (CC-08)"


def why_not_discard(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    clause = "CC-10" if seen.phase == "cull" else "CC-103"
    return f"you have no {name_of(move)} left to discard ({clause})"


def why_not_split(_game: CivCardGame, seen: CivCardGameObservation, _move: Move) -> str:
    return f"plot {seen.plot} has {seen.left} of its bonus to give (CC-20)"


def why_not_play(_game: CivCardGame, _seen: CivCardGameObservation, move: Move) -> str:
    return f"you have no {name_of(move)} in hand (CC-29)"


def why_not_bank(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Bank)
    own = seen.table[seen.seat]
    clause = "CC-30" if own.rate > 2 else "CC-31"
    if len(move.given) == 1:
        kind = LETTERS.index(move.given)
        return (
            f"the bank wants {own.rate} {KIND_WORDS[kind]} for one of another kind, you have"
            f" {own.stock[kind]} ({clause})"
        )
    if not game.mixed_bank:
        return "at this table the bank takes resources of one kind at a time (CC-30)"
    if len(move.given) != own.rate:
        return f"the bank wants {own.rate} resources for one, not {len(move.given)} ({clause})"
    given = " and ".join([
        f"{amount} {(ONE if amount == 1 else KIND_WORDS)[kind]}"
        for kind, amount in enumerate(move.amounts)
        if amount
    ])  # fmt: skip
    return f"that takes {given}, you have {stock_of(seen)} ({clause})"


def why_not_populate(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Number)
    plot = move.number - 1
    own = seen.table[seen.seat]
    if plot >= len(own.plots):
        return f"{plots_of(seen)} (CC-33)"
    if seen.supply == 0:
        return "no population is left in the supply (CC-35)"
    if "population" in seen.bought:
        return LIMITED
    if own.plots[plot].population >= MOST_POPULATION:
        return f"no more than {MOST_POPULATION} population can be bought for a plot (CC-34)"
    price = population_price(game, realm_seen(game, seen, seen.seat), plot)
    return (
        f"one more population on a plot that has {own.plots[plot].population} costs {price} food,"
        f" you have {own.stock[0]} (CC-33)"
    )


def why_not_claim(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    name = name_of(move)
    if name not in seen.market_plots:
        there = choices(game.box, [game.box.card[plot] for plot in seen.market_plots]) or "no plot"
        return f"{name} is not in the market; there is {there} (CC-38)"
    if "plot" in seen.bought:
        return LIMITED
    if name not in seen.market_plots[: len(seen.market_plots) - seen.fresh_plots]:
        return f"{name} {FRESH}"
    own = seen.table[seen.seat]
    if len(own.plots) >= MOST_PLOTS:
        return f"nobody can have more than {MOST_PLOTS} plots (CC-36)"
    price = plot_price(game, realm_seen(game, seen, seen.seat))
    have = f"you have {stock_of(seen)}, {sum(own.stock)} in all"
    return f"a plot costs {price} of anything, {have} (CC-36)"


def why_not_buy(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    name = name_of(move)
    if name not in seen.market_techs:
        owners = [
            seat for seat, other in enumerate(seen.table) for own in other.techs if own == name
        ]
        if owners and len(owners) >= game.box.copies[game.box.card[name]]:
            whose = "yours already" if owners[0] == seen.seat else f"sold to {seats_named(owners)}"
            each = copies_of(game, game.box.card[name]).replace("one", "one of each")
            return f"{name} is {whose}, and there is {each} (CC-40)"
        there = (
            choices(game.box, [game.box.card[tech] for tech in seen.market_techs])
            or "no technology"
        )
        return f"{name} is not in the market; there is {there} (CC-39)"
    if "tech" in seen.bought:
        return LIMITED
    if name not in seen.market_techs[: len(seen.market_techs) - seen.fresh_techs]:
        return f"{name} {FRESH}"
    return why_too_dear(game, seen, game.box.card[name])


def why_too_dear(game: CivCardGame, seen: CivCardGameObservation, card: Card) -> str:
    """The price after discounts, and what there is."""
    price = card_price(game, seen, seen.seat, realm_seen(game, seen, seen.seat), card)
    kind, clause = (1, "CC-44") if card < game.box.first_unit else (2, "CC-39")
    off = "" if price == game.box.cost[card] else " after discounts"
    have = seen.table[seen.seat].stock[kind]
    return (
        f"{game.box.names[card]} costs {price} {KIND_WORDS[kind]}{off}, you have {have} ({clause})"
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
        if owners and len(owners) >= game.box.copies[move.card]:
            who = (
                "you have"
                if set(owners) == {seen.seat}
                else f"{seats_named(owners)} {'has' if len(set(owners)) == 1 else 'have'}"
            )
            return f"{who} built {name}, and there is {copies_of(game, move.card)} (CC-43)"
        return f"you have no {name} in hand (CC-43)"
    realm = realm_seen(game, seen, seen.seat)
    free = [at for at in range(len(realm.plots)) if realm.places_of(at) > len(realm.structures[at])]
    if not free:
        two = "" if realm.places > 1 else f"; with {game.box.crowd} population a plot has two"
        return f"no plot of yours has a free place{two} (CC-47)"
    if not game.duplicates and all([move.card in realm.structures[at] for at in free]):
        return f"every plot with a free place has a {name} already (CC-50)"
    return why_too_dear(game, seen, move.card)


def why_not_on(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Number)
    plots = seen.table[seen.seat].plots
    if move.number > len(plots):
        return f"{plots_of(seen)} (CC-43)"
    plot = plots[move.number - 1]
    if not game.duplicates and seen.card in plot.structures:
        return f"plot {move.number} has a {seen.card} already (CC-50)"
    standing = choices(game.box, [game.box.card[name] for name in plot.structures])
    places = "one place" if plot.places == 1 else f"{plot.places} places"
    return f"plot {move.number} has {places}, taken by {standing} (CC-47)"


def why_not_pay(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    """The other resource is asked, or the amount leaves too much or too little for the rest."""
    now = str(seen.legal[0].parts()["verb"])
    low, high = [step.parts()["amount"] for step in (seen.legal[0], seen.legal[-1])]
    order = "" if move.parts()["verb"] == now else f"{ORDER[now]}: "
    return (
        f"{order}{seen.left} are still to be paid and you have {stock_of(seen)}:"
        f" pay {low} to {high} {now} (CC-37)"
    )


ORDER: Final = {"food": "food comes first", "hammers": "hammers come now"}


def why_not_grow(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    return why_no_room(seen, move, "CC-59")


def why_no_room(seen: CivCardGameObservation, move: Move, clause: str) -> str:
    """No such plot, or no more can be counted there."""
    assert isinstance(move, Number)
    if move.number <= len(seen.table[seen.seat].plots):
        return f"plot {move.number} holds {MOST_ON_PLOT} population, the maximum ({clause})"
    return f"{plots_of(seen)} ({clause})"


def why_not_use(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Against)
    name = move.name
    box = game.box
    if not box.card_thefts[move.card] and not box.thefts[move.card]:
        return f"{name} has no theft to use (CC-54)"
    own = seen.table[seen.seat]
    if name not in own.powers + seen.pending:
        if name not in own.techs + tuple([card for plot in own.plots for card in plot.structures]):
            return f"you do not have {name} (CC-54)"
        if game.at_once:
            return f"at this table {name} is used when it is bought, or never (CC-54)"
        return f"you have already used {name}{' in this turn' * game.every_turn} (CC-54)"
    reason = why_not_target(seen, move.seat)
    if reason:
        return f"{reason} (CC-57)"
    if move.seat not in game.victims(seen.seat):
        return f"at this table only neighbours can be hit by {name} (CC-57)"
    if box.card_thefts[move.card]:
        what = " and no resources" if box.thefts[move.card] else ""
        return f"seat {SEATS[move.seat]} has no card in hand{what} (CC-55)"
    return f"seat {SEATS[move.seat]} has no resources (CC-56)"


def why_not_target(seen: CivCardGameObservation, target: Seat) -> str:
    if target >= len(seen.table):
        return f"there are {len(seen.table)} seats"
    return "choose another player" if target == seen.seat else ""


def why_not_rob(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Resource)
    use = [step for step in seen.answer if isinstance(step, Against)][-1]
    return f"seat {SEATS[use.seat]} has no {KIND_WORDS[move.kind]} left to take (CC-56)"


def why_not_give(_game: CivCardGame, _seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Resource)
    return f"you have no {KIND_WORDS[move.kind]} left to give (CC-56)"


def why_not_demolish(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    if not game.demolish:
        return "structures cannot be taken down at this table (CC-51)"
    assert isinstance(move, Standing)
    standing = why_not_standing(seen, move, "CC-51")
    return standing or "one structure a turn may be taken down (CC-51)"


def why_not_standing(seen: CivCardGameObservation, move: Standing, clause: str) -> str:
    plots = seen.table[seen.seat].plots
    if move.plot >= len(plots):
        return f"{plots_of(seen)} ({clause})"
    if move.name not in plots[move.plot].structures:
        return f"no {move.name} stands on plot {move.plot + 1} ({clause})"
    return ""


# --- combat


def why_not_attack_yet(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    """In Purchase: what would still be wrong after `done`."""
    if not isinstance(move, Against):
        return asking(seen)
    if seen.round <= game.peace_rounds:
        rounds = "round" if game.peace_rounds == 1 else f"{game.peace_rounds} rounds"
        return f"at this table nobody attacks in the first {rounds} (CC-73)"
    return why_no_attacker(game, seen, move) or "done comes first: attacks follow purchases (CC-13)"


def why_not_attack(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    if move is FIGHT:
        return "name at least one unit first (CC-69)"
    if move is PEACE:
        back = ", or take the answer back" if game.may_change() else ""
        return f"you have named attackers: fight{back} (CC-70)"
    assert isinstance(move, Against)
    return why_no_attacker(game, seen, move)


def why_no_attacker(game: CivCardGame, seen: CivCardGameObservation, move: Against) -> str:
    """The unit or the target is none; empty if they would do."""
    name = move.name
    reason = why_not_target(seen, move.seat)
    if reason:
        return f"{reason} (CC-69)"
    if move.seat not in game.neighbours(seen.seat):
        return f"seat {SEATS[move.seat]} is no neighbour of yours (CC-68)"
    if not game.box.attacks[move.card]:
        return f"{name} do not attack (CC-69)"
    if name not in seen.hand:
        return f"you have no {name} {'left ' if name in declared(seen) else ''}in hand (CC-69)"
    return ""


def declared(seen: CivCardGameObservation) -> list[str]:
    return [unit.card for unit in seen.units if unit.state == "declared"]


def why_not_block(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Named)
    attacker = seen.units[seen.facing].card
    stops = game.box.stops[game.box.card[attacker]]
    if move.card not in stops:
        who = f"{choices(game.box, stops, 'or')} can" if stops else "nobody can"
        return f"{move.name} cannot stop {attacker}; {who} (CC-91)"
    if name_of(move) in seen.hand:
        return f"you have no more {move.name} in hand (CC-92)"
    return f"you have no {move.name} in hand (CC-90)"


def why_not_yield(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Number)
    if move.number > len(seen.table[seen.seat].plots):
        return f"{plots_of(seen)} (CC-97)"
    return f"nobody lives on plot {move.number} (CC-97)"


def why_not_settle(_game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    return why_no_room(seen, move, "CC-97")


def why_not_raze(game: CivCardGame, seen: CivCardGameObservation, move: Move) -> str:
    assert isinstance(move, Standing)
    clause = {"breach": "CC-81", "raze": "CC-98"}.get(seen.phase, "CC-49")
    standing = why_not_standing(seen, move, clause)
    if standing:
        return standing
    name = move.name
    if game.box.is_wonder(move.card):
        return f"{name} is a wonder, and stays: only buildings are lost ({clause})"
    if seen.phase == "breach":
        return f"{name} is not among the walls that fall ({clause})"
    return f"it is plot {seen.vacating} that has too many structures ({clause})"


def why_not_repel(_game: CivCardGame, _seen: CivCardGameObservation, move: Move) -> str:
    return f"no {name_of(move)} attack you (CC-85)"


# --- words


def seats_named(owners: list[Seat]) -> str:
    """Seats in a sentence, each once."""
    return " and ".join([f"seat {SEATS[seat]}" for seat in dict.fromkeys(owners)])


def copies_of(game: CivCardGame, card: Card) -> str:
    copies = game.box.copies[card]
    return "one" if copies == 1 else f"no other: the box has {copies}"


def plots_of(seen: CivCardGameObservation) -> str:
    return f"you have plots 1 to {len(seen.table[seen.seat].plots)}"


def stock_of(seen: CivCardGameObservation) -> str:
    """The seat's stock: F5 H3 C0."""
    stock = seen.table[seen.seat].stock
    return " ".join([f"{LETTERS[kind]}{amount}" for kind, amount in enumerate(stock)])


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
