"""Dataclasses made of what JSON holds: what does not fit is refused, with its path."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, NotRequired, TypedDict

import pytest

from core.data.validation import validated
from core.data.written_forms import ALWAYS_WRITTEN, ByName, OpenEnd, written_as
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
    made = validated(Outer, content, "file")
    assert made == Outer(3, 1, (0, 0.5), (Inner("a", Colour.BLUE, ("x",)),), {"a": 1})
    assert made.parts[0].colour is Colour.BLUE
    assert type(made.share) is int  # written again, the bytes are the same
    assert validated(Outer, {"count": 3, "parts": [Inner("b")]}, "file").parts == (Inner("b"),)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ([], "file must be a table, not a list"),
        ({}, "file: 'count' is missing"),
        ({"count": 3, "x": 1}, "file: unknown entry 'x'; known are count, parts, share, span, words"),
        ({"count": True}, "file: count must be a whole number, not True"),
        ({"count": 3.0}, "file: count must be a whole number, not 3.0"),
        ({"count": 2**63}, f"file: count must be less than {2**63}, not {2**63}"),
        ({"count": 3, "share": "1"}, "file: share must be a number, not '1'"),
        ({"count": 3, "share": float("nan")}, "file: share must be a finite number, not nan"),
        ({"count": 3, "span": [1]}, "file: span[1]: a value is missing"),
        ({"count": 3, "span": [1, 2, 3]}, "file: span: it must hold 2 values or fewer"),
        ({"count": 3, "span": [1, None]}, "file: span[1] must be a number, not None"),
        ({"count": 3, "parts": "ab"}, "file: parts must be a list, not 'ab'"),
        ({"count": 3, "parts": [INNER, 3]}, "file: parts[1] must be a table, not 3"),
        ({"count": 3, "parts": [INNER | {"name": 3}]}, "file: parts[0].name must be a text, not 3"),
        ({"count": 3, "parts": [INNER | {"name": ""}]}, "file: parts[0]: it has no name"),
        ({"count": 3, "parts": [{"name": "a"}]}, "file: parts[0]: 'notes' is missing"),
        ({"count": 3, "parts": [INNER | {"colour": []}]}, "file: parts[0].colour: [] is not one of red, blue"),
        ({"count": 3, "words": {"a": "b"}}, "file: words.a must be a whole number, not 'b'"),
        ({"count": 3, "words": {"a b": None}}, 'file: words."a b" must be a whole number, not None'),
    ],
)
def test_what_does_not_fit_is_named_with_its_path(content, words):
    with pytest.raises(TypeError) as refused:
        validated(Outer, content, "file")
    assert str(refused.value) == words
    with pytest.raises(CodebookError):
        validated(Outer, content, "file", error=CodebookError)


class Deep(TypedDict):
    share: float | None
    colour: Annotated[str, Colour]
    note: NotRequired[str]


class Detail(TypedDict):
    rows: list[Deep]


def detail(**changed):
    return {"rows": [{"share": 1, "colour": "red"} | changed], "unknown": 3}


def test_a_mapping_of_typing_is_checked_and_may_hold_more():
    """Measures of other packages declare their details with ``typing.TypedDict``."""
    assert validated(Detail, detail(note="x"), "file") == detail(note="x")
    for changed, words in (
        ({"share": "1"}, r"rows\[0\].share must be a number, not '1'"),
        ({"colour": "green"}, r"rows\[0\].colour: 'green' is not one of red, blue"),
        ({"note": None}, r"rows\[0\].note must be a text, not None"),
    ):
        with pytest.raises(TypeError, match=f"^file: {words}"):
            validated(Detail, detail(**changed), "file")
    with pytest.raises(TypeError, match=r"^file: rows\[0\]: 'share' is missing$"):
        validated(Detail, {"rows": [{"colour": "red"}]}, "file")


class Unwritten(TypedDict):
    thing: Exception


def test_a_type_that_no_document_holds_is_named():
    with pytest.raises(TypeError, match="Unwritten declares a type that no document holds"):
        validated(Unwritten, {"thing": 1}, "file")


@dataclass(frozen=True)
class Written:
    name: str
    ends: tuple[OpenEnd, ...] = ()
    size: int = 3
    other: float = field(default=0.5, metadata=written_as("another"))


@dataclass(frozen=True)
class Tables:
    things: Annotated[tuple[Written, ...], ByName()] = ()


def read(**table):
    return validated(Tables, {"things": {"a": table}}, "it", toml=True).things


def test_what_people_write_is_read_as_they_mean_it():
    assert read(ends=[float("-inf"), 2], size=4.0, another=1) == (Written("a", (float("-inf"), 2.0), 4, 1.0),)
    assert type(read(another=1)[0].other) is float
    labelled = validated(tuple[str, ...], ["x", 2.0, -0.5], "it", toml=True)
    assert labelled == ("x", "2", "-0.5")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"name": "b"}, "it: things.a: unknown entry 'name'; known are another, ends, size"),
        ({"other": 1}, "it: things.a: unknown entry 'other'"),
        ({"ends": [float("nan")]}, r"it: things.a.ends\[0\]: nan is no number"),
        ({"another": float("inf")}, "it: things.a.another must be a finite number, not inf"),
        ({"size": 2.5}, "it: things.a.size must be a whole number, not 2.5"),
        ({"ends": [True]}, r"it: things.a.ends\[0\] must be a number, not True"),
    ],
)
def test_what_people_write_and_nothing_can_be_is_named(table, words):
    with pytest.raises(TypeError, match=words):
        read(**table)
