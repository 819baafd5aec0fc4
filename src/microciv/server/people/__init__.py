"""Who somebody is: keys, passkeys, bot accounts, and what is forgotten of who leaves for good."""
