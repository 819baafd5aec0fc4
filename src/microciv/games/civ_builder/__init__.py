"""Civ Builder: twelve rounds of melds, ten attributes with privileges, open trading."""
