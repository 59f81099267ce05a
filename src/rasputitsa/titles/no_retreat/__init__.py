"""No Retreat! The Russian Front.

| chapter | module |
|---|---|
| 2.0 Game equipment | `components`, `component_types`, `effect_types`, `scenario_types`, `deck` |
| 3.0 Setting up the game | `setup`, `setup_checks` |
| 4.0 Sequence of play | `sequence` |
| 5.0 The cards | `cards` (5.1, 5.2), `events/` (5.3), `payment` (5.4), `piles` (5.5), `second_front` (5.2.1) |
| 6.0 Supply | `supply` |
| 7.0 Organization | `organization/`: `flip`, `arrivals`, `places`, `placement`, `reorganization`; `unit_steps` (7.4) |
| 8.0 Movement | `movement`, `stacking` (8.4), `zones` (8.5) |
| 9.0 Rail movement | `rail` |
| 10.0 Combat | `combat/`, in the order things happen; `elimination` (10.7.1) |
| 11.0 Marker and unit removal | `removal` |
| 12.0 How to win | `victory`, `victory_points` (12.7), `control` (12.7.1), `victory_screen` |
| 13.0 Game turn events | `turn_events`, `second_front` (13.4), `control` (13.5), `components.in_effect` (13.5) |
| 14.0 Special units | where they act; `strategic_reserve` (14.12), `reminders` (14.13), `events/weather` (14.14) |
| 15.0 Optional rules | `optional/`, `options`, `profile` |
| 16.0 Example of play | `tests/no_retreat/test_example_of_play.py` |

`events/` holds the event cards by the moment they are played: `window` asks for them, `play` says which may be played,
`happening` carries them out, `lasting` remembers what outlasts them.
"""

from rasputitsa.titles.no_retreat.title import TITLE

__all__ = ["TITLE"]
