"""Settings of a server from a file, the environment and the command line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from microciv.core.errors import MicrocivError
from microciv.files import named, read_toml
from microciv.server.settings import Settings

PREFIX: Final = "MICROCIV_SERVE_"
"""Begins the names of environment variables that set something."""


class Setting(NamedTuple):
    """What an operator may set."""

    type: Any
    meta: msgspec.Meta

    @property
    def is_list(self) -> bool:
        return get_origin(get_args(self.type)[0]) is tuple


class Given(NamedTuple):
    """A value that was given for a setting, and where, as messages call it."""

    where: str
    name: str
    value: object


@cache
def known() -> dict[str, Setting]:
    """All that may be set, by name."""
    hints = get_type_hints(Settings, include_extras=True)
    return {
        name: Setting(kind, kind.__metadata__[0])
        for name, kind in hints.items()
        if get_origin(kind) is Annotated
    }


def read_settings(
    file: Path | None, environment: Mapping[str, str], flags: Iterable[Given]
) -> Settings:
    """What the command line says, else the environment, else the file, else the default.

    :raises MicrocivError: for a name that is not known or a value that is not expected, and where;
        for one that needs another.
    """
    given: list[Given] = []
    if file is not None:
        for name, value in read_toml(file).items():
            given.append(Given(f"{named(file)}: {name}", name, value))
    for variable, text in environment.items():
        if variable.startswith(PREFIX):
            given.append(Given(variable, variable.removeprefix(PREFIX).lower(), text))
    given += flags
    settings = Settings(**{one.name: _value(one) for one in given})
    if settings.smtp is not None and (settings.site is None or settings.sender is None):
        raise MicrocivError("smtp: mails need the settings site and sender as well")
    if settings.webhooks and settings.site is None:
        raise MicrocivError("webhooks: they need the setting site as well")
    return settings


def _value(given: Given) -> Any:  # noqa: ANN401  # of any setting
    """A value as the setting has it. Text stands for a number, a switch, or a list with commas.

    :raises MicrocivError: saying what was expected.
    """
    where, name, value = given
    setting = known().get(name)
    if setting is None:
        near = difflib.get_close_matches(name, known(), 1)
        raise MicrocivError(
            f"{where}: there is no such setting"
            + (f"; did you mean {near[0]}?" if near else "; docs/serving.md lists them")
        )
    text = isinstance(value, str)
    if text and setting.is_list:
        value = [part.strip() for part in str(value).split(",") if part.strip()]
    try:
        found = msgspec.convert(value, setting.type, strict=not text)
        for check in setting.type.__metadata__[1:]:
            check(found)
    except ValueError:
        raise MicrocivError(
            f"{where}: expected {setting.meta.description}, not {given.value!r:.60}"
        ) from None
    return found
