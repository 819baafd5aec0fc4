"""How the searching bots of Civ Builder compare ways to go on, in worlds that are re-dealt."""
