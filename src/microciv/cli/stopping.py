"""How commands end on Ctrl-C or SIGTERM: cleanly."""

from __future__ import annotations

import signal
import threading


def stop_at_signals() -> None:
    """SIGINT and SIGTERM raise `KeyboardInterrupt`, however this process was started: `nohup` and
    the background of a script would have it ignore the first.
    """
    if threading.current_thread() is threading.main_thread():
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, signal.default_int_handler)
