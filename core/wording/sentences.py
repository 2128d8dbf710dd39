"""How sentences begin."""

from __future__ import annotations


def sentence_case(text: str) -> str:
    """Return text that begins with a capital letter."""
    return text[:1].upper() + text[1:]
