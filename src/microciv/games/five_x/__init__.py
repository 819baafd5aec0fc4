"""5X: simultaneous action cards, fifteen Great Leaders, blind auctions for Wonders."""
