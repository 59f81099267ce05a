"""[10.0] Combat: declaring, allocating, the steps of a battle, results, retreats and advances."""
