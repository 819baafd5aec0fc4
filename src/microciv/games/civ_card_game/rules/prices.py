"""What things cost, and who has the statuses that cheapen them (CC-33 to CC-46, CC-61 to CC-66)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from microciv.core.moves import SEAT_BIT
from microciv.games.civ_card_game.cards import FOOD, Card
from microciv.games.civ_card_game.effects import BUILDING, PLOT, POPULATION, TECH, WONDER
from microciv.games.civ_card_game.rules.realms import Realm

if TYPE_CHECKING:
    from microciv.games.civ_card_game.game import CivCardGame


# Who has a status in a tie (CA-01).
NOBODY_TIED: Final = 0
ALL_TIED: Final = 1
WHO_HAD_IT: Final = 2


def population_price(game: CivCardGame, realm: Realm, plot: int) -> int:
    """Of one more on the plot, in food (CC-33)."""
    price = game.population_price + game.population_raise * realm.pops[plot]
    return max(price - realm.discount(POPULATION), game.min_price)


def most_populous(game: CivCardGame, realm: Realm) -> int:
    """The population of a plot up to which one more can be paid; below 0 if on no plot."""
    food = realm.stock[FOOD]
    if food < game.min_price:
        return -1
    return (food + realm.discount(POPULATION) - game.population_price) // game.population_raise


def plot_price(game: CivCardGame, realm: Realm) -> int:
    """Of one more plot, in any resources (CC-36)."""
    price = game.plot_price + game.plot_raise * (len(realm.plots) - game.plots_each)
    return max(price - realm.discount(PLOT), game.min_price)


def tech_discount(game: CivCardGame, realm: Realm, happy: bool) -> int:
    """What a technology costs less (CC-39), for who has Highest Happiness or not."""
    return realm.discount(TECH) + (game.happy_discount if happy else 0)


def building_discount(game: CivCardGame, realm: Realm, happy: bool) -> int:
    """What a building costs less (CC-44)."""
    return realm.discount(BUILDING) + (game.happy_discount if happy else 0)


def wonder_discount(game: CivCardGame, realm: Realm, happy: bool) -> int:
    return realm.discount(WONDER) + (game.happy_discount if happy and game.happiness_wonders else 0)


def tech_price(game: CivCardGame, realm: Realm, card: Card, happy: bool) -> int:
    """In coins (CC-39)."""
    return max(game.box.cost[card] - tech_discount(game, realm, happy), game.min_price)


def structure_price(game: CivCardGame, realm: Realm, card: Card, happy: bool) -> int:
    """In hammers (CC-44)."""
    if card < game.box.first_wonder:
        discount = building_discount(game, realm, happy)
    else:
        discount = wonder_discount(game, realm, happy)
    return max(game.box.cost[card] - discount, game.min_price)


def most_cost(game: CivCardGame, stock: int, discount: int) -> int:
    """The printed cost up to which this much of the stock pays a card; below 0 if it pays none."""
    return stock + discount if stock >= game.min_price else -1


def holders(amounts: list[int], threshold: int, ties: int, before: int) -> int:
    """A mask of the seats with a status: the highest, if it is enough (CC-62, CC-63)."""
    highest = 0
    for amount in amounts:
        highest = max(highest, amount)
    if highest < threshold:
        return 0
    mask = 0
    for seat, amount in enumerate(amounts):
        if amount == highest:
            mask |= SEAT_BIT[seat]
    if mask & (mask - 1) == 0 or ties == ALL_TIED:
        return mask
    return mask & before if ties == WHO_HAD_IT else 0


def most_cultured(game: CivCardGame, realms: list[Realm], before: int) -> int:
    """A mask of who has Highest Culture (CC-62); `before`: of who had it."""
    amounts = [realm.culture() for realm in realms]
    return holders(amounts, game.culture_needed, game.tie_status, before)


def happiest(game: CivCardGame, realms: list[Realm], before: int) -> int:
    """A mask of who has Highest Happiness (CC-63); `before`: of who had it."""
    amounts = [realm.happiness() for realm in realms]
    return holders(amounts, game.happiness_needed, game.tie_status, before)
