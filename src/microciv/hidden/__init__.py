"""Hands of like cards: who may know what, and the worlds that fit."""
