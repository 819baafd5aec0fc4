"""The bots' knowledge of single games: a package for each game, which sees only observations."""
