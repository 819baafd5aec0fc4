"""Between the site and the worker of a page, where Python is compiled to WebAssembly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyodide.ffi import to_js

from microciv.device.site import Post, Site
from microciv.device.store import DeviceStore


async def begin(kept: Any, keep: Any, post: Post) -> Callable[[str], Any]:  # noqa: ANN401  # of JS
    """Open the site of a page: what takes its messages. `kept` is the Uint8Array that was given to
    `keep` last, or an empty one; `keep` promises whether there was room for it.

    :raises StoreError: if what was kept cannot be used.
    """

    async def kept_by_browser(data: bytes) -> bool:
        return bool(await keep(to_js(data)))

    site = Site(DeviceStore(kept.to_bytes(), kept_by_browser), post)
    await site.open()
    return site.take
