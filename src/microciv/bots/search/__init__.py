"""Information-set search: many worlds that fit what a seat sees, played on and compared."""

from microciv.bots.search.search import Search, Verdict
from microciv.bots.search.searcher import Plan, Searcher, searcher
from microciv.core.policy import Policy

__all__ = ["Plan", "Policy", "Search", "Searcher", "Verdict", "searcher"]
