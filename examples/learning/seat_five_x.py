"""What `learn_five_x.py` has learned takes a seat, at a table or among bots (docs/text-seats.md).

python examples/learning/learn_five_x.py --save policy.npz
microciv bot-host "python examples/learning/seat_five_x.py policy.npz" 5x --seats 3 --count 20
microciv bot-host "python examples/learning/seat_five_x.py policy.npz" --table LINK
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import final

from small_policy import Policy  # isort: skip  # before NumPy

import numpy as np

from microciv import Game, open_game
from microciv.adapters.encoding import Encoding
from microciv.core.codec import read_seen


@final
class Seat:
    """The seat of one match."""

    def __init__(self, game: Game, weights: Path) -> None:
        self.game = game
        self.encoding = Encoding(game)
        wanted = self.encoding.size
        self.policy = Policy(wanted, len(game.moves.all) + 1)
        self.policy.load(weights)
        learned = len(self.policy.weights["in"])
        if learned != wanted:
            raise SystemExit(f"{weights} was trained on {learned} numbers, this table has {wanted}")

    def choose(self, seen: dict[str, object], legal: list[str]) -> str:
        """The likeliest of the legal moves."""
        observation = self.encoding.vector_seen(read_seen(self.game, seen))
        mask = np.zeros(len(self.game.moves.all) + 1, np.float32)
        for text in legal:
            mask[self.game.moves.parse(text).index] = 1
        _hidden, likely, _worth = self.policy.think(observation[None], mask[None])
        return self.game.moves.all[int(likely[0].argmax())].text


def main() -> None:
    """Answer until the host says goodbye."""
    weights = Path(sys.argv[1])
    seat: Seat | None = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "ready", "name": "learner"}), flush=True)
        elif message["type"] == "match":
            game = open_game("5x", **{"seats": len(message["seats"]), **message["options"]})
            seat = Seat(game, weights)
        elif message["type"] == "choose" and seat is not None:
            legal = [move["text"] for move in message["legal"]]
            move = seat.choose(message["seen"], legal)
            print(json.dumps({"id": message["id"], "move": move}), flush=True)
        elif message["type"] == "quit":
            break


if __name__ == "__main__":
    main()
