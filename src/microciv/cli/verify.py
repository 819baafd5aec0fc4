"""`verify`: was this match dealt and played as the rules say, from the seed that was promised?"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from microciv import trust
from microciv.cli.match import row_of
from microciv.cli.printing import say, say_json
from microciv.cli.record_view import game_of, of_file
from microciv.cli.settings import JsonOption, RecordArgument
from microciv.core.errors import BadRecord
from microciv.core.match import Match, Record, replay
from microciv.files import read_record
from microciv.speech import t, tn
from microciv.study.matches import ended
from microciv.texts import points_text, texts_for


def verify(
    path: RecordArgument,
    published: Annotated[
        str | None,
        typer.Option(
            "--hash",
            metavar="HASH",
            help="A hash that was published at the deal, of the seed or the seal of its secret, or"
            " its first digits (8 or more). A record that was kept at a table has it.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check how a record's seed was made, deal its match again, play its moves, and print the
    result.

    Exit code 1 if a move is illegal, the match is not over, or the deal is not what was promised:
    by the table's secret, everybody's number, and what whoever kept the record saw of them.
    """
    if published is not None:
        published = trust.read_hash(published)
    record = read_record(path)
    with of_file(path):
        game = game_of(record)
        match = replay(game, record)
        if match.to_act():
            raise BadRecord(
                tn(
                    len(record.moves),
                    "moves: the match is not over after {n} move",
                    "moves: the match is not over after {n} moves",
                )
            )
        found = trust.faults(record)
        if found:
            raise BadRecord(t("deal: {why}", why=" ".join(found)))
        compared = 0 if published is None else trust.verify(record, published)
    report = row_of(ended(match), [])
    if as_json:
        agreed = {} if record.agreed is None else {"agreed": record.agreed}
        say_json(
            {
                "game": game.name,
                "rules": game.rules,
                "seed_hash": trust.seed_hash(match.seed),
                "generator": record.generator,
                "deal": trust.findings(record),
                "hash_checked": published is not None,
                "hash_digits": compared,
                **{part: report[part] for part in ("scores", "points", "places", "plies")},
                **agreed,
            }
        )
        return
    for line in findings(match, record, compared):
        say(Text(line))


def findings(match: Match, record: Record, compared: int) -> list[str]:
    """What holds, line by line; `digits` is how many digits of the seed's hash were compared."""
    game = match.game
    label = texts_for(game.name).label("points")
    scores = match.scores()
    result = ", ".join(
        [
            " = ".join(
                [
                    t(
                        "seat {number}: {points}",
                        number=seat + 1,
                        points=points_text(scores[seat], game.unit),
                    )
                    for seat in group
                ]
            )
            for group in match.ranking()
        ]
    )
    lines = [
        tn(
            len(record.moves),
            "{game}, rules {rules}: all {n} moves replay to the end.",
            "{game}, rules {rules}: all {n} moves replay to the end.",
            game=game.about.title,
            rules=game.rules,
        ),
        *trust.findings(record),
        t("Seed hash {hash}", hash=trust.seed_hash(match.seed)),
        t("Result in {points}: {result}", points=label, result=result),
    ]
    if record.agreed is not None:
        told = t("From ply {ply} on the rest was played out by agreement.", ply=record.agreed)
        lines.insert(1, told)
    if record.position is not None:
        lines.insert(1, t("It began at a position, not at a deal."))
    if compared == trust.HASH_DIGITS:
        lines.insert(-1, t("The seed is the one that was promised."))
    elif compared:
        told = t(
            "The first {given} digits of the seed's hash agree; the other {left} were not given,"
            " and all of them prove more.",
            given=compared,
            left=trust.HASH_DIGITS - compared,
        )
        lines.insert(-1, told)
    return lines
