"""Turning mails off by one tap in a mail, on any device and without signing in: the link proves who
it was sent to, and is good for nothing else.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable
from html import escape
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from microciv.server.store import sql
from microciv.server.store.rows import Operation
from microciv.server.store.store import Store
from microciv.speech import language, t

PATH: Final = "/off/"
NAME: Final = "no more mails"
PURPOSE: Final = b"microciv: no more mails about turns\n"
POLICY: Final = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"


def token_for(secret: str, person: str) -> str:
    """What turns off the mails of this person, and nothing else."""
    mark = hmac.new(bytes.fromhex(secret), PURPOSE + person.encode(), "sha256").hexdigest()
    return f"{person}-{mark[:32]}"


def person_of(secret: str, token: str) -> str | None:
    """Whose mails this turns off; None: it is no token of ours."""
    person = token.partition("-")[0]
    good = hmac.compare_digest(token.encode(), token_for(secret, person).encode())
    return person if good else None


def turn_off(person: str) -> Operation[None]:
    yield "UPDATE addresses SET wanted = 0 WHERE person = ?", (person,)
    yield "DELETE FROM notices WHERE person = ? AND channel = 'mail'", (person,)


async def secret_of(store: Store) -> str:
    """The site's secret for these links."""
    return await store.run(sql.secret_of(NAME, secrets.token_hex(32)))


def off_page(store: Store) -> Callable[[Request], Awaitable[Response]]:
    """The page that such a link leads to. A mail program may post to it by itself (RFC 8058); a
    link that it only looks at changes nothing.
    """

    async def page(request: Request) -> Response:
        person = person_of(await secret_of(store), request.path_params["token"])
        if person is None:
            return _page(
                t("This link does not work"), _said(t("It is cut short, or of another site.")), 404
            )
        if request.method == "POST":
            await store.run(turn_off(person))
            return _page(
                t("No more mails"),
                _said(
                    t(
                        "You get no more mails about turns. Under “My devices” you can turn them on"
                        " again."
                    )
                ),
            )
        return _page(
            t("No more mails about turns?"),
            f'<form method="post"><button>{escape(t("Turn them off"))}</button></form>',
        )

    return page


def _said(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _page(title: str, body: str, status: int = 200) -> Response:
    head = (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · microciv</title></head><body><h1>{escape(title)}</h1>"
    )
    page = f'{head}{body}<p><a href="/">{escape(t("To the games"))}</a></p></body></html>'
    headers = {"content-security-policy": POLICY, "cache-control": "no-store"}
    return HTMLResponse(page, status, headers)
