"""Risk of every record of the original and of every scenario: written only when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from numpy.typing import NDArray

from core.assessment.plan import Plan
from core.data import Codebook, Microdata, Scenario
from core.pairing import code_release, pair
from core.risk import per_record, with_maskings


def record_values(
    original: Microdata, scenarios: Sequence[Scenario], codebook: Codebook, plan: Plan, linked: str | None
) -> Iterator[tuple[str, dict[str, NDArray[Any]]]]:
    """Yield (file name, columns by "measure|key set", one value a record) of every file.

    Raises
    ------
    PairingError
        A scenario cannot be paired with the original.
    """
    parameters = plan.of("risk")
    yield original.name, per_record(code_release(original, codebook), parameters)
    for scenario in scenarios:
        paired = pair(original, scenario, codebook, linked)
        yield scenario.microdata.name, per_record(with_maskings(paired, parameters), parameters)
