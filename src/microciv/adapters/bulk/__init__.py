"""What all environments play their matches with: compiled, and without NumPy."""
