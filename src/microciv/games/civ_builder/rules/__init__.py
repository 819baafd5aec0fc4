"""The rules of Civ Builder, chapter by chapter, and its state as data."""
