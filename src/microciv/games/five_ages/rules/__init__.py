"""The rules of 5 Ages, chapter by chapter, and its state as data."""
