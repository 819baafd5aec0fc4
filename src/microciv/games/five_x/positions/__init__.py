"""Positions of 5X as documents: written, read, and held against the invariants."""
