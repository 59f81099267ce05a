"""A fault in our own code is reported to the client and written to the log, and the connection stays open.

An error that leaves the application makes uvicorn close the connection, even when the answer is complete: the client's
next request, sent at that moment, would be lost.
"""

from __future__ import annotations

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rasputitsa.server.messages import Refusal
from rasputitsa.server.problems import problem
from rasputitsa.server.wire import reply


class Defects:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except ClientDisconnect:
            return None  # nobody is left to be answered
        except Exception as error:
            if begun:
                raise
            said, status = problem(error)
            await reply(Refusal(said), status)(scope, receive, send)
