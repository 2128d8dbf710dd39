"""Kocar's Global Data Utility (2018): local utilities of variables and pairs, and their averages."""

from core.utility.gdu.design_measures import MEASURES as BY_DESIGN
from core.utility.gdu.global_measures import MEASURES as GLOBAL
from core.utility.gdu.local import LocalUtilities, local_utilities
from core.utility.gdu.local_measures import MEASURES as LOCAL
from core.utility.gdu.other_settings import MEASURES as OTHER_SETTINGS
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.reference_measures import MEASURES as AT_REFERENCE
from core.utility.gdu.subgroups import gdu_subgroup

MEASURES = (*GLOBAL, *LOCAL, gdu_subgroup, *AT_REFERENCE, *OTHER_SETTINGS, *BY_DESIGN)
