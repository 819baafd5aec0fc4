"""Look for puzzles: `python -m tools.find_puzzles GAME [MATCHES] [--minutes N]`.

Plays matches among strong bots, and weighs decisions of a kind that there are too few puzzles of
(`puzzle_kinds`). A decision is a puzzle if the best answer is ahead of the next beyond doubt, again
and again with other chance, if two others at least are worth a thought, where there are that many,
and if the weakest bot that thinks goes wrong. They are written into src/microciv/puzzles, with how
many matches have been looked at: a later run goes on from there, and finds the same as if it had
been one. Puzzles of other rules are thrown away; `--again` throws those away whose best answer is
not clear any more to the bots of today.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import Any, Final

from microciv.bots import make_bot
from microciv.bots.advice import CLEARLY, Adviser, Budget, Chance, Ranked
from microciv.bots.why import plain_why
from microciv.core.match import Match
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.games import about, open_game
from microciv.puzzles import LEVEL, WEAK, asked, packed, read_puzzles
from tools.puzzle_kinds import Kind, Wanted, kind_of, phase_of

FOLDER: Final = Path(__file__).resolve().parent.parent / "src" / "microciv" / "puzzles"
WEAK_TRIES: Final = 3
"""As often the weak bot goes wrong, whatever its chance."""
FEWEST: Final = 3
"""Answers that are worth a thought, of as many or more."""
MANY: Final = 20
"""Answers at the most."""
SIFT: Final = 100
"""Iterations of a first look, which need not be certain of anything."""
LOOKS: Final = (500, 2000, 2000)
"""Those of the others, each with chance of its own."""
LEAD: Final = 0.05
"""By which the best answer is ahead, beyond what may be chance."""
LEADS: Final = {"5-ages": 0.02, "5x": 0.03}
"""The same of games in which one decision, or those of some kinds, change less."""
HOPE: Final = 0.6
"""Of this lead: less at the first look is not worth another."""
OPEN: Final = (0.08, 0.92)
"""The match is still one, with the best answer."""
SHARP: Final = ("bid",)
"""Phases in which one number may decide all: to find it is the puzzle."""
WORTH: Final = 0.5
"""Of the chance of the best: an answer with less needs no thought."""
A_MATCH: Final = 3
"""Puzzles of one match."""


def find(name: str, matches: int, minutes: float = 60.0) -> None:
    """Look at this many more matches, unless time is up or nothing is wanted any more."""
    path = FOLDER / f"{name}.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    rules = open_game(name, {}).rules
    if known.get("rules") != rules:
        known = {"rules": rules, "matches": 0, "puzzles": []}
    end = monotonic() + 60.0 * minutes
    for _ in range(matches):
        wanted = Wanted(name, known["puzzles"])
        if not wanted.left() or monotonic() > end:
            break
        known["puzzles"] += puzzles_in(name, known["matches"], wanted)
        known["matches"] += 1
        path.write_text(written(known), encoding="utf-8")
        told = f"{name}: {known['matches']} matches, {len(known['puzzles'])} puzzles"
        print(told, "wanted:", wanted.left(), flush=True)


def weigh_again(name: str) -> None:
    """Throw away the puzzles whose best answer is not clear any more to the bots of today."""
    path = FOLDER / f"{name}.json"
    text = path.read_text(encoding="utf-8")
    rows = []
    for puzzle in read_puzzles(name, text):
        match = asked(puzzle)
        row = weighed(match, match.observe(puzzle.seat))
        if row is not None and row["answers"][0][0] == puzzle.best:
            rows.append(row)
        else:
            print(f"{name}: puzzle {puzzle.number} is none any more: {puzzle.best}", flush=True)
    path.write_text(written({**json.loads(text), "puzzles": rows}), encoding="utf-8")


def puzzles_in(name: str, number: int, wanted: Wanted) -> list[dict[str, Any]]:
    """The puzzles in the match with this number: a few at the most, each of another kind."""
    tables = [seats for seats in about(name).seats if seats <= 6]
    seats = tables[number % len(tables)]
    game = open_game(name, {"seats": seats})
    match = Match(game, number + 1)
    bots = [make_bot(LEVEL, game, seat, number * 100 + seat) for seat in range(seats)]
    found: list[dict[str, Any]] = []
    kinds: set[Kind | None] = set()
    while match.to_act() and len(found) < A_MATCH:
        for seat in match.to_act():
            seen = match.observe(seat)
            move = bots[seat].choose(seen)
            phase = phase_of(seen, move)
            kind = kind_of(name, phase, move.text)
            if kind not in kinds and wanted.has(phase, move.text) and is_open(match, seat):
                row = puzzle(match, seen, move)
                if row is not None and len(found) < A_MATCH and wanted.takes(row):
                    kinds.add(kind)
                    found.append(row)
            match.play(seat, move.text)
    return found


def is_open(match: Match, seat: Seat) -> bool:
    """Is there something to think about?"""
    game, seen = match.game, match.observe(seat)
    if game.obvious(seen) or game.habit(seen):
        return False
    # What is sealed may be said again before the answer: nothing that is asked may sound like it.
    said = [move for move in seen.legal if move.text in match.sealed(seat)]
    return not said and 2 <= len(seen.legal) <= MANY


def weak_moves(match: Match, seat: Seat) -> list[Move]:
    """What the weak bot would play now; its slips are none of it."""
    seen = match.observe(seat)
    bots = [make_bot(WEAK, match.game, seat, seed).at_its_best() for seed in range(WEAK_TRIES)]
    return [bot.choose(seen) for bot in bots]


def puzzle(match: Match, seen: Observation, strong: Move) -> dict[str, Any] | None:
    """This decision as a puzzle; None: it is none. What a strong bot plays says where to look."""
    weak = weak_moves(match, seen.seat)
    if strong in weak:
        return None
    least = HOPE * LEADS.get(match.game.name, LEAD)
    both, every = [strong, weak[0]], [*seen.legal]
    for moves, iterations in ((both, SIFT), (every, SIFT), (both, 3 * SIFT), (every, 3 * SIFT)):
        ranked = Adviser(match.game, Budget(iterations)).rank(seen, moves)
        if ranked.options[0].move in weak or ranked.lead.value < least:
            return None
    return weighed(match, seen)


def weighed(match: Match, seen: Observation) -> dict[str, Any] | None:
    """A decision as a puzzle; None: its best answer is not clear, or the weak bot finds it."""
    legal, weak = [*seen.legal], weak_moves(match, seen.seat)
    ranked = Ranked((), Chance(0.0, 0.0))
    for seed, iterations in enumerate(LOOKS, 1):
        before = ranked.options[:1]
        ranked = Adviser(match.game, Budget(iterations), seed).rank(seen, legal)
        best = ranked.options[0].move
        differs = bool(before) and best is not before[0].move
        lead, sharp = LEADS.get(match.game.name, LEAD), seen.phase in SHARP
        if differs or best in weak or not is_clear(ranked, lead, sharp=sharp):
            return None
    answers = [
        [
            option.move.text,
            round(option.chance.value, 3),
            round(option.chance.error, 3),
            short(plain_why(option.why)),
        ]
        for option in ranked.options
    ]
    row = {
        "record": packed(match.record()),
        "seat": seen.seat,
        "phase": seen.phase,
        "easy": weak[0].text,
        "answers": answers,
    }
    phase = phase_of(seen, ranked.options[0].move)
    return row if phase == seen.phase else {**row, "as": phase}


def is_clear(ranked: Ranked, least: float, *, sharp: bool = False) -> bool:
    """Is the best answer so far ahead, for all that chance may explain, and are there others that
    somebody might take?
    """
    lead, chances = ranked.lead, [option.chance.value for option in ranked.options]
    certain = lead.value > sqrt((CLEARLY * lead.error) ** 2 + least**2)
    tempting = sum([chance >= WORTH * chances[0] for chance in chances])
    if sharp and len(chances) >= FEWEST:
        return certain and chances[0] >= OPEN[0]
    certain = certain and tempting >= min(FEWEST, len(chances))
    return certain and OPEN[0] <= chances[0] <= OPEN[1]


def short(why: Any) -> Any:  # noqa: ANN401  # plain data
    """With amounts of two digits."""
    for change in why.values():
        if change is not None:
            change["amount"] = round(change["amount"], 2)
    return why


def written(known: dict[str, Any]) -> str:
    """A puzzle a line."""
    rows = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in known["puzzles"]]
    head = f'"rules": {known["rules"]}, "matches": {known["matches"]}'
    return f'{{{head}, "puzzles": [\n' + ",\n".join(rows) + "\n]}\n"


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("game")
    arguments.add_argument("matches", nargs="?", type=int, default=20)
    arguments.add_argument("--minutes", type=float, default=60.0)
    arguments.add_argument("--again", action="store_true", help="Weigh those that there are.")
    wish = arguments.parse_args()
    if wish.again:
        weigh_again(wish.game)
    else:
        find(wish.game, wish.matches, wish.minutes)
