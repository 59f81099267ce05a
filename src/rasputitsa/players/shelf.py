"""What a brain worked out for a position, kept while it may be of use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shelf(Generic[T]):
    """Plans by the position they were made for; the oldest goes when there are more than `size`. A plan that is gone is
    made again, so nothing goes wrong when it is forgotten."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        return self._kept.get(key)

    def put(self, key: Hashable, plan: T) -> None:
        self._kept[key] = plan
        if len(self._kept) > self._size:
            self._kept.popitem(last=False)
