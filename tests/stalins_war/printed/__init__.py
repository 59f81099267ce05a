"""What the counters, hexes, openings and turns of Stalin's War do (see `tests.sheets`)."""
