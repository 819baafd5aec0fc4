"""Playing many matches fast, on states alone: playouts and bulk play; compiled."""
