"""Everything anybody can do in Stalin's War, and how it is written in records and orders, by subject."""
