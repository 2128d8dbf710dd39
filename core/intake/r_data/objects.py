"""R objects as rdata parses them: their attributes, texts and classes."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from rdata.parser import CharFlags, RData, RObject, RObjectType, parse_data

from core.errors import Malformed

SPOKEN = {
    RObjectType.CLO: "a function",
    RObjectType.BUILTIN: "a function",
    RObjectType.SPECIAL: "a function",
    RObjectType.ENV: "an environment",
    RObjectType.VEC: "a list",
    RObjectType.LIST: "a list",
    RObjectType.LANG: "a formula or call",
    RObjectType.EXPR: "an expression",
    RObjectType.S4: "an S4 object",
    RObjectType.EXTPTR: "a pointer",
    RObjectType.CPLX: "complex numbers",
    RObjectType.RAW: "raw bytes",
}
"""What an object that is no data frame is called; vectors are called so."""


def parse(content: bytes) -> RData:
    """Parse an R file that is not compressed.

    Raises
    ------
    Malformed
        It is damaged, or holds what the parser does not know.
    """
    extension = None if content.startswith(b"RD") else ".rds"
    with damage_in_words(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return parse_data(content, extension=extension)


@contextmanager
def damage_in_words() -> Iterator[None]:
    """Say in our own words that an R file is damaged: objects that contradict themselves break in many ways."""
    try:
        yield
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        EOFError,
        LookupError,
        NotImplementedError,
        RecursionError,
        TypeError,
        ValueError,
        struct.error,
    ):
        raise Malformed("the R file is damaged or of a kind that is not read; save the data frame anew") from None


def attributes_of(thing: RObject) -> dict[str, RObject]:
    """Return an object's attributes by name."""
    return dict(pairs_of(thing.attributes))


def pairs_of(pairlist: RObject | None) -> list[tuple[str, RObject]]:
    """Return the members of a pairlist with their names."""
    members = []
    while pairlist is not None and pairlist.info.type is RObjectType.LIST:
        member, rest = pairlist.value
        members.append((_symbol(pairlist.tag), member))
        pairlist = rest
    return members


def _symbol(tag: RObject | None) -> str:
    if tag is not None and tag.info.type is RObjectType.REF:
        tag = tag.referenced_object
    return "" if tag is None else text_of(tag.value) or ""


def text_of(char: RObject, encoding: str | None = None) -> str | None:
    """Return an R string, None for a missing one.

    Raises
    ------
    Malformed
        Its bytes are no text in the encoding that it states.
    """
    if char.value is None:
        return None
    content: bytes = char.value
    latin = bool(char.info.gp & CharFlags.LATIN1)
    for candidate in ("latin-1",) if latin else filter(None, ("utf-8", encoding)):
        try:
            return content.decode(candidate)
        except (UnicodeDecodeError, LookupError):
            continue
    raise Malformed("a text is not in the encoding that the file states; save the data frame anew in UTF-8")


def texts_of(vector: RObject, encoding: str | None = None) -> list[str | None]:
    """Return a character vector."""
    if vector.info.type is not RObjectType.STR:
        return []
    return [text_of(char, encoding) for char in vector.value]


def classes_of(thing: RObject) -> frozenset[str]:
    """Return the classes that an object states."""
    stated = attributes_of(thing).get("class")
    return frozenset() if stated is None else frozenset(text for text in texts_of(stated) if text)


def spoken(thing: RObject) -> str:
    """Return what an object is called, for people."""
    if "dim" in attributes_of(thing):
        return "a matrix"
    return SPOKEN.get(thing.info.type, "a vector")
