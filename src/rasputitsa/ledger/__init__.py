"""The ledger: every rule of every rule book, the code that carries it, the tests that hold it."""

from rasputitsa.ledger.books import Book, Line, books
from rasputitsa.ledger.report import Account, Ledger, account, checkout, summary

__all__ = ["Account", "Book", "Ledger", "Line", "account", "books", "checkout", "summary"]
