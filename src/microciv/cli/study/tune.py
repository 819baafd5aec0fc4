"""`study tune`: numbers of a game and its cards, moved until studies find what is wanted."""

from __future__ import annotations

import json
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer
from rich.text import Text

from microciv.cli.printing import aside, say_json, screen
from microciv.cli.settings import JobsOption, JsonOption
from microciv.cli.study.carrying_out import carry_out, keep, stoppable, watching
from microciv.cli.study.extra import needs_extra
from microciv.cli.study.flags import FolderOption, RayOption
from microciv.cli.study.where import where
from microciv.core.codec import plain
from microciv.games import about
from microciv.speech import t
from microciv.study.plan import read_plan, written

RESULT = "tuned.toml"
CARDS = "tuned-cards.toml"


def tune(
    what: Annotated[
        Path, typer.Argument(metavar="PLAN", help="A plan with a table [tune] (docs/study.md).")
    ],
    jobs: JobsOption = 0,
    cluster: RayOption = None,
    into: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """Vary numbers of a game and its cards until studies find what is wanted.

    Candidates play the same deals and race: those that do badly play few matches. The best is then
    compared with what it changes, on deals that no candidate has seen. The same command continues
    where it was stopped, and more trials extend it.
    """
    plan = read_plan(what)
    with needs_extra():
        from microciv.study import words
    with needs_extra("tune"):
        from microciv.study import tuning
    asked = tuning.read_tuning(what, plan)
    path = into or Path(f"tune-{what.stem}")
    race = tuning.Race(asked, path)
    with stoppable(), where(jobs, cluster) as run, watching() as watch:
        race.run(run, watch)
    tried = race.tried()
    numbers, miss = race.best()
    fresh = asked.fresh(numbers)
    before, after = [fresh.open(arm, fresh.tables[0]).options for arm in fresh.arms]
    whole = len([one for one in tried if one["played_all"]])
    told = [
        t(
            "{count} candidates, of which {whole} played all their matches.",
            count=len(tried),
            whole=whole,
        )
    ]
    if before != after:
        others, cards = asked.base.patch(fresh.arms[1].options)
        keep(path / RESULT, written(fresh))
        keep(path / CARDS, cards)
        flags = [f"--set {quote(f'{name}={typed(value)}')}" for name, value in others.items()]
        if cards:
            flags.append(f"--cards {quote(str(path / CARDS))}")
        told = [f"{told[0]} {t('The best:')}", f"  microciv play {fresh.game} {' '.join(flags)}"]
    if as_json:
        say_json({"numbers": numbers, "miss": miss, "tried": tried})
    else:
        screen().print(Text("\n".join(told)), soft_wrap=True)
    if before == after:
        aside(t("no candidate did better than the game as it is"))
        return
    aside(
        t(
            "{file}: a plan that has it beside what it changes, on fresh deals",
            file=path / RESULT,
        )
    )
    carry_out(
        fresh,
        path / f"fresh-{fresh.key()}",
        jobs,
        cluster,
        as_json=as_json,
        tell=lambda found: [*asked.told(found), *words.told(fresh, found, about(fresh.game))],
    )


def typed(value: object) -> str:
    """A value as --set takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else json.dumps(plain(value), ensure_ascii=False)
