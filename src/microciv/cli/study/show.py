"""`study show`: a row of a study as the match that it was."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from microciv.cli.match import Tally, row_of
from microciv.cli.printing import say, say_json
from microciv.cli.study.extra import needs_extra
from microciv.core.codec import plain_record
from microciv.names import Names
from microciv.speech import t


def show(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder in which the study is kept.")
    ],
    row: Annotated[
        str,
        typer.Argument(
            metavar="ROW",
            help="TABLE/ARM/MATCH as in the data, such as 0/1/17; an arm also by its name.",
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print the match's record.")] = False,
) -> None:
    """Play a match of a study again and print its result.

    It is the very same match. With --json its record can be looked at further: `microciv replay -`
    steps through it, `microciv review -` says what it hinged on.
    """
    with needs_extra():
        from microciv.study import rows
    found, played = rows.play_again(folder, row)
    if as_json:
        assert played.record is not None
        say_json(plain_record(played.record))
        return
    table, arm = found.table, found.arm
    names = Names(played.game)
    where = names.table(table.seats, table.players)
    say(f"{played.game.about.title}, {where}; {arm.name}: {names.change(arm.options)}")
    say(
        t(
            "Match {match}, seed {seed}, {steps} steps.",
            match=found.match,
            seed=played.seed,
            steps=played.plies,
        )
    )
    levels = table.seated(found.match)
    tally = Tally(tuple(levels), played.game)
    tally.add(row_of(played, levels))
    say(tally.grid())
