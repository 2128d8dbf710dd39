"""Uniques of the file that are unique in the population, by a table that counts the population."""

from __future__ import annotations

from core.measures import Answer
from core.risk.families import POPULATION_UNIQUES
from core.risk.key_frequencies import KeySetDetail, KeySetFrequencies, frequency_measure

NO_COUNTS = (
    "no population counts were brought in for this key set (Set up page; on the command line --population FILE): a "
    "table with key variables and the number of people of each combination"
)


class KnownPopulationDetail(KeySetDetail):
    """Numbers behind the share, and the individual risks by the people counted."""

    sample_uniques: int
    count: int
    share_of_sample_uniques: float | None
    global_risk: float
    expected_reidentifications: float
    max_risk: float


@frequency_measure(
    id="population_uniques_known",
    name="Population uniques in the file (counted)",
    reference="Hundepool et al. (2010), Handbook on Statistical Disclosure Control, section 3.3: f = 1 and F = 1, "
    "with F from a census or register",
    summary="The share of records that are alone with their key values in the file and in the counted population.",
    formula=r"\frac{1}{n}\,\#\{ i : f_i = 1,\ F_i = 1 \}",
    reading="F is counted in a census or register. 0: nobody in the file is alone in the population. Each record "
    "counted here can be named with certainty by whoever has such a register.",
    misleads="It is as good as the table: people who moved, other dates or definitions make F wrong, and only the "
    "variables of the table are looked at. False key values are taken for true ones.",
    group=POPULATION_UNIQUES,
    needs="a table that counts the population",
)
def population_uniques_known(keyset: KeySetFrequencies) -> Answer[KnownPopulationDetail, KeySetDetail]:
    """Return the share of records with f = F = 1 on the variables that the table has."""
    known = keyset.known
    if known is None or known.problem:
        return keyset.skipped(NO_COUNTS if known is None else known.problem)
    alone = known.sample == 1
    cells, risks = keyset.cells, 1.0 / known.at_least
    sample_uniques, unique = (cells.records(each) for each in (alone, alone & (known.at_least <= 1)))
    detail: KnownPopulationDetail = {
        "sample_uniques": sample_uniques,
        "count": unique,
        "share_of_sample_uniques": unique / sample_uniques if sample_uniques else None,
        "global_risk": cells.mean(risks),
        "expected_reidentifications": cells.total(risks),
        "max_risk": float(risks.max()),
        **keyset.described(),
    }
    return keyset.result(unique / keyset.n_used, detail)
