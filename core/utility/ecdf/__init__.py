"""Distance of the joint empirical distribution functions: U_m and U_s (Woo et al. 2009, section 2.3)."""

from core.utility.ecdf.comparison import EcdfParameters, compare_ecdfs
from core.utility.ecdf.measures import MEASURES
