"""Opponents by level, made from the catalogue of levels."""

from microciv.bots.bot import NO_REASON, Bot, Reason
from microciv.bots.levels import levels, make_bot

__all__ = ["NO_REASON", "Bot", "Reason", "levels", "make_bot"]
