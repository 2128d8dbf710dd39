"""What is declared of a differentially private release: no file shows it, and nothing here has verified it."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Annotated

from core.data.written_forms import described_as
from core.errors import CodebookError


@dataclass(frozen=True)
class DifferentialPrivacy:
    """The guarantee that anyone who made a file says it has (Dwork and Roth 2014, definition 2.4).

    Parameters
    ----------
    epsilon : float
        Above 0; a larger one promises less.
    delta : float
        At least 0 and below 1; 0: pure differential privacy.
    unit : str
        The unit of privacy: what may be added or taken away, such as a record, a person or a household.

    Raises
    ------
    CodebookError
        A number outside its range, or no unit.
    """

    epsilon: Annotated[float, described_as(exclusiveMinimum=0)]
    unit: str
    delta: Annotated[float, described_as(minimum=0, exclusiveMaximum=1)] = 0.0

    def __post_init__(self) -> None:
        if not (self.epsilon > 0 and math.isfinite(self.epsilon)):
            raise CodebookError(f"'epsilon' must be a number above 0, not {self.epsilon:g}")
        if not 0 <= self.delta < 1:
            raise CodebookError(f"'delta' must be at least 0 and below 1, not {self.delta:g}")
        if not self.unit.strip():
            raise CodebookError("'unit' is empty: say what the guarantee is about, such as a person or a household")

    def table(self) -> dict[str, float | str]:
        """Return it as it is written: epsilon, delta and unit."""
        return asdict(self)
