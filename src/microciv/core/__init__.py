"""The engine: ask, seal, advance. It knows no game and imports nothing of ours."""
