"""A program of one's own at the table: it is asked in JSON lines on its standard input and answers on its standard
output (docs/bots.md). It gets the view of its side and its choices, never the true position."""

from __future__ import annotations

import os
import select
import shlex
import subprocess
from contextlib import suppress
from typing import Any

import msgspec

from rasputitsa.kernel import Action, Invalid, title
from rasputitsa.players.seat import Deadline, Seat

GRACE = 1.0
"""Seconds over the deadline before a program is given up."""
LOOK_UP = 0.1
"""Seconds between looks at whether somebody said "move now"."""
PATIENCE = 3600.0
"""Seconds a program has when nobody set a limit."""
PROTOCOL = 1


class Answer(msgspec.Struct, kw_only=True):
    """A line from the program: a choice, or how far it is with thinking."""

    action: str | None = None
    why: str = ""
    progress: float | None = None
    text: str = ""


class BotPlayer:
    """Runs the program while it is needed, one process for all its games."""

    def __init__(self, name: str, side: str, *, seed: int | str | None = None, setting: str = "") -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""
        self.title = title(name)
        self.side = side
        self.seed = seed
        self.command = shlex.split(setting)
        if not self.command:
            raise Invalid("say which program to run: bot:COMMAND")
        self.why = ""

    def choose(self, seat: Seat, deadline: Deadline) -> Action:
        self._send(self._question(seat, deadline))
        answer = self._answer(seat, deadline)
        self.why = answer.why
        if answer.action is None:
            raise Invalid("the program's answer names no action")
        action = self.title.lexicon.parse(answer.action)
        refusal = seat.why_not(action)
        if refusal is not None:
            raise Invalid(f"the program wants {answer.action!r}: {refusal}")
        return action

    def _question(self, seat: Seat, deadline: Deadline) -> dict[str, Any]:
        left = deadline.left()
        return {
            "cmd": "choose",
            "side": seat.side,
            "seconds": None if left == float("inf") else round(left, 3),
            "view": seat.view(),
            "legal": [str(action) for action in seat.legal()],
        }

    # -- the process ----------------------------------------------------------------------------------------------

    def _send(self, message: dict[str, Any]) -> None:
        process = self._process or self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(msgspec.json.encode(message) + b"\n")
            process.stdin.flush()
        except OSError:
            raise self._dead() from None

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            self._process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise Invalid(f"cannot run {self.command[0]!r}: {error.strerror}") from None
        hello = {"cmd": "hello", "protocol": PROTOCOL, "title": self.title.name, "side": self.side}
        self._send({**hello, "seed": None if self.seed is None else str(self.seed), "board": self.title.board()})
        return self._process

    def _answer(self, seat: Seat, deadline: Deadline) -> Answer:
        """The program's choice; what it reports on the way is passed on."""
        hurried = False
        limit = min(deadline.left(), PATIENCE) + GRACE
        patience = Deadline(limit)
        while not patience.passed():
            if deadline.passed() and not hurried:
                hurried, patience = True, Deadline(GRACE)
                self._send({"cmd": "now"})
            line = self._line()
            if line is None:
                continue
            answer = _read(line)
            if answer.progress is None:
                return answer
            seat.report(answer.progress, answer.text)
        self.close()
        raise Invalid(f"{self.command[0]} gave no answer in time")

    def _line(self) -> bytes | None:
        """A line if the program wrote one, without waiting long."""
        assert self._process is not None and self._process.stdout is not None
        if b"\n" not in self._rest:
            pipe = self._process.stdout.fileno()
            if not select.select([pipe], [], [], LOOK_UP)[0]:
                return None
            more = os.read(pipe, 1 << 16)
            if not more:
                raise self._dead()
            self._rest += more
        line, newline, rest = self._rest.partition(b"\n")
        if not newline:
            return None
        self._rest = rest
        return line

    def _dead(self) -> Invalid:
        self.close()
        return Invalid(f"the program {self.command[0]!r} has ended")

    def close(self) -> None:
        """End the program: by closing its input, then by force."""
        process, self._process, self._rest = self._process, None, b""
        if process is None:
            return
        assert process.stdin is not None and process.stdout is not None
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()

    def __del__(self) -> None:
        self.close()


def _read(line: bytes) -> Answer:
    try:
        return msgspec.json.decode(line, type=Answer)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Invalid(f"the program's answer cannot be read: {error}") from None


# -- programs that sit at the table -------------------------------------------------------------------------------

ENVIRONMENT = "RASPUTITSA_BOTS"


def announce(bots: dict[str, str]) -> None:
    """Offer programs as opponents, here and in the processes started from here: name to command."""
    os.environ[ENVIRONMENT] = msgspec.json.encode(bots).decode()


def announced() -> dict[str, str]:
    """The programs on offer."""
    try:
        return msgspec.json.decode(os.environ.get(ENVIRONMENT, "{}"), type=dict[str, str])
    except msgspec.MsgspecError:
        raise Invalid(f"{ENVIRONMENT} should be a JSON object of names and commands") from None
