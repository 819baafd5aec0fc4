"""Civilization: The Card Game (Firaxis 2006), for two to four."""
