"""Hands of indistinguishable cards: who may know what, and the worlds that fit."""
