"""The measures of risk in the groups in which officers ask for them, and their headings."""

from __future__ import annotations

from dataclasses import dataclass

from core.wording import _, trimmed_percent


@dataclass(frozen=True)
class Section:
    """One group of measures.

    Parameters
    ----------
    id, name : str
    question : str
        What it answers.
    aid : str
        How to read it.
    columns : tuple of (str, str)
        Id of each measure, and its heading; ``{threshold}`` in it is the individual risk that is set.
    note : str
        What stands beneath its table.
    missing : str
        How all its measures take missing key values, whatever the rule of the run; empty: by a rule.
    """

    id: str
    name: str
    question: str
    aid: str
    columns: tuple[tuple[str, str], ...]
    note: str = ""
    missing: str = ""

    def headed(self, threshold: float) -> list[tuple[str, str]]:
        """Return the columns with the threshold in their headings."""
        return [(measure, head.format(threshold=trimmed_percent(threshold))) for measure, head in self.columns]


IDENTITY = Section(
    "identity",
    _("Identity"),
    _("Who could be found by the key variables?"),
    _("Records whose key values few others share, and what an intruder is expected to re-identify."),
    (
        ("sample_uniques", _("Sample uniques (below k = 2)")),
        ("k_violations_3", _("Below k = 3")),
        ("k_violations_5", _("Below k = 5")),
        ("global_risk", _("Re-identification rate")),
        ("expected_reidentifications", _("Expected re-identifications")),
        ("risk_above_threshold", _("Records above {threshold}")),
        ("household_risk", _("Household risk")),
    ),
)
SPECIAL = Section(
    "special",
    _("Special uniques"),
    _("Who stands out on few variables?"),
    _(
        "A record that is unique on few key variables is a special unique: it scores high (SUDA2). DIS-SUDA is the "
        "chance that a match with a record is correct."
    ),
    (
        ("suda_records", _("Records with a score")),
        ("suda_score_sum", _("Sum of SUDA2 scores")),
        ("dis_suda_mean", _("DIS-SUDA, mean")),
        ("dis_suda_max", _("DIS-SUDA, largest")),
    ),
    missing=_("A missing key value agrees with nothing and makes nobody unique: emptied cells lower these figures."),
)
ATTRIBUTE = Section(
    "attribute",
    _("Attribute"),
    _("What could be learnt about people without finding their record?"),
    _("Shares of records; each figure is that of the sensitive variable that fares worst, which stands beneath it."),
    (
        ("l_diversity_distinct", _("Below 2-diversity, distinct")),
        ("l_diversity_entropy", _("Below 2-diversity, entropy")),
        ("l_diversity_recursive", _("Below 2-diversity, recursive")),
        ("t_closeness", _("t-closeness, largest distance")),
        ("disco", _("DiSCO")),
        ("dcap", "DCAP"),
    ),
    note=_(
        "DiSCO and DCAP compare a masked file with the original; the original's row is the file with itself. Beneath "
        "DiSCO stands its baseline (Dorig): the same "
        "figure of the original itself, after the same recode."
    ),
)
LINKAGE = Section(
    "linkage",
    _("Linkage"),
    _("How many masked records lead back to their original?"),
    _(
        "Shares of the original's records whose masked version is the nearest one, lies near it, or is unique in both "
        "files."
    ),
    (
        ("linkage_gower", _("Linked by distance (Gower)")),
        ("linkage_spruill", _("Linked by distance (Spruill)")),
        ("linkage_fellegi_sunter", _("Linked by weights (Fellegi-Sunter)")),
        ("global_or_linkage_risk", _("Re-identification or linkage rate")),
        ("interval_disclosure", _("Interval disclosure")),
        ("uniques_replicated", _("Replicated uniques (repU)")),
    ),
    note=_(
        "The original's row is the untouched file linked with itself: what masking starts from. Beneath the larger of "
        "two rates stands which one it is. Distances leave a missing masked value out."
    ),
)
MODELS = Section(
    "models",
    _("Models"),
    _("How many are unique in the population?"),
    _(
        "Every figure here but the counted one depends on a model: of the population, or of what the intruder knows "
        "about the noise. Read it as an order of magnitude."
    ),
    (
        ("population_uniques_known", _("Population uniques in the file (counted)")),
        ("population_uniques_loglinear", _("Population uniques in the file (log-linear model)")),
        ("correct_matches_loglinear", _("Correct matches (log-linear model)")),
        ("population_uniques_zayatz", _("Population uniques (Zayatz' model)")),
        ("population_uniques_pitman", _("Population uniques (Pitman's model)")),
        ("duncan_lambert", _("Certainty of an informed intruder (experimental)")),
        ("duncan_lambert_some", _("Certainty with some knowledge (experimental)")),
        ("duncan_lambert_naive", _("Certainty of a naive outsider")),
    ),
)
SECTIONS = (IDENTITY, SPECIAL, ATTRIBUTE, LINKAGE, MODELS)

ALSO_IN_THE_FILE = ("k_violations_2",)
"""Measures that the downloaded table has and the screen shows under another name (k = 2: sample uniques)."""
