"""Write docs/cli.md from `--help`; tests/cli/test_docs.py compares."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from microciv.cli.main import COMMANDS, app

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"

HEAD = """\
# The command line

<!-- Written by tools/make_cli_docs.py from `--help`: change the commands, not this page. -->

`--help` describes every command. Exit codes are 0 (done), 1 (refused, with one line
on standard error) and 2 (wrong usage). With `--json` standard output carries JSON and nothing else:
one document, or one per line. A file may be `-` for standard input. Seats are counted from 1; in
JSON, records, positions and `--moves` from 0. How to play in the terminal is described in
[play/terminal.md](play/terminal.md).

"""

EXAMPLES = {
    "learn": """\
microciv learn 5x
microciv play --resume                            # go on with it, if it is the latest match""",
    "play": """\
microciv play 5x                                  # you against three bots
microciv play 5x --seats Ana,Bo,bot:easy          # two people in turn and a bot
microciv play 5x --variant leaderless --seed 7
microciv play 5x --set leader_pool=all15 --cards my.toml
microciv play 5-ages --variant war-2              # with two Jokers in the pack
microciv play civ-card-game --cards my.toml       # with the numbers of your own copy
microciv play civ-builder --variant no-trade      # melds alone
microciv play --resume                            # go on with the latest match""",
    "puzzle": """\
microciv puzzle                                   # the first of the first game
microciv puzzle 5-ages 3""",
    "join": """\
microciv join http://192.0.2.7:8000/t/k7mfwq2n4x8c --name Ben
microciv join http://192.0.2.7:8000/t/k7mfwq2n4x8c # the same seat again""",
    "serve": """\
microciv serve --open
microciv serve --host 0.0.0.0 --port 8080 --database matches.sqlite3
microciv serve --config microciv.toml             # see serving.md""",
    "backup": "microciv backup matches.sqlite3 backups/$(date +%F).sqlite3",
    "restore": """\
microciv restore backups/2026-01-31.sqlite3 matches.sqlite3 --force""",
    "admin list": """\
microciv admin list --state playing
microciv admin list --database postgresql:///microciv --name Ann --json""",
    "admin figures": "microciv admin figures http://127.0.0.1:8000",
    "admin show": "microciv admin show k7mfwq2n4x8c",
    "admin close": "microciv admin close k7mfwq2n4x8c",
    "admin revoke": "microciv admin revoke k7mfwq2n4x8c Ann",
    "admin block": "microciv admin block 192.0.2.7 --hours 48",
    "admin unblock": "microciv admin unblock 192.0.2.7",
    "admin blocked": "microciv admin blocked --json",
    "admin people": "microciv admin people --name Ann",
    "admin erase": """\
microciv admin erase Ann --table k7mfwq2n4x8c
microciv admin erase --person 3f9c0b52a7d1e884""",
    "games": "microciv games --json",
    "rules": """\
microciv rules 5-ages
microciv rules 5-ages trade                       # one section""",
    "options": "microciv options 5x",
    "cards": """\
microciv cards 5x
microciv cards 5x --cards my.toml                 # check how your file is read
microciv cards civ-card-game                      # the set, and how certain each card is""",
    "schema": "microciv schema civ-builder > civ-builder.json",
    "match": """\
microciv match 5x --seats bot:random,bot:easy,bot:easy --count 1000
microciv match 5x --count 1000 --seed 1 --jobs 0 --json > rows.jsonl
microciv match 5x --count 1 --seed 7 --json --records | microciv verify -
microciv match 5x --seats "cmd:./mybot,bot:easy,bot:easy" # see text-seats.md""",
    "league": """\
microciv league 5x --jobs 0                        # stop and resume it whenever you like
microciv league 5-ages --bots easy,medium --seats 3,5 --matches 200 --json""",
    "arena": """\
microciv arena 5x --bots "random,easy,mine=cmd:python bot.py" --jobs 0
microciv arena 5x --bots easy --bots "v1=cmd:./bot-1" --bots "v2=link:node bot.mjs" --seats 4""",
    "study run": """\
microciv study 5x --set leader_pool=all15 --matches 2000
microciv study civ-builder --width 1               # does the order of seats matter?
microciv study plan.toml --minutes 10              # several changes at several tables""",
    "study never": """\
microciv study never 5x                           # all that 5X declares
microciv study never 5-ages never-attacks --variant war-2""",
    "study rulings": """\
microciv study rulings 5-ages --matches 2000 --into effects.json""",
    "study tune": "microciv study tune leaders.toml",
    "study show": """\
microciv study show study-5x 0/changed/17
microciv study show study-5x 0/changed/17 --json | microciv replay -""",
    "client": """\
microciv client python > microciv_client.py
microciv client javascript --example > example_bot.mjs""",
    "bot-host": """\
microciv bot-host "python examples/text_seat/seat.py" 5x --count 100
microciv bot-host ./mybot 5x --against easy,random,random --seat 1 --json --log talk.txt
microciv bot-host ./mybot --table http://127.0.0.1:8000/t/TABLE""",
    "groups list": "microciv groups list https://play.example",
    "groups new": """\
microciv groups new https://play.example "Thursday evening" --name Ann
microciv groups new https://play.example Uruk --name Ann --code "owl river stone lamp fig oak\"""",
    "groups join": 'microciv groups join "https://play.example/#group/k7mfwq2n4x8c" --name Ben',
    "groups show": 'microciv groups show "https://play.example/#group/k7mfwq2n4x8c"',
    "groups open": 'microciv groups open "https://play.example/#group/k7mfwq2n4x8c" 5x --seats 3',
    "groups sit": 'microciv groups sit "https://play.example/#group/k7mfwq2n4x8c" 2',
    "bots list": "microciv bots list https://play.example",
    "bots new": """\
microciv bots new https://play.example Ada
microciv bots new http://192.0.2.7:8000 Ada --code "owl river stone lamp fig oak\"""",
    "bots renew": "microciv bots renew https://play.example Ada",
    "bots delete": "microciv bots delete https://play.example Ada",
    "replay": "microciv replay match.json --seat 3",
    "show": "microciv show match.json --seat 3 --ply 14",
    "hint": """\
microciv hint match.json --seat 3 --ply 14
microciv position 5x --seed 7 | microciv hint - --seat 1 --iterations 2000 --json""",
    "review": """\
microciv review match.json --seat 1
microciv review match.json --iterations 400 --json > review.jsonl""",
    "verify": "microciv verify match.json --hash 7902699be42c8a8e…",
    "new-game": """\
microciv new-game my-game                         # a package in ./microciv-my-game
microciv new-game my-game --in ~/games""",
    "check": """\
microciv check goofspiel                          # every table of a game, including your own games
microciv check 5x --seats 4 --set leader_pool=all15 --law veil --matches 50
microciv check my-game --json""",
    "position": """\
microciv position 5x --seed 7 --players 3 > start.json
microciv position start.json                      # check that it is possible
microciv position --from match.json --ply 14
microciv position my.json --moves "0:expand 1:exploit 2:explore 0:bid 2"
microciv position cb.json --moves "0:meld Cul*3+L 0:use\"""",
}


def page() -> str:
    """The whole page."""
    return HEAD + "\n".join([section(name) for name in COMMANDS])


def section(name: str) -> str:
    """One command: its help, then examples."""
    result = CliRunner().invoke(
        app, [*name.split(), "--help"], prog_name="microciv", env={"COLUMNS": "80", "NO_COLOR": "1"}
    )
    lines = "\n".join([line.rstrip() for line in result.output.rstrip().splitlines()])
    return f"## microciv {name}\n\n```\n{lines}\n```\n\n```sh\n{EXAMPLES[name]}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
