"""Many matches without a thought about anything else: playouts and bulk play, compiled."""
