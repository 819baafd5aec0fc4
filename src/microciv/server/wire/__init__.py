"""What is sent, in and out: every message as a struct, and how a change of one is told."""
