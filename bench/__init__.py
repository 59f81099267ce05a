"""The benchmark: how fast the titles play, beside their peers. `make bench`, or `python -m bench --help`."""
