"""Logistic regression of which file a record is from, and what chance alone would show."""

from core.statistics.regression.columns import DesignColumns, columns_of
from core.statistics.regression.logistic import LogisticFit, fit_logistic
from core.statistics.regression.orthonormal_basis import (
    OrthonormalBasis,
    cross_products,
    orthonormal_basis,
    standardised_coefficients,
)
from core.statistics.regression.penalised_logistic import PenalisedFit, basis_penalty, fit_penalised
from core.statistics.regression.propensity_null import SnokeNull, penalised_null, propensity_nulls, snoke_null
