"""The errors that microciv raises on purpose. Each message says what was expected."""

from __future__ import annotations


class MicrocivError(ValueError):
    """The base class: catch it to catch every error that bad input may cause."""


class IllegalMove(MicrocivError):
    """A move that the game does not know, or that is not allowed now."""


class BadSeat(IllegalMove):
    """A seat that the game does not have."""


class BadOption(MicrocivError):
    """An option that a game does not have, or a value that it does not take."""


class BadRecord(MicrocivError):
    """A record that cannot be read, or whose moves do not replay."""


class BadPosition(MicrocivError):
    """A position that breaks the rules; the message begins with the field."""


class BadPlan(MicrocivError):
    """A plan of a study that cannot be carried out; the message names the line and the key."""
