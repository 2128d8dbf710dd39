"""Every regular expression of the engine takes time that grows with the text, and no faster: none goes back and forth.

The hostile texts repeat what the patterns look for and end in what none of them takes. A pattern that backtracks
takes 10^5 characters in minutes, a linear one in milliseconds.
"""

import importlib
import re
import time
from pathlib import Path

import pytest

from core.pairing import parse_band
from core.pairing.coding.columns import number_of

CORE = Path(__file__).resolve().parents[1] / "core"
LENGTH = 30_000
MOST_SECONDS = 0.5
INLINE = re.compile(r"\bre\.(?:match|search|subn?|fullmatch|split|findall|finditer)\(.*")
METHODS = re.compile(r"\b(\w+)\.(match|search|sub|fullmatch|split|findall|finditer)\(")
UNITS = (" ", "\t", "0", "1", "a", "A", "-", "+", ".", "'", '"', "<", "/", "(", "[", "é", "@", "\\",
         "1,", "1.", "1e", "a.", "a@", "0-", "<c ", "<b ", " r", "<c t='e' ", "<c r='", "</f>  ", ", a", "year ",
         " r=A", "www.", "to ")  # fmt: skip


def sources() -> list[tuple[str, str]]:
    """The modules of the engine that look for patterns, and their text."""
    paths = sorted(path for path in CORE.rglob("*.py") if "import re\n" in path.read_text())
    return [(".".join(path.relative_to(CORE.parent).with_suffix("").parts), path.read_text()) for path in paths]


def patterns() -> dict[str, tuple[re.Pattern, set[str]]]:
    """Every compiled pattern with the ways in which it is used; handed on, as ``pattern``, or called by its name."""
    found = {}
    for module, text in sources():
        used = METHODS.findall(text)
        handed = {method for name, method in used if name == "pattern"}
        for name, value in vars(importlib.import_module(module)).items():
            held = value if isinstance(value, tuple) else (value,)
            for i, pattern in enumerate(
                part for item in held for part in (item if isinstance(item, tuple) else (item,))
            ):
                if isinstance(pattern, re.Pattern):
                    found[f"{module}.{name}.{i}"] = pattern, {m for n, m in used if n == name} or handed
    return found


PATTERNS = patterns()


def seconds(pattern: re.Pattern, method: str, text: str) -> float:
    subject = text.encode() if isinstance(pattern.pattern, bytes) else text
    start = time.process_time()
    if method == "sub":
        pattern.sub(pattern.pattern[:0], subject)
    elif method in {"findall", "finditer", "split"}:
        sum(1 for _ in pattern.finditer(subject))
    else:
        getattr(pattern, method)(subject)
    return time.process_time() - start


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.slow
def test_a_pattern_takes_hostile_text_in_linear_time(name: str):
    pattern, methods = PATTERNS[name]
    assert methods, "how the pattern is used could not be told"
    for unit in UNITS:
        text = unit * (LENGTH // len(unit)) + "\u20ac!"
        for method in methods:
            assert seconds(pattern, method, text) < MOST_SECONDS, (method, unit)


def test_no_pattern_is_written_where_it_is_used():
    """A pattern that has no name is not found by the test above."""
    assert [f"{module}: {call}" for module, text in sources() for call in INLINE.findall(text)] == []


@pytest.mark.parametrize("read", [parse_band, number_of], ids=["band", "number"])
def test_a_hostile_label_is_read_at_once(read):
    for unit in UNITS:
        start = time.process_time()
        assert read(unit * LENGTH + "!") is None
        assert time.process_time() - start < MOST_SECONDS, unit
