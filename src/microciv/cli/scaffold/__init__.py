"""What `microciv new-game` writes: a small game with a hidden hand, under a name of one's own."""
