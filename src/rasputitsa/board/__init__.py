"""Boards of hexes and of areas: maps, movement ranges, supply floods, retreats, odds.

Places are integers, sets of places are integers too (one bit per place). Read `topology` first, then `maps`;
`movement`, `floods`, `retreat` and `odds` are what rules call.
"""
