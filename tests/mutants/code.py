"""Mutations of rule code: comparisons, constants, dropped and negated conditions, returned constants.

Each is a replacement of one expression in the source text; everything else stays as it is written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

from rasputitsa.ledger.trace import rule_numbers

from .mutant import Mutant

LEFT_OUT = {"show", "prompt", "label", "describe", "is_battle", "sample", "picks", "one_of", "__repr__", "__str__"}
"""Functions that are no rules: what is shown, and how random play picks."""
WORDS = {"say", "Refusal", "LogLine", "ActionView", "TypeVar", "Invalid", "field"}
"""Calls whose arguments are words for people, or declarations."""
OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPPOSITES = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
CONSTANTS = {"bool": ("True", "False"), "int": ("0", "1"), "list": ("[]",), "Sequence": ("()",), "tuple": ("()",)}
"""What a function of that type returns instead."""


def mutants(file: str, source: str) -> list[Mutant]:
    """Every mutation of a module, in the order of its text."""
    finder = _Finder(file, source)
    finder.visit(ast.parse(source))
    return finder.found


class _Finder(ast.NodeVisitor):
    def __init__(self, file: str, source: str) -> None:
        self.file = file
        self.source = source.encode()
        starts = [0]
        for line in self.source.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        self.starts = starts
        self.found: list[Mutant] = []
        self.scope: list[ast.ClassDef | ast.FunctionDef] = []
        self.statement: ast.stmt | None = None

    # -- what is left out -------------------------------------------------------------------------------------

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            outer, self.statement = self.statement, node
            super().visit(node)
            self.statement = outer
        else:
            super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name not in LEFT_OUT:
            self._inside(node, [*node.args.defaults, *(d for d in node.args.kw_defaults if d), *node.body])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node, node.body)

    def _inside(self, node: ast.ClassDef | ast.FunctionDef, parts: list) -> None:
        self.scope.append(node)
        for part in parts:
            self.visit(part)
        self.scope.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Text for people."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """A check, not a rule."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """What is wrong, in words."""

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in WORDS:
            self.generic_visit(node)

    # -- what is changed --------------------------------------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> None:
        for number, operator in enumerate(node.ops):
            new = deepcopy(node)
            new.ops[number] = OTHER[type(operator)]()
            self._change(node, new)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for number in range(len(node.values)):
            rest = [value for n, value in enumerate(node.values) if n != number]
            self._change(node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """A set of bits loses one of its conditions."""
        if isinstance(node.op, ast.BitAnd):
            self._change(node, node.left)
            self._change(node, node.right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._change(node, node.operand)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._change(node, ast.Constant(not node.value))
        elif isinstance(node.value, int):
            self._change(node, ast.Constant(node.value + 1))

    def visit_If(self, node: ast.If) -> None:
        if getattr(node.test, "id", "") != "TYPE_CHECKING":
            self._negate(node.test)
            self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._change(test, ast.Constant(True))
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None:
            for text in self._returnable():
                if ast.unparse(node.value) != text:
                    self._change(node.value, ast.parse(text, mode="eval").body)
            self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        """A condition the other way round, which swaps its branches; not where another mutation does the same."""
        plain = isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], OPPOSITES)
        if not plain and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
            self._change(test, ast.UnaryOp(ast.Not(), test))

    def _returnable(self) -> tuple[str, ...]:
        function = next((n for n in reversed(self.scope) if isinstance(n, ast.FunctionDef)), None)
        said = ast.unparse(function.returns) if function and function.returns else ""
        return ("None",) if said.endswith("| None") else CONSTANTS.get(said.partition("[")[0], ())

    def _change(self, old: ast.expr, new: ast.expr) -> None:
        start = self.starts[old.lineno - 1] + old.col_offset
        end = self.starts[(old.end_lineno or old.lineno) - 1] + (old.end_col_offset or 0)
        words = ast.unparse(new)
        wrapped = words if isinstance(new, ast.Constant) else f"({words})"
        source = self.source
        first_byte, last_byte = self.starts[old.lineno - 1], self.starts[old.end_lineno or old.lineno]
        before = source[first_byte:last_byte].decode().rstrip()
        after = (source[first_byte:start] + wrapped.encode() + source[end:last_byte]).decode().rstrip()
        functions = [n for n in self.scope if isinstance(n, ast.FunctionDef)]
        lines = range(old.lineno, (old.end_lineno or old.lineno) + 1)
        first = self.statement.lineno if self.statement else old.lineno
        self.found.append(
            Mutant(
                part="code",
                file=self.file,
                where=".".join(n.name for n in self.scope) or "(module)",
                old=ast.unparse(old),
                new=words,
                text=lambda: (source[:start] + wrapped.encode() + source[end:]).decode(),
                diff=(before, after),
                line=old.lineno,
                lines=tuple(sorted({first, *lines})) if functions else (),
                rules=tuple(self._rules()),
            )
        )

    def _rules(self) -> Iterator[str]:
        for node in reversed(self.scope):
            found = [" ".join(pair).strip() for pair in rule_numbers(ast.get_docstring(node) or "")]
            if found:
                yield from found
                return
