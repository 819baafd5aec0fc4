"""Information-set search: many worlds that fit what a seat sees, played on and compared."""

from microciv.bots.search.search import Search, Verdict
from microciv.bots.search.searcher import SearchBudget, Searcher, searcher
from microciv.core.policy import Policy

__all__ = ["Policy", "Search", "SearchBudget", "Searcher", "Verdict", "searcher"]
