"""Data utility: one file per measure or family; every measure is listed here."""

from core.measures import Measure
from core.utility.analyses import MEASURES as ANALYSES
from core.utility.analyses import AnalysesParameters, compare_indicators, compare_regressions
from core.utility.analyses.estimates import Estimate, EstimateDetail
from core.utility.analyses.fits import Fit
from core.utility.analyses.indicator_measures import InsideDetail
from core.utility.analyses.indicators import IndicatorComparison, IndicatorDetail
from core.utility.analyses.regressions import ComparedCoefficient, FitDetail, RegressionComparison, RegressionDetail
from core.utility.analyses.scale_measures import LduAlphaDetail
from core.utility.analyses.scales import AlphaDetail
from core.utility.clusters import MEASURES as CLUSTERS
from core.utility.clusters.measures import ClusterDetail
from core.utility.compared_variables import Sizes
from core.utility.distances import MEASURES as DISTANCE_MEASURES
from core.utility.distances.k_marginal import KMarginalDetail, MarginalDetail
from core.utility.distances.outcomes import DistanceAlone
from core.utility.ecdf import MEASURES as ECDF
from core.utility.ecdf.few_variables import FewDetail
from core.utility.ecdf.measures import EcdfMaximumDetail, EcdfMeanSquareDetail
from core.utility.families import DISTANCES, SECTIONS, TABLES, utility_measure
from core.utility.families import LOSS as LOSS_GROUP
from core.utility.gdu import MEASURES as GDU
from core.utility.gdu import GduParameters
from core.utility.gdu.global_measures import GduDetail
from core.utility.gdu.local_measures import LduBivariateDetail, LduUnivariateDetail
from core.utility.gdu.univariate import is_removed
from core.utility.levels import by_level
from core.utility.loss import MEASURES as LOSS
from core.utility.loss.cells import ChangedDetail, MissingDetail
from core.utility.loss.contingency import CtbilDetail
from core.utility.loss.detail_lost import DetailLostDetail
from core.utility.loss.moment_measures import MeanDifferenceDetail, MeansOfVariable
from core.utility.propensity import MEASURES as PROPENSITY
from core.utility.propensity import PropensityParameters
from core.utility.propensity.comparison import PropensityDetail
from core.utility.resampled_null import NoNullDetail, NullDetail
from core.utility.resolution import MEASURES as RESOLUTIONS
from core.utility.resolution.resolutions import ResolutionDetail, ScoreBand
from core.utility.stacked import StackedDetail
from core.utility.tables import MEASURES as TABLE_MEASURES
from core.utility.tables import METRICS, TableParameters, compared_table
from core.utility.tables.outcomes import MetricDetail, TableDetail
from core.utility.weighting import weighed, weighted_records, with_weights

MEASURES: tuple[Measure, ...] = (
    *GDU,
    *RESOLUTIONS,
    *PROPENSITY,
    *CLUSTERS,
    *ECDF,
    *DISTANCE_MEASURES,
    *TABLE_MEASURES,
    *LOSS,
    *ANALYSES,
)
