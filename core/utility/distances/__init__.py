"""Distances between the distributions of both files: of variables, of pairs, of all tables of k variables."""

from core.utility.distances import k_marginal, measures

MEASURES = (*measures.MEASURES, *k_marginal.MEASURES)
