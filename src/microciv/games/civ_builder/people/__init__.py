"""Words for people who play Civ Builder: explanations, notation, what is worth knowing."""
