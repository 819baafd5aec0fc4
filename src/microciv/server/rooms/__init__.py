"""Tables in use: one room each, with its clock, its bots, its connections, and what rooms share."""
