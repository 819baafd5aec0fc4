"""What a seat of 5 Ages may know: observations, re-deals, encodings."""
