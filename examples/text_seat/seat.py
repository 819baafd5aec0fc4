"""A seat in thirty lines: any legal move, each as likely. The protocol: docs/text-seats.md.

microciv bot-host "python examples/text_seat/seat.py" 5x --count 10
"""

import json
import random
import sys


def say(**message: object) -> None:
    """One JSON object a line, at once."""
    print(json.dumps(message), flush=True)


chance = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello":
            say(type="ready", name="thirty lines")
        case "match":
            chance.seed(message["seed"])  # the same seed, the same match
        case "choose":
            move = chance.choice(message["legal"])
            say(id=message["id"], move=move["text"], why="it was the first that came to mind")
        case "refused":
            print(message["message"], file=sys.stderr)  # notes go to standard error
        case "quit":
            break
