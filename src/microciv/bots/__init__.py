"""Bots, made by the name of their level."""

from microciv.bots.bot import Bot
from microciv.bots.levels import check_level, levels, make_bot
from microciv.core.policy import NO_REASON, Reason

__all__ = ["NO_REASON", "Bot", "Reason", "check_level", "levels", "make_bot"]
