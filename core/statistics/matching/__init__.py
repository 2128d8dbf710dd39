"""Matching by an intruder who knows the true key values of a person: which released records fit, and whose they are."""

from core.statistics.matching.claims import Claims, expected_matches
from core.statistics.matching.exact import exact_claims, shared_risks
from core.statistics.matching.key_columns import KeyColumn, TargetCells, target_cells
from core.statistics.matching.nearest import nearest_claims
from core.statistics.matching.posterior import posterior_risks
from core.statistics.matching.reliability import nearer_share, order_by_reliability
from core.statistics.matching.right_claims import right_claim_risks
