"""Compiled and interpreted code play the same matches, bit for bit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.laws.cases import CASES, LONG, SEED

ROOT = Path(__file__).parent.parent
COMPILED = ROOT / "build" / "compiled"

PLAY = """
import hashlib, json, sys
import microciv.core.state
from microciv.bots import levels, make_bot
from microciv.bots.bulk.playouts import play_out
from microciv.core.codec import plain, plain_record
from microciv.core.match import Match
from microciv.core.rng import Rng, keyed_seed
from tests.bots.hurry import SIMPLE, hurried, thinking
from tests.laws.cases import CASES
from microciv.laws.play import length

print(microciv.core.state.__file__)
part, parts, EVERY = (int(word) for word in sys.argv[2:])
cases = [case for case in CASES if case.game == sys.argv[1]]
played = cases[part::parts] or [cases[part % len(cases)]]  # of few cases, some are played again
for number, case in enumerate(played):
    game = case.open()
    every = length(game) ** 2  # of long matches few decisions are looked at
    for level in [level for level in levels(case.game) if level in SIMPLE]:
        if level != "random" and number % EVERY:
            continue
        match = Match(game, keyed_seed(bytes(range(32))) if number % 2 else 17)
        bots = [make_bot(level, game, seat, seat) for seat in range(game.seats)]
        rng, seen = Rng(5), []
        while match.to_act():
            for seat in match.to_act():
                looked_at = rng.below(every) == 0
                if level == "random" and not looked_at:
                    legal = match.state.legal(seat)
                    match.play(seat, legal[rng.below(len(legal))].text)
                    continue
                observation = match.observe(seat)
                if looked_at:
                    dealt = game.redeal(observation, rng)
                    seen.append([plain(observation), play_out(dealt, rng), dealt.scores()])
                if level == "random" and rng.below(10) == 0:  # does search find the same?
                    for other in thinking(case.game):
                        seen.append(hurried(other, game, seat, 7).choose(observation).text)
                match.play(seat, bots[seat].choose(observation).text)
        seen.append([match.heard(0), match.scores(), plain(match.position())])
        digest = hashlib.sha256(json.dumps(seen).encode()).hexdigest()
        print(case, level, json.dumps(plain_record(match.record())), digest)
"""


PARTS = 12
"""Of the cases of a game a twelfth is played, another one every day; all of them by `make laws`."""
PLAYED = range(PARTS) if LONG else [SEED // 1_000 % PARTS]
THINKING = 6
"""In every sixth case of options thinking bots play as well as random ones."""


def run(folder: Path, game: str, part: int, hash_seed: int) -> tuple[str, str]:
    """Whose the modules are with this folder first, and what the matches look like."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    origin, _, played = subprocess.run(
        [sys.executable, "-c", PLAY, game, str(part), str(PARTS), str(THINKING)],
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.partition("\n")
    return origin, played


@pytest.mark.compiled
@pytest.mark.parametrize("game", dict.fromkeys(case.game for case in CASES))
@pytest.mark.parametrize("part", PLAYED)
def test_compiled_and_interpreted_matches_are_equal(game: str, part: int) -> None:
    """The same records, observations, re-deals, playouts and bots' choices; and no order of a set,
    no `hash()` is in them.
    """
    if not COMPILED.exists():
        pytest.skip("not compiled here; `make compiled` does it where there is a C compiler")
    source, interpreted = run(ROOT / "src", game, part, 1)
    extension, compiled = run(COMPILED, game, part, 2)
    assert source.endswith(".py")
    assert not extension.endswith(".py")
    assert interpreted
    assert interpreted == compiled
