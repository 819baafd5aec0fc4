"""What a seat of Civ Builder may know: observations, re-deals, encodings."""
