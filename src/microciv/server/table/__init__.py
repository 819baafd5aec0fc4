"""A table and its match as data: who sits where, what each seat is shown, and the changes that
people may make. Nothing here waits, connects or stores.
"""
