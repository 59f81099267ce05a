"""A toy: the smallest complete title, a folder to copy.

| rules    | module        |
|----------|---------------|
| T.1, T.4 | `sequence`    |
| T.2, T.8 | `movement`    |
| T.3, T.4 | `victory`     |
| T.5, T.6 | `battle`      |
| T.9      | `setup`       |
"""

from toy.title import TITLE

__all__ = ["TITLE"]
