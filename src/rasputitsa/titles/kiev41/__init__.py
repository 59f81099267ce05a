"""Kiev '41: areas, blocks in the fog of war, headquarters and impulses. One module per chapter of the rule book."""

from rasputitsa.titles.kiev41.title import TITLE

__all__ = ["TITLE"]
