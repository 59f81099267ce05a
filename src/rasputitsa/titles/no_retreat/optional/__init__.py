"""[15.0] Optional rules, each read where it differs from the rules it changes.

15.4 (no variable weather) is the switch `variable_weather`, 15.5 a payment of the Reorganization Step, 15.7 (the Joker)
a card among the events.
"""
