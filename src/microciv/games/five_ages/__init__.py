"""5 Ages: trade face-up cards with your neighbours, build a secret civilization, win by poker."""
