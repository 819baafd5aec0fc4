"""The command `microciv`: its parser, its version, its exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from microciv import __version__
from microciv.cli import (
    admin,
    backup,
    bot_host,
    bots,
    catalogue,
    check,
    client,
    figures,
    groups,
    hint,
    join,
    league,
    learn,
    match,
    new_game,
    play,
    position,
    puzzle,
    reading,
    replay,
    review,
    serve,
    show,
    verify,
)
from microciv.cli.printing import say
from microciv.cli.refusing import refusing
from microciv.cli.saves import LATEST
from microciv.cli.study import never as study_never
from microciv.cli.study import rulings as study_rulings
from microciv.cli.study import run as study_run
from microciv.cli.study import show as study_show
from microciv.cli.study import tune as study_tune
from microciv.engine import engine
from microciv.speech import LANGUAGES, known, speak

HELP = ["-h", "--help"]
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the terminal says which language it speaks, the first that is set."""

app = typer.Typer(
    name="microciv",
    help="Four small civilization card games to play, to design with and to study.",
    epilog="Exit code 0: done; 1: refused, with a message; 2: wrong usage.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": HELP},
)


def version_text() -> str:
    return f"microciv {__version__} ({engine()})"


def _version(wanted: bool) -> None:
    if wanted:
        say(version_text())
        raise typer.Exit


def _speak(wanted: str | None) -> None:
    if wanted is None:
        locales = [os.environ.get(name) or "" for name in LOCALES]
        speak(known([next(filter(None, locales), "")]))
    elif wanted in LANGUAGES:
        speak(wanted)
    else:
        raise typer.BadParameter(f"expected one of {', '.join(LANGUAGES)}")


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version and whether the engine is compiled.",
            callback=_version,
            is_eager=True,
        ),
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(
            help=f"What the games speak, by default as the terminal does: {', '.join(LANGUAGES)}.",
            envvar="MICROCIV_LANGUAGE",
            callback=_speak,
            is_eager=True,
        ),
    ] = None,
) -> None:
    """Four small civilization card games to play, to design with and to study."""


COMMANDS: dict[str, tuple[Callable[..., None], str]] = {
    "play": (play.play, "Play a match in this terminal."),
    "learn": (learn.learn, "Learn a game in a short match that teaches it."),
    "puzzle": (puzzle.puzzle, "Find the best answer to a decision of a real match."),
    "join": (join.join, "Play at a table of a site, by its link."),
    "serve": (serve.serve, "Serve the games as a website."),
    "backup": (backup.backup, "Copy a server's database while the server runs."),
    "restore": (backup.restore, "Make a backup the database of a server."),
    "admin list": (admin.list_tables, "List the tables of a server."),
    "admin figures": (figures.figures, "Say what a server does: tables, answers, refusals."),
    "admin show": (admin.show, "Look at a table."),
    "admin close": (admin.close, "Close a table."),
    "admin revoke": (admin.revoke, "Take somebody's seat."),
    "admin block": (admin.block, "Let nobody from an address connect."),
    "admin unblock": (admin.unblock, "Let an address connect again."),
    "admin blocked": (admin.blocked, "List the addresses that are blocked."),
    "admin people": (admin.list_people, "List the people that a server knows."),
    "admin erase": (admin.erase, "Take a name, or a person, out of all that is stored."),
    "games": (catalogue.games, "List the games."),
    "rules": (reading.rules, "Print a game's rules."),
    "options": (catalogue.options, "List a game's options and rulings."),
    "cards": (catalogue.cards, "List a game's cards."),
    "schema": (catalogue.schema, "Print what a seat sees as JSON Schema."),
    "match": (match.match, "Play matches among bots."),
    "league": (league.league, "Rate bots against each other."),
    "arena": (league.league, "Another word for `league`."),
    "study run": (study_run.run, "Measure a change, or all that a plan asks."),
    "study never": (study_never.never, "Measure what it costs never to do something."),
    "study rulings": (study_rulings.rulings, "Measure every switch of a game."),
    "study show": (study_show.show, "Play a match of a study again."),
    "study tune": (study_tune.tune, "Move numbers until a goal is reached."),
    "client": (client.client, "Print a client in one file for a bot of your own."),
    "bot-host": (bot_host.bot_host, "Let a program in any language play."),
    "groups list": (groups.list_groups, "List your groups at a site."),
    "groups new": (groups.new_group, "Make a group at a site."),
    "groups join": (groups.join_group, "Join a group by its link."),
    "groups show": (groups.show_group, "Show a group's tables and scores."),
    "groups open": (groups.open_table, "Open a table in a group."),
    "groups sit": (groups.sit, "Sit down at a table of a group."),
    "bots list": (bots.list_bots, "List your bot accounts at a site."),
    "bots new": (bots.new_bot, "Make a bot account at a site."),
    "bots renew": (bots.renew_bot, "Give a bot account another token."),
    "bots delete": (bots.delete_bot, "Delete a bot account."),
    "replay": (replay.replay, "Step through a record with captions."),
    "show": (show.show, "Show one moment of a record, as one seat saw it."),
    "hint": (hint.hint, "Say which answers are good at a moment."),
    "review": (review.review_record, "Review a match: chances, costly decisions, luck."),
    "verify": (verify.verify, "Check a record and its seed."),
    "new-game": (new_game.new_game, "Write the scaffold of a game of your own."),
    "check": (check.check, "Check every law on a game."),
    "position": (position.position, "Print, check or continue a position."),
}

GROUPS = {
    "study": "Measure what changes of the rules do. `microciv study PLAN` means `study run PLAN`.",
    "groups": "Play with a group of a site again and again.",
    "bots": "Look after bot accounts at a site, by which programs of yours play there.",
    "admin": "Look after the tables of a server, while it runs or not.",
}
typers = {
    name: typer.Typer(name=name, help=words, no_args_is_help=True, rich_markup_mode=None)
    for name, words in GROUPS.items()
}
for one in typers.values():
    app.add_typer(one)
for name, (command, summary) in COMMANDS.items():
    group, _, word = name.rpartition(" ")
    typers.get(group, app).command(word, short_help=summary)(refusing(command))


def prepared(arguments: list[str]) -> list[str]:
    """The arguments with what was left out: `study PLAN` is `study run PLAN`, and `--resume` alone
    is `--resume latest`.
    """
    known = [*HELP, *[name[6:] for name in COMMANDS if name.startswith("study ")]]
    at = 2 if arguments[:1] == ["--language"] else int("--language=" in "".join(arguments[:1]))
    first, *others = arguments[at:] or [""]
    if first == "study" and others and others[0] not in known:
        arguments = [*arguments[:at], "study", "run", *others]
    done: list[str] = []
    for index, word in enumerate(arguments):
        done.append(word)
        following = arguments[index + 1 : index + 2]
        if word == "--resume" and (not following or following[0].startswith("-")):
            done.append(LATEST)
    return done


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; ends the process with its exit code."""
    app(prepared(sys.argv[1:] if arguments is None else arguments), prog_name="microciv")
