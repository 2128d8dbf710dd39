"""Which words in the code are shown to people and are not marked for translation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

NO_WORDS = re.compile(r":material/\w+:|:[a-z]+(?:-badge|-background)?\[|</?\w[^>]*>|%?\{[^{}]*\}|https?://\S+|&\w+;")
"""Icons, colours, tags, places for values: what stands in texts without being a word."""
PLACE = re.compile(r"(top|middle|bottom) (left|right|center)")
"""How plotly says where a label stands."""
SILENT_CALLS = {
    "_",
    "counted",
    "ngettext",
    "getattr",
    "getLogger",
    "Path",
    "TypeVar",
    "compile",
    "sub",
    "fullmatch",
    "match",
    "Literal",
}
SILENT_ARGUMENTS = {"key", "icon", "type", "language", "gap", "mime", "color", "format", "url_path", "encoding"}
LOGGERS = {"log", "logging"}


def unmarked(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of every sentence in a file that a translation could not reach."""
    yield from _in(ast.parse(path.read_text(encoding="utf-8")))


def _in(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Raise) or _is_description(node):
        return  # errors stay as they are: results, files and logs hold them too
    if isinstance(node, ast.Call) and _is_silent(node.func):
        node = ast.Call(func=node.func, args=[a for a in node.args if not _text(a)], keywords=node.keywords)
    text = _text(node)
    if text:
        if is_sentence(text):
            yield node.lineno, text  # type: ignore[attr-defined]
        if isinstance(node, ast.Constant):
            return
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        node = ast.Tuple(elts=[x for key, value in pairs for x in _of_entry(key, value)], ctx=ast.Load())
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.keyword) and child.arg in SILENT_ARGUMENTS:
            continue
        if isinstance(child, ast.Constant) and isinstance(node, ast.JoinedStr):
            continue
        yield from _in(child)


def is_sentence(text: str) -> bool:
    """Whether a text has two words, or one that begins like a heading."""
    bare = NO_WORDS.sub(" ", text).strip(" *_")
    if PLACE.fullmatch(bare):
        return False
    return bool(re.search(r"[A-Za-z]{2,}[,:;]? [A-Za-z(]", bare) or re.match(r"[A-Z][a-z]+\b(?![_./-])", bare))


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
    return ""


def _is_description(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _of_entry(key: ast.expr | None, value: ast.expr) -> list[ast.expr]:
    """Return what may be shown of an entry: a code whose meaning is marked is not."""
    marked = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "_"
    return [value] if key is None or (marked and _text(key)[:1].islower()) else [key, value]


def _is_silent(function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return function.id in SILENT_CALLS
    if not isinstance(function, ast.Attribute):
        return False
    return function.attr in SILENT_CALLS or (isinstance(function.value, ast.Name) and function.value.id in LOGGERS)


def hidden_marks(path: Path) -> Iterator[int]:
    """Yield the lines in which a name of its own hides the mark ``_``, which then fails when it is called."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not any(isinstance(n, ast.ImportFrom) and n.module == "core.wording" for n in ast.walk(tree)):
        return
    harmless = {id(n) for found in ast.walk(tree) if _marks_nothing(found) for n in ast.walk(found)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Name)
            and node.id == "_"
            and isinstance(node.ctx, ast.Store)
            and id(node) not in harmless
        ):
            yield node.lineno
        if isinstance(node, ast.arg) and node.arg == "_":
            yield node.lineno


def _marks_nothing(node: ast.AST) -> bool:
    """Whether a comprehension, whose names are its own, has no mark inside."""
    if not isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return False
    return not any(
        isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "_" for n in ast.walk(node)
    )
