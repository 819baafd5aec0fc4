"""Experiments: many matches, and what follows from them."""
