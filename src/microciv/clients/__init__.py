"""Clients of one file each, for authors of bots: `microciv client` prints them."""
