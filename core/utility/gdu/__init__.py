"""Kocar's Global Data Utility (2018): local utilities of variables and pairs, and their averages."""

from core.utility.gdu.design_measures import MEASURES as BY_DESIGN
from core.utility.gdu.local import LocalUtilities, local_utilities
from core.utility.gdu.measures import MEASURES as LOCAL_AND_GLOBAL
from core.utility.gdu.other_settings import MEASURES as OTHER_SETTINGS
from core.utility.gdu.parameters import GduParameters
from core.utility.gdu.reference_measures import MEASURES as AT_REFERENCE
from core.utility.gdu.reference_points import gdu_bottom, gdu_noise_floor

MEASURES = (*LOCAL_AND_GLOBAL, *AT_REFERENCE, *OTHER_SETTINGS, *BY_DESIGN, gdu_noise_floor, gdu_bottom)
