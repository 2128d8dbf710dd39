"""The formula of a regression, read by a small grammar of its own: nothing else is ever evaluated.

Allowed are names of variables, ``Q("any name")``, ``C(name)``, ``log``, ``exp``, ``sqrt``, ``I(...)``, the
operators ``+ - : * **`` between terms and ``+ - * / **`` inside a function, brackets and numbers. What is
read is written again with names of its own making, so that no text of a user reaches an evaluator.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import CodebookError

FUNCTIONS = ("log", "exp", "sqrt", "I")
LONGEST = 500
MOST_TERMS = 100
HIGHEST_POWER = 10
HIGHEST_ORDER = 3
ALLOWED = (
    'allowed are names of variables, Q("any name"), C(name), log(), exp(), sqrt(), I(), + - : * ** / ( ) and numbers'
)

_IGNORED = frozenset({tokenize.NEWLINE, tokenize.NL, tokenize.ENDMARKER})
_QUOTED = re.compile(r"\"([^\"\\]+)\"|'([^'\\]+)'")
"""A plain text: no prefix, no escapes."""

_OPERATORS = frozenset({"+", "-", "*", "**", "/", ":", "(", ")"})


@dataclass(frozen=True)
class Leaf:
    """One variable as a formula names it.

    Parameters
    ----------
    variable : str
    written : str
        As it is in the formula: ``age``, ``C(sex)``, ``Q("my income")``.
    categorical : bool
        Inside C(): its values are categories whatever they are.
    inside : bool
        Inside a function: it must be a number.
    """

    variable: str
    written: str
    categorical: bool = False
    inside: bool = False


@dataclass(frozen=True)
class Formula:
    """A formula that was read and found safe.

    Parameters
    ----------
    response, terms : str
        Left and right side with the k-th leaf written as ``token(k)``.
    leaves : tuple of Leaf
        Each once.
    bare_response : bool
        The left side is one variable and nothing else.
    """

    response: str
    terms: str
    leaves: tuple[Leaf, ...]
    bare_response: bool

    def variables(self) -> tuple[str, ...]:
        """Return the names of the variables, each once, in the order of the formula."""
        return tuple(dict.fromkeys(leaf.variable for leaf in self.leaves))


def token(k: int) -> str:
    """Return the name that stands for the k-th leaf."""
    return f"v{k}q"


def read_formula(text: str) -> Formula:
    """Read a formula.

    Parameters
    ----------
    text : str
        Such as ``log(income) ~ C(sex) + age + I(age**2)``.

    Raises
    ------
    CodebookError
        Says what is not allowed, and what is.
    """
    if len(text) > LONGEST:
        raise CodebookError(f"the formula is longer than {LONGEST} characters")
    tokens = _tokens(text)
    tildes = [i for i, t in enumerate(tokens) if t.string == "~"]
    if len(tildes) != 1:
        raise CodebookError("the formula needs exactly one '~' between what is explained and what explains it")
    leaves: list[Leaf] = []
    left = _rewritten(tokens[: tildes[0]], leaves)
    right = _rewritten(tokens[tildes[0] + 1 :], leaves)
    response = _parsed(left, "left of '~'")
    _check_arithmetic(response)
    if any(leaf.categorical for leaf in leaves[: _count_leaves(response)]):
        raise CodebookError("C() is not allowed left of '~'")
    if isinstance(response, ast.BinOp | ast.UnaryOp | ast.Constant):
        raise CodebookError("left of '~' stands one variable, or one function of variables such as log(income)")
    terms = _parsed(right, "right of '~'")
    if _count_terms(terms) > MOST_TERMS:
        raise CodebookError(f"the formula has more than {MOST_TERMS} terms")
    return Formula(_joined(left), _joined(right), _placed(leaves, (response, terms)), isinstance(response, ast.Name))


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text.strip()).readline))
    except (tokenize.TokenError, SyntaxError):
        raise CodebookError(f"the formula cannot be read: {ALLOWED}") from None
    if "\n" in text.strip():
        raise CodebookError("the formula must stand in one line")
    return [t for t in tokens if t.type not in _IGNORED]


def _rewritten(tokens: Sequence[tokenize.TokenInfo], leaves: list[Leaf]) -> list[str]:
    """Return the tokens with variables replaced by names of our own; add the variables to ``leaves``."""
    written: list[str] = []
    i = 0
    while i < len(tokens):
        current, called = tokens[i], i + 1 < len(tokens) and tokens[i + 1].string == "("
        if current.type == tokenize.NAME and called and current.string in ("C", "Q"):
            leaf, i = _named_leaf(tokens, i)
            written.append(_place_of(leaf, leaves))
        elif current.type == tokenize.NAME and not called:
            written.append(_place_of(Leaf(current.string, current.string), leaves))
            i += 1
        else:
            written.append(_allowed_text(current))
            i += 1
    return written


def _allowed_text(current: tokenize.TokenInfo) -> str:
    """Return the text of a token that is no variable; raise CodebookError where it is not allowed."""
    text = current.string
    if current.type == tokenize.NAME and text in FUNCTIONS:
        return text
    if current.type == tokenize.NUMBER or (current.type == tokenize.OP and text in _OPERATORS):
        return text
    what = f"the function {text!r}" if current.type == tokenize.NAME else repr(text)
    hint = '; write Q("...") for a name with spaces or dots' if text in {".", " "} else ""
    raise CodebookError(f"{what} is not allowed in a formula: {ALLOWED}{hint}")


def _named_leaf(tokens: Sequence[tokenize.TokenInfo], start: int) -> tuple[Leaf, int]:
    """Read ``Q("name")``, ``C(name)`` or ``C(Q("name"))``; return it and the place behind it."""
    kind = tokens[start].string
    inner, after = _inner_name(tokens, start, kind)
    if after >= len(tokens) or tokens[after].string != ")":
        raise CodebookError(f"{kind}() takes one variable and nothing else")
    if kind == "Q":
        return Leaf(inner.variable, f'Q("{inner.variable}")'), after + 1
    return Leaf(inner.variable, f"C({inner.written})", categorical=True), after + 1


def _inner_name(tokens: Sequence[tokenize.TokenInfo], start: int, kind: str) -> tuple[Leaf, int]:
    place = start + 2
    if place >= len(tokens):
        raise CodebookError(f"{kind}() takes one variable and nothing else")
    inner = tokens[place]
    quoted = _QUOTED.fullmatch(inner.string)
    if kind == "Q" and quoted:
        name = quoted[1] or quoted[2]
        return Leaf(name, name), place + 1
    if kind == "C" and inner.string == "Q" and place + 1 < len(tokens) and tokens[place + 1].string == "(":
        return _named_leaf(tokens, place)
    if kind == "C" and inner.type == tokenize.NAME:
        return Leaf(inner.string, inner.string), place + 1
    raise CodebookError('C() takes the name of a variable, Q() a name in quotation marks: C(sex), Q("my income")')


def _place_of(leaf: Leaf, leaves: list[Leaf]) -> str:
    if leaf not in leaves:
        leaves.append(leaf)
    return token(leaves.index(leaf))


def _joined(written: Sequence[str]) -> str:
    return " ".join(written)


def _parsed(written: Sequence[str], place: str) -> ast.expr:
    """Return the expression; ``:`` is read as an operator as tight as multiplication."""
    text = _joined(["@" if w == ":" else w for w in written])
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise CodebookError(f"{place} the formula cannot be read: {ALLOWED}") from None


def _count_leaves(node: ast.AST) -> int:
    return len({n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id not in FUNCTIONS})


def _placed(leaves: Sequence[Leaf], sides: Sequence[ast.expr]) -> tuple[Leaf, ...]:
    """Return the leaves with the mark of those that stand inside a function."""
    calls = [n for side in sides for n in ast.walk(side) if isinstance(n, ast.Call)]
    inside = {n.id for call in calls for a in call.args for n in ast.walk(a) if isinstance(n, ast.Name)}
    for k, leaf in enumerate(leaves):
        if leaf.categorical and token(k) in inside:
            raise CodebookError(f"{leaf.written} is not allowed inside a function")
    return tuple(
        Leaf(leaf.variable, leaf.written, leaf.categorical, token(k) in inside) for k, leaf in enumerate(leaves)
    )


def _count_terms(node: ast.expr) -> int:
    """Return how many terms a right side has at most; raise CodebookError where the grammar is broken."""
    if isinstance(node, ast.Name):
        return 1
    if isinstance(node, ast.Call):
        _check_arithmetic(node)
        return 1
    if isinstance(node, ast.Constant):
        if isinstance(node.value, int) and node.value in (0, 1):
            return 1
        raise CodebookError("as a term only the numbers 0 and 1 are allowed (with or without an intercept)")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        return _count_terms(node.operand)
    if isinstance(node, ast.BinOp):
        return _count_operator(node)
    raise CodebookError(f"the formula cannot be read: {ALLOWED}")


def _count_operator(node: ast.BinOp) -> int:
    left = _count_terms(node.left)
    if isinstance(node.op, ast.Pow):
        order = node.right.value if isinstance(node.right, ast.Constant) else None
        if not isinstance(order, int) or not 1 <= order <= HIGHEST_ORDER:
            raise CodebookError(f"(a + b)**k takes a whole number from 1 to {HIGHEST_ORDER}; write I(x**k) for a power")
        return int((left + 1) ** order)
    right = _count_terms(node.right)
    if isinstance(node.op, ast.Add | ast.Sub):
        return left + right
    if isinstance(node.op, ast.MatMult):
        return left * right
    if isinstance(node.op, ast.Mult):
        return left + right + left * right
    raise CodebookError("'/' is allowed inside a function only, such as I(income / 1000)")


def _check_arithmetic(node: ast.expr) -> None:
    """Raise CodebookError where an expression is more than arithmetic of variables and numbers."""
    if isinstance(node, ast.Name):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and abs(node.value) < 1e15:
        return
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        _check_arithmetic(node.operand)
    elif isinstance(node, ast.Call) and _is_function(node.func) and len(node.args) == 1 and not node.keywords:
        _check_arithmetic(node.args[0])
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.Div | ast.Pow):
        _check_operator(node)
    else:
        raise CodebookError(f"the formula cannot be read: {ALLOWED}")


def _is_function(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in FUNCTIONS


def _check_operator(node: ast.BinOp) -> None:
    """Refuse arithmetic of numbers alone: a tower of powers would be worked out for ever."""
    if isinstance(node.op, ast.Pow):
        exponent = node.right.operand if isinstance(node.right, ast.UnaryOp) else node.right
        value = exponent.value if isinstance(exponent, ast.Constant) else None
        if not isinstance(value, int | float) or not value <= HIGHEST_POWER:
            raise CodebookError(f"a power takes a number up to {HIGHEST_POWER}: I(age**2)")
    if not _count_leaves(node.left if isinstance(node.op, ast.Pow) else node):
        raise CodebookError("numbers alone are not worked out in a formula: write the result")
    _check_arithmetic(node.left)
    _check_arithmetic(node.right)
