"""The engine: ask, seal, advance. It knows no game."""
