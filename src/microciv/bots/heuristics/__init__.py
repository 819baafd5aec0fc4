"""What bots know of single games; each module sees its game's observations and nothing else."""
