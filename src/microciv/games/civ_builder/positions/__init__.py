"""Positions of Civ Builder as documents: written, read, and held against the invariants."""
