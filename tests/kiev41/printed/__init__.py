"""What the blocks and areas of Kiev '41 do (see `tests.sheets`)."""
