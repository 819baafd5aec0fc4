"""What studies need beyond microciv itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from microciv.core.errors import BadOption
from microciv.speech import t


@contextmanager
def needs_extra(name: str = "study") -> Iterator[None]:
    """Around imports: says what to install where something is missing.

    :raises BadOption: naming the extra.
    """
    try:
        yield
    except ImportError as error:
        raise BadOption(
            t(
                "{name} wants more packages: {command} ({error})",
                name=name,
                command=f"pip install 'microciv[{name}]'",
                error=error,
            )
        ) from None
