"""The engine: ask, seal, advance. It knows nothing about any particular game."""
