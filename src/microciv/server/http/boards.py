"""Boards of installed packages as the page fetches them: those files and no others."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final, final

from starlette.responses import Response

from microciv.boards import BadBoard, Board, board_of
from microciv.server.http.pages import FOR_EVER, TYPES
from microciv.server.logs import log
from microciv.server.wire.about import BoardAbout

ADDRESS: Final = "/boards/{game}/{file}"


@final
class Boards:
    """Read anew whenever they are asked for, so that a change needs no restart."""

    def __init__(self, games: Iterable[str]) -> None:
        self._known: dict[str, Board] = {}
        for game in games:
            try:
                board = board_of(game)
            except BadBoard as error:
                log.error("%s", error)
            else:
                if board is not None:
                    self._known[game] = board

    def about(self, game: str) -> BoardAbout | None:
        """Where the board of a game is; None: it has none."""
        files = self._files(game)
        if not files:
            return None
        script, *styles = [ADDRESS.format(game=game, file=name) for name in files]
        return BoardAbout(script=script, style=styles[0] if styles else None)

    def file(self, game: str, name: str) -> Response | None:
        """A file of a board; None if no board has it under this name, which carries its hash."""
        content = self._files(game).get(name)
        if content is None:
            return None
        kind = f"{TYPES[Path(name).suffix]}; charset=utf-8"
        return Response(content, headers={"cache-control": FOR_EVER}, media_type=kind)

    def _files(self, game: str) -> dict[str, bytes]:
        """The script, then the stylesheet if there is one, by hash."""
        board = self._known.get(game)
        if board is None:
            return {}
        try:
            return dict(map(_hashed, filter(None, (board.script, board.style))))
        except OSError:  # it has been removed since
            return {}


def _hashed(path: Path) -> tuple[str, bytes]:
    content = path.read_bytes()
    return f"{hashlib.sha256(content).hexdigest()[:20]}{path.suffix}", content
