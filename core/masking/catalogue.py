"""The catalogue of masking methods: gentle ones first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from core.errors import MaskingError
from core.extensions import METHODS as OFFERED
from core.extensions import NotAccepted, Offer, Origin, Unusable, accepted
from core.masking.global_recode import global_recode_method
from core.masking.local_suppression import local_suppression
from core.masking.method import Method
from core.masking.microaggregation import microaggregation
from core.masking.noise import additive_noise
from core.masking.pram import pram
from core.masking.random_swapping import random_swapping
from core.masking.rank_swapping import rank_swapping
from core.masking.removal import removal
from core.masking.rounding import rounding
from core.masking.sampling import sampling_method
from core.masking.synthesis import cart_method, joint_normal_method, parametric_method
from core.masking.top_coding import top_coding_method
from core.wording import did_you_mean

METHODS = (
    global_recode_method,
    top_coding_method,
    rounding,
    local_suppression,
    removal,
    sampling_method,
    additive_noise,
    microaggregation,
    rank_swapping,
    random_swapping,
    pram,
    cart_method,
    parametric_method,
    joint_normal_method,
)
"""The methods of this program."""


def all_methods() -> tuple[Method, ...]:
    """Return the methods of this program, then those that other packages bring."""
    return (*METHODS, *_from_other_packages()[0])


def left_out_methods() -> tuple[Unusable, ...]:
    """Return what other packages offer as methods and are none."""
    return _from_other_packages()[1]


def origin_of_method(method: Method) -> Origin | None:
    """Return the distribution that brings a method; None: this program."""
    return _from_other_packages()[0].get(method)


# when they are first asked for: such a package imports this one
@cache
def _from_other_packages() -> tuple[Mapping[Method, Origin], tuple[Unusable, ...]]:
    return accepted(OFFERED, METHODS, _check)


def _check(offer: Offer, thing: Any, known: Iterable[Method]) -> None:
    if not isinstance(thing, Method):
        raise NotAccepted("it is no masking method: declare it with the decorator of rumap.extending")
    if thing.id != offer.name:
        raise NotAccepted(f"its entry point has another name than its id, {thing.id!r}")
    if thing.id in {m.id for m in known}:
        raise NotAccepted("there is a method of this id already")
    if not (thing.name and thing.reference and thing.summary.endswith(".")):
        raise NotAccepted("its name or reference is empty, or its summary no sentence")
    for parameter in fields(thing.parameters):
        if "setting" not in parameter.metadata:
            raise NotAccepted(f"its parameter {parameter.name!r} does not say how it is asked for")


def method_by_id(name: str) -> Method:
    """Return the method with this id; raise MaskingError where there is none."""
    by_id = {m.id: m for m in all_methods()}
    if name not in by_id:
        raise MaskingError(
            f"there is no masking method {name!r}{did_you_mean(name, by_id)}; choose from {', '.join(by_id)}"
        )
    return by_id[name]
