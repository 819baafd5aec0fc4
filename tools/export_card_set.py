"""Write the card set of Civilization: The Card Game for the page, from the table of the game.

python tools/export_card_set.py            writes web/src/generated/card_set.ts
python tools/export_card_set.py --check    says whether it is as it would be written
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from microciv.core.plain import plain
from microciv.games.civ_card_game.cards import PRINTED

ROOT: Final = Path(__file__).resolve().parent.parent
CARD_SET: Final = ROOT / "web" / "src" / "generated" / "card_set.ts"

HEAD: Final = """\
// Written by tools/export_card_set.py from the table of the game. Do not edit.

/** A name of the vocabulary of effects, and its parameters. */
export type Effect = (string | number)[];

/** One kind of card as the table prints it. */
export interface CardRow {
  id: string;
  name: string;
  type: string;
  cost: number;
  copies: number;
  effects: Effect[];
  F: number;
  H: number;
  C: number;
  attacks: boolean;
  blocks: string[];
  damage: Effect[];
  breach: number;
  source: string;
}

export const PRINTED: CardRow[] = [
"""


def typescript() -> str:
    """The whole of `card_set.ts`."""
    rows = [json.dumps(plain(row), ensure_ascii=False) for row in PRINTED]
    return HEAD + "".join([f"  {row},\n" for row in rows]) + "];\n"


def main() -> None:
    """Write the file, or compare it."""
    stale = not CARD_SET.is_file() or CARD_SET.read_text(encoding="utf-8") != typescript()
    if stale:
        print(f"{'stale' if '--check' in sys.argv else 'written'}: {CARD_SET.relative_to(ROOT)}")
        if "--check" not in sys.argv:
            CARD_SET.write_text(typescript(), encoding="utf-8")
    sys.exit(stale and "--check" in sys.argv)


if __name__ == "__main__":
    main()
