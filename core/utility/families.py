"""What measures of utility share: traits, their groups of cards, and the tables of information loss."""

from __future__ import annotations

from core.measures import Better, Group, PageSection, Scope, Subject, measure
from core.wording import _

utility_measure = measure.sharing(scope=Scope.FILE, subject=Subject.PAIR, better=Better.LOWER)

GDU = Group(_("GDU and its parts"), _("What a user of variables and pairs of variables can still find."))
WHOLE_FILE = Group(_("Whole-file measures"), _("Whether a masked file as a whole can be told from the original."))
DISTANCES = Group(_("Distances"), _("How far distributions lie apart."))
TABLES = Group(_("Tables"), _("How much a table by area changed."), _("table"))
LOSS = Group(_("Information loss"), _("What was lost of values, moments, associations and detail."))
ANALYSES = Group(_("Analyses"), _("Whether a published figure or a model changes."), _("chosen analysis"))

RECORD_BY_RECORD = PageSection("record_by_record", _("Numbers, record by record"))
NUMBERS = PageSection("numbers", _("Numbers"))
SUBDOMAINS = PageSection("subdomains", _("Numbers within subdomains"))
ALL_VARIABLES = PageSection("all_variables", _("All variables"))
SECTIONS = (RECORD_BY_RECORD, NUMBERS, SUBDOMAINS, ALL_VARIABLES)
"""Of the information loss on the Tables page, in its order; a section that only measures name stands after them."""

SHARES_WEIGHTED = _(
    "Shares are shares of the sum of weights, chance is that of the effective number of records. It misleads where a "
    "few records carry most of the weight, and it also moves where only the weights were changed."
)
TABLES_WEIGHTED = _(
    "Frequencies are sums of weights, scaled to the file's number of records. It misleads where a few records carry "
    "most of the weight of a cell; small areas are still marked by their number of records."
)
MOMENTS_WEIGHTED = _(
    "Means, variances and correlations are those of the weighted records. It misleads where an outlier has a large "
    "weight: it then decides even more than without weights."
)
NUMBERS_IN_BOTH = _("variables that are numbers in both files")
CATEGORICAL = _("categorical variables")
COMPARISONS_ONLY = _(
    "IL1s and differences of eigenvalues serve to compare maskings with each other (SDC Practice Guide)."
)
"""Caution of figures without a scale of their own."""
