"""Matches of learners in masses: actions in, rows of bytes out; compiled, and without arrays."""
