"""The server as people get it, but with bots that do not pause: `quick_server.py PORT DATABASE`."""

import sys

from microciv.server.serve import run_server
from microciv.server.settings import Settings

if __name__ == "__main__":
    run_server(
        port=int(sys.argv[1]),
        database=sys.argv[2],
        settings=Settings(pause=(0.01, 0.02), away_after=0.2, workers=0),
    )
