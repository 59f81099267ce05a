"""The ledger: every rule of every rule book, the code that carries it, the tests that hold it."""

from rasputitsa.ledger.books import Book, Line, books
from rasputitsa.ledger.report import Account, Answer, Ledger, account, answers, checkout, summary

__all__ = ["Account", "Answer", "Book", "Ledger", "Line", "account", "answers", "books", "checkout", "summary"]
