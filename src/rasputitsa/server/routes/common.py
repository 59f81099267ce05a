"""What all requests need."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from rasputitsa.server.house import House


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


HouseOf = Annotated[House, Depends(_house)]
