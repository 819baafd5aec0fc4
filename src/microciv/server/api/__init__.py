"""What is asked for by request or said over a connection, whoever carries it: HTTP and WebSockets,
or the worker of a page (`microciv.device`).
"""
