"""What users will compute from the file: indicators, regressions and scales, before and after masking."""

from core.utility.analyses import indicator_measures, regression_measures, scale_measures
from core.utility.analyses.indicators import compare_indicators
from core.utility.analyses.parameters import AnalysesParameters
from core.utility.analyses.regressions import compare_regressions
from core.utility.analyses.scales import compare_scales

MEASURES = (*indicator_measures.MEASURES, *regression_measures.MEASURES, *scale_measures.MEASURES)
