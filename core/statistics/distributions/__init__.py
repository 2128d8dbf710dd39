"""Distributions of one variable: ranks, distribution functions, classes, quantiles, distances."""
