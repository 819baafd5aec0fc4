"""Collect, Purchase and the declaration of Combat, step by step: what each does to the draft of the
turn (CC-16 to CC-60, CC-69).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import Move, Seat, goes_on
from microciv.games.civ_card_game.cards import COINS, FOOD, HAMMERS, RESOURCES, Card
from microciv.games.civ_card_game.events import (
    BANKED,
    BOUGHT,
    BOUGHT_FROM_BANK,
    BUILT,
    CLAIMED,
    DEMOLISHED,
    GAINED,
    GREW,
    NOBODY_LEFT,
    PAID,
    PLAYED,
    POPULATED,
    SPOILED,
    STORED,
)
from microciv.games.civ_card_game.moves import (
    FIGHT,
    PEACE,
    WAIVE,
    Against,
    Bank,
    Named,
    Number,
    Resource,
    Standing,
)
from microciv.games.civ_card_game.rules.drafts import (
    TO_DRAW,
    TO_FIGHT,
    TO_MARKET,
    TO_PEACE,
    TO_STEAL,
    Draft,
)
from microciv.games.civ_card_game.rules.menus import (
    PLOT_BOUGHT,
    POPULATION_BOUGHT,
    TECH_BOUGHT,
    attackers,
    kinds_to_rob,
    may_attack,
    payable,
    sites,
)
from microciv.games.civ_card_game.rules.phases import (
    BUYING,
    COLLECTING,
    DECLARING,
    GROWING,
    PAYING,
    PLACING,
    ROBBING,
)
from microciv.games.civ_card_game.rules.prices import (
    happiest,
    most_cultured,
    plot_price,
    population_price,
    structure_price,
    tech_price,
)

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame
    from microciv.games.civ_card_game.rules.state import CivCardGameState


def take_step(state: CivCardGameState, draft: Draft, move: Move) -> None:
    stage = draft.stage
    if stage == BUYING:
        purchase(state, draft, move)
    elif stage == COLLECTING:
        assert isinstance(move, Number)
        split(draft, move.number)
    elif stage == DECLARING:
        declare(draft, move)
    elif stage == PLACING:
        assert isinstance(move, Number)
        put_up(state, draft, move.number - 1)
    elif stage == PAYING:
        assert isinstance(move, Number)
        draft.paid.append(move.number)
        pay_for_plot(state, draft)
    elif stage == GROWING:
        assert isinstance(move, Number)
        grow(draft, move.number - 1)
        go_on_growing(state, draft)
    elif stage == ROBBING:
        assert isinstance(move, Resource)
        draft.robbed.append(move.kind)
        go_on_robbing(state, draft)
    elif move is WAIVE:
        draft.card = state.pending[0]
        draft.close(TO_STEAL)
    else:
        use(state, draft, move)


def split(draft: Draft, amount: int) -> None:
    """So much of the bonus is of the first kind (CC-20)."""
    plot, kinds, population = draft.bonuses[0]
    draft.add_income(kinds[0], amount)
    rest = population - amount
    draft.bonuses = draft.bonuses[1:]
    if len(kinds) == 2 or rest == 0:
        draft.add_income(kinds[1], rest)
    else:
        draft.bonuses = [(plot, kinds[1:], rest), *draft.bonuses]
    if not draft.bonuses:
        draft.collect()


def purchase(state: CivCardGameState, draft: Draft, move: Move) -> None:
    """One step of Purchase (CC-27)."""
    if isinstance(move, Named):
        card, box = move.card, state.game.box
        if card < box.first_unit:
            build(state, draft, card)
        elif card < box.first_tech:
            play_goods(state, draft, card)
        elif card < box.first_plot:
            buy(state, draft, card)
        else:
            draft.card = card
            draft.price = plot_price(state.game, draft.realm)
            draft.stage = PAYING
            draft.paid = []
            pay_for_plot(state, draft)
    elif isinstance(move, Bank):
        bank(draft, move)
    elif isinstance(move, Number):
        populate(state, draft, move.number - 1)
    elif isinstance(move, Against):
        use(state, draft, move)
    elif isinstance(move, Standing):
        demolish(state, draft, move.plot, move.card)
    else:
        end_purchases(state, draft)


def play_goods(state: CivCardGameState, draft: Draft, card: Card) -> None:
    """The card becomes stock (CC-29)."""
    draft.take_out(card)
    draft.thrown = [*draft.thrown, card]
    for kind, amount in enumerate(state.game.box.yields[card]):
        draft.realm.stock[kind] += amount
        if state.game.goods_lost:
            draft.loose[kind] += amount
    draft.tell(PLAYED, draft.seat, card, 0)


def bank(draft: Draft, move: Bank) -> None:
    """Three of one kind, or what else the rate is, for one of another (CC-30, CC-31)."""
    seat, amounts = draft.seat, move.amounts
    if len(move.given) == 1:
        given = GIVEN[move.given]
        draft.spend(given, draft.realm.rate)
        draft.tell(BANKED, seat, draft.realm.rate, given)
    else:
        for kind, amount in enumerate(amounts):
            if amount:
                draft.spend(kind, amount)
                draft.tell(BANKED, seat, amount, kind)
    draft.realm.stock[move.wanted] += 1
    draft.tell(BOUGHT_FROM_BANK, seat, move.wanted, 0)


GIVEN: Final[dict[str, int]] = {"F": FOOD, "H": HAMMERS, "C": COINS}


def populate(state: CivCardGameState, draft: Draft, plot: int) -> None:
    """CC-33."""
    price = population_price(state.game, draft.realm, plot)
    draft.spend(FOOD, price)
    draft.realm.settle(plot)
    take_from_supply(draft)
    limit(state.game, draft, POPULATION_BOUGHT)
    draft.tell(POPULATED, draft.seat, plot, price)


def take_from_supply(draft: Draft) -> None:
    """Unless there is no end of it (CC-35)."""
    if draft.supply > 0:
        draft.supply -= 1


def limit(game: CivCardGame, draft: Draft, what: int) -> None:
    """Remember that this was bought, where once a turn is all (CA-09)."""
    if game.one_each:
        draft.bought |= what


def pay_for_plot(state: CivCardGameState, draft: Draft) -> None:
    """Go on as long as there is only one way to pay (CC-37)."""
    while len(draft.paid) < COINS:
        low, high = payable(draft)
        if low != high:
            return
        draft.paid.append(low)
    draft.paid.append(draft.price - sum(draft.paid))
    for kind, amount in enumerate(draft.paid):
        draft.spend(kind, amount)
    draft.realm.add_plot(draft.card)
    limit(state.game, draft, PLOT_BOUGHT)
    draft.tell(CLAIMED, draft.seat, draft.card, draft.price)
    draft.close(TO_MARKET)


def buy(state: CivCardGameState, draft: Draft, card: Card) -> None:
    """A technology acts from now on, and the market will show what comes next (CC-39 to CC-41)."""
    game, realm = state.game, draft.realm
    price = tech_price(game, realm, card, draft.is_happy())
    draft.spend(COINS, price)
    realm.learn(card)
    draft.card = card
    draft.tell(BOUGHT, draft.seat, card, price)
    take_effect(state, draft, card)
    go_on_growing(state, draft)


def build(state: CivCardGameState, draft: Draft, card: Card) -> None:
    """From the hand to a plot with a free place (CC-43)."""
    draft.card = card
    options = sites(state.game, draft.realm, card)
    if len(options) > 1:
        draft.stage = PLACING
    else:
        put_up(state, draft, options[0])


def put_up(state: CivCardGameState, draft: Draft, plot: int) -> None:
    """Paid in hammers; it works from that moment."""
    game, realm, card = state.game, draft.realm, draft.card
    price = structure_price(game, realm, card, draft.is_happy())
    draft.spend(HAMMERS, price)
    draft.take_out(card)
    realm.put_up(card, plot)
    draft.tell(BUILT, draft.seat, card, plot)
    draft.tell(PAID, draft.seat, price, 0)
    take_effect(state, draft, card)
    go_on_growing(state, draft)


def take_effect(state: CivCardGameState, draft: Draft, card: Card) -> None:
    """What a card does once it is bought: sums, one-time gains, stored powers (CC-52 to CC-54)."""
    game, realm = state.game, draft.realm
    box = game.box
    cultured, happy = realm.culture(), realm.happiness()
    realm.count_in(box, card)
    if realm.culture() != cultured or realm.happiness() != happy:
        watch_statuses(state, draft)
    for kind, amount in enumerate(box.gains[card]):
        if amount:
            plots = realm.plots
            if game.gains_where_printed:
                plots = [plot for plot in plots if box.yields[plot][kind]]
            gained = amount * len(plots)
            realm.stock[kind] += gained
            draft.tell(GAINED, draft.seat, gained, kind)
    if box.card_thefts[card] or box.thefts[card]:
        realm.store(card)
        if not game.at_once:  # else it is used now, or gone
            draft.tell(STORED, draft.seat, card, 0)
    draft.to_grow = box.grows[card]


def watch_statuses(state: CivCardGameState, draft: Draft) -> None:
    """Who has them now: they count from the next step (CC-52, CC-64)."""
    draft.recounted = True
    realms = state.realms[:]
    realms[draft.seat] = draft.realm
    draft.cultured = most_cultured(state.game, realms, draft.cultured)
    draft.happy = happiest(state.game, realms, draft.happy)


def go_on_growing(state: CivCardGameState, draft: Draft) -> None:
    """Ask where free population goes (CC-59); then the purchase is done."""
    draft.stage = BUYING
    if draft.to_grow and draft.supply != 0 and draft.realm.plots_with_room():
        if len(draft.realm.plots) > 1:
            draft.stage = GROWING
            return
        for _one in range(draft.to_grow):
            grow(draft, 0)
    if draft.to_grow and draft.supply == 0:
        draft.tell(NOBODY_LEFT, draft.seat, 0, 0)
    draft.to_grow = 0
    card = draft.card
    if card >= state.game.box.first_tech:
        limit(state.game, draft, TECH_BOUGHT)
        draft.close(TO_MARKET)
    elif state.game.box.draws[card] or (state.game.at_once and card in draft.realm.powers):
        draft.close(TO_DRAW)


def grow(draft: Draft, plot: int) -> None:
    if draft.supply == 0:
        return
    draft.to_grow -= 1
    draft.realm.settle(plot)
    take_from_supply(draft)
    draft.tell(GREW, draft.seat, plot, 0)


def use(state: CivCardGameState, draft: Draft, move: Move) -> None:
    """A theft (CC-54). What is taken of a stock the thief says at once (CC-56)."""
    assert isinstance(move, Against)
    draft.card = move.card
    draft.target = move.seat
    stolen = state.game.box.thefts[move.card]
    draft.to_rob = min(stolen, sum(state.realms[move.seat].stock))
    if draft.to_rob and not state.game.victim_chooses:
        draft.stage = ROBBING
        draft.robbed = []
        go_on_robbing(state, draft)
    else:
        draft.close(TO_STEAL)


def go_on_robbing(state: CivCardGameState, draft: Draft) -> None:
    stock = state.realms[draft.target].stock
    while True:
        left = draft.to_rob - len(draft.robbed)
        kinds = kinds_to_rob(state, draft)
        if left == 0:
            draft.close(TO_STEAL)
            return
        if len(kinds) > 1 and left < sum(stock) - len(draft.robbed):
            return
        draft.robbed.append(kinds[0])


def demolish(state: CivCardGameState, draft: Draft, plot: int, card: Card) -> None:
    """Down with it, once a turn: it goes to the discard pile (CA-45)."""
    draft.realm.take_down(card, plot)
    draft.thrown = [*draft.thrown, card]
    draft.demolished = True
    draft.tell(DEMOLISHED, draft.seat, card, plot)
    draft.realm.recount(state.game.box)
    watch_statuses(state, draft)


def end_purchases(state: CivCardGameState, draft: Draft) -> None:
    """Leftovers stay (CC-60), loose ones do not (CA-13). Then Combat, for who can attack."""
    if state.game.goods_lost:
        for kind in range(RESOURCES):
            if draft.loose[kind]:
                draft.tell(SPOILED, draft.seat, draft.loose[kind], kind)
            draft.realm.stock[kind] -= draft.loose[kind]
            draft.loose[kind] = 0
    if may_attack(state) and attackers(state.game, draft.hand):
        draft.stage = DECLARING
        draft.declared = []
    else:
        draft.close(TO_PEACE)


def declare(draft: Draft, move: Move) -> None:
    """One more unit attacks (CC-69, CC-75); nobody sees it before the declaration is complete."""
    if move is PEACE:
        draft.close(TO_PEACE)
    elif move is FIGHT:
        draft.close(TO_FIGHT)
    else:
        assert isinstance(move, Against)
        draft.take_out(move.card)
        draft.declared.append((move.seat, move.card))


def drafted(state: CivCardGameState, seat: Seat) -> Draft:
    """The draft of the answer that the seat has sealed so far."""
    answer = state.answers[seat]
    draft = state.draft
    if draft is not None and draft.seat == seat:
        if answer is draft.steps:
            return draft
        if not goes_on(draft.steps, answer):
            draft = None  # some were taken back
    else:
        draft = None
    if draft is None:
        draft = state.draft = Draft(state, seat)
    for index in range(len(draft.steps), len(answer)):
        take_step(state, draft, answer[index])
    draft.steps = answer
    return draft
