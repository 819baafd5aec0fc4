"""Information-set search: many worlds that fit what a seat sees, played on and compared."""

from microciv.bots.search.search import Search, Verdict

__all__ = ["Search", "Verdict"]
