"""Positions of the Card Game as documents: written, read, and held against the invariants."""
