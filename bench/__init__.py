"""Benchmarks: ratios in one interleaved run on one pinned core, never absolute promises."""
