"""No Retreat! The Russian Front. One module per chapter of the rule book; `title.py` puts them together."""

from rasputitsa.titles.no_retreat.title import TITLE

__all__ = ["TITLE"]
