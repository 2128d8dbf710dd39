"""Risk of every record, for the officer's eyes: never part of a report."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data import Release
from core.risk.key_frequencies import prepare
from core.risk.parameters import RiskParameters
from core.risk.special_uniques import prepare_suda
from core.statistics.reproducible import comparable


def per_record(release: Release, parameters: RiskParameters) -> dict[str, NDArray[Any]]:
    """Compute the risk of every record of a file for every key set.

    Returns
    -------
    dict of str to array (n_records,)
        "individual_risk|KEY SET", "frequency|KEY SET", "suda_score|KEY SET" and "dis_suda|KEY SET": NaN
        (frequency 0) for a record that was left out because it lacks a key; no risk has one of weight 0, which stands
        for nobody. What cannot be computed is absent.
    """
    columns: dict[str, NDArray[Any]] = {}
    for keyset in prepare(release, parameters):
        frequency = np.zeros(release.n_records, dtype=np.int64)
        rows, of_records = keyset.cells.rows(), keyset.cells.of_records
        frequency[rows] = keyset.cell_frequencies.sample[of_records]
        columns[f"frequency|{keyset.name}"] = frequency
        people = keyset.of_people
        if people.cell_risks is not None:
            risks = people.cell_risks[people.cells.of_records]
            columns[f"individual_risk|{keyset.name}"] = _spread(risks, people.cells.rows(), release.n_records)
    for suda in prepare_suda(release, parameters):
        if suda.scores is not None:
            columns[f"suda_score|{suda.name}"] = _spread(suda.scores.score, suda.records, release.n_records)
        if suda.dis is not None:
            columns[f"dis_suda|{suda.name}"] = _spread(suda.dis, suda.records, release.n_records)
    return columns


def riskiest(release: Release, parameters: RiskParameters, keyset: str, most: int) -> NDArray[np.int64]:
    """Return the rows of the records with the highest individual risk of a key set; of equals the higher score first.

    Parameters
    ----------
    release : Release
    parameters : RiskParameters
    keyset : str
    most : int
        How many at most.

    Returns
    -------
    int64 array
        Records without a risk are left out.
    """
    columns = per_record(release, parameters)
    risk = columns.get(f"individual_risk|{keyset}", np.full(release.n_records, np.nan))
    score = np.nan_to_num(columns.get(f"suda_score|{keyset}", np.zeros(release.n_records)))
    known = np.flatnonzero(~np.isnan(risk))
    return np.asarray(known[np.lexsort((known, -comparable(score[known]), -comparable(risk[known])))][:most])


def _spread(values: NDArray[np.float64], records: NDArray[np.int64] | slice, n_records: int) -> NDArray[np.float64]:
    column = np.full(n_records, np.nan)
    column[records] = values
    return column
