"""Distances between the distributions of both files: of variables, of pairs, of all tables of k variables."""

from core.utility.distances import k_marginal, mean_measures, pair_measures, variable_measures

MEASURES = (*mean_measures.MEASURES, *variable_measures.MEASURES, *pair_measures.MEASURES, *k_marginal.MEASURES)
