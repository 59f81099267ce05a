"""Doors for researchers: the titles as a PettingZoo environment and as OpenSpiel games (docs/bots.md)."""
