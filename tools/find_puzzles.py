"""Look for puzzles: `python -m tools.find_puzzles GAME [MATCHES] [--most N]`.

Plays matches among strong bots, and weighs the decisions of one seat of each. A decision is a
puzzle if the best answer is ahead of the next beyond doubt, again and again with other chance, if
at least three answers are worth a thought, and if the weakest bot that thinks goes wrong. They are
written into src/microciv/puzzles, with how many matches have been looked at: a later run goes on
from there, and finds the same as if it had been one. Puzzles of other rules are thrown away.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any, Final

from microciv.bots import make_bot
from microciv.bots.advice import CLEARLY, Adviser, Budget, Ranked
from microciv.bots.why import plain_why
from microciv.core.match import Match
from microciv.core.moves import Move, Seat
from microciv.core.state import Observation
from microciv.games import about, open_game
from microciv.puzzles import LEVEL, WEAK, packed

FOLDER: Final = Path(__file__).resolve().parent.parent / "src" / "microciv" / "puzzles"
WEAK_TRIES: Final = 3
"""As often the weak bot goes wrong, whatever its chance."""
FEWEST: Final = 3
"""Answers that are worth a thought."""
MANY: Final = 12
"""Answers at the most."""
SIFT: Final = 100
"""Iterations of a first look, which need not be certain of anything."""
LOOKS: Final = (500, 2000, 2000)
"""Those of the others, each with chance of its own."""
LEAD: Final = 0.05
"""By which the best answer is ahead, beyond what may be chance."""
LEADS: Final = {"5-ages": 0.03}
"""The same of games in which one decision among many changes less."""
HOPE: Final = 0.6
"""Of this lead: less at the first look is not worth another."""
SKIPPED: Final = {"5-ages": ("trade",)}
"""Phases in which a single step hardly ever changes anything."""
OPEN: Final = (0.08, 0.92)
"""The match is still one, with the best answer."""
WORTH: Final = 0.5
"""Of the chance of the best: an answer with less needs no thought."""
ALIKE: Final = 3
"""Puzzles with the same kind of best answer in the same phase."""


def find(name: str, matches: int, most: int) -> None:
    """Look at so many more matches, unless there are `most` puzzles before."""
    path = FOLDER / f"{name}.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    rules = open_game(name, {}).rules
    if known.get("rules") != rules:
        known = {"rules": rules, "matches": 0, "puzzles": []}
    for _ in range(matches):
        if len(known["puzzles"]) >= most:
            break
        kinds = Counter([kind_of(row) for row in known["puzzles"]])
        known["puzzles"] += puzzles_in(name, known["matches"], kinds)[
            : most - len(known["puzzles"])
        ]
        known["matches"] += 1
        path.write_text(written(known), encoding="utf-8")
        print(f"{name}: {known['matches']} matches, {len(known['puzzles'])} puzzles", flush=True)


def puzzles_in(name: str, number: int, kinds: Counter[tuple[str, str]]) -> list[dict[str, Any]]:
    """The puzzles in the match with this number; one of each kind, and not the frequent ones."""
    tables = [seats for seats in about(name).seats if seats <= 6]
    seats = tables[number % len(tables)]
    game = open_game(name, {"seats": seats})
    match, mine = Match(game, number + 1), number // len(tables) % seats
    bots = [make_bot(LEVEL, game, seat, number * 100 + seat) for seat in range(seats)]
    found: list[dict[str, Any]] = []
    while match.owing():
        for seat in match.owing():
            seen = match.observe(seat)
            move = bots[seat].choose(seen)
            if seat == mine and is_open(match, seat):
                row = puzzle(match, seen, move)
                if row is not None and kinds[kind_of(row)] < ALIKE:
                    kinds[kind_of(row)] = ALIKE
                    found.append(row)
            match.play(seat, move.text)
    return found


def is_open(match: Match, seat: Seat) -> bool:
    """Is there something to think about?"""
    game, seen = match.game, match.observe(seat)
    settled = game.obvious(seen) or game.habit(seen) or seen.phase in SKIPPED.get(game.name, ())
    return not settled and FEWEST <= len(seen.legal) <= MANY


def weak_moves(match: Match, seat: Seat) -> list[Move]:
    """What the weak bot would play now; its slips are none of it."""
    seen = match.observe(seat)
    bots = [make_bot(WEAK, match.game, seat, seed).at_its_best() for seed in range(WEAK_TRIES)]
    return [bot.choose(seen) for bot in bots]


def puzzle(match: Match, seen: Observation, strong: Move) -> dict[str, Any] | None:
    """This decision as a puzzle; None: it is none. What a strong bot plays says where to look."""
    legal = list(seen.legal)
    weak = weak_moves(match, seen.seat)
    if strong in weak:
        return None
    ranked = Adviser(match.game, Budget(SIFT)).rank(seen, legal)
    best = ranked.options[0].move
    lead = LEADS.get(match.game.name, LEAD)
    if best in weak or ranked.lead.value < HOPE * lead:
        return None
    for seed, iterations in enumerate(LOOKS, 1):
        ranked = Adviser(match.game, Budget(iterations), seed).rank(seen, legal)
        if ranked.options[0].move is not best or not is_clear(ranked, lead):
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
    return {
        "record": packed(match.record()),
        "seat": seen.seat,
        "phase": seen.phase,
        "easy": weak[0].text,
        "answers": answers,
    }


def is_clear(ranked: Ranked, least: float) -> bool:
    """Is the best answer so far ahead, for all that chance may explain, and are there others that
    somebody might take?
    """
    lead, chances = ranked.lead, [option.chance.value for option in ranked.options]
    certain = lead.value > sqrt((CLEARLY * lead.error) ** 2 + least**2)
    tempting = sum([chance >= WORTH * chances[0] for chance in chances]) >= FEWEST
    return certain and tempting and OPEN[0] <= chances[0] <= OPEN[1]


def kind_of(row: dict[str, Any]) -> tuple[str, str]:
    """What puzzles have in common that are alike."""
    return row["phase"], row["answers"][0][0].split()[0]


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
    arguments.add_argument("--most", type=int, default=12)
    wish = arguments.parse_args()
    find(wish.game, wish.matches, wish.most)
