"""Measures of disclosure risk: what an intruder who knows the key variables can find out."""

from core.risk.attacks.families import ATTACKS, RateDetail, RatesDetail
from core.risk.attacks.inference import inference
from core.risk.attacks.linkability import linkability
from core.risk.attacks.nearness import membership_density, membership_distance, nearest_record_share
from core.risk.attacks.net_of_control import dcap_net, disco_net, linkage_net, uniques_replicated_net
from core.risk.attacks.singling_out import singling_out_multivariate, singling_out_univariate
from core.risk.attacks.synthetic_file import synthetic_disclosure
from core.risk.attribute.agreement import DiscoDetail, dcap, disco, uniques_replicated
from core.risk.attribute.l_diversity import l_diversity_distinct, l_diversity_entropy, l_diversity_recursive
from core.risk.attribute.t_closeness import t_closeness
from core.risk.duncan_lambert import duncan_lambert, duncan_lambert_naive, duncan_lambert_some
from core.risk.families import risk_measure
from core.risk.global_risk import GlobalRiskDetail, global_risk
from core.risk.individual_risks import expected_reidentifications, household_risk, risk_above_threshold
from core.risk.interval_disclosure import interval_disclosure
from core.risk.k_anonymity import k_violations_2, k_violations_3, k_violations_5, sample_uniques
from core.risk.key_frequencies import KeySetDetail, frequency_measure, prepare
from core.risk.key_sets import KeysDetail
from core.risk.known_population import population_uniques_known
from core.risk.linkage import linkage_gower, linkage_spruill
from core.risk.matching.expected_match import K_CHOICES, IndividualRisks, MatchDetail, expected_match_risk
from core.risk.parameters import RiskParameters
from core.risk.per_record import per_record, riskiest
from core.risk.population import (
    correct_matches_loglinear,
    population_uniques_loglinear,
    population_uniques_pitman,
    population_uniques_zayatz,
)
from core.risk.population_counts.lookup import UsedCounts
from core.risk.population_counts.tables import check_population, with_population
from core.risk.probabilistic_linkage import linkage_fellegi_sunter
from core.risk.recoverable_values import InferableValuesDetail, InferableVariable, inferable_values, values_given_away
from core.risk.shared_detail import RiskDetail
from core.risk.special_uniques import prepare_suda
from core.risk.suda import SudaDetail, dis_suda_max, dis_suda_mean, suda_records, suda_score_sum
from core.risk.treatments import Treatment, treatment, with_maskings
from core.risk.validity import found_in_words

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
    population_uniques_known,
    suda_records,
    suda_score_sum,
    dis_suda_mean,
    dis_suda_max,
    l_diversity_distinct,
    l_diversity_entropy,
    l_diversity_recursive,
    t_closeness,
    expected_match_risk,
    linkage_gower,
    linkage_spruill,
    linkage_fellegi_sunter,
    interval_disclosure,
    uniques_replicated,
    disco,
    dcap,
    synthetic_disclosure,
    duncan_lambert,
    duncan_lambert_some,
    duncan_lambert_naive,
    values_given_away,
    singling_out_univariate,
    singling_out_multivariate,
    linkability,
    inference,
    nearest_record_share,
    membership_distance,
    membership_density,
    uniques_replicated_net,
    disco_net,
    dcap_net,
    linkage_net,
)
"""All measures of risk, the default one first."""
