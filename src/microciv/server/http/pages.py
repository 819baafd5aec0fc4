"""The built page: a few files, kept in memory, compressed once."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

FOLDER: Final = Path(__file__).parent.parent / "page"
PACKED: Final = {"br": ".br", "gzip": ".gz"}
"""By encoding, the smallest first, the suffix of the compressed copy beside a file."""
SMALLEST: Final = 500
"""Fewer bytes are not worth compressing."""
COMPRESSIBLE: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".whl": "application/zip",
}
FOR_EVER: Final = "public, max-age=31536000, immutable"  # names of built assets carry their hash
ASK_AGAIN: Final = "no-cache"

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; "  # positions and colours that the page computes
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
WORKER: Final = "assets/worker-"
"""Begins the name of the engine worker (web/src/device/worker.ts), which alone may compile
WebAssembly: a worker goes by the policy that came with its script.
"""
OF_WORKER: Final = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
SECURITY: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # the link of a table is an invitation
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

SCREENS: Final = frozenset({
    "about", "daily", "design", "device", "group", "groups", "ladder", "learn", "mail", "matches",
    "me", "new", "offline", "position", "puzzle", "puzzles",
})  # fmt: skip
"""What stands behind the `#` (web/src/pages/route.svelte.ts): "/puzzles" is "/#puzzles"."""

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>microciv</title></head><body>
<h1>The page is not built</h1>
<p>The server runs, but this checkout has no page yet. Build it once with</p>
<pre>make page</pre>
<p>and reload. The <a href="/api/docs">programming interface</a> works without it.</p>
</body></html>
"""


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    type: str
    tag: str
    plain: bytes
    packed: dict[str, bytes]  # by encoding, the smallest first
    changed: int
    kept: bool  # its name carries its hash: clients may keep it forever


@final
class Pages:
    """Files of one folder; read again when they change, so that a rebuild needs no restart."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = (folder or FOLDER).resolve()
        self._files: dict[Path, File] = {}

    def page(self, request: Request, status: int = 200) -> Response:
        """The page; its address tells it what to show, even that there is nothing."""
        file = self._file("index.html")
        if file is None:
            return HTMLResponse(NOT_BUILT, status_code=503, headers={"cache-control": "no-store"})
        return _response(file, request, ASK_AGAIN, status)

    def asset(self, name: str, request: Request) -> Response | None:
        """Any other file of the page; None if there is none of this name."""
        file = self._file(name)
        if file is None:
            return None
        response = _response(file, request, FOR_EVER if file.kept else ASK_AGAIN)
        if name.startswith(WORKER):
            response.headers["content-security-policy"] = OF_WORKER
        return response

    def _file(self, name: str) -> File | None:
        try:
            path = (self._folder / name).resolve()
            if not path.is_relative_to(self._folder) or not path.is_file():
                return None
            changed = path.stat().st_mtime_ns
        except (OSError, ValueError):  # a name that no file can have
            return None
        # One entry a file, under however many names it is asked for.
        known = self._files.get(path)
        if known is None or known.changed != changed:
            known = _read(path, changed, kept=path.is_relative_to(self._folder / "assets"))
            self._files[path] = known
        return known


def _read(path: Path, changed: int, *, kept: bool) -> File:
    plain = path.read_bytes()
    kind = (
        TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    )
    besides = {encoding: path.with_name(path.name + ending) for encoding, ending in PACKED.items()}
    packed = {one: beside.read_bytes() for one, beside in besides.items() if beside.is_file()}
    if "gzip" not in packed and kind.startswith(COMPRESSIBLE) and len(plain) > SMALLEST:
        packed["gzip"] = gzip.compress(plain, 9, mtime=0)
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    return File(kind, tag, plain, packed, changed, kept)


def _response(file: File, request: Request, cache: str, status: int = 200) -> Response:
    headers = {"etag": file.tag, "cache-control": cache, "vary": "accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    taken = request.headers.get("accept-encoding", "")
    for encoding, packed in file.packed.items():
        if encoding in taken:
            headers["content-encoding"] = encoding
            return Response(packed, status, media_type=file.type, headers=headers)
    return Response(file.plain, status, media_type=file.type, headers=headers)
