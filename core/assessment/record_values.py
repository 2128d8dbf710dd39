"""Risk of every record of the original and of every scenario: written only when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from core.assessment.plan import Plan
from core.data import Codebook, Microdata, PopulationFile, Scenario
from core.pairing import code_release, pair
from core.risk import per_record, with_maskings, with_population


def record_values(
    original: Microdata,
    scenarios: Sequence[Scenario],
    codebook: Codebook,
    plan: Plan,
    linked: str | None,
    population: Sequence[PopulationFile] = (),
) -> Iterator[tuple[str, dict[str, NDArray[Any]]]]:
    """Yield (file name, columns by "measure|key set", one value a record) of every file.

    Raises
    ------
    PairingError
        A scenario cannot be paired with the original.
    """
    parameters = plan.of("risk")
    release = with_population(code_release(original, codebook), codebook.variables, population)
    yield original.name, per_record(release, parameters)
    for scenario in scenarios:
        paired = pair(original, scenario, codebook, linked)
        paired = replace(paired, original=replace(paired.original, population=release.population))
        yield scenario.microdata.name, per_record(with_maskings(paired, parameters), parameters)
