"""[10.0] Combat. One module per part of the chapter, in the order things happen:

`declare` targets and counterblows (10.1), `allocate` who attacks whom (10.3, 10.4), `battles` their order (10.2),
`battle` the steps of one (10.5), `odds` strengths and shifts (10.5, 10.6), `results` (10.7), `losses` (10.7.1),
`retreat` (10.7.5, 10.7.6), `advance` (10.8); `mods` and `hooks` are what events may do to a battle, `simultaneous` is
the digital module X.1, `display` shows battles on the map, and `phase` puts the steps in their order.
"""
