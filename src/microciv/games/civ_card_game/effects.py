"""The vocabulary of effects (a.1): all that a card can do, and how it is written.

Lasting effects add to what their owner has (`LASTING`), effects of a plot work where they stand,
one-time effects happen on purchase, and stored ones once later. Units have their own two.
"""

from __future__ import annotations

from typing import Final, final

from microciv.games.civ_card_game.cards import LETTERS, Effect

# Lasting: sums over all that an owner has in play.
CULTURE: Final = 0
HAPPINESS: Final = 1
VP: Final = 2
EXTRA_DRAW: Final = 3
BOUNCE: Final = 4
# by target: discounts are 5 to 9
DISCOUNT: Final = 5
# by resource: income is 10 to 12, income for every plot that prints it 13 to 15
INCOME: Final = 10
INCOME_PER_PLOT: Final = 13
SUMS: Final = 16

# Lasting, but not sums: the best one counts.
PLACES: Final = 16
BANK_RATE: Final = 17
# Where the card stands.
DOUBLE_BASE: Final = 18  # by resource, 18 to 20
WALL: Final = 21
# Once, on purchase.
GAIN_PER_PLOT: Final = 22  # by resource, 22 to 24
DRAW: Final = 25
GROW: Final = 26
# Stored.
STEAL_CARD: Final = 27
STEAL_RESOURCES: Final = 28
# Of units that are not blocked.
STEAL_POPULATION: Final = 29
DESTROY_BUILDING: Final = 30

TARGETS: Final[list[str]] = ["tech", "building", "wonder", "population", "plot"]
TECH: Final = 0
BUILDING: Final = 1
WONDER: Final = 2
POPULATION: Final = 3
PLOT: Final = 4

MOST: Final = 20  # of any number of an effect


@final
class Form:
    """How an effect is written: its name, the words that may follow, and the number's range."""

    def __init__(self, code: int, words: list[str], low: int, high: int) -> None:
        self.code = code
        self.words = words
        """One of them follows the name; none: the number does."""
        self.low = low
        self.high = high
        """0: no number follows."""


NO_WORDS: Final[list[str]] = []
VOCABULARY: Final[dict[str, Form]] = {
    "culture": Form(CULTURE, NO_WORDS, 1, MOST),
    "happiness": Form(HAPPINESS, NO_WORDS, 1, MOST),
    "vp": Form(VP, NO_WORDS, 1, MOST),
    "discount": Form(DISCOUNT, TARGETS, 1, MOST),
    "income": Form(INCOME, LETTERS, 1, MOST),
    "income_per_plot": Form(INCOME_PER_PLOT, LETTERS, 1, MOST),
    "double_base": Form(DOUBLE_BASE, LETTERS, 0, 0),
    "extra_draw": Form(EXTRA_DRAW, NO_WORDS, 1, MOST),
    "places": Form(PLACES, NO_WORDS, 1, 2),  # never more than two (CC-47)
    "bank_rate": Form(BANK_RATE, NO_WORDS, 2, 6),  # at 1 trades would never end
    "bounce": Form(BOUNCE, NO_WORDS, 1, MOST),
    "wall": Form(WALL, NO_WORDS, 0, 0),
    "gain_per_plot": Form(GAIN_PER_PLOT, LETTERS, 1, MOST),
    "draw": Form(DRAW, NO_WORDS, 1, MOST),
    "grow": Form(GROW, NO_WORDS, 1, MOST),
    "steal_card": Form(STEAL_CARD, NO_WORDS, 1, MOST),
    "steal_resources": Form(STEAL_RESOURCES, NO_WORDS, 1, MOST),
}
"""What technologies and structures may do."""
DAMAGE: Final[dict[str, Form]] = {
    "steal_population": Form(STEAL_POPULATION, NO_WORDS, 1, MOST),
    "destroy_building": Form(DESTROY_BUILDING, NO_WORDS, 1, MOST),
}
"""What units may do."""


def read_effect(value: object, vocabulary: dict[str, Form]) -> Effect:
    """An effect from plain data, such as ["discount", "tech", 1].

    :raises ValueError: saying what was expected.
    """
    if not isinstance(value, (list, tuple)) or not value:
        raise ValueError(f'expected an effect such as ["culture", 1], not {value!r:.60}')
    name = value[0]
    if not isinstance(name, str) or name not in vocabulary:
        raise ValueError(f"no effect {name!r:.40}; expected one of {', '.join(vocabulary)}")
    form = vocabulary[name]
    rest = list(value[1:])
    if len(rest) != (1 if form.words else 0) + (1 if form.high else 0):
        raise ValueError(f"{name}: expected {written(name, form)}, not {list(value)!r:.60}")
    if form.words and rest[0] not in form.words:
        raise ValueError(f"{name}: expected one of {', '.join(form.words)}, not {rest[0]!r:.40}")
    if form.high:
        number = rest[-1]
        if isinstance(number, bool) or not isinstance(number, int):
            raise ValueError(f"{name}: expected a whole number, not {number!r:.40}")
        if not form.low <= number <= form.high:
            raise ValueError(f"{name}: expected {form.low} to {form.high}, not {number}")
    return tuple(value)


def written(name: str, form: Form) -> str:
    """The form of an effect, for those who get it wrong."""
    word = f", one of {', '.join(form.words)}" if form.words else ""
    number = f", a number from {form.low} to {form.high}" if form.high else ""
    return f'["{name}"{word}{number}]'


def coded(effect: Effect, vocabulary: dict[str, Form]) -> tuple[int, int]:
    """An effect as the rules read it: a code, target or resource included, and a number."""
    form = vocabulary[effect[0]]
    code = form.code + (form.words.index(effect[1]) if form.words else 0)
    return code, (effect[-1] if form.high else 1)
