"""The goal solver of the Card Game: how a wish can be paid for, and when."""
