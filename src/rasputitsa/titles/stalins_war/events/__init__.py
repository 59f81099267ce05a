"""[7.5] Events: when a card may be played, and what each kind of effect does."""
