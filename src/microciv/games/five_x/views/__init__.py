"""What a seat of 5X may know: observations, re-deals, encodings."""
