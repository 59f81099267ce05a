"""Reading and writing: transactions whose failures are reported in our own words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from rasputitsa.kernel import Invalid
from rasputitsa.server.storage.database import why
from rasputitsa.table import Overtaken, Unstored

UNFIT = (DataError, OverflowError, UnicodeEncodeError)
"""What drivers say of values that no database takes: a zero byte in a text, a number beyond 64 bits."""
ODD = "not a proper request: it holds a character or a number that cannot be stored"


class Transactions:
    """Of one database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect().execution_options(reading=True) as connection:
                yield connection
        except UNFIT:
            raise Invalid(ODD) from None
        except SQLAlchemyError as error:
            raise Unstored(f"What is stored cannot be read: {why(error)}.") from error

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction; when this returns, it is safe."""
        try:
            with self.engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise Overtaken("Somebody else changed this meanwhile.") from error
        except UNFIT:
            raise Invalid(ODD) from None
        except SQLAlchemyError as error:
            raise Unstored(f"It could not be stored, so nothing was changed: {why(error)}.") from error
