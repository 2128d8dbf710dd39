"""One masking method applied to a small file."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from core.data import Codebook, Level, Microdata, Variable
from core.masking.method import Method, Work


def mask(
    method: Method,
    file: Microdata,
    variables: Sequence[str],
    *,
    rng: np.random.Generator | None = None,
    missing: Mapping[str, tuple[str, ...]] | None = None,
    **parameters: Any,
) -> Microdata:
    """Return the file as a method leaves it; parameters that are not named are its own."""
    codebook = Codebook(
        tuple(Variable(name, Level.CONTINUOUS, missing=codes) for name, codes in (missing or {}).items())
    )
    work = Work(file, codebook, tuple(variables), rng or np.random.default_rng(1))
    return method.apply(work, method.parameters(**parameters)).microdata
