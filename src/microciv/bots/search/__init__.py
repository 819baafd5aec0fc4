"""Information-set search: many worlds that fit what a seat sees, played on and compared."""

from microciv.bots.search.guides import Guide
from microciv.bots.search.search import Search, Verdict
from microciv.bots.search.searcher import Plan, Searcher, searcher

__all__ = ["Guide", "Plan", "Search", "Searcher", "Verdict", "searcher"]
