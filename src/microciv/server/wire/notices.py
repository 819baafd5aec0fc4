"""What people ask for who want to be told whose turn it is, and by what way."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from microciv.server.wire.messages import Request, Struct

Address: TypeAlias = Annotated[str, Meta(max_length=254)]
Url: TypeAlias = Annotated[str, Meta(max_length=2000)]


class NoticesAbout(Struct, frozen=True, kw_only=True):
    """By what ways this site can tell people of their turns."""

    mail: bool
    push: str  # the key that browsers subscribe with; empty: it cannot
    webhooks: bool


class SetAddress(Request, frozen=True, kw_only=True):
    """An address of mine: six words are sent there."""

    address: Address


class ConfirmAddress(Request, frozen=True, kw_only=True):
    """The words that were sent to my address."""

    words: Annotated[str, Meta(max_length=100)]


class ForgetAddress(Request, frozen=True, kw_only=True):
    """Forget my address."""


class SetMails(Request, frozen=True, kw_only=True):
    """Whether I want mails about turns."""

    wanted: bool


class PushKeys(Request, frozen=True, kw_only=True):
    """The keys to encrypt with for a browser."""

    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class SetPush(Request, frozen=True, kw_only=True):
    """Tell this device of my turns, as `PushSubscription.toJSON()` has it."""

    endpoint: Url
    keys: PushKeys


class ForgetPush(Request, frozen=True, kw_only=True):
    """Stop telling this device of my turns."""


class AskSignIn(Request, frozen=True, kw_only=True):
    """Send words that sign in to this address, if it is somebody's."""

    address: Address


class SetHook(Request, frozen=True, kw_only=True):
    """What address is told whose turn it is at this table; null: none."""

    url: Url | None


class HookView(Struct, frozen=True, kw_only=True):
    """What address is told whose turn it is; the host alone is told."""

    url: str | None
