"""How well a model tells masked from original records: U_p (Woo et al. 2009, section 2.1)."""

from core.utility.propensity.comparison import compare_propensities
from core.utility.propensity.measures import MEASURES
from core.utility.propensity.parameters import PropensityParameters
