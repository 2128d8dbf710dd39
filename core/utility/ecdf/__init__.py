"""Distance of the joint empirical distribution functions: U_m and U_s (Woo et al. 2009, section 2.3)."""

from core.utility.ecdf.comparison import compare_ecdfs
from core.utility.ecdf.few_variables import MEASURES as OF_FEW
from core.utility.ecdf.measures import MEASURES as OF_ALL
from core.utility.ecdf.parameters import EcdfParameters

MEASURES = (*OF_ALL, *OF_FEW)
