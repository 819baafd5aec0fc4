"""The site: tables that people and bots sit at, over HTTP and WebSocket (docs/protocol.md)."""
