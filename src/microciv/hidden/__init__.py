"""Hands of indistinguishable cards: who may know what, and which worlds explain it."""
