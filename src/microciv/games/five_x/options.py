"""What a table may settle before a match of 5X: options of the rules, our rulings, numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, final

from microciv.core.errors import BadOption
from microciv.core.fields import shown
from microciv.core.options import Options, as_float, number, option, ruling
from microciv.games.five_x.cards import (
    BASICS,
    CARD,
    LEADER_NAMES,
    LETTERS,
    STARRED,
    WONDERS,
    Wonder,
)
from microciv.speech import t

POOLS: Final = ("by_count", "by_count_plus_stars", "all15")
MOST_HALVES: Final = 40
MOST_BONUS: Final = 9
LONGEST_NAME: Final = 40


def read_leaders(value: object) -> tuple[str, ...]:
    """A list of different leaders, in table order."""
    names = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(names, (list, tuple)):
        raise ValueError(t("expected a list of leaders, not {given}", given=shown(value)))  # noqa: TRY004
    for name in names:
        if name not in LEADER_NAMES:
            raise ValueError(
                t(
                    "no leader {given}; the leaders are {names}",
                    given=shown(name),
                    names=", ".join(LEADER_NAMES),
                )
            )
        if names.count(name) > 1:
            raise ValueError(t("{name} is named twice", name=name))
    return tuple([name for name in LEADER_NAMES if name in names])


def read_pool(value: object) -> object:
    """The name of a pool, or a list of leaders of one's own."""
    if isinstance(value, str) and value in POOLS:
        return value
    try:
        return read_leaders(value)
    except ValueError as error:
        raise ValueError(
            t(
                "expected one of {names} or a list of leaders; {why}",
                names=", ".join(POOLS),
                why=error,
            )
        ) from None


def read_stars(value: object) -> tuple[str, ...]:
    """Exactly five leaders: what is certain of the printed stars must hold (A.4)."""
    stars = read_leaders(value)
    if len(stars) != len(STARRED):
        raise ValueError(
            t(
                "expected exactly {wanted} leaders, not {found}",
                wanted=len(STARRED),
                found=len(stars),
            )
        )
    for name in ("montezuma", "erik"):
        if name not in stars:
            raise ValueError(t("{name} certainly has a star and must be among them", name=name))
    for name in ("dido", "catharine"):
        if name in stars:
            raise ValueError(t("{name} certainly has no star and cannot be among them", name=name))
    return stars


def read_wonders(value: object) -> tuple[Wonder, ...]:
    """The printed Wonders with these rows changed: a letter, and any of name, points, bonus."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(t("expected a list of rows, not {given}", given=shown(value)))  # noqa: TRY004
    printed = {wonder.letter: wonder for wonder in WONDERS}
    seen: list[str] = []
    for row in value:
        wonder = row if isinstance(row, Wonder) else _read_wonder(row, printed)
        if wonder.letter in seen:
            raise ValueError(t("Wonder {letter} has two rows", letter=wonder.letter))
        seen.append(wonder.letter)
        printed[wonder.letter] = wonder
    return tuple(printed.values())


def _read_wonder(row: object, known: dict[str, Wonder]) -> Wonder:
    if not isinstance(row, dict):
        raise ValueError(t("expected a row with a letter, not {given}", given=shown(row)))  # noqa: TRY004
    letter = row.get("letter")
    if not isinstance(letter, str) or letter not in known:
        raise ValueError(
            t(
                "letter: expected one of {allowed}, not {given}",
                allowed=", ".join(LETTERS),
                given=shown(letter),
            )
        )
    printed = known[letter]
    for name in row:
        if name not in ("letter", "name", "points", "halves", "bonus", "source"):
            raise ValueError(
                t(
                    "Wonder {letter}: no column {given}; expected name, points, bonus",
                    letter=letter,
                    given=shown(name),
                )
            )
    title = row.get("name", printed.name)
    if (
        not isinstance(title, str)
        or not title.strip()
        or len(title) > LONGEST_NAME
        or not title.isprintable()
    ):
        raise ValueError(
            t(
                "Wonder {letter}: name: expected 1 to {most} printable characters, not blank,"
                " not {given}",
                letter=letter,
                most=LONGEST_NAME,
                given=shown(title),
            )
        )
    halves = row.get("halves", printed.halves)
    if "points" in row:
        points = as_float(row["points"])
        halves = -1
        if points is not None and 0 < points <= MOST_HALVES // 2 and points * 2 == int(points * 2):
            halves = int(points * 2)
    if isinstance(halves, bool) or not isinstance(halves, int) or not 1 <= halves <= MOST_HALVES:
        raise ValueError(
            t(
                "Wonder {letter}: points: expected halves from 0.5 to {most}, not {given}",
                letter=letter,
                most=MOST_HALVES // 2,
                given=shown(row.get("points", halves)),
            )
        )
    bonus = row.get("bonus", printed.bonus)
    if isinstance(bonus, bool) or not isinstance(bonus, int) or not 0 <= bonus <= MOST_BONUS:
        raise ValueError(
            t(
                "Wonder {letter}: bonus: expected a whole number from 0 to {most}, not {given}",
                letter=letter,
                most=MOST_BONUS,
                given=shown(bonus),
            )
        )
    if (title, halves, bonus) == (printed.name, printed.halves, printed.bonus):
        return printed
    return Wonder(letter, title, halves, bonus, "patched")


def points(letter: str) -> Any:  # noqa: ANN401  # a field, as `number` gives it
    """The number that is a Wonder's points."""
    wonder = WONDERS[LETTERS.index(letter)]
    most = MOST_HALVES / 2
    return number(
        wonder.halves / 2, f"Points of {wonder.name} ({letter}).", "5X-105", 0.5, most, 0.5
    )


def bonus(letter: str) -> Any:  # noqa: ANN401
    """The number that is a Wonder's bonus."""
    wonder = WONDERS[LETTERS.index(letter)]
    help_ = f"Resources that {wonder.name} ({letter}) brings when it is built."
    return number(wonder.bonus, help_, "5X-70", 0, MOST_BONUS)


@final
@dataclass(frozen=True)
class FiveXOptions(Options):
    """Every switch of 5X, as the rules print it or as we rule."""

    leaders: bool = option(
        True, "Play with the Great Leaders; off: the six-round variant without them.", "5X-113"
    )
    leader_pool: str | tuple[str, ...] = option(
        "by_count",
        "Which leaders are shuffled: those for the number of players, these and the starred,"
        " all fifteen, or a list of your own.",
        "5X-09",
        POOLS,
        read_pool,
    )
    starred_leaders: tuple[str, ...] = option(
        STARRED,
        "The five leaders with a star, which are left out with fewer than five players.",
        "5X-07",
        read=read_stars,
    )
    wonder_table: tuple[Wonder, ...] = option(
        WONDERS,
        "Name, points and bonus of each Wonder; owners of the printed cards can correct ours.",
        "5X-105",
        read=read_wonders,
    )
    recommit_until_group_complete: bool = option(
        True, "A sealed answer may be changed until the last one of its group is in.", "5X-25"
    )
    show_known_hands: bool = option(
        True, "Show which basics each player still holds, which everybody can work out.", "5X-90"
    )
    expand_leader_returns: bool = ruling(
        False, "Does an Expand leader who wins nothing come back to hand?", "5X-54"
    )
    montezuma_extra_target: str = ruling(
        "excavate", "Whom else does Montezuma hit?", "5X-78", ("excavate", "explore")
    )
    dido_income_first: bool = ruling(
        True, "Does Dido take her income before she may pay for the Wonder?", "5X-59"
    )
    suleiman_may_take_current: bool = ruling(
        False, "May Suleiman build the current Wonder if nobody else has this round?", "5X-87"
    )
    auto_min_sole_bid: bool = ruling(
        True, "Does a sole bidder bid the minimum automatically?", "5X-50"
    )
    tie_without_wonder: str = ruling(
        "shared",
        "Who wins a tie of players without a Wonder?",
        "5X-110",
        ("shared", "leftover_resources_then_shared"),
    )
    allow_variant_5_6: bool = ruling(
        False, "May five or six players play without leaders? (Not recommended.)", "5X-112"
    )

    # --- the numbers of the rule sheet

    rounds: int = number(7, "Rounds, and Wonders, with leaders.", "5X-14", 1, 7)
    rounds_without_leaders: int = number(6, "Rounds, and Wonders, without leaders.", "5X-114", 1, 7)
    start_resources: int = number(3, "Resources to start with.", "5X-03", 0, 20)
    exploit_pays: int = number(
        3, "Income of an Exploit card, before the others are taken off.", "5X-29", 0, 9
    )
    gandhi_weighs: int = number(
        2, "How many Exploit cards Gandhi counts as for the others.", "5X-74", 0, 9
    )
    qin_takes: int = number(3, "Income of Qin, whatever the others play.", "5X-75", 0, 9)
    exterminate_takes: int = number(
        1, "What an Exterminate card takes from each target.", "5X-32", 0, 2
    )
    expand_least_bid: int = number(1, "Least bid with the basic Expand.", "5X-41", 1, 9)
    cleopatra_least_bid: int = number(3, "Least bid with Cleopatra.", "5X-79", 1, 9)
    napoleon_least_bid: int = number(3, "Least bid with Napoleon.", "5X-80", 1, 9)
    tokugawa_least_bid: int = number(3, "Least bid with Tokugawa.", "5X-81", 1, 9)
    expand_loser_pays: int = number(
        1, "What a lost bid with the basic Expand costs, at most the bid.", "5X-48", 0, 9
    )
    cleopatra_loser_pays: int = number(
        3, "What a lost bid with Cleopatra costs, at most the bid.", "5X-79", 0, 9
    )
    napoleon_loser_pays: int = number(
        3, "What a lost bid with Napoleon costs, at most the bid.", "5X-80", 0, 9
    )
    tokugawa_loser_pays: int = number(
        0, "What a lost bid with Tokugawa costs, at most the bid.", "5X-81", 0, 9
    )
    napoleon_adds: float = number(0.5, "What Napoleon adds to his bid.", "5X-80", 0, 3, 0.5)
    explore_pays: int = number(1, "Income of an Explore card.", "5X-56", 0, 9)
    explore_pays_last: int = number(
        3, "Income of an Explore card in the last round.", "5X-56", 0, 9
    )
    isabella_pays: int = number(2, "Income of Isabella.", "5X-84", 0, 9)
    isabella_pays_last: int = number(5, "Income of Isabella in the last round.", "5X-84", 0, 9)
    dido_price: int = number(3, "What Dido pays for the Wonder on offer.", "5X-82", 0, 9)
    suleiman_price: int = number(3, "What Suleiman pays for a lost Wonder.", "5X-87", 0, 9)
    catharine_takes: int = number(1, "What Catharine takes in step 5.", "5X-86", 0, 9)
    resources_a_point: int = number(3, "Resources that make 1 VP at the end.", "5X-104", 1, 9)
    wonder_a: float = points("A")
    wonder_b: float = points("B")
    wonder_c: float = points("C")
    wonder_d: float = points("D")
    wonder_e: float = points("E")
    wonder_f: float = points("F")
    wonder_g: float = points("G")
    wonder_a_bonus: int = bonus("A")
    wonder_b_bonus: int = bonus("B")
    wonder_c_bonus: int = bonus("C")
    wonder_d_bonus: int = bonus("D")
    wonder_e_bonus: int = bonus("E")
    wonder_f_bonus: int = bonus("F")
    wonder_g_bonus: int = bonus("G")

    def check(self) -> None:
        """The variant is for three or four (5X-112); a pool must do for all hands (5X-10)."""
        if not self.leaders and self.seats > 4 and not self.allow_variant_5_6:
            why = t(
                "without them 5X is for 3 or 4 players (5X-112);"
                " set allow_variant_5_6 to play with more"
            )
            raise BadOption(f"leaders: {why}")
        if self.leaders and len(pool(self)) < 2 * self.seats:
            why = t(
                "expected at least {wanted} leaders for {seats} players, not {found}",
                wanted=2 * self.seats,
                seats=self.seats,
                found=len(pool(self)),
            )
            raise BadOption(f"leader_pool: {why}")
        wonders(self)


def pool(options: FiveXOptions) -> list[int]:
    """The leaders that are shuffled (5X-05 to 5X-09)."""
    chosen = options.leader_pool
    if not options.leaders:
        return []
    if not isinstance(chosen, str):
        return [CARD[name] for name in chosen]
    out: list[str] = []
    if chosen != "all15":
        if options.seats == 3:
            out += ["dido", "catharine"]  # 5X-08
        if chosen == "by_count" and options.seats == 5:
            out += ["montezuma", "erik"]  # 5X-06
        if chosen == "by_count" and options.seats < 5:
            out += options.starred_leaders  # 5X-07
    return [leader + BASICS for leader in range(15) if LEADER_NAMES[leader] not in out]


def wonders(options: FiveXOptions) -> tuple[Wonder, ...]:
    """The Wonders at this table: each by its row of `wonder_table` or by its numbers.

    :raises BadOption: if both change a Wonder.
    """
    found: list[Wonder] = []
    for printed, row in zip(WONDERS, options.wonder_table, strict=True):
        name = f"wonder_{row.letter.lower()}"
        halves = int(2 * getattr(options, name))
        bonus = int(getattr(options, f"{name}_bonus"))
        wonder = row
        if (halves, bonus) != (printed.halves, printed.bonus):
            if row != printed:
                why = t("Wonder {letter} has a row in wonder_table as well", letter=row.letter)
                raise BadOption(f"{name}: {why}")
            wonder = Wonder(row.letter, row.name, halves, bonus, "patched")
        found.append(wonder)
    return tuple(found)
