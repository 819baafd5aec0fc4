"""How a command ends when it cannot do what was asked: one line on standard error, exit code 1."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from functools import wraps
from typing import ParamSpec

import typer

from microciv.cli.printing import complain
from microciv.core.errors import MicrocivError
from microciv.files import reason
from microciv.speech import t

P = ParamSpec("P")

REFUSED = 1


def refusing(command: Callable[P, None]) -> Callable[P, None]:
    """The command, with every error that bad input may cause turned into its message."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except MicrocivError as error:
            complain(str(error))
            raise typer.Exit(REFUSED) from None
        except BrokenExecutor:
            complain(t("a worker process was killed (is memory short?)"))
            raise typer.Exit(REFUSED) from None
        except KeyboardInterrupt:
            complain(t("stopped"))
            raise typer.Exit(REFUSED) from None
        except BrokenPipeError:
            # The reader has gone, as `| head` does: nothing is wrong, and nothing can be said.
            _say_no_more()
            raise typer.Exit from None
        except OSError as error:
            _say_no_more()
            complain(f"{error.filename}: {reason(error)}" if error.filename else reason(error))
            raise typer.Exit(REFUSED) from None

    return run


def _say_no_more() -> None:
    """Discard what is still to be printed: it could not be printed at the end either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
