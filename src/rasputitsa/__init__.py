"""Rasputitsa: Eastern Front board wargames with every rule enforced.

    >>> import rasputitsa as rp
    >>> state = rp.title("no-retreat").new("barbarossa", edition="board")
    >>> state.side
    'axis'
"""

from rasputitsa.kernel import Illegal, Invalid, Record, State, Title, title, titles

__all__ = ["Illegal", "Invalid", "Record", "State", "Title", "title", "titles"]
__version__ = "0.1.0"
