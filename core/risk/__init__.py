"""Measures of disclosure risk: what an intruder who knows the key variables can find out."""

from core.risk.global_risk import global_risk
from core.risk.individual_risks import expected_reidentifications, household_risk, risk_above_threshold
from core.risk.k_anonymity import k_violations_2, k_violations_3, k_violations_5, sample_uniques
from core.risk.key_frequencies import KeySetFrequencies, prepare
from core.risk.l_diversity import l_diversity_distinct, l_diversity_entropy, l_diversity_recursive
from core.risk.parameters import RiskParameters
from core.risk.population import (
    correct_matches_loglinear,
    population_uniques_loglinear,
    population_uniques_pitman,
    population_uniques_zayatz,
)
from core.risk.suda import dis_suda_max, dis_suda_mean, suda_records, suda_score_sum
from core.risk.t_closeness import t_closeness

MEASURES = (
    global_risk,
    expected_reidentifications,
    risk_above_threshold,
    household_risk,
    k_violations_2,
    k_violations_3,
    k_violations_5,
    sample_uniques,
    population_uniques_loglinear,
    correct_matches_loglinear,
    population_uniques_zayatz,
    population_uniques_pitman,
    suda_records,
    suda_score_sum,
    dis_suda_mean,
    dis_suda_max,
    l_diversity_distinct,
    l_diversity_entropy,
    l_diversity_recursive,
    t_closeness,
)
"""All measures of risk, the default one first."""

__all__ = [
    "MEASURES",
    "KeySetFrequencies",
    "RiskParameters",
    "correct_matches_loglinear",
    "dis_suda_max",
    "dis_suda_mean",
    "expected_reidentifications",
    "global_risk",
    "household_risk",
    "k_violations_2",
    "k_violations_3",
    "k_violations_5",
    "l_diversity_distinct",
    "l_diversity_entropy",
    "l_diversity_recursive",
    "population_uniques_loglinear",
    "population_uniques_pitman",
    "population_uniques_zayatz",
    "prepare",
    "risk_above_threshold",
    "sample_uniques",
    "suda_records",
    "suda_score_sum",
    "t_closeness",
]
