"""The same games on several machines, by Ray (an extra: `pip install rasputitsa[ray]`). With RAY_ADDRESS set, or after
`ray start`, the cluster that is running is used; otherwise Ray starts on this machine."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from rasputitsa.arena.selfplay import Batch, Played, play_batch
from rasputitsa.kernel.errors import Invalid

IN_FLIGHT = 3
"""Batches waiting for each worker: enough to keep it busy, few enough to lose little."""
RETRIES = 3


def _start(workers: int) -> Any:
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise Invalid("Ray is not installed: pip install 'rasputitsa[ray]'") from None
    if not ray.is_initialized():
        address = os.environ.get("RAY_ADDRESS")
        alone: dict[str, Any] = {} if address else {"num_cpus": workers, "include_dashboard": False}
        ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **alone)
    return ray


def play_on_ray(todo: list[Batch], workers: int) -> Iterator[list[Played]]:
    """Play batches as Ray tasks. A batch whose worker died is tried again, up to three times, by Ray itself."""
    ray = _start(workers)
    task = ray.remote(max_retries=RETRIES)(play_batch)
    waiting = iter(todo)
    running: set[Any] = set()
    try:
        for batch in waiting:
            running.add(task.remote(batch))
            if len(running) >= IN_FLIGHT * workers:
                yield from _next(ray, running)
        while running:
            yield from _next(ray, running)
    finally:
        for reference in running:
            ray.cancel(reference)


def _next(ray: Any, running: set[Any]) -> Iterator[list[Played]]:
    done, _ = ray.wait(list(running), num_returns=1)
    for reference in done:
        running.discard(reference)
        rows: list[Played] = ray.get(reference)
        yield rows
