"""What a table of several risk measures reads means the same in every one of them."""

from types import NoneType, UnionType
from typing import Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from core.measures import Result, detail_types
from core.risk import MEASURES, RiskDetail


def kinds(hint) -> set[type]:
    """Return the types that a key may hold."""
    if get_origin(hint) is NotRequired:
        return kinds(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return {kind for each in get_args(hint) for kind in kinds(each)}
    return {type(text) for text in get_args(hint)} if get_origin(hint) is Literal else {hint or NoneType}


def test_a_key_that_is_read_of_any_risk_is_declared_with_its_type() -> None:
    declared = {}
    for measure in MEASURES:
        answers = detail_types(measure)[Result]
        for detail in get_args(answers) or (answers,):
            for key, hint in get_type_hints(detail, include_extras=True).items():
                declared[key] = declared.get(key, set()) | kinds(hint)
    read = {key: kinds(hint) for key, hint in get_type_hints(RiskDetail, include_extras=True).items()}
    assert {key: declared.get(key) for key in read} == read
