"""Games between people, each at a browser of his own."""
