"""Record linkage: which masked record comes from which original one, and how sure an intruder is."""

from core.statistics.linkage.agreement_patterns import MOST_VARIABLES, best_matches, pattern_counts
from core.statistics.linkage.fellegi_sunter import FEWEST_VARIABLES, Weights, estimate, ranks
from core.statistics.linkage.informed_intruder import Category, Normal, identification
from core.statistics.linkage.linkage import ValueDifference, link, link_within
