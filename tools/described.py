"""README for a package index, where links inside the repository lead nowhere: they are led to the
repository as it was at the release.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
LINK: Final = re.compile(r"(!?)(\[[^\]]*\])\((?!https?:|mailto:|#)([^)\s]+)\)")


def described(readme: str, home: str, version: str) -> str:
    """The text with absolute links; `home` is the address of the repository.

    >>> described("![a](docs/a.png) [b](docs/b.md#c)", "https://h", "1.0")
    '![a](https://h/raw/v1.0/docs/a.png) [b](https://h/blob/v1.0/docs/b.md#c)'
    """

    def lead(link: re.Match[str]) -> str:
        picture, label, path = link.groups()
        view = "raw" if picture else "tree" if (ROOT / path.partition("#")[0]).is_dir() else "blob"
        return f"{picture}{label}({home}/{view}/v{version}/{path.rstrip('/')})"

    return LINK.sub(lead, readme)
