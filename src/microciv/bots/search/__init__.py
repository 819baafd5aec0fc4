"""Information-set Monte Carlo tree search (ISMCTS), over re-deals of what a seat sees."""

from microciv.bots.search.search import Search, Verdict

__all__ = ["Search", "Verdict"]
