"""The rules of Civilization: The Card Game, chapter by chapter, and its state as data."""
