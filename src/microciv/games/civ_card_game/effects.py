"""The vocabulary of effects (a.1): all that a card can do, how it is written, and on which cards.

`FORMS` is the one table of it: rows are read by it, and the ledger prints it. Lasting effects add
to what their owner has, effects of a plot work where they stand, one-time effects happen on
purchase, and stored ones once later. Units have their own two.
"""

from __future__ import annotations

from dataclasses import dataclass
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

# What an effect works on, by type of card.
OWNED: Final[tuple[str, ...]] = ("tech", "building", "wonder")
STANDING: Final[tuple[str, ...]] = ("building", "wonder")  # on a plot
RAZEABLE: Final[tuple[str, ...]] = ("building",)  # wonders stay, whatever happens (CC-82)
FIGHTING: Final[tuple[str, ...]] = ("unit",)

KINDS_OF_CARDS: Final[dict[str, tuple[str, str]]] = {
    "plot": ("a plot", "plots"),
    "tech": ("a technology", "technologies"),
    "building": ("a building", "buildings"),
    "wonder": ("a wonder", "wonders"),
    "unit": ("a unit", "units"),
    "goods": ("goods", "goods"),
}
"""By type of card, one of them and all of them in words."""


@final
@dataclass(frozen=True)
class Form:
    """How an effect is written: its name, a word that may follow, a number that may follow."""

    name: str
    code: int
    words: list[str]  # one of them follows the name; none: the number does
    low: int
    high: int  # 0: no number follows
    on: tuple[str, ...]  # the types of card that it works on; it is refused on others
    when: str
    does: str  # to its n, its kind of resource or its target, with the clause


NO_WORDS: Final[list[str]] = []
IN_PLAY: Final = "in play"
COLLECT: Final = "each Collect"
ATTACKED: Final = "when attacked"
BOUGHT: Final = "once, on purchase"
WANTED: Final = "once, when wanted"
UNBLOCKED: Final = "unblocked"

FORMS: Final[list[Form]] = [
    Form("culture", CULTURE, NO_WORDS, 1, MOST, OWNED, IN_PLAY, "n more culture (CC-61)"),
    Form("happiness", HAPPINESS, NO_WORDS, 1, MOST, OWNED, IN_PLAY, "n more happiness (CC-61)"),
    Form("vp", VP, NO_WORDS, 1, MOST, OWNED, IN_PLAY, "n more VP; no printed card has it"),
    Form("discount", DISCOUNT, TARGETS, 1, MOST, OWNED, IN_PLAY, "the target costs n less (CC-46)"),
    Form("income", INCOME, LETTERS, 1, MOST, OWNED, COLLECT, "n more of that kind (CC-24)"),
    Form(
        *("income_per_plot", INCOME_PER_PLOT, LETTERS, 1, MOST, OWNED, COLLECT),
        "n more for every plot of yours that prints that kind (CC-24)",
    ),
    Form(
        *("double_base", DOUBLE_BASE, LETTERS, 0, 0, STANDING, COLLECT),
        "its plot gives its printed amount of that kind a second time (CC-17)",
    ),
    Form("extra_draw", EXTRA_DRAW, NO_WORDS, 1, MOST, OWNED, "each Draw", "n more cards (CC-102)"),
    # Everybody has one place, nobody more than two (CC-47).
    Form(
        "places", PLACES, NO_WORDS, 2, 2, OWNED, IN_PLAY, "each of your plots has n places (CC-47)"
    ),
    # Everybody pays three; at one, trades would never end.
    Form(
        "bank_rate", BANK_RATE, NO_WORDS, 2, 2, OWNED, IN_PLAY, "the bank takes n for one (CC-31)"
    ),
    Form(
        *("bounce", BOUNCE, NO_WORDS, 1, MOST, OWNED, ATTACKED),
        "n attacking units are sent back; of several cards the largest n counts (CC-85, CC-86)",
    ),
    Form(
        *("wall", WALL, NO_WORDS, 0, 0, RAZEABLE, ATTACKED),
        "a unit with `breach` removes it (CC-79)",
    ),
    Form(
        *("gain_per_plot", GAIN_PER_PLOT, LETTERS, 1, MOST, OWNED, BOUGHT),
        "n of that kind for every plot of yours (CC-53)",
    ),
    Form("draw", DRAW, NO_WORDS, 1, MOST, OWNED, BOUGHT, "draw n cards (CC-58)"),
    Form("grow", GROW, NO_WORDS, 1, MOST, OWNED, BOUGHT, "n free population (CC-59)"),
    Form(
        *("steal_card", STEAL_CARD, NO_WORDS, 1, MOST, OWNED, WANTED),
        "n random cards of one opponent (CC-55)",
    ),
    Form(
        *("steal_resources", STEAL_RESOURCES, NO_WORDS, 1, MOST, OWNED, WANTED),
        "n resources of one opponent (CC-56)",
    ),
    Form(
        *("steal_population", STEAL_POPULATION, NO_WORDS, 1, MOST, FIGHTING, UNBLOCKED),
        "n population move to the attacker (CC-97)",
    ),
    Form(
        *("destroy_building", DESTROY_BUILDING, NO_WORDS, 1, MOST, FIGHTING, UNBLOCKED),
        "n buildings go back to hand (CC-98)",
    ),
]
VOCABULARY: Final[dict[str, Form]] = {form.name: form for form in FORMS}


def column_of(form: Form) -> str:
    """The column of a row in which it stands."""
    return "damage" if form.on == FIGHTING else "effects"


def read_effect(value: object, column: str, kind: str) -> Effect:
    """An effect from plain data, such as ["discount", "tech", 1], in this column of a card of this
    type.

    :raises ValueError: saying what was expected.
    """
    if not isinstance(value, (list, tuple)) or not value:
        raise ValueError(f'expected an effect such as ["culture", 1], not {value!r:.60}')
    name = value[0]
    if not isinstance(name, str) or name not in VOCABULARY:
        known = [form.name for form in FORMS if column_of(form) == column]
        raise ValueError(f"no effect {name!r:.40}; expected one of {', '.join(known)}")
    form = VOCABULARY[name]
    if kind not in form.on:
        raise ValueError(f"{name} does not work on {KINDS_OF_CARDS[kind][0]}, but on {works(form)}")
    if column_of(form) != column:
        raise ValueError(f"{name} belongs in {column_of(form)}")
    rest = list(value[1:])
    if len(rest) != (1 if form.words else 0) + (1 if form.high else 0):
        raise ValueError(f"{name}: expected {written(form)}, not {list(value)!r:.60}")
    if form.words and rest[0] not in form.words:
        raise ValueError(f"{name}: expected one of {', '.join(form.words)}, not {rest[0]!r:.40}")
    if form.high:
        number = rest[-1]
        if isinstance(number, bool) or not isinstance(number, int):
            raise ValueError(f"{name}: expected a whole number, not {number!r:.40}")
        if not form.low <= number <= form.high:
            raise ValueError(f"{name}: expected {span(form)}, not {number}")
    return tuple(value)


def works(form: Form) -> str:
    """On which cards, for those who put it on others."""
    *some, last = [KINDS_OF_CARDS[kind][1] for kind in form.on]
    return f"{', '.join(some)} and {last}" if some else last


def span(form: Form) -> str:
    """The numbers that may follow."""
    return str(form.low) if form.low == form.high else f"{form.low} to {form.high}"


def written(form: Form) -> str:
    """The form of an effect, for those who get it wrong."""
    word = f", one of {', '.join(form.words)}" if form.words else ""
    number = f", {form.low}" if form.low == form.high else f", a number from {span(form)}"
    return f'["{form.name}"{word}{number if form.high else ""}]'


def coded(effect: Effect) -> tuple[int, int]:
    """An effect as the rules read it: a code, target or resource included, and a number."""
    form = VOCABULARY[effect[0]]
    code = form.code + (form.words.index(effect[1]) if form.words else 0)
    return code, (effect[-1] if form.high else 1)
