"""Arguments and options that several commands take, and a game as they settle it."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from microciv.core.errors import BadOption
from microciv.core.game import Game
from microciv.core.moves import Seat
from microciv.files import read_cards
from microciv.games import about as about_game
from microciv.games import open_game
from microciv.speech import speak, t

MOST_MATCHES = 10_000_000

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of a game; see `microciv games`.")
]
RecordArgument = Annotated[
    Path, typer.Argument(metavar="RECORD", help="A record or a save; `-` for standard input.")
]
SeatOption = Annotated[
    int | None,
    typer.Option(
        "--seat",
        metavar="N",
        help="The seat whose view to show, counted from 1; by default a spectator's.",
    ),
]
CountOption = Annotated[
    int, typer.Option("--count", min=1, max=MOST_MATCHES, help="The number of matches.")
]
FirstSeedOption = Annotated[
    str,
    typer.Option(
        "--seed", metavar="S", help="The seed of the first match; the next use S+1, S+2, …"
    ),
]
JobsOption = Annotated[
    int, typer.Option("--jobs", min=0, help="Worker processes; 0: one per core.")
]
RecordsOption = Annotated[
    bool, typer.Option("--records", help="Add each match's record to its row; needs --json.")
]


def in_english(as_json: bool) -> bool:
    """What programs read is the same for all."""
    if as_json:
        speak("en")
    return as_json


JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.", callback=in_english)]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Set an option; may be given several times."),
]
VariantOption = Annotated[
    str | None,
    typer.Option("--variant", metavar="NAME", help="Play a variant: a named set of options."),
]
CardsOption = Annotated[
    Path | None,
    typer.Option(
        "--cards", metavar="FILE", help="Change card data by a TOML file; `-` for standard input."
    ),
]
SeedOption = Annotated[
    str | None,
    typer.Option(
        "--seed", metavar="N", help="Deal from this seed (decimal, or hexadecimal as 0x…)."
    ),
]

MOST_SEED = 2**128
MOST_DIGITS = 9


def read_seed(text: str) -> int:
    """A seed as people write it."""
    try:
        seed = int(text, 0) if text.lower().startswith("0x") else int(text)
    except ValueError:
        why = t("--seed: expected an integer, not {words}", words=f"{text!r:.40}")
        raise typer.BadParameter(why) from None
    if not 0 <= seed < MOST_SEED:
        raise typer.BadParameter(t("--seed: expected a number from 0 to 2^128 − 1"))
    return seed


def read_seat(number: int, seats: int) -> Seat:
    """A seat by its number as people count: from 1.

    :raises BadOption: if there is no such seat.
    """
    if not 1 <= number <= seats:
        raise BadOption(t("--seat: expected 1 to {last}, not {number}", last=seats, number=number))
    return number - 1


def as_given(
    seats: int | str | None, variant: str | None, cards: Path | None, settings: list[str] | None
) -> tuple[str, ...]:
    """The words of a command line that gave these; none for what is None."""
    given = {"--seats": seats, "--variant": variant, "--cards": cards}
    words = [(option, str(value)) for option, value in given.items() if value is not None]
    return tuple(chain(*words, *[("--set", one) for one in settings or []]))


def read_settings(
    game: str, variant: str | None, cards: Path | None, settings: list[str] | None
) -> dict[str, object]:
    """The options that a command line gives: first the variant's, then the cards', then --set."""
    about = about_game(game)
    values: dict[str, object] = {}
    if variant is not None:
        known = {found.name: found for found in about.variants}
        if variant not in known:
            raise BadOption(
                t(
                    "no variant {name} of {game}; there are: {names}",
                    name=repr(variant[:40]),
                    game=about.title,
                    names=", ".join(known) or t("none"),
                )
            )
        values.update(known[variant].options)
    if cards is not None:
        values.update(read_cards(cards, about))
    for text in settings or []:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise typer.BadParameter(t("--set {words}: expected NAME=VALUE", words=f"{text!r:.60}"))
        values[name.strip()] = _value(name.strip(), value.strip())
    return values


def open_settled(
    game: str,
    seats: int | None = None,
    variant: str | None = None,
    cards: Path | None = None,
    settings: list[str] | None = None,
) -> Game:
    """A game with its options as the command line gives them."""
    values = read_settings(game, variant, cards, settings)
    if seats is not None:
        if values.get("seats", seats) != seats:
            raise BadOption(
                t(
                    "seats: {set} are set, but {named} are named in --seats",
                    set=values["seats"],
                    named=seats,
                )
            )
        values["seats"] = seats
    return open_game(game, values)


def default_seats(game: str, variant: str | None, settings: list[str] | None) -> int:
    """How many sit down if --seats does not say: as set, else four where that is possible."""
    wanted = read_settings(game, variant, None, settings).get("seats")
    if isinstance(wanted, int):
        return wanted
    allowed = about_game(game).seats
    return 4 if 4 in allowed else allowed[0]


def _value(name: str, text: str) -> object:
    """Lists and tables are JSON, digits a number, 0.5 too; the rest is for the option to read."""
    whole, point, part = text.partition(".")
    if text.isascii() and whole.isdecimal() and len(text) <= MOST_DIGITS:
        if not point:
            return int(text)
        if part.isdecimal():
            return float(text)
    if text.startswith(("[", "{")):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            why = t("--set {name}: not JSON: {words}", name=name, words=f"{text!r:.60}")
            raise typer.BadParameter(why) from None
    return text
