"""What worker processes are asked for: bots' answers, hints, reviews and studies."""
