"""The program reads standard input at once: pytest must not import it to look for doctests."""

collect_ignore = ["seat.py"]
