"""A name says what it holds, and prose is plain English."""

import re

import pytest

from tests.house.tree import CODE, ROOT

FOUND = re.compile(r"^\s*(?:for )?(?:\w+, )*found\b(?:, \w+)*(?: = | in )|[(,]\s*found: ", re.M)
COINED = re.compile(r"\bdear (?:step|part)\b|\bcame to grief\b|\bso many (?:percent|decimals)\b|\bthe files in hand\b")


@pytest.mark.parametrize("words", [FOUND, COINED], ids=["found", "coined"])
def test_names_say_what_was_found_and_prose_is_plain(words):
    files = [file for folder in CODE for file in (ROOT / folder).rglob("*.py")]
    met = {f.relative_to(ROOT).as_posix(): m[0] for f in files if (m := words.search(f.read_text(encoding="utf-8")))}
    assert not met
