"""XML without entities: elements by their local names, within limits."""

from __future__ import annotations

from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from core.errors import LimitExceeded, Malformed

DEEPEST = 60
MOST_ELEMENTS = 3_000_000
ENTITIES = "it declares or uses entities of its own, which are not read: save it without them"


def parse_xml(content: bytes) -> Element:
    """Return the root of an XML document; names are without their namespace, comments are left out.

    Nothing is fetched: a document type that stands elsewhere is not looked for, and whatever declares an entity, or
    uses one that is not of XML itself, is refused.

    Raises
    ------
    Malformed
        It is no XML, or has entities; the message quotes no text of it.
    LimitExceeded
        It is nested too deep, or holds too many elements.
    """
    tree = _Tree()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartElementHandler = tree.start
    parser.EndElementHandler = tree.end
    parser.CharacterDataHandler = tree.builder.data
    for handler in ("EntityDeclHandler", "SkippedEntityHandler", "ExternalEntityRefHandler"):
        setattr(parser, handler, _refuse_entities)
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise Malformed(f"it is no well-formed XML (line {error.lineno:,})") from None
    return tree.builder.close()


class _Tree:
    """Elements put together while they are counted."""

    def __init__(self) -> None:
        self.builder = TreeBuilder()
        self.depth = self.elements = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        if self.depth > DEEPEST:
            raise LimitExceeded(f"it is nested deeper than the {DEEPEST} levels allowed")
        if self.elements > MOST_ELEMENTS:
            raise LimitExceeded(f"it holds more than the {MOST_ELEMENTS:,} elements allowed")
        self.builder.start(_local(name), {_local(key): value for key, value in attributes.items()})

    def end(self, name: str) -> None:
        self.depth -= 1
        self.builder.end(_local(name))


def text_of(element: Element | None) -> str:
    """Return all text of an element, blanks and line ends as single blanks; empty where there is no element."""
    return "" if element is None else " ".join("".join(element.itertext()).split())


def first_text(element: Element, path: str) -> str:
    """Return the first text that is not empty among the elements of a path (the others are translations)."""
    return next((text for found in element.iterfind(path) if (text := text_of(found))), "")


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _refuse_entities(*_: object) -> NoReturn:
    raise Malformed(ENTITIES)
