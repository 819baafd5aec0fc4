"""How requests come in: the ASGI application, what every request passes, and the built page."""
