"""What the counters, hexes, openings and turns of No Retreat! do (see `tests.sheets`)."""
