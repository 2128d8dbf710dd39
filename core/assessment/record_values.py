"""Risk of every record of the original and of every scenario: written only when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from core.assessment.inputs import Inputs
from core.assessment.plan import Plan
from core.data import Codebook, Microdata, Pair, PopulationFile, Scenario
from core.risk import RiskParameters, per_record, with_maskings


def record_values(
    original: Microdata,
    scenarios: Sequence[Scenario],
    codebook: Codebook,
    plan: Plan,
    linked: str | None,
    population: Sequence[PopulationFile] = (),
    pairs: Mapping[str, Pair] | None = None,
) -> Iterator[tuple[str, dict[str, NDArray[Any]]]]:
    """Yield (file name, columns by "measure|key set", one value a record) of every file; parameters as of a run.

    Raises
    ------
    PairingError
        A scenario cannot be paired with the original.
    """
    parameters = plan.of(RiskParameters)
    inputs = Inputs(original, scenarios, codebook, plan, linked, population, pairs or {})
    release = inputs.release()
    yield original.name, per_record(release, parameters)
    for scenario in scenarios:
        masked = with_maskings(inputs.paired(scenario, release), parameters)
        yield scenario.microdata.name, per_record(masked, parameters)
