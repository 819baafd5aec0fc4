"""Words for people who play 5X: explanations, notation, what is worth knowing."""
