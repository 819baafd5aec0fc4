"""Opponents by level, made from the catalogue of levels."""

from microciv.bots.bot import Bot
from microciv.bots.levels import levels, make_bot

__all__ = ["Bot", "levels", "make_bot"]
