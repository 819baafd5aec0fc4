"""What a table may settle before a match of 5X: options of the rules, and our rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from microciv.core.errors import BadOption
from microciv.core.fields import shown
from microciv.core.options import Options, option, ruling
from microciv.games.five_x.cards import (
    BASICS,
    CARD,
    LEADER_NAMES,
    LETTERS,
    STARRED,
    WONDERS,
    Wonder,
)

POOLS: Final = ("by_count", "by_count_plus_stars", "all15")
MOST_HALVES: Final = 40
MOST_BONUS: Final = 9
LONGEST_NAME: Final = 40


def read_leaders(value: object) -> tuple[str, ...]:
    """A list of different leaders, in table order."""
    names = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(names, (list, tuple)):
        raise ValueError(f"expected a list of leaders, not {shown(value)}")  # noqa: TRY004
    for name in names:
        if name not in LEADER_NAMES:
            raise ValueError(f"no leader {shown(name)}; the leaders are {', '.join(LEADER_NAMES)}")
        if names.count(name) > 1:
            raise ValueError(f"{name} is named twice")
    return tuple([name for name in LEADER_NAMES if name in names])


def read_pool(value: object) -> object:
    """The name of a pool, or a list of leaders of one's own."""
    if isinstance(value, str) and value in POOLS:
        return value
    try:
        return read_leaders(value)
    except ValueError as error:
        raise ValueError(
            f"expected one of {', '.join(POOLS)} or a list of leaders; {error}"
        ) from None


def read_stars(value: object) -> tuple[str, ...]:
    """Exactly five leaders: what is certain of the printed stars must hold (A.4)."""
    stars = read_leaders(value)
    if len(stars) != len(STARRED):
        raise ValueError(f"expected exactly {len(STARRED)} leaders, not {len(stars)}")
    for name in ("montezuma", "erik"):
        if name not in stars:
            raise ValueError(f"{name} certainly has a star and must be among them")
    for name in ("dido", "catharine"):
        if name in stars:
            raise ValueError(f"{name} certainly has no star and cannot be among them")
    return stars


def read_wonders(value: object) -> tuple[Wonder, ...]:
    """The printed table with these rows changed: a letter, and any of name, points, bonus."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"expected a list of rows, not {shown(value)}")  # noqa: TRY004
    table = {wonder.letter: wonder for wonder in WONDERS}
    seen: list[str] = []
    for row in value:
        wonder = row if isinstance(row, Wonder) else _read_wonder(row, table)
        if wonder.letter in seen:
            raise ValueError(f"Wonder {wonder.letter} has two rows")
        seen.append(wonder.letter)
        table[wonder.letter] = wonder
    return tuple(table.values())


def _read_wonder(row: object, table: dict[str, Wonder]) -> Wonder:
    if not isinstance(row, dict):
        raise ValueError(f"expected a row with a letter, not {shown(row)}")  # noqa: TRY004
    letter = row.get("letter")
    if not isinstance(letter, str) or letter not in table:
        raise ValueError(f"letter: expected one of {', '.join(LETTERS)}, not {shown(letter)}")
    printed = table[letter]
    for name in row:
        if name not in ("letter", "name", "points", "halves", "bonus", "source"):
            raise ValueError(
                f"Wonder {letter}: no column {shown(name)}; expected name, points, bonus"
            )
    title = row.get("name", printed.name)
    if (
        not isinstance(title, str)
        or not title.strip()
        or len(title) > LONGEST_NAME
        or not title.isprintable()
    ):
        raise ValueError(
            f"Wonder {letter}: name: expected 1 to {LONGEST_NAME} printable characters,"
            f" not blank, not {shown(title)}"
        )
    halves = row.get("halves", printed.halves)
    if "points" in row:
        points = row["points"]
        number = isinstance(points, (int, float)) and not isinstance(points, bool)
        fits = number and 0 < points <= MOST_HALVES // 2 and points * 2 == int(points * 2)
        halves = int(points * 2) if fits else -1
    if isinstance(halves, bool) or not isinstance(halves, int) or not 1 <= halves <= MOST_HALVES:
        raise ValueError(
            f"Wonder {letter}: points: expected halves from 0.5 to {MOST_HALVES // 2},"
            f" not {shown(row.get('points', halves))}"
        )
    bonus = row.get("bonus", printed.bonus)
    if isinstance(bonus, bool) or not isinstance(bonus, int) or not 0 <= bonus <= MOST_BONUS:
        raise ValueError(
            f"Wonder {letter}: bonus: expected a whole number from 0 to {MOST_BONUS},"
            f" not {shown(bonus)}"
        )
    if (title, halves, bonus) == (printed.name, printed.halves, printed.bonus):
        return printed
    return Wonder(letter, title, halves, bonus, "patched")


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

    def check(self) -> None:
        """The variant is for three or four (5X-112); a pool must do for all hands (5X-10)."""
        if not self.leaders and self.seats > 4 and not self.allow_variant_5_6:
            raise BadOption(
                "leaders: without them 5X is for 3 or 4 players (5X-112);"
                " set allow_variant_5_6 to play with more"
            )
        if self.leaders and len(pool(self)) < 2 * self.seats:
            raise BadOption(
                f"leader_pool: expected at least {2 * self.seats} leaders for {self.seats} players,"
                f" not {len(pool(self))}"
            )


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
