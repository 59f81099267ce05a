"""Passwords: argon2, in threads of their own, and the same work whether there is an account or not."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

TOGETHER = 2
"""Passwords checked at the same time: each takes 64 MB and all of a core."""


class Passwords:
    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(TOGETHER, thread_name_prefix="password")
        self._nobodys = self._hasher.hash("nobody's")

    def close(self) -> None:
        self._threads.shutdown()

    async def hashed(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._hasher.hash, password)

    async def fits(self, password: str, stored: str) -> bool:
        """Is that the password? Where none is stored somebody else's is checked, so that it takes as long."""
        right = await asyncio.get_running_loop().run_in_executor(self._threads, self._check, password, stored)
        return right and bool(stored)

    def _check(self, password: str, stored: str) -> bool:
        try:
            return self._hasher.verify(stored or self._nobodys, password)
        except (Argon2Error, InvalidHashError):
            return False

    def outdated(self, stored: str) -> bool:
        """Would it be stored otherwise today?"""
        return self._hasher.check_needs_rehash(stored)
