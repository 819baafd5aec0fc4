"""Words for people who play the Card Game: explanations, notation, what is worth knowing."""
