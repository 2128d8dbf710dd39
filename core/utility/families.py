"""What measures of utility share: traits, their groups of cards, and the tables of information loss."""

from __future__ import annotations

from core.measures import Better, Group, PageSection, Scope, Subject, measure

utility_measure = measure.sharing(scope=Scope.FILE, subject=Subject.PAIR, better=Better.LOWER)

GDU = Group("GDU and its parts", "What a user of variables and pairs of variables can still find.")
WHOLE_FILE = Group("Whole-file measures", "Whether a masked file as a whole can be told from the original.")
DISTANCES = Group("Distances", "How far distributions lie apart.")
TABLES = Group("Tables", "How much a table by area changed.", "table")
LOSS = Group("Information loss", "What was lost of values, moments, associations and detail.")
ANALYSES = Group("Analyses", "Whether a published figure or a model changes.", "chosen analysis")

RECORD_BY_RECORD = PageSection("record_by_record", "Numbers, record by record")
NUMBERS = PageSection("numbers", "Numbers")
SUBDOMAINS = PageSection("subdomains", "Numbers within subdomains")
ALL_VARIABLES = PageSection("all_variables", "All variables")
SECTIONS = (RECORD_BY_RECORD, NUMBERS, SUBDOMAINS, ALL_VARIABLES)
"""Of the information loss on What is lost, in its order; a section that only measures name comes after them."""

SHARES_WEIGHTED = (
    "Shares are shares of the sum of weights, chance is that of the effective number of records. It misleads where a "
    "few records carry most of the weight, and it also moves where only the weights were changed."
)
TABLES_WEIGHTED = (
    "Frequencies are sums of weights, scaled to the file's number of records. It misleads where a few records carry "
    "most of the weight of a cell; small areas are still marked by their number of records."
)
MOMENTS_WEIGHTED = (
    "Means, variances and correlations are those of the weighted records. It misleads where an outlier has a large "
    "weight: it then decides even more than without weights."
)
NUMBERS_IN_BOTH = "variables that are numbers in both files"
CATEGORICAL = "categorical variables"
COMPARISONS_ONLY = "IL1s and differences of eigenvalues serve to compare maskings with each other (SDC Practice Guide)."
"""Caution of figures without a scale of their own."""
