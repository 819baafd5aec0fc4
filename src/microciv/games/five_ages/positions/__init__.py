"""Positions of 5 Ages as documents: written, read, and held against the invariants."""
