"""How the searching bots of the Card Game compare complete answers, in worlds that are re-dealt."""
