"""A PostgreSQL server of our own on loopback, if the programs are there."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..needs import missing

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


class Postgres:
    """It refuses to run as root, so root hands it to somebody else."""

    def __init__(self, folder: Path, *, fsync: bool) -> None:
        self._folder = folder
        self._fsync = fsync
        self._bin = PROGRAMS[-1].parent
        owner = pwd.getpwnam("nobody") if os.getuid() == 0 else None
        self._who: dict[str, Any] = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if owner else {}
        if owner:
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        make = [self._bin / "initdb", "-D", folder / "data", "-U", "rasputitsa", "--auth=trust", "--no-sync"]
        subprocess.run([*make, "-E", "UTF8", "--locale=C"], check=True, capture_output=True, cwd=folder, **self._who)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"postgresql://rasputitsa@127.0.0.1:{self.port}/postgres"
        self.start()

    def start(self) -> None:
        options = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self._folder}"]
        options += [] if self._fsync else ["-c", "fsync=off"]
        program = [self._bin / "postgres", "-D", self._folder / "data", "-p", str(self.port), *options]
        self.process = subprocess.Popen(program, stderr=subprocess.DEVNULL, cwd=self._folder, **self._who)
        self._wait()

    def stop(self, signal: int = 2) -> None:
        """2 ends its connections and stops at once."""
        self.process.send_signal(signal)
        self.process.wait(30)

    def _wait(self) -> None:
        import psycopg

        for _ in range(200):
            try:
                return psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                time.sleep(0.1)
        raise TimeoutError("PostgreSQL did not start")


@contextmanager
def postgres(*, fsync: bool = False) -> Iterator[Postgres]:
    if not PROGRAMS or not find_spec("psycopg"):
        missing("PostgreSQL")
    folder = Path(tempfile.mkdtemp(prefix="rasputitsa-pg-"))
    try:
        server = Postgres(folder, fsync=fsync)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
