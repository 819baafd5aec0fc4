"""Words for people who play 5 Ages: explanations, notation, what is worth knowing."""
