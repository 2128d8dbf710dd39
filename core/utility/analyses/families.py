"""What the measures of analyses share."""

from __future__ import annotations

import math

from core.measures import Better
from core.utility.analyses.parameters import AnalysesParameters
from core.utility.families import ANALYSES, utility_measure

KARR = "overlap: Karr, Kohnen, Oganian, Reiter and Sanil (2006)"
CAUTION = (
    "intervals that overlap do not show that two figures are the same, nor that they differ (Schenker and Gentleman "
    "2001): a masked file of the same records should lie far closer than two samples would"
)

analyses_measure = utility_measure.sharing(
    family="analyses", better=Better.HIGHER, bounds=(0.0, 1.0), parameters=AnalysesParameters, group=ANALYSES
)
overlap_measure = analyses_measure.sharing(bounds=(-math.inf, 1.0), reference=KARR)
