"""Inference that knows how a sample was drawn: strata, first-stage units, weights."""

from core.statistics.survey.effective_size import design_effective_size, effective_size_of_share, kish_effective_size
from core.statistics.survey.first_stage import FirstStage, design_covariance, design_standard_error, first_stage
from core.statistics.survey.kolmogorov_smirnov import WeightedSample, weighted_kolmogorov_smirnov
from core.statistics.survey.rao_scott import RaoScott, compare_files, rao_scott
from core.statistics.survey.resampling import resampled_units
from core.statistics.survey.wald import WaldTest, compare_groups, correlation_test, mid_ranks, wald_f
