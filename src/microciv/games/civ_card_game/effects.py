"""The vocabulary of effects (a.1): all that a card can do, how it is written, and on which cards.

`FORMS` is the one list of it: rows are read by it, and the ledger prints it. Lasting effects add
to what their owner has, effects of a plot work where they stand, one-time effects happen on
purchase, and stored ones once later. Units have their own two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.fields import is_whole_number, no_whole_number, none_of, shown
from microciv.games.civ_card_game.cards import LETTERS, Effect
from microciv.speech import t

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

KINDS_OF_CARDS: Final[dict[str, str]] = {
    "plot": "plots",
    "tech": "technologies",
    "building": "buildings",
    "wonder": "wonders",
    "unit": "units",
    "goods": "goods",
}
"""By type of card, what the ledger calls them."""


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
SUCH: Final = '["culture", 1]'
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
        raise ValueError(no_effect(value))
    name = value[0]
    if not isinstance(name, str) or name not in VOCABULARY:
        known = [form.name for form in FORMS if column_of(form) == column]
        raise ValueError(
            t(
                "no effect {given}; expected one of {known}",
                given=shown(name),
                known=", ".join(known),
            )
        )
    form = VOCABULARY[name]
    if kind not in form.on:
        raise ValueError(
            t(
                "{effect} does not work on cards of type {type}; expected {types}",
                effect=name,
                type=kind,
                types=", ".join(form.on),
            )
        )
    if column_of(form) != column:
        raise ValueError(t("{effect} belongs in {column}", effect=name, column=column_of(form)))
    rest = list(value[1:])
    if len(rest) != (1 if form.words else 0) + (1 if form.high else 0):
        raise ValueError(f"{name}: {expected(written(form), list(value))}")
    if form.words and rest[0] not in form.words:
        raise ValueError(f"{name}: {none_of(', '.join(form.words), rest[0])}")
    if form.high and not is_whole_number(rest[-1], form.low, form.high):
        raise ValueError(
            f"{name}: {expected(str(form.low), rest[-1])}"
            if form.low == form.high
            else f"{name}: {no_whole_number(form.low, form.high, rest[-1])}"
        )
    return tuple(value)


def no_effect(given: object) -> str:
    return t("expected an effect such as {effect}, not {given}", effect=SUCH, given=shown(given))


def expected(what: str, given: object) -> str:
    return t("expected {what}, not {given}", what=what, given=shown(given))


def works(form: Form) -> str:
    """On which cards, in the ledger."""
    *some, last = [KINDS_OF_CARDS[kind] for kind in form.on]
    return f"{', '.join(some)} and {last}" if some else last


def written(form: Form) -> str:
    """The form of an effect, for those who get it wrong: `["income", "F"|"H"|"C", 1-20]`."""
    parts = [f'"{form.name}"']
    if form.words:
        parts.append("|".join([f'"{word}"' for word in form.words]))
    if form.high:
        parts.append(f"{form.low}" if form.low == form.high else f"{form.low}-{form.high}")
    return f"[{', '.join(parts)}]"


def coded(effect: Effect) -> tuple[int, int]:
    """An effect as the rules read it: a code, target or resource included, and a number."""
    form = VOCABULARY[effect[0]]
    code = form.code + (form.words.index(effect[1]) if form.words else 0)
    return code, (effect[-1] if form.high else 1)
