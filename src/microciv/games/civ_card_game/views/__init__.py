"""What a seat of Civilization: The Card Game may know: observations, re-deals, encodings."""
