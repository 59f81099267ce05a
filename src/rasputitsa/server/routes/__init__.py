"""The HTTP requests, by subject; docs/server-api.md describes them."""
