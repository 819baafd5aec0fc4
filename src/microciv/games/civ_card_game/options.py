"""What a table may settle before a match: the cards, and our rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.errors import BadOption
from microciv.core.options import Options, number, option, ruling
from microciv.games.civ_card_game.boxes import DRAFTS, NO_PATCH, Box, Patch
from microciv.games.civ_card_game.patches import check_seats, read_patch

PEACE_ROUNDS: Final = tuple(range(21))
DROUGHT_ROUNDS: Final = tuple(range(21))
ROUNDS: Final = tuple(range(201))
SUPPLY: Final = tuple(range(501))


@final
@dataclass(frozen=True)
class CivCardGameOptions(Options):
    """Every switch of Civilization: The Card Game."""

    cards: Patch = option(  # noqa: RUF009  # it declares a field
        NO_PATCH,
        "Rows of the card set that differ at this table: costs, copies, yields, effects. "
        "The set is a reconstruction; owners of the game can enter what their cards say.",
        "A.1",
        read=read_patch,
    )
    dealer: str = ruling(
        "random", "Who deals, and therefore goes last?", "CC-01", ("random", "last_seat")
    )
    tie_status: str = ruling(
        "none",
        "Who has Highest Culture or Happiness in a tie: nobody, all of them, or the last holder?",
        "CC-62",
        ("none", "all", "incumbent"),
    )
    happiness_wonders: bool = ruling(
        True, "Does Highest Happiness make wonders cheaper too?", "CC-44"
    )
    end_trigger: str = ruling(
        "immediate",
        "When does the last technology end the match: at once, after the turn, or after the round?",
        "CC-110",
        ("immediate", "turn", "round"),
    )
    tiebreak_population: str = ruling(
        "current",
        "Which population breaks ties: the current one, or all that a player ever got?",
        "CC-113",
        ("current", "acquired"),
    )
    purchase_limit: str = ruling(
        "none",
        "How many technologies, population and plots may be bought in a turn: any, or one of each?",
        "CC-27",
        ("none", "one_each"),
    )
    bank_mix: str = ruling(
        "same",
        "Does the bank take resources of one kind only, or any mixture?",
        "CC-30",
        ("same", "any"),
    )
    goods_change: str = ruling(
        "keep",
        "Are unspent resources from goods kept, or lost when Purchase ends?",
        "CC-29",
        ("keep", "lose"),
    )
    bonus_kinds: str = ruling(
        "printed",
        "What may population give: what its plot prints, or also what structures on it add?",
        "CC-23",
        ("printed", "current"),
    )
    duplicates_on_plot: str = ruling(
        "forbid", "May a plot hold two structures of the same name?", "CC-50", ("forbid", "allow")
    )
    overfull: str = ruling(
        "keep",
        "What happens to the second structure of a plot that loses its third population?",
        "CC-49",
        ("keep", "return"),
    )
    min_price: int = ruling(0, "The lowest possible price.", "CC-45", (0, 1))
    steal_timing: str = ruling(
        "stored",
        "When do Writing and Code of Laws work: once at any time, on purchase, or every turn?",
        "CC-54",
        ("stored", "on_purchase", "each_turn"),
    )
    steal_scope: str = ruling(
        "any", "Whom may Writing and Code of Laws hit?", "CC-57", ("any", "adjacent")
    )
    steal_kinds: str = ruling(
        "thief", "Who chooses the resources that Code of Laws takes?", "CC-56", ("thief", "victim")
    )
    mining_scope: str = ruling(
        "all_plots",
        "Do Mining and similar cards count all plots, or those that print the resource?",
        "CC-53",
        ("all_plots", "hammer_plots"),
    )
    peace_rounds: int = ruling(
        0, "For how many rounds at the start is attacking forbidden?", "CC-73", PEACE_ROUNDS
    )
    catapult_bombards: bool = ruling(
        False, "Does a Catapult destroy a building if there are no City Walls?", "CC-83"
    )
    bounce: str = ruling(
        "one",
        "How many units do walls send back: one in all, or one for each?",
        "CC-86",
        ("one", "per_wall"),
    )
    population_supply: int = ruling(
        120, "How many population cards are there? 0: no limit.", "CC-35", SUPPLY
    )
    demolish: bool = ruling(False, "May players take down their own structures?", "CC-51")
    max_rounds: int = ruling(
        60, "After how many rounds does a match end at the latest? 0: no limit.", "CC-115", ROUNDS
    )
    drought_rounds: int = ruling(
        0,
        "After how many rounds without a technology bought is the cheapest one removed? 0: never.",
        "CC-115",
        DROUGHT_ROUNDS,
    )
    fresh_market: str = ruling(
        "buy",
        "May a new market card be bought in the turn in which it appears?",
        "CC-42",
        ("buy", "wait"),
    )

    population_price: int = number(6, "Food for the first population of a plot.", "CC-33", 1, 20)
    population_raise: int = number(2, "Food more for each population on the plot.", "CC-33", 1, 9)
    plot_price: int = number(15, "Price of the first plot that is bought.", "CC-36", 0, 30)
    plot_raise: int = number(5, "What each plot after it costs more.", "CC-36", 0, 6)
    culture_needed: int = number(3, "Least culture of Highest Culture.", "CC-62", 1, 9)
    happiness_needed: int = number(2, "Least happiness of Highest Happiness.", "CC-63", 1, 9)
    happy_discount: int = number(
        1, "What Highest Happiness takes off technologies and structures.", "CC-66", 0, 5
    )
    plots_dealt: int = number(
        2, "Plots that everybody is dealt; two more are drafted.", "CC-03", 1, 3
    )
    market_size: int = number(
        3, "Plots, and technologies, that lie open in the market.", "CC-07", 1, 6
    )
    opening_hand: int = number(6, "Cards that the first player begins with.", "CC-09", 4, 8)
    opening_hand_grows: int = number(
        1, "How many cards more each later player begins with.", "CC-09", 0, 2
    )
    opening_discards: int = number(2, "Cards of the first hand that go.", "CC-10", 1, 3)
    bank_rate: int = number(3, "Resources that the bank takes for one.", "CC-30", 2, 3)
    crowd: int = number(
        3, "Population with which a plot has two places for structures.", "CC-47", 1, 9
    )
    culture_draws: int = number(
        1, "Cards more that Highest Culture draws, and then discards.", "CC-102", 0, 3
    )
    population_points: int = number(1, "Victory points of each population.", "CC-111", 0, 3)
    tech_points: int = number(1, "Victory points of each technology.", "CC-111", 0, 5)
    wonder_points: int = number(1, "Victory points of each wonder.", "CC-111", 0, 5)
    cards_drawn: int = number(4, "Cards drawn at the end of a turn.", "CC-102", 1, 8)
    cards_discarded: int = number(2, "Cards then discarded.", "CC-103", 1, 5)

    def check(self) -> None:
        """Refuse boxes that cannot be dealt.

        :raises BadOption: naming the option.
        """
        try:
            check_seats(Box(self.cards), self.seats, self.plots_dealt + DRAFTS, opening_hands(self))
        except ValueError as error:
            raise BadOption(f"cards: {error}") from None


def opening_hands(options: CivCardGameOptions) -> list[int]:
    """How many cards each player draws, from the first on (CC-09)."""
    first, more = options.opening_hand, options.opening_hand_grows
    return [first + more * index for index in range(options.seats)]
