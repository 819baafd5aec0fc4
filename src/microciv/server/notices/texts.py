"""What is said in notices: the game, who plays, whose turn it is, and the way to the table. Never
anything that a spectator could not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from urllib.parse import urlsplit

import msgspec

from microciv.core.lists import all_of
from microciv.server.store.notices_sql import Kind
from microciv.speech import speaking, t, tn
from microciv.speech.things import person_called


@dataclass(frozen=True)
class News:
    """What there is to tell of a table."""

    kind: Kind
    table: str
    game: str  # its title
    names: tuple[str, ...]  # of the others; in a webhook's, of who is waited for


def said(news: News) -> str:
    """The news in one sentence, to the person."""
    game = news.game
    names = all_of([person_called(name) for name in news.names])
    match news.kind, bool(names):
        case "turn", True:
            return t("It is your turn in {game} with {names}.", game=game, names=names)
        case "turn", False:
            return t("It is your turn in {game}.", game=game)
        case "half", True:
            return t(
                "{game} with {names} waits for you: half of the time is gone.",
                game=game,
                names=names,
            )
        case "half", False:
            return t("{game} waits for you: half of the time is gone.", game=game)
        case "over", True:
            return t("{game} with {names} is over.", game=game, names=names)
        case _:
            return t("{game} is over.", game=game)


def headline(news: Sequence[News]) -> str:
    """The title of a push or the subject of a mail, which may be about several tables."""
    if len(news) > 1:
        return tn(len(news), "{n} table has news for you", "{n} tables have news for you")
    game = news[0].game
    match news[0].kind:
        case "turn":
            return t("Your turn in {game}", game=game)
        case "half":
            return t("{game} waits for you", game=game)
        case _:
            return t("{game} is over", game=game)


def path_of(table: str) -> str:
    return f"/t/{table}"


def push_body(news: News) -> bytes:
    """What the service worker (web/public/sw.js) shows; nobody in between can read it."""
    told = {
        "title": headline([news]),
        "body": said(news),
        "path": path_of(news.table),
        "off": t("No more on this device"),
    }
    return msgspec.json.encode(told)


def hook_body(news: News, site: str) -> bytes:
    """What a webhook is sent; `text` and `content` are what chats show, in English, as many read
    them.
    """
    with speaking("en"):
        waited = all_of(news.names)
    text = {
        "turn": f"{news.game}: {waited} to play.",
        "half": f"{news.game} still waits for {waited}: half of the time is gone.",
        "over": f"{news.game} is over.",
    }[news.kind]
    link = site + path_of(news.table)
    told = {
        "event": news.kind,
        "game": news.game,
        "names": news.names,
        "link": link,
        "text": f"{text} {link}",
        "content": f"{text} {link}",
    }
    return msgspec.json.encode(told)


def digest(news: Sequence[News], site: str, off: str) -> EmailMessage:
    """A mail about one table or more; `off` is where such mails are turned off."""
    parts = [f"{said(one)}\n{site}{path_of(one.table)}" for one in news]
    parts.append("-- \n" + t("No more mails like this: {link}", link=off))
    mail = letter(headline(news), parts, site)
    mail["List-Unsubscribe"] = f"<{off}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def letter(subject: str, parts: Sequence[str], site: str) -> EmailMessage:
    """A mail of plain text, to whomever it is sent."""
    mail = EmailMessage()
    mail["Subject"] = subject
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = make_msgid(domain=urlsplit(site).hostname)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("\n\n".join(parts) + "\n")
    return mail


def confirming(words: str, site: str) -> EmailMessage:
    """The mail with the words that confirm an address."""
    return _with_words(
        t("Is this your address?"),
        t(
            "Somebody at this site, probably you, has given this address. These six words confirm"
            " it, in the browser where it was given:"
        ),
        words,
        f"{site}/#mail/{words.replace(' ', '-')}",
        site,
    )


def signing_in(words: str, site: str) -> EmailMessage:
    """The mail with the words that sign in."""
    return _with_words(
        t("Sign in"),
        t("These six words sign in the device on which you open the link, or type them:"),
        words,
        f"{site}/#device/{words.replace(' ', '-')}",
        site,
    )


def _with_words(subject: str, why: str, words: str, link: str, site: str) -> EmailMessage:
    once = t("They are good once, for 15 minutes. If you did not ask for them, ignore this mail.")
    return letter(subject, [why, words, link, once], site)
