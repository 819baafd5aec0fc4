"""The rules of 5X, chapter by chapter, and its state as data."""
