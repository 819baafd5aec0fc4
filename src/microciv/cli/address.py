"""Addresses of sites: one spelling of each, and what is asked there. Keys and tokens go to the host
that was named and to no other.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from email.message import Message
from typing import Final, final
from urllib.parse import SplitResult, urljoin, urlsplit

from microciv.core.errors import MicrocivError
from microciv.speech import t

WITHIN: Final = 15.0  # seconds in which a site has answered, or is not there
USUAL: Final = {"http": 80, "https": 443}
LEADING_ON: Final = frozenset({301, 302, 303, 307, 308})


@final
class Moved(MicrocivError):
    """The same host goes on by https."""

    def __init__(self, site: str, to: str) -> None:
        super().__init__(_elsewhere(site, to))
        self.to = to


def split(text: str) -> tuple[str, SplitResult] | None:
    """The site of an address, as in https://play.example, and all its parts; `http://` may be left
    out. None: it is no address.
    """
    text = text.strip()
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:  # letters, lengths, brackets or numbers that no address has
        return None
    if not host or parts.scheme not in USUAL:
        return None
    name = f"[{host}]" if ":" in host else host
    ending = "" if port in {None, USUAL[parts.scheme]} else f":{port}"
    return f"{parts.scheme}://{name}{ending}", parts


def read_site(text: str) -> str:
    """A site by its address.

    :raises MicrocivError: saying what was expected.
    """
    found = split(text)
    if found is None:
        raise MicrocivError(
            t("{words} is not the address of a site; expected https://SITE", words=repr(text[:80]))
        )
    return found[0]


def fetch(
    site: str, path: str, headers: dict[str, str], body: bytes | None = None
) -> tuple[bytes, Message]:
    """What a site answers, and the head of that; a body is posted.

    :raises Moved: if it has to be asked by https.
    :raises MicrocivError: if it leads on to another site.
    :raises urllib.error.HTTPError: if it refuses.
    :raises OSError: if it does not answer, as does HTTPException.
    """
    request = urllib.request.Request(site + path, body, headers)  # noqa: S310  # http or https: `split` sees to it
    try:
        with _OPENER.open(request, timeout=WITHIN) as reply:
            data: bytes = reply.read()
            return data, reply.headers
    except urllib.error.HTTPError as error:
        to = split(urljoin(request.full_url, error.headers.get("Location") or ""))
        if error.code not in LEADING_ON or to is None or to[0] == site:
            raise
        error.close()
        if to[0].startswith("https:") and urlsplit(to[0]).hostname == urlsplit(site).hostname:
            raise Moved(site, to[0]) from None
        raise MicrocivError(_elsewhere(site, to[0])) from None


def _elsewhere(site: str, to: str) -> str:
    return t("{site} leads on to {other}: use that address", site=site, other=to[:80])


class _Stays(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it would take keys and tokens along, and leave the body behind."""

    def redirect_request(self, *_: object) -> None:
        return None


_OPENER: Final = urllib.request.build_opener(_Stays)
