"""The whole site on one device, without a server: in a browser, in a worker of the page.

Tables, bots, hints, reviews and records are those of `microciv.server`, to the letter. What differs
is what stands around them: messages come from a page and go to it (`site`), bots think in turn
(`server.bots.worker`), and the database is kept by the browser (`store`).
"""
