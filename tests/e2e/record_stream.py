"""Play a match with random moves and print what one seat received: `web/tests/recorded/5x.json`."""

import json
import sys

import microciv
from microciv.core.codec import fields_seen, plain, plain_event, plain_move
from microciv.core.rng import Rng

SEAT, SEED, PLAYERS = 0, 11, 4


def main() -> None:
    """Write the updates of one seat as JSON."""
    game = microciv.open_game("5x", seats=PLAYERS)
    match = microciv.Match(game, seed=SEED)
    rng = Rng(SEED)
    updates: list[dict[str, object]] = []
    heard = 0

    def update() -> None:
        nonlocal heard
        seen = match.observe(SEAT)
        events = [plain_event(game, event) for event in match.heard(SEAT, heard)]
        over = not match.to_act()
        updates.append({
            "type": "update", "match": 1, "decision": match.state.sets,
            "from": heard, "events": events,
            "seen": plain(fields_seen(seen), parts=True),
            "legal": [plain_move(move) for move in seen.legal],
            "answer": [plain_move(move) for move in seen.answer], "complete": bool(seen.answer),
            "obvious": None, "absent": None, "why": [],
            "scores": match.scores(), "sources": game.sources(seen), "notes": game.notes(seen),
            "places": match.state.places() if over else None,
        })  # fmt: skip
        heard += len(events)

    update()
    while match.to_act():
        seat = match.to_act()[0]
        sets = match.state.sets
        moves = match.observe(seat).legal
        match.play(seat, moves[rng.below(len(moves))].text)
        if seat == SEAT or match.state.sets != sets:
            update()
    options = plain(game.options)
    json.dump({"options": options, "updates": updates}, sys.stdout, ensure_ascii=False, indent=0)


main()
