"""`study`: what changes of the rules do, measured in many matches."""
