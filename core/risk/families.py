"""What measures of risk share: the traits of all, their groups of cards, and the sections that they are listed in."""

from __future__ import annotations

from core.measures import Better, Group, PageSection, Passes, Requires, Scope, measure
from core.risk.parameters import RiskParameters

SENSITIVE = "a sensitive variable"
NO_SENSITIVE = "no sensitive variable is tagged: give the role 'sensitive' to what nobody should find out"
NOT_LINKED = "records are not linked: declare on the Set up page how masked records correspond to original ones"
FALSE_KEYS = (
    "Key values that noise, swapping or PRAM made false are taken for true ones, so it does not hold after "
    "perturbation (SDC Practice Guide): see the linkage rate."
)
"""When a figure of key frequencies misleads."""

KEYS = frozenset({Requires.KEYS})
KEYS_AND_LINKS = KEYS | {Requires.LINKS}

risk_measure = measure.sharing(
    family="risk",
    scope=Scope.FILE,
    better=Better.LOWER,
    bounds=(0.0, 1.0),
    parameters=RiskParameters,
    requires=KEYS,
    passes=Passes.KEYS,
    replicable=False,
)

REIDENTIFICATION = Group("Re-identification", "How likely a record is recognised by its key values.", risk=True)
POPULATION_UNIQUES = Group(
    "Population uniques",
    "How many people are alone with their key values in the population.",
    risk=True,
)
SUDA = Group("SUDA2", "Records that are unique on few key variables.", risk=True)
ATTRIBUTE_DISCLOSURE = Group("Attribute disclosure", "What can be learned of a person's sensitive values.", risk=True)
LINKAGE_AND_INTERVALS = Group(
    "Linkage and interval disclosure",
    "How often a masked record or value leads back to the original one.",
    risk=True,
)

IDENTITY = PageSection(
    "identity",
    "Identity",
    "Who could be found by the key variables?",
    "Records whose key values few others share, and what an intruder is expected to re-identify.",
)
SPECIAL = PageSection(
    "special",
    "Special uniques",
    "Who stands out on few variables?",
    "A record that is unique on few key variables is a special unique: it scores high (SUDA2). DIS-SUDA is the "
    "chance that a match with a record is correct.",
    missing="A missing key value agrees with nothing and makes nobody unique: emptied cells lower these figures.",
)
ATTRIBUTE = PageSection(
    "attribute",
    "Attribute",
    "What could be learnt about people without finding their record?",
    "Shares of records; each figure is that of the sensitive variable that fares worst, which stands beneath it.",
    note="DiSCO and DCAP compare a masked file with the original; the original's row is the file with itself. Beneath "
    "DiSCO stands its baseline (Dorig): the same "
    "figure of the original itself, after the same recode.",
)
LINKAGE = PageSection(
    "linkage",
    "Linkage",
    "How many masked records lead back to their original?",
    "Shares of the original's records whose masked version is the nearest one, lies near it, or is unique in both "
    "files.",
    note="The original's row is the untouched file linked with itself: what masking starts from. Beneath the larger of "
    "two rates stands which one it is. Distances leave a missing masked value out.",
)
MODELS = PageSection(
    "models",
    "Models",
    "How many are unique in the population?",
    "Every figure here but the counted one depends on a model: of the population, or of what the intruder knows "
    "about the noise. Read it as an order of magnitude.",
)
