"""Between the site and the worker of a page, where Python is compiled to WebAssembly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyodide.ffi import to_js

from microciv.device.site import Post, Site
from microciv.device.store import DeviceStore, Pages


async def begin(kept: Any, keep: Any, post: Post) -> Callable[[str], Any]:  # noqa: ANN401  # of JS
    """Open the site of a page, and return what takes its messages. `kept` is a Uint8Array of what
    was last kept, or an empty one. `keep` is given the number of pages, and the numbers and the
    contents of those that changed; it returns a promise of whether they were kept.

    :raises StoreError: if what was kept cannot be used.
    """

    async def kept_by_browser(pages: Pages) -> bool:
        numbers, contents = to_js([*pages.changed]), to_js([*pages.changed.values()])
        return bool(await keep(pages.total, numbers, contents))

    site = Site(DeviceStore(kept.to_bytes(), kept_by_browser), post)
    await site.open()
    return site.take
