"""Take out of an npm lock file what only says where to send money or where it was fetched."""

import json
import sys
from pathlib import Path
from typing import Final

ADDRESSES: Final = ("funding", "resolved")


def main(name: str) -> None:
    """Write the lock file back without addresses; the integrity hashes stay."""
    path = Path(name)
    lock = json.loads(path.read_text(encoding="utf-8"))
    for package in lock["packages"].values():
        for field in ADDRESSES:
            package.pop(field, None)
    path.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
