"""Dataclasses made of what JSON holds: what does not fit is refused, with its path."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import pytest

from core.data import ALWAYS_WRITTEN, made_from_json
from core.errors import CodebookError


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Inner:
    name: str
    colour: Colour = Colour.RED
    notes: tuple[str, ...] = field(default=(), metadata=ALWAYS_WRITTEN)

    def __post_init__(self) -> None:
        if not self.name:
            raise CodebookError("it has no name")


@dataclass(frozen=True)
class Outer:
    count: int
    share: float = 0.5
    span: tuple[float, float] | None = None
    parts: tuple[Inner, ...] = ()
    words: Mapping[str, int] = field(default_factory=dict)


INNER = {"name": "a", "colour": "blue", "notes": ["x"]}


def test_lists_become_tuples_words_enumerations_and_tables_dataclasses():
    content = {"count": 3, "share": 1, "span": [0, 0.5], "parts": [INNER], "words": {"a": 1}}
    made = made_from_json(Outer, content, "file")
    assert made == Outer(3, 1, (0, 0.5), (Inner("a", Colour.BLUE, ("x",)),), {"a": 1})
    assert made.parts[0].colour is Colour.BLUE
    assert type(made.share) is int  # written again, the bytes are the same
    assert made_from_json(Outer, {"count": 3, "parts": [Inner("b")]}, "file").parts == (Inner("b"),)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ([], "file is of another type than it must be"),
        ({}, "file lacks 'count'"),
        ({"count": 3, "x": 1}, "file has an entry 'x' that this version does not know"),
        ({"count": True}, "file.count is of another type than it must be"),
        ({"count": 3.0}, "file.count is of another type than it must be"),
        ({"count": 3, "share": "1"}, "file.share is of another type than it must be"),
        ({"count": 3, "share": float("nan")}, "file.share is of another type than it must be"),
        ({"count": 3, "span": [1]}, "file.span is of another type than it must be"),
        ({"count": 3, "span": [1, None]}, "file.span[1] is of another type than it must be"),
        ({"count": 3, "parts": "ab"}, "file.parts is of another type than it must be"),
        ({"count": 3, "parts": [INNER, 3]}, "file.parts[1] is of another type than it must be"),
        ({"count": 3, "parts": [INNER | {"name": 3}]}, "file.parts[0].name is of another type than it must be"),
        ({"count": 3, "parts": [INNER | {"name": ""}]}, "file.parts[0]: it has no name"),
        ({"count": 3, "parts": [{"name": "a"}]}, "file.parts[0] lacks 'notes'"),
        ({"count": 3, "parts": [INNER | {"colour": []}]}, "file.parts[0].colour must be one of red, blue, not []"),
        ({"count": 3, "words": {"a": "b"}}, "file.words['a'] is of another type than it must be"),
    ],
)
def test_what_does_not_fit_is_named_with_its_path(content, words):
    with pytest.raises(TypeError) as refused:
        made_from_json(Outer, content, "file")
    assert str(refused.value) == words
    with pytest.raises(CodebookError):
        made_from_json(Outer, content, "file", error=CodebookError)
