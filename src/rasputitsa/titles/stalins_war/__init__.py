"""Stalin's War, by the chapters of its rule book.

| chapter | subject | modules |
|---|---|---|
| 2 | components, map, units | `components`, `mapboard`, `roster` |
| 3 | hex control | `control` |
| 4, 25 | set-up, Barbarossa, Soviet mobilization | `setup`, `movement`, `combat`, `action_round` |
| 5, 22 | victory, tournament | `victory` |
| 6 | sequence of play | `sequence` |
| 7.1-7.4 | cards, rounds, OPS, RPs | `cards`, `action_round`, `ops`, `ops_round` |
| 7.5 | events, combat cards | `events`, `effects`, `entry` (7.5.2c), `combat.card_window` (7.5.5) |
| 7.6, 17 | hand size, Total War, oil | `hand` |
| 8 | zones of control | `zones` |
| 9 | stacking | `stacking` |
| 10 | movement, strategic movement, trenches | `movement`, `strategic`, `trenches` |
| 11, 12, 20 | combat, exploitation, mobile defense | `combat`, `fate` (11.3.6) |
| 13 | supply, attrition | `supply`, `attrition` |
| 14 | replacements | `replacements` |
| 15 | weather | `weather` |
| 16 | special units | `partisans` (16.1), `fortresses`, `zones` (16.2, 16.3), `works` (for OPS), `strategic` (16.4) |
| 18 | Banked OPS | `banked` |
| 19 | national restrictions | `movement`, `stacking`, `surrender` |
| 21 | bidding | `replacements` |
| 23 | optional rules | `setup`, `trenches`, `supply` |
"""

from rasputitsa.titles.stalins_war.title import TITLE

__all__ = ["TITLE"]
