"""The command `microciv`; `python -m microciv` is the same."""

import sys

from microciv.cli.stopping import stop_at_signals


def main() -> None:
    """Run the command line. Ctrl-C ends it with a single line, even while it is still loading."""
    stop_at_signals()
    try:
        from microciv.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit("error: stopped")


if __name__ == "__main__":
    main()
