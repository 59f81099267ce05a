"""The server: HTTP and WebSocket around the table, the saved games, and the page."""
