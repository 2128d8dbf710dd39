"""Sequential synthesis by regressions: linear for numbers, logistic for categories."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import scipy
from numpy.typing import NDArray
from scipy.special import ndtri

from core.data import Column, Level, Masking
from core.masking.columns import rounded
from core.masking.method import DECIMALS, Takes, Treated, Work, method, setting
from core.masking.synthesis.predictors import Matrix
from core.masking.synthesis.sequential import synthesise

METHOD = "synthesis by regressions"
ITERATIONS = 500
Marginals = Literal["kept", "normal"]


@dataclass(frozen=True)
class RegressionParameters:
    """What numbers look like.

    Parameters
    ----------
    marginals : "kept" or "normal"
        Kept: numbers are turned into normal scores, regressed, and turned back by their own quantiles. Normal: they are
        regressed as they are, with normal errors.
    decimals : int or None
        Decimals that values with normal errors are rounded to.
    """

    marginals: Marginals = field(default="kept", metadata=setting("Distribution of numbers"))
    decimals: int | None = field(default=None, metadata=DECIMALS)


@method(
    id="synthesis_parametric",
    name="Synthesis by regressions",
    takes=Takes.ANY,
    masking=Masking.SYNTHETIC,
    parameters=RegressionParameters,
    summary="Values are drawn, one variable after the other, from regressions on the others.",
    reference="Raghunathan, Reiter and Rubin (2003); Nowok, Raab and Dibben (2016)",
    random=True,
)
def parametric_method(work: Work, parameters: RegressionParameters) -> Treated:
    """Synthesise the named variables by regressions on main effects, with the parameters at their estimates."""

    def model(
        x: Matrix, new: Matrix, cells: Column, level: Level, kinds: NDArray[np.int64], rng: np.random.Generator
    ) -> Column:
        kind = drawn_classes(x, new, kinds, rng)
        donor = _first_of_each(kinds)[kind]
        valid, wanted = kinds == 0, kind == 0
        if not wanted.any():
            return cells.take(donor)
        if level is not Level.CONTINUOUS:
            codes = cells.categories()[0].astype(np.int64)
            drawn = drawn_classes(x[valid], new[wanted], codes[valid], rng)
            donor[wanted] = _first_of_each(codes)[drawn]
            return cells.take(donor)
        values = np.asarray(cells.numbers, dtype=np.float64)
        synthetic = cells.take(donor)
        assert synthetic.numbers is not None
        synthetic.numbers[wanted] = drawn_numbers(x[valid], new[wanted], values[valid], parameters, rng)
        return synthetic

    return synthesise(work, model, METHOD)


def _first_of_each(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each code 0 .. K - 1 the first record that has it; 0 where none has."""
    first = np.zeros(max(int(codes.max()), 0) + 1, dtype=np.int64)
    present, rows = np.unique(codes, return_index=True)
    first[present[present >= 0]] = rows[present >= 0]
    return first


def drawn_classes(x: Matrix, new: Matrix, classes: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw a class for each new record (m,) from a logistic regression of the classes (n,) on x (n, q).

    Lightly penalised (L2, C = 1, standardised predictors), so that separated classes have an estimate; without
    predictors from the classes' shares.
    """
    present, index = np.unique(classes, return_inverse=True)
    uniform = rng.random(len(new))
    if len(present) == 1:
        return np.full(len(new), present[0], dtype=np.int64)
    if not x.shape[1]:
        shares = np.cumsum(np.bincount(index) / len(index))[:-1]
        return np.asarray(present[np.searchsorted(shares, uniform, side="right")])
    # scikit-learn starts slowly
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    regression = make_pipeline(
        StandardScaler(), LogisticRegression(solver="newton-cholesky", max_iter=ITERATIONS, tol=1e-7)
    )
    shares = np.cumsum(regression.fit(x, index).predict_proba(new), axis=1)[:, :-1]
    return np.asarray(present[(uniform[:, None] >= shares).sum(axis=1)])


def drawn_numbers(
    x: Matrix,
    new: Matrix,
    values: NDArray[np.float64],
    parameters: RegressionParameters,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Draw a number for each new record (m,) from a linear regression of values (n,) on x (n, q), normal errors."""
    kept = parameters.marginals == "kept"
    target = ndtri((scipy.stats.rankdata(values) - 0.5) / len(values)) if kept else values
    design = np.column_stack([np.ones(len(x)), x.astype(np.float64)])
    coefficients, _, rank, _ = np.linalg.lstsq(design, target, rcond=None)
    errors = target - design @ coefficients
    spread = np.sqrt((errors**2).sum() / max(len(values) - int(rank), 1))
    centre = np.column_stack([np.ones(len(new)), new.astype(np.float64)]) @ coefficients
    drawn = centre + spread * rng.standard_normal(len(new))
    if not kept:
        return rounded(drawn, parameters.decimals)
    # what was drawn has nearly the variance of the scores; back by the quantiles of the values themselves
    return np.asarray(np.quantile(values, scipy.stats.norm.cdf(drawn), method="inverted_cdf"))
