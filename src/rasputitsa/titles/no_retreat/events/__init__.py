"""[5.3] Events: when they may be played, and what each of them does."""
