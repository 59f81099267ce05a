"""Kiev '41: areas, blocks in the fog of war, headquarters and impulses.

Where the chapters of the rule book are:

1.0   Introduction            components, hidden (1.6 fog of war), movement (1.4 factions)
2.0   Mapboard                mapboard; supply (2.1), losses (2.3), victory (2.4.4), control (2.5-2.7),
                              movement (2.8, 2.9)
3.0   Basic definitions       impulses; weather (3.1 fractions)
4.0   Units                   components, defensive_lines (4.1), firepower (4.2.2), losses (4.2.3.1)
5.0   Reinforcements          reinforcements
6.0   Sequence of play        sequence, segment
7.0   Logistics Phase         logistics
8.0   Weather check           weather
9.0   Supply                  supply
10.0  Tactical Impulse        headquarters (10.1-10.7, 10.18), support and air (10.2.1, 10.4, 10.11), command (10.8),
                              movement (10.9), sequence (10.10 Road to Tula), combat (10.12), battle (10.13, 10.16),
                              losses (10.14, 10.15), blitz (10.17), impulses (10.19 exploitation)
11.0  Strategic Impulse       impulses, command
12.0  Pass                    impulses, command
13.0  Final Phase             sequence
14.0  Optional rules          profile; transport (14.1, 14.7-14.9), movement (14.2, 14.3), supply (14.4), weather (14.5)
Setup and scenarios           scenarios, setup, victory

Beside the rules: `odds` reckons battles before they are fought, `answers` answers what is asked, `view` and `board` say
what is seen, `brain` plays.
"""

from rasputitsa.titles.kiev41.title import TITLE

__all__ = ["TITLE"]
