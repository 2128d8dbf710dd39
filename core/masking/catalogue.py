"""The catalogue of masking methods: gentle ones first."""

from __future__ import annotations

from core.errors import MaskingError
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

_BY_ID = {m.id: m for m in METHODS}


def method_by_id(name: str) -> Method:
    """Return the method with this id; raise MaskingError where there is none."""
    try:
        return _BY_ID[name]
    except KeyError:
        raise MaskingError(f"there is no masking method {name!r}; choose from {', '.join(_BY_ID)}") from None
